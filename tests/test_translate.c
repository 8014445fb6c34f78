/* Errors in Chinese: the table's rows, what users provoke, and where they come onto the screen. */
#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "said.h"
#include "scene/number.h"
#include "scene/csv_rows.h"
#include "session/action.h"
#include "base/key.h"
#include "suites.h"

typedef struct ErrorRow {
    bool is_word;
    const char *english, *chinese;
} ErrorRow;

static const ErrorRow row_table[] = {
#define ERROR_FORMAT(english, chinese) {false, english, chinese},
#define ERROR_WORD(english, chinese)   {true, english, chinese},
#define ERROR_NUMBER(number, chinese)
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
};
enum { ROWS = sizeof row_table / sizeof *row_table };

/* The formats of every error_set that is linked into this program. */
extern const ErrorFormat *const __start_error_formats[];
extern const ErrorFormat *const __stop_error_formats[];

#define SCENE                                                                            \
    "attnscope,1\ntitle,en,Test\ntokens,red,key,.\ncandidates,a,b\ntargets,a,b,-\n"      \
    "x,1,0\nx,0,1\nx,1,1\nwq,1,0\nwq,1,1\nwk,1,0\nwk,0,1\nwv,1,0\nwv,1,2\n"
#define HEADS                                                                            \
    "attnscope,1\ntitle,en,Test\nheads,2\ntokens,s,t\nq,1,0,0,1\nq,0,1,1,0\n"            \
    "k.1,1,0\nk.1,0,1\nk.2,1,0\nk.2,0,1\nv,1,0,0,1\nv,0,1,1,0\n"
#define WEIGHTS                                                                          \
    "attnscope,1\ntitle,en,Test\ntokens,s,t\nweights,1,0\nweights,0.5,0.5\n"             \
    "v,1,0,2\nv,0,1,2\n"

/* ---- the rows ---- */

/* Errors of the tests themselves are no user's. */
static bool is_shown(const ErrorFormat *format) {
    return strncmp(format->file, "tests/", strlen("tests/")) != 0;
}

static bool has_row(const char *english) {
    for (size_t i = 0; i < ROWS; i++)
        if (!row_table[i].is_word && strcmp(row_table[i].english, english) == 0)
            return true;
    return false;
}

START_TEST(every_format_of_an_error_has_its_chinese_row) {
    Text missing = {0};
    for (const ErrorFormat *const *at = __start_error_formats; at < __stop_error_formats;
         at++)
        if (is_shown(*at) && !has_row((*at)->format))
            text_format(&missing, "\n%s:%d: no row in assets/errors.def for \"%s\"",
                        (*at)->file, (*at)->line, (*at)->format);
    ck_assert_msg(missing.length == 0, "%s", text_string(&missing));
}
END_TEST

/* All of src in one text, in which a string literal that goes over several lines is one. */
static void read_sources(Text *to) {
    static const char *const patterns[] = {"src/*.c", "src/*/*.c", "src/*/*/*.c"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t files;
        ck_assert_int_eq(glob(patterns[i], 0, NULL, &files), 0);
        for (size_t f = 0; f < files.gl_pathc; f++) {
            Text text;
            ck_assert(rows_load(files.gl_pathv[f], &text, NULL));
            for (const char *at = text.bytes; *at; at++) {
                size_t blanks = strspn(at + 1, " \n");
                if (*at == '"' && blanks && at[1 + blanks] == '"')
                    at += 1 + blanks;
                else
                    text_append_n(to, at, 1);
            }
            text_release(&text);
        }
        globfree(&files);
    }
}

static bool is_format(const char *english) {
    for (const ErrorFormat *const *at = __start_error_formats; at < __stop_error_formats;
         at++)
        if (strcmp((*at)->format, english) == 0)
            return true;
    return false;
}

static void append_literal(Text *to, const char *words) {
    text_append(to, "\"");
    for (; *words; words++) {
        text_append(to, *words == '"' ? "\\" : "");
        text_append_n(to, words, 1);
    }
    text_append(to, "\"");
}

