/* The memory of a scene, and the choice of a language. See scene.h. */
#include "scene/scene.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "scene/array.h"

const char *const part_names[RECORD_PARTS + LAYER_PARTS] = {
    [PART_X] = "x",
    [PART_Q] = "q",
    [PART_K] = "k",
    [PART_V] = "v",
    [PART_SCORES] = "scores",
    [PART_WEIGHTS] = "weights",
    [PART_MASK] = "mask",
    [PART_BIAS] = "bias",
    [RECORD_PARTS + PART_WQ] = "wq",
    [RECORD_PARTS + PART_WK] = "wk",
    [RECORD_PARTS + PART_WV] = "wv",
    [RECORD_PARTS + PART_WO] = "wo",
};

static void texts_release(Texts *texts) {
    for (size_t i = 0; i < texts->count; i++) {
        free(texts->items[i].lang);
        free(texts->items[i].text);
    }
    free(texts->items);
}

static void step_release(Step *step) {
    texts_release(&step->heading);
    texts_release(&step->say);
    for (size_t i = 0; i < step->line_count; i++)
        words_release(&step->lines[i].words);
    free(step->lines);
}

static void strings_release(char **strings, size_t count) {
    for (size_t i = 0; strings && i < count; i++)
        free(strings[i]);
    free(strings);
}

static void labels_release(Labels *labels, const Record *record) {
    free(labels->name);
    strings_release(labels->tokens, labels->has_tokens ? record->keys : 0);
    strings_release(labels->query_tokens, labels->has_query_tokens ? record->queries : 0);
    strings_release(labels->targets, record->queries);
    free(labels->positions);
}

void scene_release(Scene *scene) {
    for (size_t i = 0; scene->labels && i < scene->model.record_count; i++)
        labels_release(&scene->labels[i], &scene->model.records[i]);
    free(scene->labels);
    words_release(&scene->candidates);
    for (size_t i = 0; scene->steps && i <= scene->step_count; i++)
        step_release(&scene->steps[i]);
    free(scene->steps);
    free(scene->measured);
    for (size_t i = 0; i < scene->array_count; i++) {
        free(scene->arrays[i].kind);
        free(scene->arrays[i].file);
        free(scene->arrays[i].axes);
        free(scene->arrays[i].shape);
        array_release(scene->arrays[i].array);
    }
    free(scene->arrays);
    texts_release(&scene->title);
    text_release(&scene->text);
    free(scene->path);
    free(scene->id);
    free(scene->source);
    model_release(&scene->model);
    *scene = (Scene){0};
}

/* Another file of that name counts, too; one that is gone does not. */
static bool is_replaced(const ArrayRow *row) {
    const char *name;
    struct stat now, then;
    char *file = memory_string_n(row->file, array_file_length(row->file, &name));
    bool replaced = fstat(row->array->file, &then) == 0 && stat(file, &now) == 0 &&
                    (now.st_ino != then.st_ino || now.st_dev != then.st_dev);
    free(file);
    return replaced;
}

bool scene_same(const Scene *scene, Error *error) {
    for (size_t i = 0; i < scene->array_count; i++) {
        const ArrayRow *row = &scene->arrays[i];
        if (row->array && (!array_same(row->array) || is_replaced(row)))
            return error_set(error, "%s was changed while it was open", row->file);
    }
    return true;
}

bool texts_hold(const Texts *texts, const char *lang) {
    for (size_t i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i].lang, lang) == 0)
            return true;
    return false;
}

const char *texts_in(const Texts *texts, const char *lang, size_t index) {
    if (texts->count == 0)
        return NULL;
    if (!texts_hold(texts, lang))
        lang = texts_hold(texts, "en") ? "en" : texts->items[0].lang;
    for (size_t i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i].lang, lang) == 0 && index-- == 0)
            return texts->items[i].text;
    return NULL;
}
