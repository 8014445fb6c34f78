/* Lessons: every step of every shipped scene shows what its narration speaks of, in both languages
 * at three sizes: the numbers, the grids, and the whole narration. What a lesson asks can be
 * answered, and no screen tells it before. */
#include <check.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "helpers.h"
#include "said.h"
#include "scene/library.h"
#include "session/language.h"
#include "suites.h"
#include "view/view.h"

static const int sizes[][2] = {{80, 24}, {100, 30}, {160, 45}};

/* A step as it is drawn: its narration, and the rest of the screen. Blanks are dropped from the
 * narration, because it is wrapped. */
typedef struct Lesson {
    char place[120];
    const char *lang;
    const Step *step;
    Text narration, rest;
} Lesson;

static bool is_narration(const Cell *cell) {
    return cell->style.fore == ROLE_NARRATION || cell->style.fore == ROLE_HEADING;
}

/* The first line, which names the scene and the step, shows no numbers of the calculation. */
static void split_frame(const Frame *frame, Lesson *lesson) {
    for (int y = 1; y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            char bytes[5];
            utf8_encode(cell->glyph, bytes);
            if (!is_narration(cell))
                text_append(&lesson->rest, cell->glyph ? bytes : "");
            else if (cell->glyph != ' ')
                text_append(&lesson->narration, bytes);
        }
        text_append(&lesson->rest, "\n");
    }
}

static const char *paragraph(const Lesson *lesson, size_t i) {
    return texts_in(&lesson->step->say, lesson->lang, i);
}

/* ---- numbers ---- */

/* Reads a number that begins at `at`; decimals: -1 where it has no point. Returns its end. */
static const char *read_number(const char *at, double *value, int *decimals) {
    char *end;
    const char *point = at + strspn(at, "0123456789");
    *decimals = -1;
    if (*point == '.' && isdigit((unsigned char)point[1]))
        *decimals = (int)strspn(point + 1, "0123456789");
    *value = strtod(at, &end);
    return *decimals < 0 ? point : point + 1 + *decimals;
}

/* Numbers are on the screen if they are the same when rounded to the decimals that both have, two at
 * least; a whole number on the screen is exact. */
static bool on_screen(const char *screen, double wanted, int wanted_decimals) {
    const char *end;
    for (const char *at = screen; (at = strpbrk(at, "0123456789")); at = end) {
        double value;
        int decimals;
        end = read_number(at, &value, &decimals);
        if (decimals == 1)
            continue;
        int both =
            decimals < 0 || decimals > wanted_decimals ? wanted_decimals : decimals;
        if (fabs(value - wanted) <= 0.5 * pow(10, -both) + 1e-12)
            return true;
    }
    return false;
}

/* A number with a point in it is the calculation's, too, unless it refers to a scene ("16.1"). */
static bool refers(const Library *library, const char *number, size_t length) {
    for (size_t i = 0; i < library->ids.count; i++)
        if (strncmp(library->ids.word[i], number, length) == 0)
            return true;
    return false;
}

/* Whether the screen has a whole number by itself. */
static bool count_on_screen(const char *screen, double wanted) {
    const char *end;
    for (const char *at = screen; (at = strpbrk(at, "0123456789")); at = end) {
        double value;
        int decimals;
        end = read_number(at, &value, &decimals);
        if (decimals < 0 && value == wanted)
            return true;
    }
    return false;
}

/* A whole number is the calculation's if it counts the numbers or bytes of an array. */
static bool counts(const char *after) {
    static const char *const units[] = {"numbers", "bytes", "个数", "字节", "个分数"};
    after += *after == ' ';
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(after, units[i], strlen(units[i])) == 0)
            return true;
    return false;
}

static size_t check_numbers(const Library *library, const Lesson *lesson) {
    size_t found = 0;
    const char *text, *end;
    for (size_t i = 0; (text = paragraph(lesson, i)); i++)
        for (const char *at = text; (at = strpbrk(at, "0123456789")); at = end) {
            double value;
            int decimals;
            bool word = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
            end = read_number(at, &value, &decimals);
            bool whole = decimals < 0;
            if (word || (whole ? !counts(end) : refers(library, at, (size_t)(end - at))))
                continue;
            const char *rest = text_string(&lesson->rest);
            found++;
            ck_assert_msg(whole ? count_on_screen(rest, value)
                                : on_screen(rest, value, decimals),
                          "%s: %.*s is not on the screen:\n%.3000s", lesson->place,
                          (int)(end - at), at, rest);
        }
    return found;
}

/* ---- grids ---- */

/* Whether the bytes before and after a name belong to no longer word. */
static bool stands_alone(const char *text, const char *at, size_t length) {
    return (at == text || !(isalnum((unsigned char)at[-1]) || strchr("_.", at[-1]))) &&
           !isalnum((unsigned char)at[length]) && at[length] != '_';
}

