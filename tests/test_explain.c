/* Explanations are held against the numbers they explain: the last line against the grid, every
 * sum of products against its own result, exponentials and weights against the scores above them.
 * Fixtures of every option are read from tests/cases. */
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "scene/number.h"
#include "suites.h"
#include "explain/explain.h"
#include "view/pages/full_page.h"

/* ---- reading an explanation ---- */

/* Replaces the signs that a number's expression does not know. */
static void as_expression(const char *text, char *out, size_t size) {
    static const char *const signs[][2] = {
        {"·", "*"}, {"×", "*"}, {"∞", "inf"}, {"NaN", "nan"}};
    size_t length = 0;
    while (*text && length + 40 < size) {
        bool found = false;
        if (strncmp(text, "√", 3) == 0) {
            int digits = (int)strspn(text + 3, "0123456789");
            length += (size_t)snprintf(out + length, size - length, "sqrt(%.*s)", digits,
                                       text + 3);
            text += 3 + digits;
            continue;
        }
        for (size_t i = 0; !found && i < sizeof signs / sizeof *signs; i++) {
            size_t bytes = strlen(signs[i][0]);
            if (strncmp(text, signs[i][0], bytes) != 0)
                continue;
            length += (size_t)snprintf(out + length, size - length, "%s", signs[i][1]);
            text += bytes;
            found = true;
        }
        if (!found)
            out[length++] = *text++;
    }
    out[length] = '\0';
}

static bool evaluate(const char *text, double *value) {
    char expression[2000];
    as_expression(text, expression, sizeof expression);
    return number_parse(expression, value, NULL);
}

/* What stands after the last "= " of the text; false where that is no number. */
static bool answer_of(const char *text, double *value, char *words, size_t size) {
    const char *at = NULL;
    for (const char *next = text; (next = strstr(next, "= ")); next++)
        at = next + 2;
    if (!at)
        return false;
    snprintf(words, size, "%.*s", (int)strcspn(at, "\n"), at);
    return evaluate(words, value);
}

static bool near(double a, double b, double size) {
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return a == b;
    return fabs(a - b) <= 6e-7 * (1 + size) || fabs(a - b) <= 2e-5 * fabs(b);
}

/* ---- the last line ---- */

static void check_answer(const Session *session, GridId grid, size_t row, size_t col,
                         const char *text) {
    RowState state;
    char words[200] = "";
    double told = NAN;
    double number =
        grid_cell(session->now, grid, session_place(session), row, col, &state);
    bool is_number = answer_of(text, &told, words, sizeof words);
    const char *name = grid_table[grid].name;
    if (state == ROWSTATE_UNDEFINED)
        ck_assert_msg(strcmp(words, "undefined") == 0, "%s %zu %zu: \"%s\"\n%s", name,
                      row, col, words, text);
    else if (strcmp(words, "-") == 0)
        ck_assert_msg(isnan(number) && (grid == GRID_PROB || grid == GRID_LOSS), "%s\n%s",
                      name, text);
    else
        ck_assert_msg(is_number && near(told, number, 0), "%s %zu %zu is %.17g\n%s", name,
                      row, col, number, text);
}

/* ---- the sums ---- */

/* The expression of a line begins after its label: past the last gap of three blanks. */
static const char *after_label(const char *line) {
    const char *at = line;
    for (const char *next = line; (next = strstr(next, "   ")); next++)
        at = next + 3;
    return at + strspn(at, " ");
}

static double largest_number(const char *text) {
    double largest = 0;
    for (; *text; text++) {
        char *end;
        double number = fabs(strtod(text, &end));
        if (end > text && isfinite(number) && number > largest)
            largest = number;
        if (end > text)
            text = end - 1;
    }
    return largest;
}

/* a·b + c·d = e must hold, as far as six digits show it. Returns whether the line is one. */
static bool check_sum(const char *line, const char *all) {
    char left[2000];
    double sum, result;
    const char *at = after_label(line), *equals = strstr(at, " = ");
    if (!equals || equals == at || strstr(at, "more)") || strchr(at, '['))
        return false;
    snprintf(left, sizeof left, "%.*s", (int)(equals - at), at);
    if (!strstr(left, "·") || !evaluate(left, &sum) || !evaluate(equals + 3, &result))
        return false;
    double size = largest_number(line);
    if (isfinite(sum) && isfinite(result) && size < 1e6)
        ck_assert_msg(fabs(sum - result) <= 1e-5 * (1 + size * 10), "%s\nin\n%s", line,
                      all);
    return true;
}

