/* The words, numbers, sums and columns of an explanation. See explain.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/language.h"
#include "explain/explain.h"
#include "base/minmax.h"

void account_release(Account *account) {
    for (size_t i = 0; i < account->count; i++) {
        AccountStep *step = &account->steps[i];
        for (size_t k = 0; k < KEYS_SHOWN; k++)
            free(step->cell[k]);
        free(step->label);
        free(step->text);
    }
    free(account->steps);
    account->steps = NULL;
    account->count = 0;
}

/* ---- numbers ---- */

static bool out_of_range(double number, int digits) {
    double size = fabs(number);
    return size >= 1e7 || size < 0.5 * pow(10, -digits);
}

const char *account_number(const Account *account, double number, char out[40]) {
    if (isnan(number))
        snprintf(out, 40, "NaN");
    else if (isinf(number))
        snprintf(out, 40, "%s", number < 0 ? "-∞" : "+∞");
    else if (number == floor(number) && fabs(number) < 1e7)
        snprintf(out, 40, "%.0f", number == 0 ? 0.0 : number);
    else if (out_of_range(number, account->digits))
        snprintf(out, 40, "%.*g", account->digits, number);
    else
        snprintf(out, 40, "%.*f", account->digits, number);
    return out;
}

const char *account_factor(const Account *account, double number, char out[40]) {
    char plain[40];
    account_number(account, number, plain);
    snprintf(out, 40, plain[0] == '-' ? "(%.36s)" : "%.38s", plain);
    return out;
}

void account_vector(const Account *account, const double *numbers, size_t count,
                    Text *out) {
    char number[40];
    text_append(out, "[");
    for (size_t i = 0; i < count && i < VECTOR_SHOWN; i++)
        text_format(out, "%s%s", i ? " " : "",
                    account_number(account, numbers[i], number));
    if (count > VECTOR_SHOWN)
        text_format(out, " … +%zu", count - VECTOR_SHOWN);
    text_append(out, "]");
}

/* ---- words ---- */

static void append_message(const Account *account, Text *out, const char *id,
                           va_list arguments) {
    va_list again;
    const char *format = message(account->lang, id);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *words = memory_new((size_t)length + 1, 1);
    vsnprintf(words, (size_t)length + 1, format, arguments);
    text_append(out, words);
    free(words);
}

void account_words(const Account *account, Text *out, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    append_message(account, out, id, arguments);
    va_end(arguments);
}

/* ---- steps ---- */

static AccountStep *step_new(Account *account) {
    account->steps =
        memory_resize(account->steps, account->count + 1, sizeof *account->steps);
    AccountStep *step = &account->steps[account->count++];
    *step = (AccountStep){.role = ROLE_BASE};
    return step;
}

static char *text_take(Text *text) {
    char *bytes = memory_string(text_string(text));
    text_release(text);
    return bytes;
}

void account_say(Account *account, int role, const char *label, Text *text) {
    AccountStep *step = step_new(account);
    step->label = memory_string(label);
    step->role = role;
    step->text = text_take(text);
}

void account_tell(Account *account, int role, const char *label, const char *id, ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, id);
    append_message(account, &text, id, arguments);
    va_end(arguments);
    account_say(account, role, label, &text);
}

void account_head(Account *account, Text *text) {
    AccountStep *step = step_new(account);
    step->label = text_take(text);
    step->head = true;
}

AccountStep *account_cells(Account *account, const char *id, ...) {
    Text label = {0};
    va_list arguments;
    va_start(arguments, id);
    append_message(account, &label, id, arguments);
    va_end(arguments);
    AccountStep *step = step_new(account);
    step->label = text_take(&label);
    for (size_t k = 0; k < account->shown; k++)
        step->cell[k] = memory_string("");
    return step;
}

void step_cell(AccountStep *step, size_t column, Style style, const char *text) {
    free(step->cell[column]);
    step->cell[column] = memory_string(text);
    step->style[column] = style;
}

