/* Where q, k and v come from (x·W, or the scene), and numbers that the scene gives. */
#include <stdint.h>
#include <string.h>

#include "session/language.h"
#include "explain/explain.h"

typedef struct Projection {
    RecordPart given;
    LayerPart weights;
    const char *of; /* the matrix, as formulas call it */
} Projection;

static Projection projection_of(GridId grid) {
    if (grid == GRID_Q)
        return (Projection){PART_Q, PART_WQ, "W_Q"};
    if (grid == GRID_K)
        return (Projection){PART_K, PART_WK, "W_K"};
    return (Projection){PART_V, PART_WV, "W_V"};
}

/* One number of a head's q, k or v: where it stands in the array with all heads side by side. */
typedef struct Source {
    size_t row, col, width, heads, head; /* head: of its own kind, q or k and v */
} Source;

static Source source_of(const Account *account, GridId grid, size_t row, size_t col) {
    const Layer *layer = &account->model->layers[account->place.layer];
    Source source = {.row = row,
                     .width = grid_cols(account->sheet, grid, account->place)};
    source.heads = grid == GRID_Q ? layer->heads : layer->kv_heads;
    source.head =
        grid == GRID_Q ? account->place.head : kv_head_of(layer, account->place.head);
    source.col = source.head * source.width + col;
    if (layer->options.split == RESHAPE_RAW) {
        size_t positions = grid_rows(account->sheet, grid, account->place);
        size_t flat = (source.head * positions + row) * source.width + col;
        source.row = flat / (source.heads * source.width);
        source.col = flat % (source.heads * source.width);
    }
    return source;
}

static void tell_source(Account *account, GridId grid, const Source *source) {
    const Layer *layer = &account->model->layers[account->place.layer];
    if (grid != GRID_Q && layer->kv_heads != layer->heads)
        account_tell(account, ROLE_BASE, "kv-map", "explain.reads-kv",
                     account->place.head + 1, source->head + 1);
    if (source->heads == 1)
        return;
    if (layer->options.split == RESHAPE_RAW)
        account_tell(account, ROLE_BASE, "split", "explain.split-raw",
                     account_count(account, AXIS_KEY, source->row),
                     account_count(account, AXIS_JOINED, source->col));
    else
        account_tell(
            account, ROLE_BASE, "split", "explain.split", source->head + 1,
            account_count(account, AXIS_JOINED, source->head * source->width),
            account_count(account, AXIS_JOINED, (source->head + 1) * source->width - 1));
}

static void tell_x(Account *account, size_t row, const double *x, size_t count) {
    Text text = {0}, label = {0};
    text_format(&label, "x[%ld]", account_count(account, AXIS_KEY, row));
    account_vector(account, x, count, &text);
    if (account->place.layer > 0) {
        text_append(&text, "   ");
        account_words(account, &text, "explain.x-is-y", account->place.layer + 1,
                      account->place.layer);
    }
    account_say(account, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
}

static void tell_product(Account *account, GridId grid, const Source *source, size_t row,
                         size_t col) {
    const Model *model = account->model;
    Projection of = projection_of(grid);
    const Part *part = &model->layers[account->place.layer].part[of.weights];
    const Matrix *weights = part_of(part, source->col / source->width);
    size_t column = weights == &part->common ? source->col : source->col % source->width;
    size_t length = model_width(model, account->place.layer, account->place.record);
    const double *x = pass_x(account->pass, account->place, source->row, NULL);
    Chain chain = {{0}, 0, 0, 0};
    Text label = {0};
    tell_x(account, source->row, x, length);
    account_tell(account, ROLE_BASE, of.of, "explain.column",
                 account_count(account, AXIS_JOINED, column));
    for (size_t c = 0; c < length; c++)
        chain_product(account, &chain, c < TERMS_SHOWN, x[c],
                      matrix_at(weights, c, column));
    account_name(account, grid, account->place, row, col, &label);
    chain_end(account, &chain, text_string(&label),
              grid_cell(account->sheet, grid, account->place, row, col, NULL));
    text_release(&label);
}

void explain_projection(Account *account, GridId grid, size_t row, size_t col) {
    Projection of = projection_of(grid);
    const Part *given =
        given_part(account->model, account->place.layer, account->place.record, of.given);
    RowState state;
    grid_cell(account->sheet, grid, account->place, row, col, &state);
    Source source = source_of(account, grid, row, col);
    if (part_present(given)) {
        if (part_of(given, source.head) == &given->common)
            tell_source(account, grid, &source);
        explain_given(account, grid, row, col);
    } else if (state == ROWSTATE_UNDEFINED) {
        account_tell(account, ROLE_TROUBLE, "", "explain.reads-undefined",
                     account->place.layer);
        account_result(account, grid, account->place, row, col);
    } else {
        tell_source(account, grid, &source);
        tell_product(account, grid, &source, row, col);
    }
}

/* ---- numbers of the scene ---- */

/* The number as the file has it; false where the file has no such cell. */
static bool as_written(const Account *account, GridId grid, size_t row, size_t col,
                       double *number) {
    Sheet file = {.owners = 1, .model = account->session->scene.model};
    if (!grid_exists(&file, grid, account->place, NULL) ||
        row >= grid_rows(&file, grid, account->place) ||
        col >= grid_cols(&file, grid, account->place))
        return false;
    file.pass = pass_new(&file.model);
    *number = grid_cell(&file, grid, account->place, row, col, NULL);
    pass_free(file.pass);
    return true;
}

static void tell_wo_place(Account *account, size_t row) {
    const Layer *layer = &account->model->layers[account->place.layer];
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    size_t own = layer->options.wo_order.entry[row / block];
    if (own != row / block)
        account_tell(account, ROLE_BASE, "wo-order", "explain.wo-place", row / block + 1,
                     own + 1);
}

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

void explain_given(Account *account, GridId grid, size_t row, size_t col) {
    double now = grid_cell(account->sheet, grid, account->place, row, col, NULL),
           file = 0;
    char number[40];
    if (grid == GRID_WO)
        tell_wo_place(account, row);
    bool changed =
        as_written(account, grid, row, col, &file) && bits_of(now) != bits_of(file);
    if (changed)
        account_tell(account, ROLE_CHANGED, "", "explain.changed",
                     account_number(account, file, number));
    else
        account_tell(account, ROLE_BASE, "", "explain.given");
    account_result(account, grid, account->place, row, col);
}