static bool has_word(const char *text, const char *word) {
    for (const char *at = text; (at = strstr(at, word)); at++)
        if (stands_alone(text, at, strlen(word)))
            return true;
    return false;
}

/* A cell as in "weights[1,2]" names its grid. Without a bracket only these words are no other
 * English. */
static bool names_grid(const char *text, const char *name) {
    bool word = strcmp(name, "visible") == 0 || strcmp(name, "sums") == 0 ||
                strcmp(name, "concat") == 0;
    for (const char *at = text; (at = strstr(at, name)); at++)
        if (stands_alone(text, at, strlen(name)) && (word || at[strlen(name)] == '['))
            return true;
    return false;
}

static size_t check_grids(const Lesson *lesson) {
    size_t found = 0;
    const char *text;
    int lang = strcmp(lesson->lang, "zh") == 0 ? LANG_ZH : LANG_EN;
    for (size_t i = 0; (text = paragraph(lesson, i)); i++)
        for (size_t g = 0; g < GRID_COUNT; g++) {
            const char *name = grid_table[g].name;
            const char *title = message_or(lang, name, "grid.%s", name);
            if (!names_grid(text, name) && !(lang == LANG_ZH && names_grid(text, title)))
                continue;
            found++;
            ck_assert_msg(has_word(text_string(&lesson->rest), title),
                          "%s: %s is not on the screen:\n%.3000s", lesson->place, title,
                          text_string(&lesson->rest));
        }
    return found;
}

/* ---- the cursor ---- */

/* Whole numbers in a text, as in "1, 2 and 3" or "1 到 3". */
typedef struct Numbers {
    bool some, has; /* there are any; the wanted one is among them */
    const char *end;
} Numbers;

static Numbers read_numbers(const char *at, long wanted) {
    static const char *const joins[] = {" to ", " 到 ", "到", " and ", " or ",
                                        ", ",   "、",   "和", " 和 "};
    enum { JOINS = sizeof joins / sizeof *joins, RANGES = 3 };
    Numbers numbers = {.end = at};
    long from = LONG_MAX;
    for (at += *at == ' '; isdigit((unsigned char)*at);) {
        double value;
        int decimals;
        at = numbers.end = read_number(at, &value, &decimals);
        numbers.some = numbers.some || decimals < 0;
        long to = decimals < 0 ? (long)value : LONG_MIN;
        numbers.has = numbers.has || wanted == to || (wanted >= from && wanted <= to);
        size_t i = 0;
        while (i < JOINS && strncmp(at, joins[i], strlen(joins[i])) != 0)
            i++;
        if (i == JOINS)
            break;
        from = i < RANGES ? to : LONG_MAX;
        at += strlen(joins[i]);
    }
    return numbers;
}

/* A way to name rows or columns: words before the numbers, and words after them. */
typedef struct Naming {
    const char *before, *after;
    bool cols;
} Naming;

static const Naming namings[] = {
    {"row", "", false},   {"rows", "", false},     {"Row", "", false},
    {"Rows", "", false},  {"input", "", false},    {"inputs", "", false},
    {"输入", "", false},  {"query", "", false},    {"queries", "", false},
    {"Query", "", false}, {"position", "", false}, {"Position", "", false},
    {"查询", "", false},  {"位置", "", false},     {"第", "行", false},
    {"第", " 行", false}, {"[", "", false},        {"key", "", true},
    {"keys", "", true},   {"column", "", true},    {"键", "", true},
    {"第", "列", true},   {"第", " 列", true},     {"第", " 个键", true},
};

/* A narration that names rows, queries, keys or cells has the cursor in one of them. */
static size_t check_cursor(const Session *session, const Lesson *lesson) {
    const Look *look = &session->look;
    const GridSpec *spec = &grid_table[session_shape(session, look->grid)];
    long row = session_number_of(session, spec->rows, look->row);
    long col = session_number_of(session, spec->cols, look->col);
    bool named = false, there = false;
    const char *text;
    for (size_t p = 0; (text = paragraph(lesson, p)); p++)
        for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
            const Naming *naming = &namings[i];
            for (const char *at = text; (at = strstr(at, naming->before)); at++) {
                bool vector = *at == '[' && (at == text || at[-1] == ' ');
                Numbers numbers =
                    read_numbers(at + strlen(naming->before), naming->cols ? col : row);
                if (vector || !numbers.some ||
                    strncmp(numbers.end, naming->after, strlen(naming->after)) != 0)
                    continue;
                named = true;
                there = there || numbers.has;
            }
        }
    ck_assert_msg(!named || there, "%s: the cursor is in %s[%ld,%ld], no part of: %s",
                  lesson->place, spec->name, row, col, paragraph(lesson, 0));
    return named;
}

