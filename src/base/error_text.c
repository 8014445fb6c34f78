/* See error_text.h. A format is walked once; its conversions are the arguments in their order
 * (English) or by number (Chinese: %1$s as it is, %2$m a word that the table may have, too). */
#include "base/error_text.h"

#include <errno.h>
#include <string.h>

static const struct Row {
    const char *english, *chinese;
} row_table[] = {
#define ERROR_FORMAT(english, chinese) {english, chinese},
#define ERROR_WORD(english, chinese)   {english, chinese},
#define ERROR_NUMBER(number, chinese)
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
};

static const struct {
    int number;
    const char *chinese;
} number_table[] = {
#define ERROR_FORMAT(english, chinese)
#define ERROR_WORD(english, chinese)
#define ERROR_NUMBER(number, chinese) {number, chinese},
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
};

/* The Chinese of a format, a word or a message of the system; where there is none, the English. */
static const char *chinese_of(const char *english) {
    for (size_t i = 0; i < sizeof row_table / sizeof *row_table; i++)
        if (strcmp(row_table[i].english, english) == 0)
            return row_table[i].chinese;
    for (size_t i = 0; i < sizeof number_table / sizeof *number_table; i++)
        if (strcmp(strerror(number_table[i].number), english) == 0)
            return number_table[i].chinese;
    return english;
}

typedef struct Conversion {
    size_t number; /* of its argument, from 0 */
    char kind;
    const char *end;
} Conversion;

/* The conversion that starts at the % at `at`; *next counts those without a number. */
static Conversion conversion_at(const char *at, size_t *next) {
    if (at[1] >= '1' && at[1] <= '9' && at[2] == '$')
        return (Conversion){(size_t)(at[1] - '1'), at[3], at + 4};
    at += 1 + strspn(at + 1, ".*0123456789lz");
    return (Conversion){(*next)++, *at, at + 1};
}

/* A message on its way to a text. */
typedef struct Writing {
    const Error *error;
    size_t index; /* of the message */
    size_t next;  /* argument, where they are not numbered */
    Text *out;
} Writing;

static const char *argument(const Writing *writing, size_t number) {
    return error_argument(writing->error, writing->index, number);
}

/* Appends the conversion at `at`; returns what follows it. */
static const char *put_conversion(Writing *writing, const char *at) {
    Conversion conversion = conversion_at(at, &writing->next);
    const char *word = argument(writing, conversion.number);
    text_append(writing->out, conversion.kind == 'm' ? chinese_of(word) : word);
    return conversion.end;
}

/* Steps into the part in braces at `at`, or past it where its number is 0. */
static const char *enter_part(Writing *writing, const char *at) {
    size_t next = writing->next;
    Conversion inside = conversion_at(strchr(at, '%'), &next);
    if (strcmp(argument(writing, inside.number), "0") != 0)
        return at + 1;
    writing->next = next;
    return strchr(at, '}') + 1;
}

static void put_message(const Error *error, size_t index, int lang, Text *out) {
    static const char cause[] = "{cause}";
    const ErrorMessage *message = &error->message[index];
    Writing writing = {.error = error, .index = index, .out = out};
    if (index >= error->depth)
        return;
    const char *file = error_file(error, index);
    if (file)
        text_append(out, file);
    if (file && message->line)
        text_format(out, ":%d: ", message->line);
    else if (file)
        text_append(out, lang == LANG_ZH ? "：" : ": ");
    const char *at = lang == LANG_ZH ? chinese_of(message->format) : message->format;
    while (*at) {
        size_t length = strcspn(at, "%{}");
        text_append_n(out, at, length);
        at += length;
        if (strncmp(at, cause, strlen(cause)) == 0) {
            put_message(error, index + 1, lang, out);
            at += strlen(cause);
        } else if (*at == '{') {
            at = enter_part(&writing, at);
        } else if (*at == '%') {
            at = put_conversion(&writing, at);
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
