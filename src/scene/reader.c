/* Reads a scene. A table says of every kind of row its reader, how many values it has and
 * where it may be. Data are gathered in a draft, steps go straight into the scene; then
 * draft_check and draft_build fit the data together. */
#include "scene/scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/array.h"
#include "scene/draft.h"
#include "scene/number.h"

static bool read_again(Draft *draft) {
    return fault(draft, "attnscope stands again, expected it in the first row only");
}

#define LIST(name, list, least, most, usage)                                             \
    { name, read_list, list, least, most, IN_DATA, usage }

static const Kind kinds[] = {
    {"attnscope", read_again, 0, 0, ANY_NUMBER, ANYWHERE, "attnscope,1"},
    {"id", read_id, ONCE_ID, 1, 1, IN_DATA, "id,TEXT"},
    {"source", read_id, ONCE_SOURCE, 1, 1, IN_DATA,
     "source,TEXT (in quotes if it has a comma)"},
    {"title", read_title, 0, 2, 2, IN_DATA,
     "title,LANG,TEXT (in quotes if it has a comma)"},
    {"base", read_base, ONCE_BASE, 1, 1, IN_DATA, "base,0 or base,1"},
    {"tolerance", read_tolerance, ONCE_TOLERANCE, 1, 1, ANYWHERE, "tolerance,NUMBER"},
    {"heads", read_heads, 0, 1, 2, IN_DATA, "heads,H or heads,H,HKV"},
    {"candidates", read_candidates, 0, 1, ANY_NUMBER, IN_DATA, "candidates,NAME,…"},
    {"loss", read_loss, ONCE_LOSS, 1, 1, IN_DATA, "loss,probs or loss,logits"},
    LIST("tokens", LIST_TOKENS, 1, ANY_NUMBER, "tokens,LABEL,…"),
    LIST("targets", LIST_TARGETS, 0, ANY_NUMBER, "targets,LABEL,…"),
    LIST("padding", LIST_PADDING, 1, ANY_NUMBER, "padding,0 or 1,…"),
    LIST("segments", LIST_SEGMENTS, 1, ANY_NUMBER, "segments,N,…"),
    LIST("query-tokens", LIST_QUERY_TOKENS, 1, ANY_NUMBER, "query-tokens,LABEL,…"),
    LIST("query-padding", LIST_QUERY_PADDING, 1, ANY_NUMBER, "query-padding,0 or 1,…"),
    LIST("query-segments", LIST_QUERY_SEGMENTS, 1, ANY_NUMBER, "query-segments,N,…"),
    LIST("offset", LIST_OFFSET, 1, 1, "offset,N"),
    {"record", read_record, 0, 1, 1, THEN_ACTION, "record,NAME"},
    {"layer", read_layer, 0, 1, 1, THEN_ACTION, "layer,N"},
    {"step", read_step, 0, 2, 2, ANYWHERE,
     "step,LANG,TEXT (in quotes if it has a comma)"},
    {"say", read_say, 0, 2, 2, ANYWHERE, "say,LANG,TEXT (in quotes if it has a comma)"},
    {"expect", read_expect, 0, 1, ANY_NUMBER, ANYWHERE, "expect,GRID,ROW,VALUE,…"},
    {"mistake", read_mistake, 0, 5, 5, ANYWHERE, "mistake,ROW,COL,VALUE,LANG,TEXT"},
    {"solution", read_solution, 0, 1, ANY_NUMBER, ANYWHERE, "solution,ACTION…"},
};

