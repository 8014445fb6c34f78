/* The ledger: every array of the pipeline with its axes, its shape, how many numbers and bytes it
 * is, and the same for twice as many positions. */
#include <stdint.h>
#include <stdio.h>

#include "session/language.h"
#include "view/cover.h"
#include "view/overlays.h"

/* What an axis letter stands for, at the shown place. */
typedef struct Sizes {
    size_t b, t, s, h, g, c, d, v,
        n; /* records, Tq, Tk, H, Hkv, C, d, dv, columns of y */
} Sizes;

/* One letter an axis: B records, T queries, S keys, H heads, G key/value heads, C d v widths,
 * J heads side by side (q), K (k), V (v), O (out), N columns of y. */
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

static size_t axis_size(const Sizes *sizes, char axis, size_t times) {
    switch (axis) {
    case 'B':
        return sizes->b;
    case 'T':
        return sizes->t * times;
    case 'S':
        return sizes->s * times;
    case 'H':
        return sizes->h;
    case 'G':
        return sizes->g;
    case 'C':
        return sizes->c;
    case 'd':
        return sizes->d;
    case 'v':
        return sizes->v;
    case 'J':
        return sizes->h * sizes->d;
    case 'K':
        return sizes->g * sizes->d;
    case 'V':
        return sizes->g * sizes->v;
    case 'O':
        return sizes->h * sizes->v;
    default:
        return sizes->n;
    }
}

/* The axis as the field writes it. */
static const char *axis_name(const Sizes *sizes, char axis) {
    bool square = sizes->t == sizes->s, grouped = sizes->h != sizes->g;
    switch (axis) {
    case 'B':
        return "B";
    case 'T':
        return square ? "T" : "Tq";
    case 'S':
        return square ? "T" : "Tk";
    case 'H':
        return "H";
    case 'G':
        return grouped ? "Hkv" : "H";
    case 'C':
        return "C";
    case 'd':
        return "d";
    case 'v':
        return sizes->v == sizes->d ? "d" : "dv";
    case 'J':
        return "H·d";
    case 'K':
        return grouped ? "Hkv·d" : "H·d";
    case 'V':
        return grouped ? "Hkv·dv" : "H·dv";
    case 'O':
        return "H·dv";
    default:
        return "N";
    }
}

static Sizes sizes_of(const Session *session) {
    const Model *model = &session->now->model;
    Place place = session_place(session);
    const Layer *layer = &model->layers[place.layer];
    return (Sizes){
        .b = model->record_count,
        .t = model_queries(model, place.layer, place.record),
        .s = model_keys(model, place.layer, place.record),
        .h = layer->heads,
        .g = layer->kv_heads,
        .c = model_width(model, place.layer, place.record),
        .d = model_head_width(model, place.layer, place.record),
        .v = model_value_width(model, place.layer, place.record),
        .n = model_output_width(model, place.layer, place.record),
    };
}

static size_t count_numbers(const Sizes *sizes, const char *axes, size_t times) {
    size_t count = 1;
    for (; *axes; axes++)
        count *= axis_size(sizes, *axes, times);
    return count;
}

enum {
    AXES_AT = 10,
    SHAPE_AT = 24,
    NUMBERS_AT = 43,
    BYTES_AT = 52,
    TWICE_AT = 63,
    TWICE_BYTES_AT = 71
};

static void put_right(Page *page, int end, int role, const char *text) {
    page_put(page, end - page_columns(page, text), role, text);
}

static void put_number(Page *page, int end, size_t number) {
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    put_right(page, end, ROLE_NUMBER, text);
}

static void put_array(Page *page, const Sizes *sizes, GridId grid, const char *axes,
                      int lang) {
    Text names = {0}, shape = {0};
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    for (const char *axis = axes; *axis; axis++) {
        text_format(&names, "%s%s", axis == axes ? "[" : ",", axis_name(sizes, *axis));
        text_format(&shape, "%s%zu", axis == axes ? "[" : ",",
                    axis_size(sizes, *axis, 1));
    }
    text_append(&names, "]");
    text_append(&shape, "]");
    page_line(page);
    page_put(page, 1, ROLE_NAME, message(lang, id));
    page_put(page, AXES_AT, ROLE_BASE, text_string(&names));
    page_put(page, SHAPE_AT, ROLE_BASE, text_string(&shape));
    size_t once = count_numbers(sizes, axes, 1), twice = count_numbers(sizes, axes, 2);
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
            put_right(page, heads[i].at, ROLE_QUIET, message(lang, heads[i].id));
        else
            page_put(page, heads[i].at, ROLE_QUIET, message(lang, heads[i].id));
    }
}

static void ledger_make(Page *page, const Session *session, int width) {
    Sizes sizes = sizes_of(session);
    int lang = session->look.lang;
    Place place = session_place(session);
    put_heads(page, lang);
    for (size_t i = 0; i < ARRAYS; i++)
        if (grid_exists(session->now, ledger_table[i].grid, place, NULL))
            put_array(page, &sizes, ledger_table[i].grid, ledger_table[i].axes, lang);
    page_line(page);
    page_line(page);
    page_wrap(page, 1, 1, width - 1, ROLE_QUIET, message(lang, "ledger.note"));
}

void ledger_draw(const Session *session, Frame *frame) {
    Page page;
    Text title = {0};
    int lang = session->look.lang;
    Place place = session_place(session);
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    ledger_make(&page, session, frame->width);
    text_format(&title, message(lang, "ledger.title"), place.layer + 1,
                session->now->model.layer_count);
    cover_draw(frame,
               &(Cover){.title = text_string(&title),
                        .hint = message(lang, "ledger.hint"),
                        .lang = lang,
                        .wanted = session->look.scroll,
                        .chosen = SIZE_MAX},
               &page);
    text_release(&title);
    page_release(&page);
}

OverlaySize ledger_size(const Session *session, const Frame *frame) {
    Page page;
    int room = cover_room(frame, &(Cover){0});
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    ledger_make(&page, session, frame->width);
    OverlaySize size = {.lines = page.count, .rows = room > 0 ? (size_t)room : 0};
    page_release(&page);
    return size;
}
