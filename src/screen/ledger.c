/* See ledger.h. */
#include "screen/ledger.h"

#include <stdint.h>
#include <string.h>

#include "base/minmax.h"
#include "screen/screen.h"
#include "session/language.h"

/* ---- the forms of the arrays ---- */

/* The operations on an array. The note of each has this name after "ledger.". */
typedef enum Form { AS_IT_IS, SPLIT, TURNED, SWAPPED, REVERSED, BACK, MERGED } Form;

/* One letter for each axis: B records, T queries, S keys, H heads, G key/value heads, C d
 * v widths, J heads side by side (q), K (k), V (v), O (out), N columns of y. */
typedef struct LedgerRow {
    GridId grid;
    const char *axes;
    Form form;
} LedgerRow;

static const LedgerRow ledger_rows[] = {
    {GRID_X, "BSC", AS_IT_IS},       {GRID_WQ, "CJ", AS_IT_IS},
    {GRID_WK, "CK", AS_IT_IS},       {GRID_WV, "CV", AS_IT_IS},
    {GRID_Q, "BTHd", SPLIT},         {GRID_Q, "BHTd", TURNED},
    {GRID_K, "BSGd", SPLIT},         {GRID_K, "BGSd", TURNED},
    {GRID_K, "BGdS", SWAPPED},       {GRID_K, "dSGB", REVERSED},
    {GRID_V, "BSGv", SPLIT},         {GRID_V, "BGSv", TURNED},
    {GRID_SCORES, "BHTS", AS_IT_IS}, {GRID_BIAS, "BHTS", AS_IT_IS},
    {GRID_MASK, "BHTS", AS_IT_IS},   {GRID_VISIBLE, "BHTS", AS_IT_IS},
    {GRID_DROP, "BHTS", AS_IT_IS},   {GRID_ADDITIVE, "BHTS", AS_IT_IS},
    {GRID_MASKED, "BHTS", AS_IT_IS}, {GRID_WEIGHTS, "BHTS", AS_IT_IS},
    {GRID_SUMS, "BHT", AS_IT_IS},    {GRID_OUT, "BHTv", AS_IT_IS},
    {GRID_OUT, "BTHv", BACK},        {GRID_CONCAT, "BTO", MERGED},
    {GRID_WO, "ON", AS_IT_IS},       {GRID_Y, "BTN", AS_IT_IS},
    {GRID_PROB, "BT", AS_IT_IS},     {GRID_LOSS, "BT", AS_IT_IS},
    {GRID_SCORED, "BT", AS_IT_IS},   {GRID_REACH, "BTS", AS_IT_IS},
};
enum { ROWS = sizeof ledger_rows / sizeof *ledger_rows };

/* Returns true if one array has several heads side by side, from which q, k or v is
 * split, or to which out is merged. A scene can also give q, k and v head by head. */
static bool holds_heads(const Session *session, GridId grid) {
    const Model *model = &session->now->model;
    Place place = session_place(session);
    const GridSpec *spec = &grid_table[grid];
    const Layer *layer = &model->layers[place.layer];
    if ((spec->kv_heads ? layer->kv_heads : layer->heads) == 1)
        return false;
    RecordPart part = (RecordPart)spec->part;
    return spec->input != GRID_OF_RECORD ||
           !(part_has_own(given_part(model, place, part)) ||
             part_has_own(&layer->part[projection_weights(part)]));
}

/* Returns true if an array that is kept for each head is here one for all of them. */
static bool is_shared(const Session *session, GridId grid) {
    Place place = session_place(session);
    return grid_table[grid].per_head &&
           session->now->model.layers[place.layer].heads > 1 &&
           grid_heads(session->now, grid, place) == 1;
}

/* Finds the note of a form. Returns false if the array does not take the form here. A raw
 * reshape only reads the memory as another shape; what .T would make of k is shown beside
 * the focused k only. */
static bool row_taken(const Session *session, const LedgerRow *row, const char **note) {
    static const char *const notes[] = {
        [SPLIT] = "ledger.split",     [TURNED] = "ledger.turned",
        [SWAPPED] = "ledger.swapped", [REVERSED] = "ledger.reversed",
        [BACK] = "ledger.back",       [MERGED] = "ledger.merged",
    };
    const Options *options = session_options(session);
    bool raw = (row->grid < GRID_OUT ? options->split : options->merge) == RESHAPE_RAW;
    *note = notes[row->form];
    switch (row->form) {
    case AS_IT_IS:
        *note = is_shared(session, row->grid) ? "ledger.shared" : NULL;
        return true;
    case SPLIT:
    case BACK:
        return !raw && holds_heads(session, row->grid);
    case TURNED:
    case MERGED:
        *note = !holds_heads(session, row->grid) ? NULL : raw ? "ledger.raw" : *note;
        return true;
    default:
        return row->form != REVERSED || session->look.grid == GRID_K;
    }
}

