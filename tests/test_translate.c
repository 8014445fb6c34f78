/* Errors in Chinese: the table's rows, what users provoke, and where they come onto the screen. */
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "session/action.h"
#include "base/key.h"
#include "session/translate.h"
#include "suites.h"

static const struct {
    const char *english, *chinese;
} row_table[] = {
#define ERROR_TEXT(english, chinese) {english, chinese},
#define ERROR_NUMBER(number, chinese)
#include "errors.def"
#undef ERROR_TEXT
#undef ERROR_NUMBER
};
enum { ROWS = sizeof row_table / sizeof *row_table };

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

enum { SAMPLES = 9 };

/* What argument `number` of a conversion is in the samples. */
static void sample(char kind, size_t number, char text[16]) {
    switch (kind) {
    case 's':
        snprintf(text, 16, "甲%zu", number);
        return;
    case 'c':
        snprintf(text, 16, "%c", (int)('P' + number));
        return;
    case 'X':
        snprintf(text, 16, "0%zuE9", number);
        return;
    default:
        snprintf(text, 16, "-%zu0", number);
        return;
    }
}

/* Fills an English format with samples; returns how many there are. */
static size_t fill_english(const char *format, Text *text, char kinds[SAMPLES]) {
    size_t count = 0;
    while (*format) {
        size_t length = strcspn(format, "%");
        text_append_n(text, format, length);
        format += length;
        if (!*format)
            break;
        char argument[16];
        format += 1 + strspn(format + 1, ".*0123456789lz");
        ck_assert_uint_lt(count, SAMPLES);
        ck_assert_msg(strchr("sducXg", *format) != NULL, "%%%c", *format);
        kinds[count] = *format++;
        sample(kinds[count], count + 1, argument);
        text_append(text, argument);
        count++;
    }
    return count;
}

static void fill_chinese(const char *format, size_t count, const char *kinds,
                         Text *text) {
    const char *whole = format;
    while (*format) {
        size_t length = strcspn(format, "%");
        text_append_n(text, format, length);
        format += length;
        if (!*format)
            break;
        char argument[16];
        size_t number = (size_t)(format[1] - '0');
        ck_assert_msg(number >= 1 && number <= count, "no such argument: %s", whole);
        ck_assert_msg(format[2] == '$' && (format[3] == 's' || format[3] == 'm'), "%s",
                      whole);
        sample(kinds[number - 1], number, argument);
        text_append(text, argument);
        format += 4;
    }
}

START_TEST(every_row_is_found_by_its_own_english_and_uses_arguments_that_there_are) {
    for (size_t i = 0; i < ROWS; i++) {
        Text english = {0}, expected = {0}, found = {0};
        char kinds[SAMPLES];
        size_t count = fill_english(row_table[i].english, &english, kinds);
        fill_chinese(row_table[i].chinese, count, kinds, &expected);
        translate(LANG_ZH, text_string(&english), &found);
        ck_assert_str_eq(text_string(&found), text_string(&expected));
        text_release(&english);
        text_release(&expected);
        text_release(&found);
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

/* A name of the program's, or capitals: a place to put something (FILE), UTF-8, a byte. */
static bool is_name(const char *word) {
    static const char others[] =
        "txt ansi svg csv npy npz tex py inf nan pi e sqrt exp ln auto next far left "
        "right up down targets padding segments dark light contrast mono en zh raw on off all "
        "e308 probs logits query-segments attnscope title say step expect tokens";
    GridId grid;
    long head;
    if (has_word(others, word) || action_find(word) || option_find(word) ||
        grid_parse(word, &grid, &head, NULL))
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
        Error error = {""};
        Text chinese = {0}, copy = {0};
        open_text(&session, provoked[i].scene);
        ck_assert_msg(!session_do(&session, provoked[i].line, &error), "%s: was done",
                      provoked[i].line);
        translate(LANG_ZH, error.text, &chinese);
        no_english(provoked[i].line, text_string(&chinese));
        translate(LANG_EN, error.text, &copy);
        ck_assert_str_eq(text_string(&copy), error.text);
        text_release(&chinese);
        text_release(&copy);
        session_close(&session);
    }
}
END_TEST

START_TEST(words_of_the_user_are_never_translated) {
    static const char *const pairs[][2] = {
        {"row: no such row; expected 1..3", "没有行 row，应为 1..3"},
        {"no such action \"a number\"; ? and --help-actions show them",
         "没有动作 \"a number\"；? 列出全部"},
        {"no token has \"%1$s\" in it", "没有词元含 \"%1$s\""},
        {"no token has \"\" in it\" in it", "没有词元含 \"\" in it\""},
        {"no scene has \"s: no such row\" in its name",
         "没有场景名字里有 \"s: no such row\""},
        {"something nobody wrote", "something nobody wrote"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Text chinese = {0};
        translate(LANG_ZH, pairs[i][0], &chinese);
        ck_assert_str_eq(text_string(&chinese), pairs[i][1]);
        text_release(&chinese);
    }
}
END_TEST

START_TEST(a_location_stays_before_the_text_and_a_reason_inside_is_translated) {
    static const char *const pairs[][2] = {
        {"a b/s.csv:12: no such option \"y\"; expected one of: z",
         "a b/s.csv:12: 没有选项 \"y\"，只有 z"},
        {"s.csv:3: column 2 of x: '1,5' has a decimal comma, expected a point, as in 0.5",
         "s.csv:3: x 的第 2 列：'1,5' 用逗号作小数点，应用点，如 0.5"},
        {"s.csv:3: something nobody wrote", "s.csv:3: something nobody wrote"},
        {"s.csv:3: column 2 of x: 1e400 is out of range, the largest is 1.797e308",
         "s.csv:3: x 的第 2 列：1e400 超出范围，最大是 1.797e308"},
        {"s.csv:3: base: 2 is out of range, expected 0..1",
         "s.csv:3: base：2 超出范围，应为 0..1"},
        {"2: no such record; expected 1..1", "没有记录 2，应为 1..1"},
        {"2: no such layer; expected 1..1", "没有层 2，应为 1..1"},
        {"2: no such step; expected 1..1", "没有步骤 2，应为 1..1"},
        {"2: no such lane; expected 1..1", "没有栏 2，应为 1..1"},
        {"x.3: there are 2 heads", "没有 x.3：只有 2 个头"},
        {"/a/b: No such file or directory", "/a/b：没有这个文件或文件夹"},
        {"fill: 'lots' ends too early, expected a number; expected NUMBER",
         "fill：'lots' 没有写完，应为数；应为 NUMBER"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Text chinese = {0};
        translate(LANG_ZH, pairs[i][0], &chinese);
        ck_assert_str_eq(text_string(&chinese), pairs[i][1]);
        text_release(&chinese);
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
        ck_assert_str_eq(session.prompt.error.text, expected[lang][0]);
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
        Error error = {""};
        ck_assert_msg(session_open(&session, paths, 2, &error), "%s", error.text);
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
    tcase_add_test(
        rows, every_row_is_found_by_its_own_english_and_uses_arguments_that_there_are);
    tcase_add_test(rows,
                   what_a_user_provokes_is_chinese_but_for_names_and_what_was_typed);
    tcase_add_test(rows, words_of_the_user_are_never_translated);
    tcase_add_test(rows,
                   a_location_stays_before_the_text_and_a_reason_inside_is_translated);
    tcase_add_test(screen, prompt_and_notice_speak_the_language_of_the_screen);
    tcase_add_test(screen, a_scene_that_cannot_be_read_says_in_chinese_where_and_why);
    suite_add_tcase(suite, rows);
    suite_add_tcase(suite, screen);
    return suite;
}
