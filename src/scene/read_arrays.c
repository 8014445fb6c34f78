/* The readers of rows KIND,@FILE[,AXES]: matrices and lists in files of their own. See
 * draft.h and tensor.h. */
#include "scene/draft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/array.h"
#include "scene/tensor.h"

/* ---- where the file is ---- */

/* Appends the file named after @, resolved; fails if the scene may not read it. */
static bool resolve(Draft *draft, Text *file) {
    const char *given = draft->field[1] + 1, *name;
    size_t length = array_file_length(given, &name);
    bool absolute = given[0] == '/';
    if (absolute && !draft->outside)
        return fault(draft,
                     "%.200s is an absolute path, expected one from the scene's folder",
                     given);
    char *folder = path_folder(draft->outside ? "" : draft->scene->path);
    Text path = {0};
    if (!absolute)
        text_format(&path, "%s/", folder ? folder : ".");
    text_append_n(&path, given, length);
    char *real = path_real(text_string(&path));
    if (!real)
        (void)(error_set_at(draft->error, given, 0, "%s", strerror(errno)) ||
               fault_at(draft, draft->line));
    else if (!draft->outside && folder && !path_below(real, folder))
        fault(draft,
              "%.200s lies outside the scene's folder, expected a file in it or below",
              given);
    else
        text_format(file, name ? "%s:%s" : "%s", real, name);
    free(real);
    free(folder);
    text_release(&path);
    return file->length > 0;
}

/* Notes the row's file, so that the scene can be saved elsewhere. */
static void note_array(Draft *draft, const char *file, Array *array) {
    Text shape = {0};
    for (size_t a = 0; array && a < array->axes; a++)
        text_format(&shape, "%s%zu", a ? "," : "[", array->shape[a]);
    text_append(&shape, shape.length ? "]" : "");
    Scene *scene = draft->scene;
    size_t count = scene->array_count++;
    scene->arrays = memory_resize(scene->arrays, count + 1, sizeof *scene->arrays);
    scene->arrays[count] =
        (ArrayRow){.line = draft->line,
                   .kind = memory_string(draft->field[0]),
                   .file = memory_string(file),
                   .axes = draft->field_count > 2 ? memory_string(draft->field[2]) : NULL,
                   .shape = memory_string(text_string(&shape)),
                   .array = array ? array_share(array) : NULL};
    text_release(&shape);
}

/* Adds the name of the array, if the scene is another file, and the line to an error. */
static bool array_fault(Draft *draft) {
    if (strcmp(draft->scene->path, draft->field[1] + 1) != 0)
        error_locate(draft->error, draft->field[1] + 1, 0);
    return fault_at(draft, draft->line);
}

static Array *open_row(Draft *draft) {
    if (draft->field_count > 3) {
        fault(draft, "%s has %zu values, expected %s,@FILE or %s,@FILE,AXES",
              draft->field[0], draft->field_count - 1, draft->field[0], draft->field[0]);
        return NULL;
    }
    Text file = {0};
    if (!resolve(draft, &file))
        return NULL;
    Array *array = array_open(file.bytes, draft->error);
    if (array)
        note_array(draft, file.bytes, array);
    else
        array_fault(draft);
    text_release(&file);
    return array;
}

/* ---- matrices ---- */

static bool count_axis(Draft *draft, CountedKind kind, size_t count) {
    static const char *const names[] = {"records", "layers", "heads", "key/value heads"};
    Counted *counted = &draft->counted[kind];
    if (counted->count && counted->count != count)
        return fault(draft, "%s has %zu %s, expected %zu like the array{ on line %d}",
                     draft->field[0], count, names[kind], counted->count,
                     seen_line(draft, counted->line));
    *counted = (Counted){count, draft->line};
    return true;
}

/* Fails for an axis that an array may not have in the row's scope. */
static bool check_axes(Draft *draft, const Tensor *tensor) {
    bool of_layer = tensor->part >= RECORD_PARTS;
    bool scoped = of_layer ? draft->layer > 0 : draft->records.count > 0;
    bool headless = draft->head || tensor->part == PART_X || tensor->part == WO;
    const size_t *size = tensor->size;
    if (headless && size[TENSOR_HEAD] > 1)
        return fault(draft, "%s has %zu heads, expected an array without H",
                     draft->field[0], size[TENSOR_HEAD]);
    if ((of_layer || scoped) && size[TENSOR_RECORD] > 1)
        return fault(draft, "%s has %zu records, expected an array without B here",
                     draft->field[0], size[TENSOR_RECORD]);
    if (((of_layer && scoped) || tensor->part == PART_X) && size[TENSOR_LAYER] > 1)
        return fault(draft, "%s has %zu layers, expected an array without L here",
                     draft->field[0], size[TENSOR_LAYER]);
    return true;
}

/* Counts the records, layers and heads of the model that an array's axes tell. */
static bool count_axes(Draft *draft, const Tensor *tensor) {
    size_t records = tensor->size[TENSOR_RECORD], layers = tensor->size[TENSOR_LAYER];
    size_t heads = tensor->size[TENSOR_HEAD], part = tensor->part;
    bool for_all = heads == 1 && (part == PART_MASK || part == PART_BIAS);
    return (records == 1 || count_axis(draft, COUNTED_RECORDS, records)) &&
           (layers == 1 || count_axis(draft, COUNTED_LAYERS, layers)) &&
           (!tensor->has[TENSOR_HEAD] || for_all ||
            count_axis(draft, part_is_kv(part) ? COUNTED_KV_HEADS : COUNTED_HEADS,
                       heads));
}

