/* The ledger: every array of the pipeline with its axes, its shape, and its count of
 * numbers and bytes, now and with twice as many positions. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "session/language.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"

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

enum { AXES = 13 };

static void axes_of(const Session *session, size_t record, ArrayAxis axes[AXES]) {
    const Model *model = &session->now->model;
    size_t at = session->look.layer, heads = model->layers[at].heads;
    size_t kv_heads = model->layers[at].kv_heads;
    size_t queries = model_queries(model, at, record),
           keys = model_keys(model, at, record);
    size_t d = model_head_width(model, at, record);
    size_t dv = model_value_width(model, at, record);
    bool square = queries == keys, grouped = heads != kv_heads;
    const ArrayAxis all[AXES] = {
        {'B', "B", model->record_count},
        {'T', square ? "T" : "Tq", queries},
        {'S', square ? "T" : "Tk", keys},
        {'H', "H", heads},
        {'G', grouped ? "Hkv" : "H", kv_heads},
        {'C', "C", model_width(model, at, record)},
        {'d', "d", d},
        {'v', dv == d ? "d" : "dv", dv},
        {'J', "H·d", heads * d},
        {'K', grouped ? "Hkv·d" : "H·d", kv_heads * d},
        {'V', grouped ? "Hkv·dv" : "H·dv", kv_heads * dv},
        {'O', "H·dv", heads * dv},
        {'N', "N", model_output_width(model, at, record)},
    };
    memcpy(axes, all, sizeof all);
}

static ArrayAxis axis_of(const Session *session, size_t record, char letter) {
    ArrayAxis axes[AXES];
    size_t i = 0;
    axes_of(session, record, axes);
    while (axes[i].letter != letter)
        i++;
    return axes[i];
}

/* Counts the numbers of an array over all records, which need not be of one length, with
 * so many times as many positions. */
static size_t count_numbers(const Session *session, const char *letters, size_t times) {
    size_t total = 0, records = session->now->model.record_count;
    for (size_t r = 0; r < (*letters == 'B' ? records : 1); r++) {
        size_t count = 1;
        for (const char *at = letters + (*letters == 'B'); *at; at++)
            count *=
                axis_of(session, r, *at).size * (*at == 'T' || *at == 'S' ? times : 1);
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

enum {
    AXES_AT = 10,
    SHAPE_AT = 24,
    NUMBERS_AT = 43,
    BYTES_AT = 52,
    TWICE_AT = 63,
    TWICE_BYTES_AT = 71
};

/* Writes a count exactly if it fits its column, else as "12.6M" or "101G". */
static void put_number(Page *page, int end, size_t number) {
    enum { EXACT = 9999999 };
    static const char units[] = {'M', 'G', 'T', 'P', 'E'};
    char text[32];
    double value = (double)number / 1e6;
    size_t unit = 0;
    for (; value >= 999.5 && unit + 1 < sizeof units; unit++)
        value /= 1000;
    if (number <= EXACT)
        snprintf(text, sizeof text, "%zu", number);
    else
        snprintf(text, sizeof text, "%.3g%c", value, units[unit]);
    page_put_right(page, end, ROLE_NUMBER, text);
}

static void put_array(Page *page, const Session *session, GridId grid, const char *axes) {
    int lang = session->look.lang;
    Text names = {0}, shape = {0};
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    for (const char *axis = axes; *axis; axis++) {
        text_format(&names, "%s%s", axis == axes ? "[" : ",",
                    axis_of(session, session->look.record, *axis).name);
        text_append(&shape, axis == axes ? "[" : ",");
        size_text(session, *axis, &shape);
    }
    text_append(&names, "]");
    text_append(&shape, "]");
    page_line(page);
    page_put(page, 1, ROLE_NAME, message(lang, id));
    page_put(page, AXES_AT, ROLE_BASE, text_string(&names));
    page_put(page, SHAPE_AT, ROLE_BASE, text_string(&shape));
    size_t once = count_numbers(session, axes, 1),
           twice = count_numbers(session, axes, 2);
    put_number(page, NUMBERS_AT + 6, once);
    put_number(page, BYTES_AT + 6, once * sizeof(double));
    put_number(page, TWICE_AT + 6, twice);
    put_number(page, TWICE_BYTES_AT + 7, twice * sizeof(double));
    text_release(&names);
    text_release(&shape);
}

static void put_heads(Page *page, int lang) {
    static const struct {
        int at;
        bool right;
        const char *id;
    } heads[] = {{1, false, "ledger.array"},
                 {AXES_AT, false, "ledger.axes"},
                 {SHAPE_AT, false, "ledger.shape"},
                 {NUMBERS_AT + 6, true, "ledger.numbers"},
                 {BYTES_AT + 6, true, "ledger.bytes"},
                 {TWICE_AT + 6, true, "ledger.twice"},
                 {TWICE_BYTES_AT + 7, true, "ledger.bytes"}};
    page_line(page);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (heads[i].right)
            page_put_right(page, heads[i].at, ROLE_QUIET, message(lang, heads[i].id));
        else
            page_put(page, heads[i].at, ROLE_QUIET, message(lang, heads[i].id));
    }
}

static void ledger_make(Page *page, const Session *session, int width) {
    int lang = session->look.lang;
    Place place = session_place(session);
    put_heads(page, lang);
    for (size_t i = 0; i < ARRAYS; i++)
        if (grid_exists(session->now, ledger_table[i].grid, place, NULL))
            put_array(page, session, ledger_table[i].grid, ledger_table[i].axes);
    page_line(page);
    page_line(page);
    page_wrap(page, 1, 1, width - 1, ROLE_QUIET, message(lang, "ledger.note"));
}

void ledger_draw(const Session *session, Frame *frame) {
    Page page;
    Text title = {0};
    int lang = session->look.lang;
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    ledger_make(&page, session, frame->width);
    text_format(&title, message(lang, "ledger.title"), session->look.layer + 1,
                session->now->model.layer_count);
    full_page_draw(
        session, frame,
        &(FullPage){.title = text_string(&title), .hint = message(lang, "ledger.hint")},
        &page);
    text_release(&title);
    page_release(&page);
}