static const Kind *kind_of(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

/* Reads a row that is no kind of data: an action, if a scene may hold it. */
static bool read_other(Draft *draft) {
    return check_action(draft, draft->field[0]) && read_action(draft);
}

/* Whether the row's name is a part's, which may have a head after a point. */
static bool names_part(Draft *draft) {
    const char *name = draft->field[0];
    size_t length = strcspn(name, "."), part = 0;
    while (part < PARTS && (strlen(part_names[part]) != length ||
                            strncmp(part_names[part], name, length) != 0))
        part++;
    draft->part = part;
    return part < PARTS;
}

static bool read_matrix(Draft *draft) {
    const char *name = draft->field[0], *point = strchr(name, '.');
    long head = 0;
    if (point && (draft->part == PART_X || draft->part == WO))
        return fault(draft, "%.60s: %s has no heads, expected it without a number", name,
                     part_names[draft->part]);
    if (point && !number_whole(point + 1, 1, HEADS_MAX, &head, NULL))
        return fault(draft, "%.60s: expected a head's number after the point, 1..%d",
                     name, HEADS_MAX);
    if (!check_place(draft))
        return false;
    if (draft->field_count < 2)
        return fault(draft, "a row of %s without numbers, expected %s,NUMBER,…", name,
                     name);
    draft->head = (size_t)head;
    return draft->field[1][0] == '@' ? read_array(draft) : read_numbers(draft);
}

static bool read_first(Draft *draft) {
    const char *name = draft->field[0];
    if (strncmp(name, "attnscope;", 10) == 0 || strncmp(name, "attnscope\t", 10) == 0)
        return fault(draft, "fields are parted by '%c', expected commas", name[9]);
    if (strcmp(name, "attnscope") != 0)
        return fault(draft, "no header row: '%.60s' comes first, expected attnscope,1",
                     name);
    if (draft->field_count != 2 || strcmp(draft->field[1], "1") != 0)
        return fault(draft, "unknown format '%.60s', expected attnscope,1",
                     draft->field_count > 1 ? draft->field[1] : "");
    return true;
}

static bool read_row(void *context, const CsvRow *row) {
    Draft *draft = context;
    draft->line = row->line;
    draft->field = row->field;
    draft->field_count = row->count;
    if (draft->rows++ == 0)
        return read_first(draft);
    if (names_part(draft)) {
        draft->after_step = false;
        return read_matrix(draft);
    }
    draft->growing = NULL;
    const Kind *kind = kind_of(draft->field[0]);
    draft->after_step = draft->after_step && kind && kind->read == read_step;
    if (!kind)
        return read_other(draft);
    if (!(kind->where & IN_STEPS) && !check_place(draft))
        return false;
    bool acts = kind->where == THEN_ACTION && in_steps(draft);
    if (draft->field_count - 1 < kind->least ||
        (draft->field_count - 1 > kind->most && !acts))
        return fault(draft, "%s has %zu value%s, expected %s", kind->name,
                     draft->field_count - 1, draft->field_count == 2 ? "" : "s",
                     kind->usage);
    draft->kind = kind;
    return acts ? read_action(draft) : kind->read(draft);
}

/* ---- the whole ---- */

static bool asks(const Step *step) {
    for (size_t i = 0; i < step->line_count; i++) {
        const char *word = step->lines[i].words.word[0];
        if (step->lines[i].kind == LINE_ACTION &&
            (strcmp(word, "ask") == 0 || strcmp(word, "goal") == 0))
            return true;
    }
    return false;
}

/* The first paragraph of a scene that asks before its first step is the heading there. */
static void take_question(Step *first) {
    Texts *say = &first->say, *heading = &first->heading;
    size_t kept = 0;
    if (!asks(first))
        return;
    heading->items = memory_new(say->count, sizeof *heading->items);
    for (size_t i = 0; i < say->count; i++)
        if (texts_hold(heading, say->items[i].lang))
            say->items[kept++] = say->items[i];
        else
            heading->items[heading->count++] = say->items[i];
    say->count = kept;
}

static bool check_title(Draft *draft) {
    const Texts *title = &draft->scene->title;
    if (draft->rows == 0)
        return fault_on(draft, 1,
                        "an empty file, expected a scene, which starts with attnscope,1");
    if (!texts_hold(title, "en") && !texts_hold(title, "zh"))
        return fault_on(draft, 1, "no title, expected title,en,TEXT or title,zh,TEXT");
    return true;
}

/* Makes the title "q.npy k.npy v.npy [12,1024,64]  mask.npy [1024,1024]". */
static void title_arrays(Scene *scene) {
    Text title = {0};
    for (size_t i = 0; i < scene->array_count; i++) {
        const ArrayRow *row = &scene->arrays[i];
        bool last = i + 1 == scene->array_count ||
                    strcmp(row->shape, scene->arrays[i + 1].shape) != 0;
        text_format(&title, "%s%s%s", path_name(row->file),
                    last && *row->shape ? " " : "", last ? row->shape : "");
        text_append(&title, i + 1 == scene->array_count ? "" : last ? "  " : " ");
    }
    free(scene->title.items[0].text);
    scene->title.items[0].text = memory_string(text_string(&title));
    text_release(&title);
}

bool scene_parse(Scene *scene, const char *path, const char *bytes, size_t length,
                 bool outside, Error *error) {
    *scene = (Scene){.path = memory_string(path), .base = 1, .tolerance = 5e-7};
    scene->steps = memory_new(1, sizeof *scene->steps);
    scene->measured = memory_new(1, sizeof *scene->measured);
    Draft draft = {.scene = scene,
                   .error = error,
                   .outside = outside,
                   .records.at = memory_new(1, sizeof(Scope)),
                   .layers.at = memory_new(1, sizeof(Scope))};
    bool fine =
        rows_parse(path, bytes, length, read_row, &draft, error) && check_title(&draft);
    fine = fine && draft_inherit(&draft) && draft_check(&draft) &&
           draft_build(&draft, length);
    draft_release(&draft);
    scene->own = outside;
    take_question(scene->steps);
    if (fine && outside)
        title_arrays(scene);
    if (!scene->id)
        scene->id = path_stem(path, ".csv");
    if (!scene->source)
        scene->source = memory_string("");
    if (!fine)
        scene_release(scene);
    return fine;
}

/* The rows of the scene that an array of weights alone makes. */
static void rows_of_weights(const char *path, Text *rows) {
    static const char say[] =
        "\nsay,en,\"A model's finished weights. Their logarithms serve as scores, so every "
        "rule acts exactly as if it had stood before the softmax.\"\n"
        "say,zh,\"模型算好的权重。它们的对数作分数，因此每条规则的作用都和在 softmax "
        "之前一样精确。\"\n";
    const char *name = path_name(path);
    text_append(rows, SCENE_ROWS "id,");
    text_quote(rows, "", name);
    text_append(rows, "\ntitle,en,");
    text_quote(rows, "", name);
    text_append(rows, "\nweights,");
    text_quote(rows, "@", path);
    text_append(rows, say);
}

bool scene_read(Scene *scene, const char *path, Error *error) {
    Text text = {0};
    bool rows = strncmp(path, SCENE_ROWS, strlen(SCENE_ROWS)) == 0;
    bool outside = rows || names_array(path);
    *scene = (Scene){0};
    if (rows)
        text_append(&text, path);
    else if (outside)
        rows_of_weights(path, &text);
    else if (!rows_load(path, &text, error))
        return false;
    bool fine = scene_parse(scene, rows ? "--array" : path, text_string(&text),
                            text.length, outside, error);
    if (fine)
        scene->text = text;
    else
        text_release(&text);
    return fine;
}