START_TEST(every_chinese_row_is_of_a_format_or_a_word_of_the_sources) {
    Text sources = {0}, literal = {0}, dead = {0};
    read_sources(&sources);
    for (size_t i = 0; i < ROWS; i++) {
        const char *english = row_table[i].english;
        text_clear(&literal);
        append_literal(&literal, english);
        bool alive = strstr(sources.bytes, literal.bytes) ||
                     (!row_table[i].is_word && is_format(english));
        if (!alive)
            text_format(&dead, "\nnothing in src says \"%s\"", english);
    }
    ck_assert_msg(dead.length == 0, "%s", text_string(&dead));
    text_release(&sources);
    text_release(&literal);
}
END_TEST

static size_t count_arguments(const char *format) {
    size_t count = 0;
    while ((format = strchr(format, '%'))) {
        format += 1 + strspn(format + 1, ".*0123456789lz");
        ck_assert_msg(strchr("sducXg", *format) != NULL, "%%%c", *format);
        count++;
    }
    return count;
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

START_TEST(chinese_rows_use_arguments_that_there_are_and_the_cause) {
    for (size_t i = 0; i < ROWS; i++) {
        const char *english = row_table[i].english, *chinese = row_table[i].chinese;
        size_t count = row_table[i].is_word ? 0 : count_arguments(english);
        for (const char *at = chinese; (at = strchr(at, '%')); at += 4) {
            ck_assert_msg(at[1] >= '1' && (size_t)(at[1] - '0') <= count, "%s", chinese);
            ck_assert_msg(at[2] == '$' && (at[3] == 's' || at[3] == 'm'), "%s", chinese);
        }
        ck_assert_msg(count_of(english, "{") == count_of(chinese, "{") &&
                          count_of(english, "{cause}") == count_of(chinese, "{cause}"),
                      "%s", chinese);
    }
}
END_TEST

/* ---- what users provoke ---- */

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* A name or a key of the program's, or capitals: a place to put something (FILE), UTF-8, a byte. */
static bool is_name(const char *word) {
    static const char others[] =
        "txt ansi svg csv npy npz tex py inf nan pi e sqrt exp ln auto next far left "
        "right up down targets padding segments dark light contrast mono en zh raw on off all "
        "e308 probs logits query-segments attnscope title say step expect token tokens";
    GridId grid;
    long head;
    if (has_word(others, word) || action_find(word) || option_find(word) ||
        grid_parse(word, &grid, &head, NULL))
        return true;
    for (size_t i = 0; i < binding_count; i++)
        if (has_word(binding_table[i].keys, word))
            return true;
    for (size_t i = 0; i < option_count; i++)
        if (has_word(option_table[i].arguments, word))
            return true;
    for (size_t i = 0; i < action_count; i++)
        if (has_word(action_table[i].usage, word))
            return true;
    return strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == strlen(word);
}

/* Fails where a Chinese text has a word in Latin letters that is no name and was not typed. */
static void no_english(const char *typed, const char *chinese) {
    bool other = false;
    for (const char *at = chinese; *at;) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]) ||
               (length && (isdigit((unsigned char)at[length]) || at[length] == '-')))
            length++;
        if (!length) {
            other = other || (unsigned char)*at >= 0x80;
            at++;
            continue;
        }
        char *word = memory_string_n(at, length);
        ck_assert_msg(strstr(typed, word) || is_name(word), "%s: \"%s\" in: %s", typed,
                      word, chinese);
        free(word);
        at += length;
    }
    ck_assert_msg(other, "%s: no Chinese in: %s", typed, chinese);
}