/* ---- axes ---- */

/* An axis of one record's arrays: its name as the field writes it, and its size. */
typedef struct ArrayAxis {
    char letter;
    const char *name;
    size_t size;
} ArrayAxis;

/* Returns the name of heads side by side. As wide as x they are C, the model's width. */
static const char *joined_name(bool grouped, bool of_values, bool as_x) {
    if (grouped)
        return of_values ? "Hkv·dv" : "Hkv·d";
    return as_x ? "C" : of_values ? "H·dv" : "H·d";
}

static ArrayAxis axis_of(const Session *session, size_t record, const LedgerRow *row,
                         char letter) {
    const Model *model = &session->now->model;
    Place at = {.record = record, .layer = session->look.layer};
    const Layer *layer = &model->layers[at.layer];
    size_t heads = layer->heads, kv_heads = layer->kv_heads;
    size_t queries = model_queries(model, at), keys = model_keys(model, at);
    size_t width = model_width(model, at), d = model_head_width(model, at);
    size_t dv = model_value_width(model, at), columns = model_output_width(model, at);
    size_t kept = grid_heads(session->now, row->grid, at);
    bool square = queries == keys, grouped = heads != kv_heads;
    const ArrayAxis all[] = {
        {'B', "B", model->record_count},
        {'T', square ? "T" : "Tq", queries},
        {'S', square ? "T" : "Tk", keys},
        {'H', kept < heads ? "1" : "H", kept},
        {'G', grouped ? "Hkv" : "H", kv_heads},
        {'C', "C", width},
        {'d', "d", d},
        {'v', dv == d ? "d" : "dv", dv},
        {'J', joined_name(false, false, heads * d == width), heads * d},
        {'K', joined_name(grouped, false, heads * d == width), kv_heads * d},
        {'V', joined_name(grouped, dv != d, heads * dv == width), kv_heads * dv},
        {'O', joined_name(false, dv != d, heads * dv == width), heads * dv},
        {'N', columns == width && model->loss == LOSS_NONE ? "C" : "N", columns},
    };
    size_t i = 0;
    while (all[i].letter != letter)
        i++;
    return all[i];
}

/* Writes the size of an axis: of the shortest and of the longest record where they
 * differ. */
static void size_text(const Session *session, const LedgerRow *row, char letter,
                      Text *out) {
    size_t low = SIZE_MAX, high = 0;
    for (size_t r = 0; r < session->now->model.record_count; r++) {
        size_t size = axis_of(session, r, row, letter).size;
        low = min_size(low, size);
        high = max_size(high, size);
    }
    text_format(out, low < high ? "%zu..%zu" : "%zu", low, high);
}

/* ---- columns ---- */

enum {
    ARRAY_COLUMN,
    AXES_COLUMN,
    SHAPE_COLUMN,
    NUMBERS_COLUMN,
    BYTES_COLUMN,
    COLUMNS = 7
};

static const struct {
    int at; /* the first column; of numbers, the first one after them */
    int role;
    const char *id; /* of the heading */
} columns[COLUMNS] = {
    {1, ROLE_NAME, "ledger.array"},    {12, ROLE_BASE, "ledger.axes"},
    {25, ROLE_BASE, "ledger.shape"},   {46, ROLE_NUMBER, "ledger.numbers"},
    {55, ROLE_NUMBER, "ledger.bytes"}, {66, ROLE_NUMBER, "ledger.twice"},
    {75, ROLE_NUMBER, "ledger.bytes"},
};

/* The lines that are being put. */
typedef struct Ledger {
    Page *page;
    const Session *session;
    int lang, columns; /* columns: those of a line, as many as there are with twice */
    int width;         /* notes that end after it are left out */
} Ledger;

/* Long shapes have room where notes need none. */
static int column_at(const Ledger *ledger, int column) {
    enum { MORE = 3 };
    bool apart = column >= NUMBERS_COLUMN && ledger->columns == COLUMNS;
    return columns[column].at + (apart ? MORE : 0);
}

