/* edit targets, padding and segments: lists with a value for each position. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/internal.h"

static bool edit_target(Session *session, size_t position, const char *value,
                        Error *error) {
    Place place = session_place(session);
    const Scene *scene = &session->scene;
    bool none = !*value || strcmp(value, "-") == 0;
    size_t candidate = words_find(&scene->candidates, value);
    bool named = candidate < scene->candidates.count;
    int target = none ? NO_TARGET : named ? (int)candidate : UNNAMED_TARGET;
    if (target == UNNAMED_TARGET && scene->candidates.count)
        return error_set(error,
                         "%s: no such candidate; expected one of the candidates, or -"
                         " for no target",
                         value);
    Sheet *sheet = sheet_write(&session->now);
    for (size_t r = 0; r < sheet->model.record_count; r++) {
        const Labels *labels = scene->labels;
        bool shared = labels[place.record].targets_common && labels[r].targets_common;
        if (r != place.record && (!shared || position >= sheet->model.records[r].queries))
            continue;
        Record *record = &sheet->model.records[r];
        if (!record->targets) {
            record->targets = memory_new(record->queries, sizeof *record->targets);
            for (size_t i = 0; i < record->queries; i++)
                record->targets[i] = NO_TARGET;
        }
        record->targets[position] = target;
        sheet_set_target(sheet, r, position, none ? "" : value);
    }
    return true;
}

static bool edit_padding(Session *session, size_t position, const char *value,
                         Error *error) {
    Place place = session_place(session);
    long number;
    if (!number_whole(value, 0, 1, &number, NULL))
        return error_set(error, "%s: expected 1 for padding or 0", value);
    Model *model = &sheet_write(&session->now)->model;
    for (size_t r = 0; r < model->record_count; r++)
        if (r == place.record || (session->scene.labels[place.record].padding_common &&
                                  session->scene.labels[r].padding_common &&
                                  position < model->records[r].keys))
            model->records[r].padding[position] = (unsigned char)number;
    return true;
}

/* Without segments, all positions are of one segment. */
static void begin_segments(Record *record) {
    record->segments = memory_new(record->keys, sizeof *record->segments);
    for (size_t j = 0; j < record->keys; j++)
        record->segments[j] = 1;
}

static bool edit_segment(Session *session, size_t position, const char *value,
                         Error *error) {
    Place place = session_place(session);
    long number;
    if (!number_whole(value, -1000000000, 1000000000, &number, NULL))
        return error_set(error, "%s: expected a segment's whole number", value);
    const Record *shown = &session->now->model.records[place.record];
    if (!shown->segments && shown->queries > shown->keys && !shown->query_segments)
        return error_set(error, "segments: some queries have no slot of their own here");
    Model *model = &sheet_write(&session->now)->model;
    if (!model->records[place.record].segments)
        begin_segments(&model->records[place.record]);
    for (size_t r = 0; r < model->record_count; r++)
        if (r == place.record || (session->scene.labels[place.record].segments_common &&
                                  session->scene.labels[r].segments_common &&
                                  position < model->records[r].keys))
            model->records[r].segments[position] = number;
    return true;
}

static const struct {
    const char *name;
    bool (*edit)(Session *, size_t, const char *, Error *);
    bool of_queries;
} list_table[] = {
    {"targets", edit_target, true},
    {"padding", edit_padding, false},
    {"segments", edit_segment, false},
};

bool edit_list(Session *session, const Words *words, bool *done, Error *error) {
    const Record *record = &session->now->model.records[session->look.record];
    for (size_t i = 0; i < sizeof list_table / sizeof *list_table; i++) {
        if (strcmp(words->word[1], list_table[i].name) != 0)
            continue;
        size_t position,
            count = list_table[i].of_queries ? record->queries : record->keys;
        *done = true;
        if (words->count != 4)
            return error_set(error, "edit %s: expected a position and a value",
                             words->word[1]);
        return parse_position(session, words->word[2], "position", count, &position,
                              error) &&
               list_table[i].edit(session, position, words->word[3], error);
    }
    return false;
}
