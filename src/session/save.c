/* save FILE: the scene as it stands, as a scene file that opens again to the same bits.
 *
 * The file's own rows up to its first step are copied as they are, comments, expressions and other
 * languages with them. Then come the actions of the steps walked through and those of the user,
 * each at the record, layer and head it was made at; then the steps still ahead, as they are. */
#include <string.h>

#include "base/save.h"
#include "scene/writer.h"
#include "session/inside.h"

/* ---- rows of actions ---- */

/* Where the actions written so far leave record, layer and head. */
typedef struct Spot {
    FILE *file;
    const Labels *labels; /* of the records */
    size_t record, layer, head;
} Spot;

static void write_words(FILE *file, const Words *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (i)
            fputc(',', file);
        csv_field(file, words->word[i]);
    }
    fputc('\n', file);
}

/* By name, or step by step where the name looks like a place: before the first step a number could
 * be a new record's name. */
static void write_record(const Spot *spot, size_t record) {
    const char *name = spot->labels[record].name;
    bool forward = record > spot->record;
    size_t steps = forward ? record - spot->record : spot->record - record;
    if (name[strspn(name, "0123456789")]) {
        fputs("record,", spot->file);
        csv_field(spot->file, name);
        fputc('\n', spot->file);
        return;
    }
    for (size_t i = 0; i < steps; i++)
        fprintf(spot->file, "record,%s\n", forward ? "next" : "prev");
}

static void write_place(Spot *spot, const Look *to) {
    if (spot->record != to->record)
        write_record(spot, to->record);
    if (spot->layer != to->layer)
        fprintf(spot->file, "layer,%zu\n", to->layer + 1);
    if (spot->head != to->head)
        fprintf(spot->file, "head,%zu\n", to->head + 1);
    spot->record = to->record;
    spot->layer = to->layer;
    spot->head = to->head;
}

/* Actions of the steps walked through. */
static void write_walked(const Session *session, FILE *file) {
    for (size_t s = 1; s <= session->recipe.step; s++) {
        const Step *step = &session->scene.steps[s];
        for (size_t i = 0; i < step->line_count; i++)
            if (step->lines[i].kind == LINE_ACTION)
                write_words(file, &step->lines[i].words);
    }
}

static void write_entries(Spot *spot, const Entry *entry) {
    if (!entry)
        return;
    write_entries(spot, entry->before);
    write_place(
        spot,
        &(Look){.record = entry->record, .layer = entry->layer, .head = entry->head});
    write_words(spot->file, &entry->words);
}

/* Where the step as written leaves off: the place from which the user's actions go on. */
static Spot written_spot(const Session *session, FILE *file) {
    Session play = {.scene = session->scene};
    walk_fold(&play, session->recipe.step, NULL);
    Spot spot = {file, session->scene.labels, play.look.record, play.look.layer,
                 play.look.head};
    baseline_release(&play.baseline);
    sheet_release(play.against);
    sheet_release(play.before);
    sheet_release(play.now);
    return spot;
}

static void write_actions(const Session *session, FILE *file) {
    write_walked(session, file);
    Spot spot = written_spot(session, file);
    write_entries(&spot, session->recipe.last);
    write_place(&spot, &session->look);
    if (session->look.grid != GRID_DELTA)
        fprintf(file, "focus,%s,%ld,%ld\n", grid_table[session->look.grid].name,
                session->scene.base + (long)session->look.row,
                session->scene.base + (long)session->look.col);
}

/* ---- the file's own rows ---- */

/* Copies lines first..last (from 1, last 0: to the end); a last line without an end gets one. */
static void copy_lines(const Scene *scene, size_t first, size_t last, FILE *file) {
    const char *at = scene->text, *end = scene->text + scene->text_length;
    for (size_t line = 1; at < end && (last == 0 || line <= last); line++) {
        size_t length = scene_line_length(at, (size_t)(end - at));
        char stop = at[length - 1];
        if (line >= first)
            fwrite(at, 1, length, file);
        if (line >= first && stop != '\n' && stop != '\r')
            fputc('\n', file);
        at += length;
    }
}

/* The tolerance that holds when the step ends, where a step has set one; else 0. */
static double stepped_tolerance(const Session *session) {
    double tolerance = 0;
    for (size_t s = 1; s <= session->recipe.step; s++)
        for (size_t i = 0; i < session->scene.steps[s].line_count; i++)
            if (session->scene.steps[s].lines[i].kind == LINE_TOLERANCE)
                tolerance = session->scene.steps[s].lines[i].tolerance;
    return tolerance;
}

/* The first row ahead that a tolerance would matter to: its line if it is an expect, else 0. */
static size_t first_expect(const Scene *scene, size_t step) {
    for (; step <= scene->step_count; step++)
        for (size_t i = 0; i < scene->steps[step].line_count; i++) {
            const Line *line = &scene->steps[step].lines[i];
            if (line->kind != LINE_ACTION)
                return line->kind == LINE_EXPECT ? (size_t)line->number : 0;
        }
    return 0;
}

static void write_ahead(const Session *session, FILE *file) {
    const Scene *scene = &session->scene;
    size_t next = session->recipe.step + 1;
    double tolerance = stepped_tolerance(session);
    if (next > scene->step_count)
        return;
    size_t first = (size_t)scene->steps[next].number;
    size_t expect = tolerance > 0 ? first_expect(scene, next) : 0;
    if (expect) {
        copy_lines(scene, first, expect - 1, file);
        fputs("tolerance,", file);
        csv_numbers(file, &tolerance, 1);
        first = expect;
    }
    copy_lines(scene, first, 0, file);
}

static void write_scene(const Session *session, FILE *file) {
    const Scene *scene = &session->scene;
    if (scene->step_count == 0)
        copy_lines(scene, 1, 0, file);
    else if (scene->steps[1].number > 1)
        copy_lines(scene, 1, (size_t)scene->steps[1].number - 1, file);
    write_actions(session, file);
    write_ahead(session, file);
}

bool save_apply(Session *session, const Words *words, Error *error) {
    Save save;
    bool over = words->count > 2;
    if (over && strcmp(words->word[2], "over") != 0)
        return error_set(error, "save: %s: expected save FILE, or save FILE over",
                         words->word[2]);
    FILE *file = save_open(&save, "save", words->word[1], over, error);
    if (!file)
        return false;
    write_scene(session, file);
    if (!save_close(&save, error))
        return false;
    session->unsaved = false;
    return true;
}