/* Joins lines that were broken: a line that goes on is indented to where the words stand. */
static size_t check_sums(const char *text) {
    size_t checked = 0;
    Text line = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool goes_on = strspn(text, " ") > 6;
        if (!goes_on && line.length) {
            checked += check_sum(text_string(&line), text);
            text_clear(&line);
        }
        text_append(&line, line.length ? " " : "");
        const char *start = goes_on && line.length ? text + strspn(text, " ") : text;
        text_append_n(&line, start, length - (size_t)(start - text));
        text += length + (text[length] == '\n');
    }
    if (line.length)
        checked += check_sum(text_string(&line), text);
    text_release(&line);
    return checked;
}

/* ---- the table ---- */

enum { CELLS_MAX = 12 };

/* The cells of a line after its label, which two blanks end; "0·1 = 0" and "-1e9 + 2" are one
 * cell, and the part at the right ("sum 2") is read word by word. */
static size_t cells_of(const char *line, size_t length, char cells[CELLS_MAX][64]) {
    char copy[400], *at, *equals, *plus;
    snprintf(copy, sizeof copy, "%.*s", (int)length, line + strspn(line, " "));
    if (!(at = strstr(copy, "  ")))
        return 0;
    while ((equals = strstr(at, " = ")))
        memmove(equals, equals + 2, strlen(equals + 2) + 1), *equals = '=';
    while ((plus = strstr(at, " + ")))
        memmove(plus, plus + 2, strlen(plus + 2) + 1), *plus = '+';
    size_t count = 0;
    for (char *word = strtok(at, " "); word && count < CELLS_MAX;
         word = strtok(NULL, " "))
        snprintf(cells[count++], 64, "%s", word);
    return count;
}

static bool starts(const char *line, const char *word) {
    line += strspn(line, " ");
    return strncmp(line, word, strlen(word)) == 0;
}

/* One head's table as it is read, line by line. */
typedef struct Table {
    char score[CELLS_MAX][64], power[CELLS_MAX][64];
    size_t scores, powers;
    double sum;
    size_t checked;
} Table;

/* A cell's number; "0·1 = 0" counts as its result. */
static bool cell_number(const char *cell, double *number) {
    const char *equals = strchr(cell, '=');
    if (*cell == '!')
        cell++;
    return evaluate(equals ? equals + 1 : cell, number);
}

static void check_exponentials(Table *table, const char *line, size_t length,
                               const char *all) {
    double taken = 0, score, power;
    char label[64];
    const char *minus = strstr(line, " - ");
    ck_assert_ptr_nonnull(minus);
    snprintf(label, sizeof label, "%.*s", (int)strcspn(minus + 3, " "), minus + 3);
    label[strlen(label) - 1] = '\0'; /* the closing parenthesis of exp( */
    ck_assert_msg(evaluate(label, &taken), "%s\n%s", label, all);
    table->powers = cells_of(line, length, table->power);
    table->sum = NAN;
    for (size_t n = 0; n + 1 < table->powers; n++)
        if (strcmp(table->power[n], "sum") == 0) {
            evaluate(table->power[n + 1], &table->sum);
            table->powers = n;
        }
    for (size_t n = 0; n < table->powers && n < table->scores; n++) {
        if (strcmp(table->power[n], "-") == 0 || !cell_number(table->score[n], &score) ||
            !cell_number(table->power[n], &power) || fabs(score) > 30 || fabs(taken) > 30)
            continue;
        ck_assert_msg(near(exp(score - taken), power, 3), "%.*s\nin\n%s", (int)length,
                      line, all);
        table->checked++;
    }
}

static void check_quotients(Table *table, const char *line, size_t length,
                            const char *all) {
    char cells[CELLS_MAX][64];
    double power, weight;
    size_t count = cells_of(line, length, cells);
    for (size_t n = 0; n < count && n < table->powers; n++) {
        if (!cell_number(table->power[n], &power) || !cell_number(cells[n], &weight) ||
            !(table->sum > 1e-3))
            continue;
        ck_assert_msg(near(power / table->sum, weight, 4 / table->sum), "%.*s\nin\n%s",
                      (int)length, line, all);
        table->checked++;
    }
}

