/* The Chinese of the interface and of the shipped scenes: one word for a thing, and no English but
 * names. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "frame/page.h"
#include "helpers.h"
#include "said.h"
#include "scene/csv_rows.h"
#include "scene/library.h"
#include "session/action.h"
#include "session/language.h"
#include "suites.h"
#include "view/view.h"

/* A text in Chinese, and its place. */
typedef void TextVisit(const char *place, const char *text);

static void visit_texts(const char *place, const Texts *texts, TextVisit *visit) {
    for (size_t i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i].lang, "zh") == 0)
            visit(place, texts->items[i].text);
}

static void visit_scene(const char *path, TextVisit *visit) {
    Scene scene;
    Error error = {0};
    ck_assert_msg(scene_read(&scene, path, &error), "%s", said(&error));
    visit_texts(scene.id, &scene.title, visit);
    for (size_t s = 0; s <= scene.step_count; s++) {
        visit_texts(scene.id, &scene.steps[s].heading, visit);
        visit_texts(scene.id, &scene.steps[s].say, visit);
    }
    scene_release(&scene);
}

static void visit_messages(TextVisit *visit) {
#define MESSAGE(id, en, zh) visit(id, zh);
#include "messages.def"
#undef MESSAGE
}

static void visit_errors(TextVisit *visit) {
#define ERROR_FORMAT(english, chinese) visit(english, chinese);
#define ERROR_WORD(english, chinese)   visit(english, chinese);
#define ERROR_NUMBER(number, chinese)  visit(#number, chinese);
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
}

static void visit_all(TextVisit *visit) {
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++)
        visit_scene(library.paths.word[i], visit);
    library_release(&library);
    visit_messages(visit);
    visit_errors(visit);
}

/* ---- one word for a thing ---- */

/* Words that have given way to another, and the longer word in which they may stand. */
static const struct {
    const char *word, *within;
} old_words[] = {
    {"归一", "归一化"},
    {"遮住", NULL},
    {"遮掉", NULL},
    {"掩后", NULL},
    {"掩值", NULL},
    {"空行", NULL},
    {"停用", NULL},
    {"词元", NULL},
    {"词条", NULL},
    {"计分", NULL},
    {"纳特", NULL},
    {"逐位", NULL},
    {"比特相同", "逐比特相同"},
    {"一个比特也", NULL},
    {"个比特都", NULL},
    {"定值", "给定值"},
    {"格子", NULL},
    {"汇点", NULL},
    {"空项", NULL},
    {"直读", NULL},
    {"对数几率", NULL},
    {"切头", NULL},
    {"记账", NULL},
    {"账本", NULL},
    {"检查问题", NULL},
    {"行走", NULL},
    {"读到后面", NULL},
    {"读到了后面", NULL},
};

static const char *old_word(const char *text) {
    for (size_t i = 0; i < sizeof old_words / sizeof *old_words; i++) {
        const char *word = old_words[i].word, *within = old_words[i].within;
        size_t before = within ? (size_t)(strstr(within, word) - within) : 0;
        for (const char *at = text; (at = strstr(at, word)); at++) {
            bool room = (size_t)(at - text) >= before;
            if (!within || !room || strncmp(at - before, within, strlen(within)) != 0)
                return word;
        }
    }
    return NULL;
}

static void has_no_old_word(const char *place, const char *text) {
    const char *word = old_word(text);
    ck_assert_msg(!word, "%s: %s in: %s", place, word, text);
}

START_TEST(a_thing_has_one_word) {
    ck_assert_str_eq(old_word("先掩后归一"), "归一");
    ck_assert_str_eq(old_word("前两行比特相同"), "比特相同");
    ck_assert_ptr_null(old_word("归一化的分母；逐比特相同；给定值向量"));
    visit_all(has_no_old_word);
}
END_TEST

/* ---- punctuation ---- */

static bool is_ideograph(uint32_t code) {
    return code >= 0x4e00 && code <= 0x9fff;
}

