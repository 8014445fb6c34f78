/* Writes the changes of inputs on one line: the row that a perturb replaced, as in
 * "x[3] 1 1 → 4 0", and the numbers that the last action wrote, as in "W_V[1,1] 1 → 2". */
#include "base/text.h"
#include "frame/cell.h"
#include "session/language.h"
#include "base/minmax.h"
#include "screen/screen.h"

enum { GAP = 4, LONGEST = 4, CELLS_MOST = 4096 };

/* Some columns of a row, and the state in which they were other numbers. */
typedef struct Change {
    GridId grid;
    Place place;
    size_t row, first, count;
    Sheet *then;
} Change;

/* Returns true if a state has the cells; under `known` it may have fewer rows. */
static bool is_there(const Sheet *sheet, const Change *change) {
    return sheet_has(sheet, change->grid, change->place) &&
           change->row < grid_rows(sheet, change->grid, change->place) &&
           change->first + change->count <= grid_cols(sheet, change->grid, change->place);
}

static void numbers_text(const Screen *screen, Sheet *sheet, const Change *change,
                         Text *text) {
    for (size_t c = 0; c < change->count; c++) {
        double value = grid_cell(sheet, change->grid, change->place, change->row,
                                 change->first + c, NULL);
        text_format(text, " %s", number_text(value, 3, screen->ascii).text);
    }
}

/* Writes one change if it fits. Returns the first free column. */
static int change_draw(const Screen *screen, const Change *change, int end, int y) {
    const GridSpec *spec = &grid_table[change->grid];
    Pen pen = screen_pen(screen, end + GAP, y);
    Text text = {0};
    if (change->count > LONGEST || session_covered(screen->session, change->grid) ||
        !is_there(change->then, change) || !is_there(screen->now, change))
        return end;
    pen.end--;
    text_format(&text, "%s[%ld", grid_title(screen->lang, change->grid),
                number_of(screen, spec->rows, change->row));
    if (change->count == 1)
        text_format(&text, ",%ld", number_of(screen, spec->cols, change->first));
    text_append(&text, "] ");
    numbers_text(screen, change->then, change, &text);
    text_append(&text, " →");
    numbers_text(screen, screen->now, change, &text);
    bool whole = pen_whole(&pen, ROLE_QUIET, "%s", text_string(&text));
    text_release(&text);
    return whole ? pen.x : end;
}

static Change perturbed(const Screen *screen) {
    const Baseline *baseline = &screen->session->baseline;
    Place place = {.record = baseline->record, .head = screen->at.place.head};
    return (Change){.grid = baseline->part,
                    .place = place,
                    .row = baseline->row,
                    .count = grid_cols(screen->now, baseline->part, place),
                    .then = baseline->sheet};
}

/* The matrix of an input that the scene gives, or NULL. */
static const Matrix *input_matrix(const Sheet *sheet, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    if (spec->input == GRID_COMPUTED || !sheet_has(sheet, grid, place))
        return NULL;
    return spec->input == GRID_OF_LAYER
               ? part_of(&sheet->model.layers[place.layer].part[spec->part], place.head)
               : given_matrix(&sheet->model, place, (RecordPart)spec->part);
}

/* Finds the first score that the last change wrote by hand. */
static bool find_score(const Screen *screen, Change *change) {
    Place at = screen->at.place;
    Sheet *before = screen->session->before;
    const CellEdits *scores = &screen->model->records[at.record].scores;
    for (size_t i = 0; i < scores->count; i++) {
        const CellEdit *edit = &scores->edit[i];
        const double *then = model_score_edit(&before->model, at, edit->query, edit->key);
        if (edit->layer != at.layer || edit->head != at.head ||
            (then && same_bits(*then, edit->value)))
            continue;
        *change = (Change){GRID_SCORES, at, edit->query, edit->key, 1, before};
        return true;
    }
    return false;
}

/* Finds the first row of a grid in which the last change wrote. */
static bool find_row(const Screen *screen, GridId grid, Change *change) {
    Place place = screen->at.place;
    Sheet *before = screen->session->before;
    const Matrix *now = input_matrix(screen->now, grid, place);
    const Matrix *then = now ? input_matrix(before, grid, place) : NULL;
    if (!then || !matrix_present(now) || !matrix_present(then) ||
        matrix_same_store(now, then) || now->rows * now->cols > CELLS_MOST)
        return false;
    size_t rows =
        min_size(grid_rows(screen->now, grid, place), grid_rows(before, grid, place));
    size_t cols =
        min_size(grid_cols(screen->now, grid, place), grid_cols(before, grid, place));
    *change = (Change){.grid = grid, .place = place, .then = before};
    for (; !change->count && change->row < rows; change->row += !change->count)
        for (size_t col = 0; col < cols; col++)
            if (!same_bits(grid_cell(before, grid, place, change->row, col, NULL),
                           grid_cell(screen->now, grid, place, change->row, col, NULL))) {
                change->first = change->count ? change->first : col;
                change->count = col - change->first + 1;
            }
    return change->count > 0;
}

static bool find_change(const Screen *screen, GridId grid, Change *change) {
    return find_row(screen, grid, change) ||
           (grid == GRID_SCORES && find_score(screen, change));
}

int inputs_changed_draw(const Screen *screen, size_t record, int end, int y) {
    const Baseline *baseline = &screen->session->baseline;
    bool perturb = baseline->kind == BASELINE_PERTURB;
    if (perturb && baseline->record == record) {
        Change change = perturbed(screen);
        end = change_draw(screen, &change, end, y);
    }
    for (unsigned g = 0; screen->session->before && g < GRID_COUNT; g++) {
        Change change;
        if (record == screen->at.place.record &&
            find_change(screen, (GridId)g, &change) &&
            !(perturb && baseline->part == (GridId)g && baseline->row == change.row))
            end = change_draw(screen, &change, end, y);
    }
    return end;
}
