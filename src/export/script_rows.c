/* Writes the lines of a script: rows with words in them, and numbers. Decides which rows
 * by the options and the facts of a layer. */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/script_parts.h"
#include "scene/number.h"

enum { LINE_MOST = 92 };

void script_fact(Facts *facts, const char *name, bool holds) {
    size_t i = 0;
    while (i < facts->count && strcmp(facts->fact[i].name, name) != 0)
        i++;
    if (i == facts->count)
        facts->fact[facts->count++] = (Fact){.name = name};
    facts->fact[i].holds = facts->fact[i].holds || holds;
}

/* ---- facts about a record ---- */

/* Whether there is one matrix, for all heads. */
static bool is_common(const Part *part) {
    return matrix_present(&part->common) && !part_has_own(part);
}

static void judge_slots(Facts *facts, const Record *record, size_t layer) {
    for (size_t j = 0; j < record->keys; j++)
        script_fact(facts, "has-padding", record->padding[j]);
    for (size_t i = 0; i < record->queries; i++)
        script_fact(facts, "has-padding", query_is_padding(record, i));
    script_fact(facts, "edits", false);
    for (size_t e = 0; e < record->scores.count; e++)
        script_fact(facts, "edits", record->scores.edit[e].layer == layer);
}

/* Judges one head by its numbers. */
static void judge_rows(Facts *facts, Session *session, Place place) {
    Pass *pass = sheet_pass(session->now);
    const Model *model = &session->now->model;
    size_t width = model_value_width(model, place);
    bool careful = false; /* 0 × a hidden number may not be 0 */
    for (size_t i = 0; i < model_queries(model, place); i++) {
        const Row *row = pass_scored_row(pass, place, i);
        script_fact(facts, "empty", row->status == ROW_EMPTY);
        script_fact(facts, "unused", row->status == ROW_UNUSED);
        for (size_t j = 0; j < row->keys; j++)
            careful = careful || isnan(row->scores[j]) || row->scores[j] == INFINITY;
    }
    for (size_t j = 0; j < model_keys(model, place); j++) {
        const double *v = pass_v(pass, place, j, NULL);
        for (size_t c = 0; v && c < width; c++)
            careful = careful || !isfinite(v[c]);
    }
    script_fact(facts, "careful", careful);
}

static void judge_record(Facts *facts, Session *session, size_t layer, size_t index) {
    const Model *model = &session->now->model;
    const Record *record = &model->records[index];
    Place place = {.record = index, .layer = layer};
    const Part *mask = given_part(model, place, PART_MASK);
    const Part *bias = given_part(model, place, PART_BIAS);
    bool scores = part_present(given_part(model, place, PART_SCORES));
    bool weights = part_present(given_part(model, place, PART_WEIGHTS));
    bool q = model_has_q(model, place), v = model_has_v(model, place);
    script_fact(facts, "from-scores", scores);
    script_fact(facts, "from-weights", !scores && weights);
    script_fact(facts, "from-product", !scores && !weights && q);
    script_fact(facts, "from-nothing", !scores && !weights && !q);
    script_fact(facts, "values", v);
    script_fact(facts, "lacks-values", !v);
    script_fact(facts, "has-mask", part_present(mask));
    script_fact(facts, "mask-differs", !is_common(mask));
    script_fact(facts, "additive", mask->additive);
    script_fact(facts, "has-bias", part_present(bias));
    script_fact(facts, "bias-differs", !is_common(bias));
    script_fact(facts, "lacks-segments", !record->segments);
    script_fact(facts, "deeper", layer > 0 && layer <= record->deeper_layers);
    script_fact(facts, "moved", query_position(model, (Place){.record = index}, 0) != 0);
    judge_slots(facts, record, layer);
    for (; place.head < model->layers[layer].heads; place.head++)
        judge_rows(facts, session, place);
}

/* ---- facts about a layer ---- */

size_t script_known(const Model *model, size_t layer) {
    size_t least = 0;
    for (size_t l = 0; l <= layer; l++) {
        const Count *known = &model->layers[l].options.known;
        if (known->on && (!least || known->value < least))
            least = known->value;
    }
    return least;
}

static void judge_layer(Facts *facts, const Model *model, size_t index) {
    const Layer *layer = &model->layers[index];
    const OrderTraits *order = order_of(&layer->options);
    bool reads_x = layer->options.residual;
    for (size_t p = PART_WQ; p <= PART_WV; p++)
        reads_x = reads_x || part_present(&layer->part[p]);
    script_fact(facts, "first", index == 0);
    script_fact(facts, "cut-rows", script_known(model, index) > 0);
    script_fact(facts, "reads-x", reads_x);
    script_fact(facts, "wo", part_present(&layer->part[PART_WO]));
    script_fact(facts, "shared-kv", layer->kv_heads != layer->heads);
    script_fact(facts, "forces", forces_any(&layer->forces));
    script_fact(facts, "hidden-count", order->hidden_count);
    script_fact(facts, "hidden-mix", order->hidden_mix);
    script_fact(facts, "drops", order->hidden_count && !order->hidden_mix);
    script_fact(facts, "cut", order->cut);
    script_fact(facts, "divided", order->divided);
}

Facts *script_facts(Session *session) {
    const Model *model = &session->now->model;
    Facts *facts = memory_new(model->layer_count, sizeof *facts);
    for (size_t l = 0; l < model->layer_count; l++) {
        judge_layer(&facts[l], model, l);
        for (size_t r = 0; r < model->record_count; r++)
            judge_record(&facts[l], session, l, r);
    }
    return facts;
}