/* The distance from 1 of sums of weights that were exact before they were rounded. */
static double sum_error(const Array *array) {
    if (strstr(array->type, "f2"))
        return 4e-3;
    return strstr(array->type, "f4") ? 1e-5 : 0;
}

/* Adds a definition for each layer, record and head of the array. */
static void define(Draft *draft, const Tensor *tensor, TensorReading reading) {
    const size_t *size = tensor->size,
                 part = reading == READING_BIAS ? PART_BIAS : tensor->part;
    Definitions *scope = draft_scope(draft, part);
    bool of_rule = tensor->part == PART_MASK || tensor->part == PART_BIAS;
    for (size_t l = 0; l < size[TENSOR_LAYER]; l++)
        for (size_t r = 0; r < size[TENSOR_RECORD]; r++)
            for (size_t h = 0; h < size[TENSOR_HEAD]; h++) {
                size_t own = size[TENSOR_HEAD] > 1 ? h + 1 : draft->head;
                Definition *definition = definition_add(scope, part, own, draft->line);
                definition->layer = size[TENSOR_LAYER] > 1 ? l + 1 : 0;
                definition->record = size[TENSOR_RECORD] > 1 ? r + 1 : 0;
                definition->additive = reading == READING_OPEN;
                definition->one_row = of_rule && size[TENSOR_ROW] == 1;
                definition->sum_error = sum_error(tensor->array);
                definition->matrix = tensor_matrix(tensor, l, r, h, reading);
            }
}

static bool not_yet(Draft *draft, size_t part, size_t head) {
    const Definition *earlier = definition_of(draft_scope(draft, part), head);
    return !earlier || duplicate_fault(draft, earlier->line);
}

static bool define_part(Draft *draft, const Tensor *tensor) {
    TensorReading reading;
    bool biased;
    size_t first = draft->head ? draft->head : tensor->size[TENSOR_HEAD] > 1 ? 1 : 0;
    if (!check_axes(draft, tensor) || !count_axes(draft, tensor) ||
        !not_yet(draft, tensor->part, first))
        return false;
    if (!tensor_reading(tensor, &reading, &biased, draft->error))
        return array_fault(draft);
    define(draft, tensor, reading);
    if (biased && !not_yet(draft, PART_BIAS, draft->head))
        return false;
    if (biased)
        define(draft, tensor, READING_BIAS);
    return true;
}

bool read_array(Draft *draft) {
    Tensor tensor;
    Array *array = open_row(draft);
    if (!array)
        return false;
    const char *axes = draft->field_count > 2 ? draft->field[2] : NULL;
    bool fine = tensor_spell(&tensor, array, draft->part, axes, draft->error)
                    ? define_part(draft, &tensor)
                    : array_fault(draft);
    array_release(array);
    draft->growing = NULL;
    return fine;
}

/* ---- lists ---- */

/* The ending decides, because a label may start with @, too. */
bool list_is_file(const Draft *draft) {
    const char *path = draft->field_count > 1 ? draft->field[1] : "";
    return draft->field_count <= 3 && path[0] == '@' &&
           (draft->outside || names_array(path) ||
            strcmp(path_ending(path), ".txt") == 0);
}

/* Reads a file with a label a line. */
static bool fill_lines(Draft *draft, List *list) {
    Text text, file = {0};
    size_t at = 0;
    if (!resolve(draft, &file))
        return false;
    bool fine = rows_load(file.bytes, &text, draft->error) &&
                rows_encoding(file.bytes, text.bytes, text.length, &at, draft->error);
    if (fine && at == text.length)
        fine = error_set_at(draft->error, file.bytes, 1,
                            "an empty file, expected a label a line");
    fine = fine || fault_at(draft, draft->line);
    if (fine)
        note_array(draft, file.bytes, NULL);
    text_release(&file);
    while (fine && at < text.length) {
        char *line = text.bytes + at;
        at += rows_line_length(line, text.length - at);
        line[strcspn(line, "\r\n")] = '\0';
        words_add(&list->words, line);
    }
    text_release(&text);
    return fine;
}

/* One axis is positions; two are records and positions, unless AXES says TB. */
static bool fill_from_array(Draft *draft, const Array *array, List *list) {
    const char *axes = draft->field_count > 2 ? draft->field[2]
                       : array->axes == 2     ? "BT"
                                              : "T";
    bool two = strcmp(axes, "BT") == 0 || strcmp(axes, "TB") == 0;
    size_t b = axes[0] == 'T', t = two ? !b : 0;
    if (!(two || strcmp(axes, "T") == 0) || array->axes != strlen(axes) || !array->count)
        return error_set(draft->error, "an array of %zu axes for %s, expected T or BT",
                         array->axes, draft->field[0]) ||
               array_fault(draft);
    size_t records = two ? array->shape[b] : 1;
    if (records > 1 && draft->records.count)
        return fault(draft, "%s has %zu records, expected an array without B here",
                     draft->field[0], records);
    if (records > 1 && !count_axis(draft, COUNTED_RECORDS, records))
        return false;
    if (records > 1) {
        list->each = memory_new(records, sizeof *list->each);
        list->count = records;
    }
    for (size_t r = 0; r < records; r++)
        for (size_t i = 0; i < array->shape[t]; i++) {
            size_t element = i * array->stride[t] + (two ? r * array->stride[b] : 0);
            Text text = {0};
            array_text(array, element, &text);
            words_add(list->each ? &list->each[r] : &list->words, text_string(&text));
            text_release(&text);
        }
    return true;
}

bool read_list_file(Draft *draft, List *list) {
    if (!names_array(draft->field[1]))
        return fill_lines(draft, list);
    Array *array = open_row(draft);
    bool fine = array && fill_from_array(draft, array, list);
    array_release(array);
    return fine;
}
