/* Writes the lines of a script: rows with words in them, and numbers. */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/script_parts.h"
#include "scene/number.h"

enum { LINE_MOST = 92 };

/* ---- conditions ---- */

static void option_value(const Script *script, size_t layer, const OptionSpec *spec,
                         char out[80]) {
    option_write(spec, &script->model->layers[layer].options, out, 80);
}

static bool condition_holds(const Script *script, size_t layer, const char *condition) {
    const char *equals = strchr(condition, '=');
    const Facts *facts = &script->facts[layer];
    char name[40], value[80];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(condition, "="), condition);
    const OptionSpec *option = option_find(name);
    if (option && equals) {
        option_value(script, layer, option, value);
        return strcmp(value, equals + 1) == 0;
    }
    if (option)
        return !option_is_default(option, &script->model->layers[layer].options);
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->fact[i].name, condition) == 0)
            return facts->fact[i].holds;
    assert(0 && "a fact that script_facts.c knows");
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

static ScriptWord *find_word(const Script *script, const char *name) {
    for (size_t i = 0; i < script->word_count; i++)
        if (strcmp(script->words[i].name, name) == 0)
            return &script->words[i];
    return NULL;
}

void script_define(Script *script, const char *name, const char *format, ...) {
    va_list arguments;
    ScriptWord *word = find_word(script, name);
    if (!word) {
        script->words =
            memory_resize(script->words, script->word_count + 1, sizeof *script->words);
        word = &script->words[script->word_count++];
        *word = (ScriptWord){.name = name};
    }
    text_clear(&word->text);
    va_start(arguments, format);
    text_format_list(&word->text, format, arguments);
    va_end(arguments);
}

/* Appends the value of an option: a permutation as indices from 0, an amount as a float. */
static void append_value(const Script *script, size_t layer, const OptionSpec *option,
                         Text *out) {
    char value[80], number[40];
    option_value(script, layer, option, value);
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
        if (at[1] == '=') {
            option_value(script, layer, option_find(name), value);
            text_format(out, "%s=%s", name, value);
        } else if (sign) {
            append_value(script, layer, option_find(name), out);
        } else {
            append_text(script, layer, text_string(&find_word(script, name)->text), out);
        }
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