static const struct {
    const char *scene, *line;
} provoked[] = {
    {SCENE, ""},
    {SCENE, "jump"},
    {SCENE, "set causal"},
    {SCENE, "pin 3"},
    {SCENE, "set causal on 1 1"},
    {SCENE, "search \"half"},
    {SCENE, "head 2"},
    {SCENE, "head row"},
    {SCENE, "record 2"},
    {SCENE, "layer two"},
    {SCENE, "step 1"},
    {SCENE, "scene nowhere"},
    {SCENE, "focus nothing"},
    {SCENE, "focus x.2"},
    {SCENE, "focus weights.none"},
    {SCENE, "focus weights.2"},
    {HEADS, "focus weights.3"},
    {SCENE, "focus weights 1"},
    {SCENE, "focus weights 4 1"},
    {SCENE, "focus weights 1 4"},
    {SCENE, "focus delta"},
    {SCENE, "focus wo"},
    {SCENE, "move sideways"},
    {SCENE, "move up none"},
    {SCENE, "search zebra"},
    {SCENE, "edit x 1 1"},
    {SCENE, "edit padding 1"},
    {SCENE, "edit padding 1 2 3"},
    {SCENE, "edit padding 4 1"},
    {SCENE, "edit padding 1 2"},
    {SCENE, "edit segments 1 half"},
    {SCENE, "edit targets 1 c"},
    {SCENE, "edit q 1 1 0"},
    {SCENE, "edit weights 1 1 0"},
    {SCENE, "edit visible 1 1 0"},
    {SCENE, "edit y 1 1 0"},
    {SCENE, "edit x 1 1 half"},
    {SCENE, "edit x 1 1 ln("},
    {SCENE, "edit x 1 1 2)"},
    {SCENE, "edit x 1 1 0,5"},
    {SCENE, "edit x 1 1 1_000"},
    {SCENE, "edit x 1 1 0x10"},
    {SCENE, "edit x 1 1 1é"},
    {SCENE, "edit x 1 1 1..2"},
    {SCENE, "edit x 1 1 ."},
    {SCENE, "edit x 1 1 1e999"},
    {SCENE, "edit x 1 1 exp*2"},
    {SCENE, "edit x 1 1 \"\""},
    {WEIGHTS, "edit weights 1 1 -1"},
    {WEIGHTS, "edit weights 1 1 0"},
    {WEIGHTS, "replace weights 1 0 -1"},
    {WEIGHTS, "replace weights 1 1"},
    {WEIGHTS, "set residual on"},
    {SCENE, "perturb 1 1"},
    {HEADS, "perturb 1 1"},
    {SCENE, "perturb 9 1 1"},
    {SCENE, "allow 4 1"},
    {SCENE, "forbid 1 0"},
    {SCENE, "swap-heads 1 2"},
    {SCENE, "set caudal on"},
    {SCENE, "set causal maybe"},
    {SCENE, "set window -1"},
    {SCENE, "set known 4"},
    {SCENE, "set fill lots"},
    {SCENE, "set fill nan"},
    {SCENE, "set softcap 0"},
    {SCENE, "set scale 1,5"},
    {SCENE, "set head-order 2,1"},
    {HEADS, "set head-order 2,2"},
    {HEADS, "set split raw"},
    {SCENE, "cycle window"},
    {SCENE, "cycle order forth"},
    {SCENE, "digits 5"},
    {SCENE, "theme pink"},
    {SCENE, "lang fr"},
    {SCENE, "delta maybe"},
    {SCENE, "delta on"},
    {SCENE, "zoom far"},
    {SCENE, "compare window"},
    {SCENE, "lane next"},
    {SCENE, "save /tmp"},
    {SCENE, "save /tmp over"},
    {SCENE, "save a.csv twice"},
    {SCENE, "save \"\""},
    {SCENE, "save /nowhere/at/all.csv"},
    {SCENE, "export a.txt"},
};

START_TEST(what_a_user_provokes_is_chinese_but_for_names_and_what_was_typed) {
    for (size_t i = 0; i < sizeof provoked / sizeof *provoked; i++) {
        Session session;
        Error error = {0};
        open_text(&session, provoked[i].scene);
        ck_assert_msg(!session_do(&session, provoked[i].line, &error), "%s: was done",
                      provoked[i].line);
        no_english(provoked[i].line, said_in(LANG_ZH, &error));
        session_close(&session);
    }
}
END_TEST

static void assert_chinese(const Error *error, const char *chinese) {
    ck_assert_str_eq(said_in(LANG_ZH, error), chinese);
}

START_TEST(words_of_the_user_are_never_translated) {
    Session session;
    Error error = {0};
    static const char *const pairs[][2] = {
        {"head row", "没有头 row，只有 1 个"},
        {"\"a number\"", "没有动作 \"a number\"；? 列出全部"},
        {"search %1$s{0}", "没有 token 含 \"%1$s{0}\""},
        {"search \"\"\" in it\"", "没有 token 含 \"\" in it\""},
        {"search {cause}", "没有 token 含 \"{cause}\""},
    };
    open_text(&session, SCENE);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ck_assert(!session_do(&session, pairs[i][0], &error));
        assert_chinese(&error, pairs[i][1]);
    }
    session_close(&session);
}
END_TEST