/* ---- conditions ---- */

static bool condition_holds(const Script *script, size_t layer, const char *condition) {
    const char *equals = strchr(condition, '=');
    const Facts *facts = &script->facts[layer];
    const Options *options = &script->model->layers[layer].options;
    char name[40], value[80];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(condition, "="), condition);
    const OptionSpec *option = option_find(name);
    if (option && equals) {
        option_write(option, options, value, sizeof value);
        return strcmp(value, equals + 1) == 0;
    }
    if (option)
        return !option_is_default(option, options);
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->fact[i].name, condition) == 0)
            return facts->fact[i].holds;
    assert(0 && "a fact that script_facts sets");
    return false;
}

bool script_holds(const Script *script, size_t layer, const char *when) {
    Words conditions = {0};
    bool holds = words_split(&conditions, when, NULL);
    for (size_t i = 0; i < conditions.count; i++) {
        const char *word = conditions.word[i];
        bool not = word[0] == '-';
        if (strcmp(word, "|") == 0 && holds)
            break;
        holds = strcmp(word, "|") == 0 ||
                (holds && condition_holds(script, layer, word + not ) != not );
    }
    words_release(&conditions);
    return holds;
}

bool script_anywhere(const Script *script, const char *when) {
    for (size_t l = 0; l < script->model->layer_count; l++)
        if (script_holds(script, l, when))
            return true;
    return false;
}

/* ---- words ---- */

/* The index of the word, or of the next one to come. */
static size_t find_word(const Script *script, const char *name) {
    size_t i = 0;
    while (i < script->word_count && strcmp(script->word[i].name, name) != 0)
        i++;
    return i;
}

void script_define(Script *script, const char *name, const char *format, ...) {
    size_t i = find_word(script, name);
    va_list arguments;
    if (i == script->word_count)
        script->word[script->word_count++].name = name;
    text_clear(&script->word[i].text);
    va_start(arguments, format);
    text_format_list(&script->word[i].text, format, arguments);
    va_end(arguments);
}

/* Appends the value of an option: a permutation as indices from 0, an amount as a float. */
static void append_value(const OptionSpec *option, const char *value, Text *out) {
    char number[40];
    if (option->kind == OPTION_PERMUTATION) {
        for (const char *at = value; at;
             at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
            text_format(out, "%s%ld", at > value ? ", " : "", strtol(at, NULL, 10) - 1);
    } else if (option->kind == OPTION_COUNT || option->kind == OPTION_CHOICE) {
        text_append(out, value);
    } else {
        script_number(strtod(value, NULL), number);
        text_append(out, number);
    }
}

/* Appends text with its words, and those in them, replaced. */
static void append_text(const Script *script, size_t layer, const char *text, Text *out) {
    for (const char *at; (at = strchr(text, '$'));) {
        char name[32], value[80];
        size_t sign = at[1] == '=' || at[1] == ':';
        size_t length = strspn(at + 1 + sign, "abcdefghijklmnopqrstuvwxyz-");
        text_append_n(out, text, (size_t)(at - text));
        snprintf(name, sizeof name, "%.*s", (int)length, at + 1 + sign);
        if (sign)
            option_write(option_find(name), &script->model->layers[layer].options, value,
                         sizeof value);
        if (at[1] == '=')
            text_format(out, "%s=%s", name, value);
        else if (sign)
            append_value(option_find(name), value, out);
        else
            append_text(script, layer,
                        text_string(&script->word[find_word(script, name)].text), out);
        text = at + 1 + sign + length;
    }
    text_append(out, text);
}

/* ---- lines ---- */

void script_text(const Script *script, size_t layer, int level, const char *text) {
    Text whole = {0};
    append_text(script, layer, text, &whole);
    for (const char *line = text_string(&whole); line;) {
        size_t length = strcspn(line, "\n");
        fprintf(script->file, "%*s%.*s\n", length ? 4 * level : 0, "", (int)length, line);
        line = line[length] ? line + length + 1 : NULL;
    }
    text_release(&whole);
}

void script_rows(const Script *script, size_t layer, int level, const ScriptRow *rows,
                 size_t count) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].text && script_holds(script, layer, rows[i].when))
            script_text(script, layer, level, rows[i].text);
}

void script_line(const Script *script, int level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(script->file, "%*s", 4 * level, "");
    vfprintf(script->file, format, arguments);
    putc('\n', script->file);
    va_end(arguments);
}

/* ---- numbers ---- */

void script_number(double value, char out[40]) {
    char text[32];
    number_write(value, text);
    bool whole = !strpbrk(text, ".en"); /* "inf" and "nan" are names in the script */
    snprintf(out, 40, "%s%s", text, whole ? ".0" : "");
}

void script_numbers(const Script *script, int level, const double *row, size_t cols) {
    int column = fprintf(script->file, "%*s[", 4 * level, "");
    for (size_t c = 0; c < cols; c++) {
        char number[40];
        script_number(row[c], number);
        if (column + (int)strlen(number) > LINE_MOST)
            column = fprintf(script->file, "\n%*s", 4 * level + 1, "") - 1;
        column += fprintf(script->file, "%s%s", number, c + 1 < cols ? ", " : "");
    }
    fputs("],\n", script->file);
}