void step_number(const Account *account, AccountStep *step, size_t column, int role,
                 double number) {
    char out[40];
    step_cell(step, column, style_over(role, account->back),
              account_number(account, number, out));
}

void step_note(AccountStep *step, int role, Text *note) {
    step->role = role;
    free(step->text);
    step->text = text_take(note);
}

/* ---- sums ---- */

static bool chain_shows(Chain *chain, bool show, double term) {
    if (show) {
        text_append(&chain->text, chain->shown++ ? " + " : "");
        return true;
    }
    chain->more++;
    chain->rest += term;
    return false;
}

void chain_product(const Account *account, Chain *chain, bool show, double a, double b) {
    char first[40], second[40];
    bool begins = chain->shown == 0;
    if (!chain_shows(chain, show, a * b))
        return;
    text_format(&chain->text, "%s·%s",
                begins ? account_number(account, a, first)
                       : account_factor(account, a, first),
                account_factor(account, b, second));
}

void chain_number(const Account *account, Chain *chain, bool show, double a) {
    char number[40];
    bool begins = chain->shown == 0;
    if (chain_shows(chain, show, a))
        text_append(&chain->text, begins ? account_number(account, a, number)
                                         : account_factor(account, a, number));
}

void chain_end(Account *account, Chain *chain, const char *label, double result) {
    char number[40];
    if (chain->more) {
        text_format(&chain->text, "%s%s ", chain->shown ? " + " : "",
                    account_factor(account, chain->rest, number));
        account_words(account, &chain->text, "explain.terms", chain->more);
    }
    account_number(account, result, number);
    if (strcmp(text_string(&chain->text), number) == 0)
        text_clear(&chain->text);
    text_format(&chain->text, "%s= %s", chain->text.length ? " " : "", number);
    account_say(account, ROLE_NUMBER, label, &chain->text);
    *chain = (Chain){0};
}

/* ---- which keys are shown ---- */

/* How much a key matters: its largest weight; the cursor's own key most of all. */
static void key_merits(Account *account, const Place *places, const size_t *queries,
                       size_t count, double *merit, size_t keys) {
    for (size_t n = 0; n < count; n++) {
        const Row *row = pass_row(account->pass, places[n], queries[n]);
        for (size_t j = 0; j < keys && j < row->keys; j++)
            if (row->weights[j] > merit[j])
                merit[j] = row->weights[j];
    }
    if (account->cursor_key >= 0 && (size_t)account->cursor_key < keys)
        merit[account->cursor_key] = INFINITY;
}

static void take_best(Account *account, double *merit, size_t keys) {
    size_t best = 0;
    for (size_t j = 1; j < keys; j++)
        if (merit[j] > merit[best])
            best = j;
    merit[best] = -1;
    size_t at = account->shown++;
    for (; at > 0 && account->key[at - 1] > best; at--)
        account->key[at] = account->key[at - 1];
    account->key[at] = best;
}

void account_choose(Account *account, const Place *places, const size_t *queries,
                    size_t count) {
    size_t keys = model_keys(account->model, places[0].layer, places[0].record);
    size_t most = account->limit < keys ? account->limit : keys;
    double *merit = memory_new(keys, sizeof *merit);
    key_merits(account, places, queries, count, merit, keys);
    account->shown = 0;
    while (account->shown < most)
        take_best(account, merit, keys);
    free(merit);
}

/* ---- layout ---- */

enum { HEAD_AT = 1, LABEL_AT = 2, LABEL_GAP = 3, CELL_GAP = 2 };

typedef struct Layout {
    int cells_at, cell, note_at, end; /* end: of the last cell */
} Layout;