static bool is_narrow_sign(const char *text) {
    uint32_t before = 0;
    while (*text) {
        uint32_t code = utf8_next(&text);
        if (is_ideograph(before) && utf8_holds(",;:?", code))
            return true;
        before = code;
    }
    return false;
}

static void has_wide_signs(const char *place, const char *text) {
    ck_assert_msg(!is_narrow_sign(text), "%s: a narrow sign behind Chinese: %s", place,
                  text);
}

START_TEST(signs_behind_chinese_are_full_width) {
    ck_assert(is_narrow_sign("第一行,第二行"));
    ck_assert(!is_narrow_sign("分数[1,2]，权重：0.5"));
    visit_all(has_wide_signs);
}
END_TEST

START_TEST(a_vector_behind_chinese_stays_on_one_line) {
    for (int width = 24; width < 60; width++) {
        Page page;
        Text plain = {0};
        page_init(&page, ROLE_GROUND, false);
        page_wrap(&page, 0, 0, width, ROLE_BASE,
                  "拼接的第 2 行是 [0.5 0.731059]，第 3 行是 [0.844638 0.844638]。");
        page_plain(&page, &plain);
        int open = 0;
        for (const char *at = plain.bytes; *at; at++) {
            open += *at == '[' ? 1 : *at == ']' ? -1 : 0;
            ck_assert_msg(*at != '\n' || !open, "%d columns:\n%s", width, plain.bytes);
        }
        text_release(&plain);
        page_release(&page);
    }
}
END_TEST

/* ---- English ---- */

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || !isalpha((unsigned char)at[-1])) &&
            !isalpha((unsigned char)at[length]))
            return true;
    return false;
}

typedef void WordVisit(const char *place, const char *word, const char *text);

/* Words of two Latin letters and more. */
static void visit_words(const char *place, const char *text, WordVisit *visit) {
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]))
            length++;
        char *word = memory_string_n(at, length);
        if (length > 1)
            visit(place, word, text);
        free(word);
        at += length ? length : 1;
    }
}

/* Whether the program takes the word: a name, or a value of an option. */
static bool is_taken(const char *word) {
    GridId grid;
    long head;
    if (action_find(word) || option_find(word) || grid_parse(word, &grid, &head, NULL))
        return true;
    for (size_t i = 0; i < option_count; i++)
        if (has_word(option_table[i].arguments, word))
            return true;
    for (size_t i = 0; i < action_count; i++)
        if (has_word(action_table[i].usage, word))
            return true;
    return false;
}

/* Words that the two courses leave English, formulas, keys, and names of other programs. */
static const char names[] =
    "token Softmax logit logits attention sink PAD BOS EOS reshape ALiBi exp ln tanh inf "
    "NaN nan nat float dv Tq Tk Hkv Tab Esc Home End PgDn PgUp Ctrl shell fg";

/* A name of the program's may be in a sentence, but be no message by itself. */
static void message_word(const char *id, const char *word, const char *text) {
    bool same = strcmp(message(LANG_EN, id), message(LANG_ZH, id)) == 0;
    ck_assert_msg(has_word(names, word) || (is_taken(word) && !same), "%s: %s in: %s", id,
                  word, text);
}

static void message_words(const char *place, const char *text) {
    char plain[1000];
    char *to = plain;
    ck_assert_uint_lt(strlen(text), sizeof plain);
    for (const char *at = text; *at;) /* without the directives of formats */
        if (*at == '%' && at[1] != ' ')
            at += 1 + strcspn(at + 1, "dsuz%") +
                  (at[1 + strcspn(at + 1, "dsuz%")] == 'z') + 1;
        else
            *to++ = *at++;
    *to = '\0';
    visit_words(place, plain, message_word);
}

START_TEST(words_of_the_interface_are_chinese_but_for_names) {
    visit_messages(message_words);
}
END_TEST

/* What a scene itself writes on its Chinese screens, and all messages. */
static Text known;

static void know(const char *place, const char *text) {
    (void)place;
    text_format(&known, "%s\n", text);
}