static size_t check_table(const char *text) {
    Table table = {.sum = NAN};
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool column = strstr(text, "of the column") != NULL;
        if (starts(line, "score") || starts(line, "masked: "))
            table.scores = cells_of(line, length, table.score);
        else if ((starts(line, "exp(score") || starts(line, "exp(masked")) &&
                 !starts(line, "exp(masked - largest"))
            check_exponentials(&table, line, length, text);
        else if ((starts(line, "weight = exp") || starts(line, "softmax = exp")) &&
                 !column)
            check_quotients(&table, line, length, text);
        line += length + (line[length] == '\n');
    }
    return table.checked;
}

/* ---- all cells of a session ---- */

/* Which cells are looked at: every stride-th, so that many rounds together see all. */
typedef struct Round {
    size_t stride, offset, cells, sums, tables, formulas;
} Round;

static bool scores_are_made(const Session *session) {
    const Model *model = &session->now->model;
    const Part *part = model->records[session->look.record].part;
    return part_present(&part[PART_Q]) || part_present(&part[PART_SCORES]) ||
           part_present(&part[PART_WEIGHTS]) ||
           part_present(&model->layers[session->look.layer].part[PART_WQ]);
}

/* A formula that has all its numbers is the cell's number. Returns whether it is one. */
static bool check_formula(const Session *session, GridCell of, const char *line) {
    RowState state;
    double number = grid_cell(session->now, of.grid, of.place, of.row, of.col, &state);
    double value, size = largest_number(line);
    int open = 0;
    for (const char *at = line; *at; at++)
        open += (*at == '(') - (*at == ')');
    ck_assert_msg(open == 0, "%s", line);
    if (strncmp(line, " = ", 3) != 0 || !evaluate(line + 3, &value) || size > 1e4 ||
        !isfinite(value))
        return false;
    ck_assert_msg(fabs(value - number) <= 1e-9 * (1 + size * 10),
                  "%s %s[%zu,%zu]: %s is not %.17g", session->scene.path,
                  grid_table[of.grid].name, of.row, of.col, line, number);
    return true;
}

/* Page and formula of a score say that nothing makes it where that is so, and only there. */
static void check_words(const Session *session, GridCell of, const char *page,
                        const char *line) {
    static const char words[] = "no x, q or scores";
    bool made = scores_are_made(session), edited = strstr(page, "by hand") != NULL;
    bool told = strstr(page, words) || strstr(line, words);
    ck_assert_msg(!made || !told, "%s\n%s", line, page);
    ck_assert_msg(made || told || edited || of.grid != GRID_SCORES, "%s", page);
}

static bool check_line(const Session *session, GridCell of, const char *page) {
    Text line = {0}, note = {0};
    explain_formula(&(Formula){.session = session,
                               .of = of,
                               .decimals = 17,
                               .room = 1000,
                               .text = &line,
                               .note = &note});
    check_words(session, of, page, text_string(&line));
    bool checked = check_formula(session, of, text_string(&line));
    text_release(&line);
    text_release(&note);
    return checked;
}

static void check_cell(const Session *session, GridId grid, size_t row, size_t col,
                       Round *round) {
    Text text = {0};
    if (round->cells++ % round->stride != round->offset)
        return;
    explain_lines(session, grid, row, col, &text);
    check_answer(session, grid, row, col, text_string(&text));
    round->formulas += check_line(
        session, (GridCell){grid, session_place(session), row, col}, text_string(&text));
    round->sums += check_sums(text_string(&text));
    round->tables += check_table(text_string(&text));
    text_release(&text);
}

static void check_place(Session *session, Round *round) {
    Place place = session_place(session);
    for (int g = 0; g < GRID_COUNT; g++) {
        GridId grid = (GridId)g;
        if (grid == GRID_DELTA || !grid_exists(session->now, grid, place, NULL))
            continue;
        for (size_t i = 0; i < grid_rows(session->now, grid, place); i++)
            for (size_t c = 0; c < grid_cols(session->now, grid, place); c++)
                check_cell(session, grid, i, c, round);
    }
}