static Layout layout_with(const Account *account, const Page *page, int label_gap,
                          int cell_gap) {
    Layout layout = {0};
    int label = 6;
    for (size_t i = 0; i < account->count; i++) {
        const AccountStep *step = &account->steps[i];
        if (!step->head)
            label = max_int(label, page_columns(page, step->label));
        for (size_t k = 0; k < account->shown; k++)
            if (step->cell[k])
                layout.cell = max_int(layout.cell, page_columns(page, step->cell[k]));
    }
    layout.cells_at = LABEL_AT + label + label_gap;
    layout.cell += cell_gap;
    layout.note_at = layout.cells_at + (int)account->shown * layout.cell;
    layout.end = layout.note_at - cell_gap;
    return layout;
}

/* Narrow gaps where the usual ones leave the cells no room. */
static Layout layout_of(const Account *account, const Page *page) {
    Layout layout = layout_with(account, page, LABEL_GAP, CELL_GAP);
    return layout.end > account->width ? layout_with(account, page, 2, 1) : layout;
}

static void lay_cells(const Account *account, const AccountStep *step, Layout layout,
                      Page *page) {
    for (size_t k = 0; k < account->shown; k++)
        if (*step->cell[k])
            page_put_style(page, layout.cells_at + (int)k * layout.cell, step->style[k],
                           step->cell[k]);
    if (!step->text)
        return;
    int at = layout.note_at;
    if (at + page_columns(page, step->text) > account->width) {
        page_line(page);
        at = layout.cells_at;
    }
    page_wrap(page, at, at, account->width, step->role, step->text);
}

/* Words stand beside their label, or below it where that leaves them too little room. */
static void lay_words(const Account *account, const AccountStep *step, Layout layout,
                      Page *page) {
    int at = layout.cells_at;
    if (account->width - at < 24) {
        at = LABEL_AT + 2;
        if (*step->label)
            page_line(page);
    }
    page_wrap(page, at, at, account->width, step->role, step->text);
}

bool account_lay(const Account *account, Page *page) {
    Layout layout = layout_of(account, page);
    if (account->shown > 1 && layout.end > account->width)
        return false;
    for (size_t i = 0; i < account->count; i++) {
        const AccountStep *step = &account->steps[i];
        page_line(page);
        if (step->head && *step->label)
            page_wrap(page, HEAD_AT, HEAD_AT + 3, account->width, ROLE_NAME, step->label);
        else if (*step->label)
            page_put(page, LABEL_AT, ROLE_QUIET, step->label);
        if (step->cell[0])
            lay_cells(account, step, layout, page);
        else if (step->text)
            lay_words(account, step, layout, page);
    }
    return true;
}

/* ---- names and results ---- */

long account_count(const Account *account, Axis axis, size_t index) {
    return session_number_of(account->session, axis, index);
}

void account_name(const Account *account, GridId grid, Place place, size_t row,
                  size_t col, Text *out) {
    const GridSpec *spec = &grid_table[grid];
    char id[40];
    snprintf(id, sizeof id, "grid.%s", spec->name);
    text_append(out, message(account->lang, id));
    if (spec->per_head && account->model->layers[place.layer].heads > 1)
        text_format(out, ".%zu", place.head + 1);
    text_format(out, "[%ld", account_count(account, spec->rows, row));
    if (spec->cols != AXIS_SINGLE)
        text_format(out, ",%ld", account_count(account, spec->cols, col));
    text_append(out, "]");
}

void account_result(Account *account, GridId grid, Place place, size_t row, size_t col) {
    Text name = {0}, text = {0};
    char number[40];
    RowState state;
    double value = grid_cell(account->sheet, grid, place, row, col, &state);
    account_name(account, grid, place, row, col, &name);
    text_append(&text, "= ");
    if (state == ROWSTATE_UNDEFINED)
        account_words(account, &text, "explain.undefined");
    else if ((grid == GRID_PROB || grid == GRID_LOSS) &&
             (account->model->loss == LOSS_NONE ||
              !query_scored(account->model, place.record, row)))
        text_append(&text, "-");
    else
        text_append(&text, account_number(account, value, number));
    account_say(account, ROLE_TITLE, text_string(&name), &text);
    text_release(&name);
}