static void know_scene(const char *path) {
    static const char *const kinds[] = {"id,",        "source,",       "record,",
                                        "tokens,",    "query-tokens,", "targets,",
                                        "candidates,"};
    Text rows;
    ck_assert(rows_load(path, &rows, NULL));
    for (char *line = strtok(rows.bytes, "\n"); line; line = strtok(NULL, "\n"))
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strncmp(line, kinds[k], strlen(kinds[k])) == 0 &&
                (k != 1 || strchr(line, '#')))
                know("", line + strlen(kinds[k]));
    text_release(&rows);
    visit_scene(path, know);
}

static void screen_word(const char *place, const char *word, const char *text) {
    ck_assert_msg(has_word(names, word) || has_word(text_string(&known), word),
                  "%s: %s on the screen: %s", place, word, text);
}

static void look(const Session *session) {
    Frame frame;
    Text row = {0};
    frame_init(&frame, 100, 40);
    view_draw(session, &frame);
    for (int y = 0; y < frame.height; y++) {
        text_clear(&row);
        for (int x = 0; x < frame.width; x++) {
            char bytes[5];
            uint32_t glyph = frame_cell(&frame, x, y)->glyph;
            text_append_n(&row, bytes, glyph ? utf8_encode(glyph, bytes) : 0);
        }
        visit_words(session->scene.id, text_string(&row), screen_word);
    }
    text_release(&row);
    frame_release(&frame);
}

static void look_at_scene(const Library *library, size_t i) {
    static const char *const pages[] = {"explain", "text", "ledger", "findings"};
    text_clear(&known);
    know_scene(library->paths.word[i]);
    visit_messages(know);
    Session session;
    open_shipped(&session, library->ids.word[i], NULL);
    must(&session, "lang zh");
    for (size_t s = 0; s <= session.scene.step_count; s++) {
        char line[32];
        snprintf(line, sizeof line, "step %zu", s);
        if (s)
            must(&session, line);
        look(&session);
        for (size_t p = 0; p < sizeof pages / sizeof *pages; p++) {
            must(&session, pages[p]);
            look(&session);
            must(&session, pages[p]);
        }
    }
    session_close(&session);
}

START_TEST(screens_of_scenes_have_no_word_that_is_no_message_and_no_text_of_theirs) {
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++)
        look_at_scene(&library, i);
    library_release(&library);
    text_release(&known);
}
END_TEST

/* ---- finding a word again ---- */

static bool help_has(const Session *session, const char *name) {
    HelpEntry entry;
    for (size_t i = 0; help_entry(session, i, &entry); i++)
        if (has_word(entry.name, name))
            return true;
    return false;
}

START_TEST(help_finds_an_option_by_its_word_in_the_row_of_switches) {
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (size_t i = 0; i < option_count; i++) {
            Session session;
            const char *name = option_table[i].name;
            open_shipped(&session, "16.1", NULL);
            session.look.lang = lang;
            snprintf(session.look.filter, sizeof session.look.filter, "%s",
                     message_or(lang, "no word", "switch.%s", name));
            ck_assert_msg(help_has(&session, name), "%s by %s", name,
                          session.look.filter);
            session_close(&session);
        }
}
END_TEST

Suite *chinese_suite(void) {
    Suite *suite = suite_create("chinese");
    TCase *test = tcase_create("words");
    tcase_set_timeout(test, 120);
    tcase_add_test(test, a_thing_has_one_word);
    tcase_add_test(test, signs_behind_chinese_are_full_width);
    tcase_add_test(test, a_vector_behind_chinese_stays_on_one_line);
    tcase_add_test(test, words_of_the_interface_are_chinese_but_for_names);
    tcase_add_test(
        test, screens_of_scenes_have_no_word_that_is_no_message_and_no_text_of_theirs);
    tcase_add_test(test, help_finds_an_option_by_its_word_in_the_row_of_switches);
    suite_add_tcase(suite, test);
    return suite;
}