/* ---- the narration ---- */

static size_t check_whole(const Lesson *lesson) {
    size_t count = 0;
    const char *text;
    for (; (text = paragraph(lesson, count)); count++) {
        Text joined = {0};
        for (const char *at = text; *at; at++)
            if (*at != ' ')
                text_append_n(&joined, at, 1);
        ck_assert_msg(strstr(text_string(&lesson->narration), text_string(&joined)) !=
                          NULL,
                      "%s: the narration is cut: %s", lesson->place, text);
        text_release(&joined);
    }
    return count;
}

/* ---- all lessons ---- */

static size_t check_lesson(const Library *library, Session *session, int size,
                           Lesson *lesson) {
    Frame frame;
    frame_init(&frame, sizes[size][0], sizes[size][1]);
    view_draw(session, &frame);
    split_frame(&frame, lesson);
    size_t found = check_numbers(library, lesson) + check_grids(lesson) +
                   check_whole(lesson) + check_cursor(session, lesson);
    text_release(&lesson->narration);
    text_release(&lesson->rest);
    frame_release(&frame);
    return found;
}

START_TEST(a_step_shows_the_numbers_and_grids_of_its_narration_and_all_of_it) {
    int size = _i / LANG_COUNT;
    const char *lang = lang_names[_i % LANG_COUNT];
    char line[20];
    size_t found = 0;
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        snprintf(line, sizeof line, "lang %s", lang);
        must(&session, line);
        for (size_t s = 0; s <= session.scene.step_count; s++) {
            Lesson lesson = {.lang = lang, .step = &session.scene.steps[s]};
            snprintf(lesson.place, sizeof lesson.place, "%s step %zu %s %dx%d",
                     library.ids.word[i], s, lang, sizes[size][0], sizes[size][1]);
            found += check_lesson(&library, &session, size, &lesson);
            if (s < session.scene.step_count)
                must(&session, "next");
        }
        session_close(&session);
    }
    library_release(&library);
    ck_assert_uint_ge(found, 700);
}
END_TEST

/* ---- questions ---- */

/* Faults of all scenes, so that a failure tells how many there are. */
typedef struct Faults {
    size_t count;
    Text text;
} Faults;

static void fault(Faults *faults, const Session *session, const char *what) {
    faults->count++;
    text_format(&faults->text, "%s step %u: %s\n", session->scene.id,
                session->recipe.step, what);
}

static void check_none(Faults *faults) {
    ck_assert_msg(faults->count == 0, "%zu faults:\n%.20000s", faults->count,
                  text_string(&faults->text));
    text_release(&faults->text);
}

/* Calls a function at each step of each shipped scene. */
typedef void (*Visit)(Session *session, Faults *faults);

static void visit_steps(Visit visit, Faults *faults) {
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        for (size_t s = 0; s <= session.scene.step_count; s++) {
            visit(&session, faults);
            if (s < session.scene.step_count)
                must(&session, "next");
        }
        session_close(&session);
    }
    library_release(&library);
}

static const Step *step_of(const Session *session) {
    return &session->scene.steps[session->recipe.step];
}

static bool asks_in_words(const Texts *texts) {
    for (size_t i = 0; i < texts->count; i++)
        if (strchr(texts->items[i].text, '?') || strstr(texts->items[i].text, "？"))
            return true;
    return false;
}

static void find_unanswerable(Session *session, Faults *faults) {
    const Step *step = step_of(session);
    if (session->question.asks == 0 && session->question.goal.count == 0 &&
        (asks_in_words(&step->heading) || asks_in_words(&step->say)))
        fault(faults, session, "a question mark, but no ask and no goal");
}

START_TEST(what_is_asked_in_words_takes_an_answer) {
    Faults faults = {0};
    visit_steps(find_unanswerable, &faults);
    check_none(&faults);
}
END_TEST

/* The scenes of real bugs come after the lessons. */
static bool is_bug(const char *id) {
    return strncmp(id, "bug-", 4) == 0;
}

/* Whether a step of the scene has a row of that kind; of an action, with that name. */
static bool has_row(const Scene *scene, LineKind kind, const char *name) {
    for (size_t s = 0; s <= scene->step_count; s++)
        for (size_t i = 0; i < scene->steps[s].line_count; i++) {
            const Line *line = &scene->steps[s].lines[i];
            if (line->kind == kind && (!*name || strcmp(line->words.word[0], name) == 0))
                return true;
        }
    return false;
}