static void check_session(Session *session, Round *round) {
    const Model *model = &session->now->model;
    Look look = session->look;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++)
            for (size_t h = 0; h < model->layers[l].heads; h++) {
                session->look.record = r;
                session->look.layer = l;
                session->look.head = h;
                check_place(session, round);
            }
    session->look = look;
}

/* Every order; where that is not allowed (an error standing in its way) the scene as it is. */
static void check_orders(Session *session, Round *round) {
    static const char *const orders[] = {"before", "zero",   "after", "renorm",
                                         "values", "finite", "add"};
    for (size_t i = 0; i < 7; i++) {
        char line[40];
        snprintf(line, sizeof line, "set order %s", orders[i]);
        must(session, line);
        round->stride = 7;
        round->offset = i;
        round->cells = 0;
        check_session(session, round);
    }
}

static void check_file(const char *path, Round *round) {
    Session session;
    Error error = {0};
    char *name = memory_string(path);
    if (session_open(&session, &name, 1, &error)) {
        char line[40];
        snprintf(line, sizeof line, "step %zu", session.scene.step_count);
        must(&session, line);
        round->stride = 1;
        round->offset = round->cells = 0;
        if (session.now->model.records[0].keys <= 8)
            check_orders(&session, round);
        session_close(&session);
    }
    free(name);
}

static size_t check_folder(const char *folder, Round *round) {
    DIR *open = opendir(folder);
    size_t files = 0;
    ck_assert_ptr_nonnull(open);
    for (struct dirent *entry; (entry = readdir(open));) {
        char path[600];
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".csv") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_file(path, round);
        files++;
    }
    closedir(open);
    return files;
}

START_TEST(every_explanation_ends_in_its_number_and_its_steps_add_up) {
    Round round = {0};
    ck_assert_uint_ge(check_folder("tests/cases", &round), 50);
    ck_assert_uint_ge(round.sums, 1000);
    ck_assert_uint_ge(round.tables, 1000);
    ck_assert_uint_ge(round.formulas, 1000);
}
END_TEST

START_TEST(every_explanation_of_random_scenes_ends_in_its_number) {
    Round round = {0};
    ck_assert_uint_ge(check_folder("tests/cases/random", &round), 20);
    ck_assert_uint_ge(round.sums, 1000);
}
END_TEST

START_TEST(every_explanation_of_the_shipped_scenes_ends_in_its_number) {
    Round round = {0};
    ck_assert_uint_ge(check_folder("scenes", &round), 7);
}
END_TEST

/* ---- single ones ---- */

static void explained(const Session *session, GridId grid, size_t row, size_t col,
                      const char *part) {
    Text text = {0};
    explain_lines(session, grid, row, col, &text);
    ck_assert_msg(strstr(text_string(&text), part) != NULL, "\"%s\" is not in\n%s", part,
                  text_string(&text));
    text_release(&text);
}

START_TEST(y_of_two_heads_is_told_from_the_scores_to_the_output_matrix) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    must(&session, "reveal");
    explained(&session, GRID_Y, 1, 1, "Why is y[2,2] = -0.231059?\n");
    explained(&session, GRID_Y, 1, 1,
              "score = q·k / √1     1·0 = 0   1·1 = 1   1·1 = 1\n");
    explained(&session, GRID_Y, 1, 1, "causal: 3 > 2\n");
    explained(&session, GRID_Y, 1, 1, "exp(score - 1)       0.367879  1         -");
    explained(&session, GRID_Y, 1, 1, "concat               [0.500000 0.731059]");
    explained(&session, GRID_Y, 1, 1, "0.500000·1 + 0.731059·(-1) = -0.231059\n");
    session_close(&session);
}
END_TEST