START_TEST(a_place_shows_before_the_text_and_a_cause_within_it) {
    Error error = {0}, cause = {0};
    double value;
    error_set_at(&error, "a b/s.csv", 12, "something nobody wrote");
    assert_chinese(&error, "a b/s.csv:12: something nobody wrote");
    ck_assert(!number_parse("1,5", &value, &cause));
    error_because(&error, &cause, "column %zu of %s: {cause}", (size_t)2, "x");
    error_locate(&error, "s.csv", 3);
    assert_chinese(&error, "s.csv:3: x 的第 2 列：'1,5' 用逗号作小数点，应用点，如 0.5");
    error_set_at(&error, "/a/b", 0, "%s", strerror(ENOENT));
    assert_chinese(&error, "/a/b：没有这个文件或文件夹");
    error_locate(&error, "s.csv", 4);
    assert_chinese(&error, "s.csv:4: /a/b：没有这个文件或文件夹");
    for (int line = 0; line < 2; line++) {
        error_set(&error, "duplicate definition: %s stands{ on line %d} already", "q",
                  line);
        assert_chinese(&error, line ? "重复定义：第 1 行已有 q" : "重复定义：已有 q");
    }
}
END_TEST

/* ---- on the screen ---- */

static void type(Session *session, const char *text) {
    for (; *text; text++)
        session_key(session, (unsigned char)*text);
}

START_TEST(prompt_and_notice_speak_the_language_of_the_screen) {
    static const char *const expected[LANG_COUNT][3] = {
        {"zebra: no such head; expected 1..2", "9: no such head; expected 1..2",
         "undone: set causal on"},
        {"没有头 zebra，应为 1..2", "没有头 9，应为 1..2", "已撤销：set causal on"},
    };
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        Session session;
        open_text(&session, HEADS);
        session.look.lang = lang;
        type(&session, ":head zebra\r");
        ck_assert_str_eq(said_in(lang, &session.prompt.error), expected[lang][0]);
        session_key(&session, KEY_ESCAPE);
        type(&session, "9");
        ck_assert(session.notice_trouble);
        ck_assert_str_eq(session.notice, expected[lang][1]);
        must(&session, "set causal on");
        type(&session, "u");
        ck_assert_str_eq(session.notice, expected[lang][2]);
        must_fail(&session, "head 9", expected[LANG_EN][1]);
        session_close(&session);
    }
}
END_TEST

/* A file's text as far as it is text, and its name: the words that it may be quoted with. */
static char *file_words(const char *path) {
    char bytes[4096];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    Text words = {0};
    text_format(&words, "%s ", path);
    text_append_n(&words, bytes, length);
    return words.bytes;
}

START_TEST(a_scene_that_cannot_be_read_says_in_chinese_where_and_why) {
    glob_t files;
    ck_assert_int_eq(glob("tests/bad/*.csv", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Session session;
        char good[] = "16.1", *bad = files.gl_pathv[i], *paths[] = {good, bad};
        Error error = {0};
        ck_assert_msg(session_open(&session, paths, 2, &error), "%s", said(&error));
        session.look.lang = LANG_ZH;
        type(&session, "]");
        ck_assert(session.notice_trouble);
        ck_assert_msg(strstr(session.notice, bad) == session.notice &&
                          session.notice[strlen(bad)] == ':',
                      "%s", session.notice);
        char *words = file_words(bad);
        no_english(words, session.notice);
        free(words);
        session_close(&session);
    }
    globfree(&files);
}
END_TEST

Suite *translate_suite(void) {
    Suite *suite = suite_create("translate");
    TCase *rows = tcase_create("rows"), *screen = tcase_create("screen");
    tcase_add_test(rows, every_format_of_an_error_has_its_chinese_row);
    tcase_add_test(rows, every_chinese_row_is_of_a_format_or_a_word_of_the_sources);
    tcase_add_test(rows, chinese_rows_use_arguments_that_there_are_and_the_cause);
    tcase_add_test(rows,
                   what_a_user_provokes_is_chinese_but_for_names_and_what_was_typed);
    tcase_add_test(rows, words_of_the_user_are_never_translated);
    tcase_add_test(rows, a_place_shows_before_the_text_and_a_cause_within_it);
    tcase_add_test(screen, prompt_and_notice_speak_the_language_of_the_screen);
    tcase_add_test(screen, a_scene_that_cannot_be_read_says_in_chinese_where_and_why);
    suite_add_tcase(suite, rows);
    suite_add_tcase(suite, screen);
    return suite;
}