static void put_column(const Ledger *ledger, int column, int role, const char *text) {
    if (column >= NUMBERS_COLUMN)
        page_put_right(ledger->page, column_at(ledger, column), role, text);
    else
        page_put(ledger->page, columns[column].at, role, text);
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

/* Writes the axes, the shape, and the counts now and for twice as many positions. */
static void row_text(const Session *session, const LedgerRow *row, Text text[COLUMNS]) {
    size_t once = grid_size(session->now, row->grid, session->look.layer), twice = once;
    for (const char *axis = row->axes; *axis; axis++) {
        const char *before = axis == row->axes ? "[" : ",";
        text_format(&text[AXES_COLUMN], "%s%s", before,
                    axis_of(session, session->look.record, row, *axis).name);
        text_append(&text[SHAPE_COLUMN], before);
        size_text(session, row, *axis, &text[SHAPE_COLUMN]);
        twice *= *axis == 'T' || *axis == 'S' ? 2 : 1;
    }
    text_append(&text[AXES_COLUMN], "]");
    text_append(&text[SHAPE_COLUMN], "]");
    for (int i = 0; i < 2; i++) {
        count_text(i ? twice : once, &text[NUMBERS_COLUMN + 2 * i]);
        count_text((i ? twice : once) * sizeof(double), &text[BYTES_COLUMN + 2 * i]);
    }
}

static void put_note(const Ledger *ledger, const char *note) {
    int at = column_at(ledger, ledger->columns - 1) + 3;
    const char *text = message(ledger->lang, note);
    if (at + page_columns(ledger->page, text) <= ledger->width)
        page_put(ledger->page, at, ROLE_QUIET, text);
}

/* Only the first line of an array has its name. */
static void put_row(const Ledger *ledger, const LedgerRow *row, bool first,
                    const char *note) {
    const Session *session = ledger->session;
    Text text[COLUMNS] = {{0}};
    bool focus = row->grid == session->look.grid;
    bool wrong = note && (row->form == REVERSED || strcmp(note, "ledger.raw") == 0);
    if (first)
        text_append(&text[ARRAY_COLUMN], grid_title(ledger->lang, row->grid));
    row_text(session, row, text);
    page_line(ledger->page);
    if (first && focus)
        page_put(ledger->page, 0, ROLE_CROSS, "▸");
    for (int c = 0; c < ledger->columns; c++) {
        if (c == AXES_COLUMN && wrong)
            page_put(ledger->page, columns[c].at - 1, ROLE_WRONG, "!");
        put_column(ledger, c, c == 0 && focus ? ROLE_CROSS : columns[c].role,
                   text_string(&text[c]));
    }
    for (int c = 0; c < COLUMNS; c++) /* those for twice the positions may not be shown */
        text_release(&text[c]);
    if (note)
        put_note(ledger, note);
}

void ledger_put(Page *page, const Session *session, GridSet grids, bool twice,
                int width) {
    Ledger ledger = {page, session, session->look.lang,
                     twice ? COLUMNS : BYTES_COLUMN + 1, width};
    GridSet begun = 0;
    page_line(page);
    for (int c = 0; c < ledger.columns; c++)
        put_column(&ledger, c, ROLE_QUIET, message(ledger.lang, columns[c].id));
    for (const LedgerRow *row = ledger_rows; row < ledger_rows + ROWS; row++) {
        const char *note;
        if (!(grids & GRID_BIT(row->grid)) ||
            !grid_exists(session->now, row->grid, session_place(session), NULL) ||
            !row_taken(session, row, &note))
            continue;
        put_row(&ledger, row, !(begun & GRID_BIT(row->grid)), note);
        begun |= GRID_BIT(row->grid);
    }
}

/* ---- on the main screen ---- */

/* Puts the lines of the grids that `show` names, and of the focused one. */
static void put_shown(const Screen *screen, Page *page) {
    const Session *session = screen->session;
    GridSet grids = session->look.shown | GRID_BIT(screen->at.grid);
    page_init(page, ROLE_GROUND, screen->ascii);
    if (grids & SHOWN_SHAPES && screen->width > columns[BYTES_COLUMN].at)
        ledger_put(page, session, grids, false, screen->width);
}

void ledger_measure(Screen *screen) {
    Page page;
    put_shown(screen, &page);
    screen->content.ledger = (int)page.count;
    page_release(&page);
}

void ledger_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    Area area = {0, layout->ledger, screen->width, layout->ledger_lines};
    Page page;
    put_shown(screen, &page);
    page_draw(&page, screen->frame, area, 0);
    page_release(&page);
}