START_TEST(of_many_keys_the_cursors_and_the_heaviest_are_shown_and_the_rest_is_summed) {
    Session session;
    open_text(&session,
              "attnscope,1\ntitle,en,T\ntokens,A,B,C,D,E,F,G,H\nscores,0,1,2,3,4,5,6,7\n"
              "scores,0,1,2,3,4,5,6,7\nscores,0,1,2,3,4,5,6,7\n"
              "scores,0,1,2,3,4,5,6,7\nscores,0,1,2,3,4,5,6,7\n"
              "scores,0,1,2,3,4,5,6,7\nscores,0,1,2,3,4,5,6,7\n"
              "scores,0,1,2,3,4,5,6,7\n");
    explained(&session, GRID_WEIGHTS, 0, 0,
              "1 A       … 5 E     6 F       7 G       8 H");
    explained(&session, GRID_WEIGHTS, 0, 0, "3 more keys, together 0.017410");
    session_close(&session);
}
END_TEST

START_TEST(a_row_without_a_key_says_why_it_is_undefined) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal strict");
    explained(&session, GRID_Y, 0, 0, "Why is y[1,1] undefined?");
    explained(&session, GRID_Y, 0, 0, "query 1 has no key to read");
    explained(&session, GRID_WEIGHTS, 0, 0, "= undefined\n");
    must(&session, "set empty-row uniform");
    explained(&session, GRID_WEIGHTS, 0, 0, "uniform: 1/3 for every key");
    explained(&session, GRID_OUT, 0, 0,
              "0.333333·1 + 0.333333·1 + 0.333333·2 = 1.333333");
    session_close(&session);
}
END_TEST

START_TEST(forced_and_edited_cells_are_said_to_be_by_hand) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal on");
    must(&session, "allow 1 3");
    explained(&session, GRID_VISIBLE, 0, 2, "3 > 1 → hidden");
    explained(&session, GRID_VISIBLE, 0, 2, "forced open");
    must(&session, "edit scores 2 1 5");
    explained(&session, GRID_WEIGHTS, 1, 0, "by hand: key 1");
    must(&session, "edit x 1 1 3");
    explained(&session, GRID_X, 0, 0, "the file has 1; changed since");
    session_close(&session);
}
END_TEST

START_TEST(x_of_a_later_layer_is_y_of_the_one_before) {
    Session session;
    open_text(
        &session,
        "attnscope,1\ntitle,en,T\ntokens,A,B\nx,1,0\nx,0,1\nwq,1,0\nwq,0,1\nwk,1,0\n"
        "wk,0,1\nwv,1,0\nwv,0,2\nlayer,2\n");
    must(&session, "layer 2");
    explained(&session, GRID_X, 0, 1, "x of layer 2 is y of layer 1");
    must(&session, "set causal on 1");
    must(&session, "set causal off 2");
    explained(&session, GRID_REACH, 0, 1, "query 1 reads key 2 in head 1");
    session_close(&session);
}
END_TEST

START_TEST(x_is_explained_where_the_layer_before_has_fewer_heads) {
    Session session;
    open_text(
        &session,
        "attnscope,1\ntitle,en,T\ntokens,A,B\nx,1,0\nx,0,1\nwq,1,0\nwq,0,1\nwk,1,0\n"
        "wk,0,1\nwv,1,0\nwv,0,2\nlayer,2\nheads,2\n");
    must(&session, "layer 2");
    must(&session, "head 2");
    ck_assert_uint_eq(session_place(&session).head, 1);
    explained(&session, GRID_X, 0, 1, "x of layer 2 is y of layer 1");
    explained(&session, GRID_X, 0, 1, "= 0.660477\n");
    session_close(&session);
}
END_TEST

START_TEST(what_is_covered_is_not_explained) {
    Session session;
    Text text = {0};
    open_shipped(&session, "16.1", NULL);
    must(&session, "hide weights");
    explain_lines(&session, GRID_OUT, 0, 0, &text);
    ck_assert_ptr_nonnull(strstr(text_string(&text), "????"));
    ck_assert_ptr_null(strstr(text_string(&text), "1.401112"));
    text_release(&text);
    session_close(&session);
}
END_TEST

START_TEST(a_cell_that_is_not_there_is_said_so) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    explained(&session, GRID_WO, 0, 0, "no such number");
    explained(&session, GRID_Y, 99, 0, "no such number");
    session_close(&session);
}
END_TEST

START_TEST(a_change_is_explained_against_the_baseline) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "pin");
    must(&session, "set causal on");
    must(&session, "focus y 1 1");
    must(&session, "delta on");
    explained(&session, GRID_DELTA, 0, 0, "1 - 1.401112 = -0.401112");
    session_close(&session);
}
END_TEST

