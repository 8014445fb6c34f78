/* See error_text.h. The conversions of an English format are its arguments in order. Those
 * of a Chinese text have numbers: %1$s is the first argument, %2$m the second one in
 * Chinese if the table has it. */
#include "base/error_text.h"

#include <errno.h>
#include <string.h>

static const struct Row {
    const char *english; /* NULL: strerror of the number */
    int number;
    const char *chinese;
} row_table[] = {
#define ERROR_FORMAT(english, chinese) {english, 0, chinese},
#define ERROR_WORD(english, chinese)   {english, 0, chinese},
#define ERROR_NUMBER(number, chinese)  {NULL, number, chinese},
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
};

/* The Chinese of a format, a word or a message of the system, or else the English. */
static const char *chinese_of(const char *english) {
    for (size_t i = 0; i < sizeof row_table / sizeof *row_table; i++) {
        const struct Row *row = &row_table[i];
        if (strcmp(row->english ? row->english : strerror(row->number), english) == 0)
            return row->chinese;
    }
    return english;
}

/* The argument of the conversion at *at, which moves past it. *next counts those without a
 * number; *kind is the conversion's last letter. */
static const char *take(const Error *error, size_t index, const char **at, size_t *next,
                        char *kind) {
    bool numbered = (*at)[1] >= '1' && (*at)[1] <= '9' && (*at)[2] == '$';
    size_t number = numbered ? (size_t)((*at)[1] - '1') : (*next)++;
    *at += numbered ? 3 : 1 + strspn(*at + 1, ".*0123456789lz");
    *kind = *(*at)++;
    return error_argument(error, index, number);
}

static void put_place(const Error *error, size_t index, int lang, Text *out) {
    const char *file = error_file(error, index);
    int line = error->message[index].line;
    if (file)
        text_append(out, file);
    if (file && line)
        text_format(out, ":%d: ", line);
    else if (file)
        text_append(out, lang == LANG_ZH ? "：" : ": ");
}

static void put_message(const Error *error, size_t index, int lang, Text *out) {
    static const char cause[] = "{cause}";
    if (index >= error->depth)
        return;
    put_place(error, index, lang, out);
    const char *at = error->message[index].format;
    size_t next = 0;
    char kind;
    for (at = lang == LANG_ZH ? chinese_of(at) : at; *at;) {
        size_t length = strcspn(at, "%{}");
        text_append_n(out, at, length);
        at += length;
        if (*at == '%') {
            const char *word = take(error, index, &at, &next, &kind);
            text_append(out, kind == 'm' ? chinese_of(word) : word);
        } else if (strncmp(at, cause, strlen(cause)) == 0) {
            put_message(error, index + 1, lang, out);
            at += strlen(cause);
        } else if (*at == '{') {
            const char *inside = strchr(at, '%');
            size_t after = next;
            if (strcmp(take(error, index, &inside, &after, &kind), "0") == 0) {
                at = strchr(at, '}');
                next = after;
            }
            at++;
        } else if (*at) { /* the end of a part */
            at++;
        }
    }
}

void error_text(const Error *error, int lang, Text *out) {
    put_message(error, 0, lang, out);
}

bool error_says(const Error *error, const char *part) {
    Text text = {0};
    error_text(error, LANG_EN, &text);
    bool found = strstr(text_string(&text), part) != NULL;
    text_release(&text);
    return found;
}

void error_print(FILE *file, const char *before, const Error *error) {
    Text text = {0};
    error_text(error, LANG_EN, &text);
    fprintf(file, "%s%s\n", before, text_string(&text));
    text_release(&text);
}
