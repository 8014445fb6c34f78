/* The ledger: every array of the pipeline with its axes, its shape, and its count of
 * numbers and bytes, now and with twice as many positions. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "session/language.h"
#include "view/pages/full_page.h"

/* The arrays, with one letter for each axis: B records, T queries, S keys, H heads, G
 * key/value heads, C d v widths, J heads side by side (q), K (k), V (v), O (out), N
 * columns of y. */
static const struct {
    GridId grid;
    const char *axes;
} ledger_table[] = {
    {GRID_X, "BSC"},        {GRID_WQ, "CJ"},       {GRID_WK, "CK"},
    {GRID_WV, "CV"},        {GRID_Q, "BHTd"},      {GRID_K, "BGSd"},
    {GRID_V, "BGSv"},       {GRID_SCORES, "BHTS"}, {GRID_BIAS, "BHTS"},
    {GRID_VISIBLE, "BHTS"}, {GRID_MASKED, "BHTS"}, {GRID_WEIGHTS, "BHTS"},
    {GRID_SUMS, "BHT"},     {GRID_OUT, "BHTv"},    {GRID_CONCAT, "BTO"},
    {GRID_WO, "ON"},        {GRID_Y, "BTN"},
};
enum { ARRAYS = sizeof ledger_table / sizeof *ledger_table };

/* An axis of one record's arrays. */
typedef struct ArrayAxis {
    char letter;
    const char *name; /* as the field writes it */
    size_t size;
} ArrayAxis;

static ArrayAxis axis_of(const Session *session, size_t record, char letter) {
    const Model *model = &session->now->model;
    Place at = {.record = record, .layer = session->look.layer};
    size_t heads = model->layers[at.layer].heads;
    size_t kv_heads = model->layers[at.layer].kv_heads;
    size_t queries = model_queries(model, at), keys = model_keys(model, at);
    size_t d = model_head_width(model, at);
    size_t dv = model_value_width(model, at);
    bool square = queries == keys, grouped = heads != kv_heads;
    const ArrayAxis all[] = {
        {'B', "B", model->record_count},
        {'T', square ? "T" : "Tq", queries},
        {'S', square ? "T" : "Tk", keys},
        {'H', "H", heads},
        {'G', grouped ? "Hkv" : "H", kv_heads},
        {'C', "C", model_width(model, at)},
        {'d', "d", d},
        {'v', dv == d ? "d" : "dv", dv},
        {'J', "H·d", heads * d},
        {'K', grouped ? "Hkv·d" : "H·d", kv_heads * d},
        {'V', grouped ? "Hkv·dv" : "H·dv", kv_heads * dv},
        {'O', "H·dv", heads * dv},
        {'N', "N", model_output_width(model, at)},
    };
    size_t i = 0;
    while (all[i].letter != letter)
        i++;
    return all[i];
}

/* Counts the numbers of an array over all records, which need not be of one length. */
static size_t count_numbers(const Session *session, const char *letters) {
    size_t total = 0, records = session->now->model.record_count;
    for (size_t r = 0; r < (*letters == 'B' ? records : 1); r++) {
        size_t count = 1;
        for (const char *at = letters + (*letters == 'B'); *at; at++)
            count *= axis_of(session, r, *at).size;
        total += count;
    }
    return total;
}

/* Writes the size of an axis: of the shortest and of the longest record where they
 * differ. */
static void size_text(const Session *session, char letter, Text *out) {
    size_t low = SIZE_MAX, high = 0;
    for (size_t r = 0; r < session->now->model.record_count; r++) {
        size_t size = axis_of(session, r, letter).size;
        low = size < low ? size : low;
        high = size > high ? size : high;
    }
    text_format(out, low < high ? "%zu..%zu" : "%zu", low, high);
}

/* ---- columns ---- */

static const struct {
    int at; /* the first column; of numbers, the first one after them */
    int role;
    const char *id; /* of the heading */
} columns[] = {
    {1, ROLE_NAME, "ledger.array"},    {10, ROLE_BASE, "ledger.axes"},
    {24, ROLE_BASE, "ledger.shape"},   {49, ROLE_NUMBER, "ledger.numbers"},
    {58, ROLE_NUMBER, "ledger.bytes"}, {69, ROLE_NUMBER, "ledger.twice"},
    {78, ROLE_NUMBER, "ledger.bytes"},
};
enum { COLUMNS = sizeof columns / sizeof *columns, AXES_COLUMN = 1, FIRST_NUMBER = 3 };

/* Returns where a column begins or ends; the axes give way to a long name before them. */
static int column_at(const Page *page, int lang, int column) {
    int at = columns[column].at;
    for (size_t i = 0; i < ARRAYS && column == AXES_COLUMN; i++) {
        const char *name = grid_title(lang, ledger_table[i].grid);
        at = max_int(at, columns[0].at + page_columns(page, name) + 1);
    }
    return at;
}

static void put_column(Page *page, int lang, int column, int role, const char *text) {
    int at = column_at(page, lang, column);
    if (column >= FIRST_NUMBER)
        page_put_right(page, at, role, text);
    else
        page_put(page, at, role, text);
}

static void put_heads(Page *page, int lang) {
    page_line(page);
    for (int c = 0; c < COLUMNS; c++)
        put_column(page, lang, c, ROLE_QUIET, message(lang, columns[c].id));
}

/* Appends a count exactly if it fits its column, else as "12.6M" or "101G". */
static void count_text(size_t count, Text *out) {
    enum { EXACT = 9999999 };
    static const char units[] = {'M', 'G', 'T', 'P', 'E'};
    double value = (double)count / 1e6;
    size_t unit = 0;
    for (; value >= 999.5 && unit + 1 < sizeof units; unit++)
        value /= 1000;
    if (count <= EXACT)
        text_format(out, "%zu", count);
    else
        text_format(out, "%.3g%c", value, units[unit]);
}

static void put_array(FullPage *full, GridId grid, const char *axes) {
    const Session *session = full->session;
    size_t once = count_numbers(session, axes), twice = once;
    Text text[COLUMNS] = {{0}};
    text_append(&text[0], grid_title(full->lang, grid));
    for (const char *axis = axes; *axis; axis++) {
        text_format(&text[1], "%s%s", axis == axes ? "[" : ",",
                    axis_of(session, session->look.record, *axis).name);
        text_append(&text[2], axis == axes ? "[" : ",");
        size_text(session, *axis, &text[2]);
        twice *= *axis == 'T' || *axis == 'S' ? 2 : 1;
    }
    text_append(&text[1], "]");
    text_append(&text[2], "]");
    count_text(once, &text[3]);
    count_text(once * sizeof(double), &text[4]);
    count_text(twice, &text[5]);
    count_text(twice * sizeof(double), &text[6]);
    page_line(&full->page);
    for (int c = 0; c < COLUMNS; c++) {
        put_column(&full->page, full->lang, c, columns[c].role, text_string(&text[c]));
        text_release(&text[c]);
    }
}

void ledger_make(FullPage *full) {
    const Session *session = full->session;
    Page *page = &full->page;
    text_format(&full->title, message(full->lang, "ledger.title"),
                session->look.layer + 1, session->now->model.layer_count);
    put_heads(page, full->lang);
    for (size_t i = 0; i < ARRAYS; i++)
        if (grid_exists(session->now, ledger_table[i].grid, session_place(session), NULL))
            put_array(full, ledger_table[i].grid, ledger_table[i].axes);
    page_line(page);
    page_line(page);
    page_wrap(page, 1, 1, full->width - 1, ROLE_QUIET,
              message(full->lang, "ledger.note"));
}