/* ---- in one line ---- */

static void formula_is(const Session *session, GridCell of, const char *line) {
    Text text = {0}, note = {0};
    explain_formula(&(Formula){.session = session,
                               .of = of,
                               .decimals = 4,
                               .room = 80,
                               .text = &text,
                               .note = &note});
    ck_assert_str_eq(text_string(&text), line);
    text_release(&text);
    text_release(&note);
}

START_TEST(why_a_query_is_scored_is_said_in_one_line_as_on_the_page) {
    static const char *const words[][2] = {
        {"the target is a", "目标是 a"},
        {"no target: nothing is scored", "没有目标，不计入损失"},
        {"a padding slot: its target is not scored", "填充槽位：它的目标不计入损失"}};
    Session session;
    open_text(&session, "attnscope,1\ntitle,en,T\ncandidates,a,b\nscores,0,0,0\n"
                        "scores,0,0,0\nscores,0,0,0\ntargets,a,-,b\npadding,0,0,1\n"
                        "v,1,0\nv,0,1\nv,0,0\n");
    for (size_t query = 0; query < 3; query++)
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            char line[100];
            session.look.lang = lang;
            snprintf(line, sizeof line, "%s%s", lang == LANG_EN ? ": " : "：",
                     words[query][lang]);
            explained(&session, GRID_SCORED, query, 0, words[query][lang]);
            formula_is(&session, (GridCell){GRID_SCORED, {0}, query, 0}, line);
        }
    formula_is(&session, (GridCell){GRID_LOSS, {0}, 1, 0}, "：这里不计入损失");
    session_close(&session);
}
END_TEST

/* The engine's sum ends in 12.5, since 1e16 + 11 rounds to 1e16 + 12; less the eight terms
 * that are written it would leave 2.5. */
START_TEST(the_rest_of_a_sum_is_added_in_its_order_from_zero) {
    Session session;
    open_text(&session, "attnscope,1\ntitle,en,T\nk,3,1,1,1,1,1,1,1,1,1,1,1\n"
                        "q,1,1,1,1,1,1,1,1,1e16,1,-1e16,0.5\n");
    explained(&session, GRID_SCORES, 0, 0, "1·3 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + ");
    explained(&session, GRID_SCORES, 0, 0, " + 0.500000\n");
    explained(&session, GRID_SCORES, 0, 0, " (4 more) = 12.500000\n");
    session_close(&session);
}
END_TEST

Suite *explain_suite(void) {
    Suite *suite = suite_create("explain");
    TCase *fixtures = tcase_create("fixtures"), *single = tcase_create("single");
    tcase_set_timeout(fixtures, 60);
    tcase_add_test(fixtures, every_explanation_ends_in_its_number_and_its_steps_add_up);
    tcase_add_test(fixtures, every_explanation_of_random_scenes_ends_in_its_number);
    tcase_add_test(fixtures, every_explanation_of_the_shipped_scenes_ends_in_its_number);
    suite_add_tcase(suite, fixtures);
    tcase_add_test(single, y_of_two_heads_is_told_from_the_scores_to_the_output_matrix);
    tcase_add_test(
        single,
        of_many_keys_the_cursors_and_the_heaviest_are_shown_and_the_rest_is_summed);
    tcase_add_test(single, a_row_without_a_key_says_why_it_is_undefined);
    tcase_add_test(single, forced_and_edited_cells_are_said_to_be_by_hand);
    tcase_add_test(single, x_of_a_later_layer_is_y_of_the_one_before);
    tcase_add_test(single, x_is_explained_where_the_layer_before_has_fewer_heads);
    tcase_add_test(single, what_is_covered_is_not_explained);
    tcase_add_test(single, a_cell_that_is_not_there_is_said_so);
    tcase_add_test(single, a_change_is_explained_against_the_baseline);
    tcase_add_test(single, why_a_query_is_scored_is_said_in_one_line_as_on_the_page);
    tcase_add_test(single, the_rest_of_a_sum_is_added_in_its_order_from_zero);
    suite_add_tcase(suite, single);
    return suite;
}