START_TEST(each_lesson_asks_and_twelve_bugs_have_a_goal_with_a_solution) {
    Library library = shipped_library();
    Faults faults = {0};
    size_t goals = 0;
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        const Scene *scene = &session.scene;
        if (is_bug(scene->id))
            goals +=
                has_row(scene, LINE_ACTION, "goal") && has_row(scene, LINE_SOLUTION, "");
        else if (!has_row(scene, LINE_ACTION, "ask"))
            fault(&faults, &session, "a lesson without an ask");
        session_close(&session);
    }
    library_release(&library);
    check_none(&faults);
    ck_assert_uint_ge(goals, 12);
}
END_TEST

/* Whether both states have all options and all forced cells of each layer in common. */
static bool same_rule(const Session *a, const Session *b) {
    bool same = true;
    for (size_t l = 0; l < a->now->model.layer_count; l++) {
        const Layer *one = &a->now->model.layers[l], *other = &b->now->model.layers[l];
        for (size_t i = 0; i < option_count; i++)
            same = same && option_same(&option_table[i], &one->options, &other->options);
        same = same && forces_same(&one->forces, &other->forces);
    }
    return same;
}

/* Whether the rules of reading have a part in a grid. */
static bool follows_rule(GridId grid) {
    bool follows = grid == GRID_VISIBLE;
    for (unsigned g = 0; !follows && g < GRID_COUNT; g++)
        follows = grid_table[grid].made_of & GRID_BIT(g) && follows_rule((GridId)g);
    return follows;
}

/* Returns the number of a cell; false if there is none, or no such cell. */
static bool number_at(const Session *session, GridCell at, double *number) {
    RowState state;
    if (!grid_exists(session->now, at.grid, at.place, NULL) ||
        at.row >= grid_rows(session->now, at.grid, at.place) ||
        at.col >= grid_cols(session->now, at.grid, at.place))
        return false;
    *number = grid_cell(session->now, at.grid, at.place, at.row, at.col, &state);
    return state == ROWSTATE_FINE;
}

/* A reader takes a number of an earlier step for the answer if the rule was the same, or has no part
 * in the grid. */
static bool tells(const Session *earlier, const Session *asked, GridCell at) {
    double then, now;
    return !session_covers(earlier, at) && number_at(earlier, at, &then) &&
           number_at(asked, at, &now) &&
           (fabs(then - now) < 5e-7 || (isnan(then) && isnan(now))) &&
           (!follows_rule(at.grid) || same_rule(earlier, asked));
}

static size_t asked_cells(const Session *session, GridCell *cells, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < session->question.asks; i++) {
        const Ask *ask = &session->question.ask[i];
        for (size_t n = 0; n < ask->rows * ask->cols && count < most; n++)
            cells[count++] = (GridCell){ask->grid, ask->place, ask->row + n / ask->cols,
                                        ask->col + n % ask->cols};
    }
    return count;
}

/* The cells are covered where they are asked for, their numbers in no step before, and the next
 * step shows them. */
static void find_told(Session *asked, Faults *faults) {
    enum { MOST = 200 };
    GridCell cells[MOST];
    Session other;
    size_t count = asked_cells(asked, cells, MOST), step = asked->recipe.step;
    if (count == 0)
        return;
    if (step == asked->scene.step_count) {
        fault(faults, asked, "no step shows the answer");
        return;
    }
    open_shipped(&other, asked->scene.id, NULL);
    for (size_t s = 0; s <= step + 1; s++) {
        bool told = false, covered = false;
        for (size_t i = 0; i < count; i++) {
            told = told || (s <= step && tells(&other, asked, cells[i]));
            covered = covered || (s > step && session_covers(&other, cells[i]));
        }
        if (told)
            fault(faults, &other, "it tells the answer of a later question");
        if (covered)
            fault(faults, &other, "it should show the answer, which is covered");
        if (s <= step)
            must(&other, "next");
    }
    session_close(&other);
}

START_TEST(no_screen_before_a_question_shows_its_answer_and_the_next_one_does) {
    Faults faults = {0};
    visit_steps(find_told, &faults);
    check_none(&faults);
}
END_TEST

Suite *lessons_suite(void) {
    Suite *suite = suite_create("lessons");
    TCase *test = tcase_create("lessons");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test,
                        a_step_shows_the_numbers_and_grids_of_its_narration_and_all_of_it,
                        0, LANG_COUNT * (int)(sizeof sizes / sizeof *sizes));
    tcase_add_test(test, what_is_asked_in_words_takes_an_answer);
    tcase_add_test(test, each_lesson_asks_and_twelve_bugs_have_a_goal_with_a_solution);
    tcase_add_test(test,
                   no_screen_before_a_question_shows_its_answer_and_the_next_one_does);
    suite_add_tcase(suite, test);
    return suite;
}
