/* Lays the steps of an explanation out in the columns of a page. See writer.h. */
#include "base/minmax.h"
#include "explain/writer.h"

enum {
    HEAD_AT = 1,
    LABEL_AT = 2,
    LABEL_GAP = 3,
    CELL_GAP = 2,
    WORDS_LEAST = 24, /* columns that words get beside their label */
};

/* The page's columns: where cells and notes begin, how wide a cell is, where the last one
 * ends. */
typedef struct Columns {
    int cells_at, cell, note_at, end;
} Columns;

static Columns columns_with(const Writer *steps, const Page *page, int label_gap,
                            int cell_gap) {
    Columns columns = {0};
    int label = 6;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        label = max_int(label, page_columns(page, text_string(&step->label)));
        for (size_t k = 0; k < steps->shown; k++)
            columns.cell =
                max_int(columns.cell, page_columns(page, text_string(&step->cell[k])));
    }
    columns.cells_at = LABEL_AT + label + label_gap;
    columns.cell += cell_gap;
    columns.note_at = columns.cells_at + (int)steps->shown * columns.cell;
    columns.end = columns.note_at - cell_gap;
    return columns;
}

/* Takes narrow gaps if the cells do not fit with the usual ones. */
static Columns columns_of(const Writer *steps, const Page *page) {
    Columns columns = columns_with(steps, page, LABEL_GAP, CELL_GAP);
    return columns.end > steps->width ? columns_with(steps, page, 2, 1) : columns;
}

static void lay_cells(const Writer *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    for (size_t k = 0; k < steps->shown; k++)
        if (step->cell[k].length)
            page_put_style(page, columns.cells_at + (int)k * columns.cell, step->style[k],
                           text_string(&step->cell[k]));
    if (!step->text.length)
        return;
    int at = columns.note_at;
    if (at + page_columns(page, text_string(&step->text)) > steps->width) {
        page_line(page);
        at = columns.cells_at;
    }
    page_wrap(page, at, at, steps->width, step->role, text_string(&step->text));
}

/* Writes words beside their label, or below it if less than WORDS_LEAST columns are
 * left. */
static void lay_words(const Writer *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    int at = columns.cells_at;
    if (steps->width - at < WORDS_LEAST) {
        at = LABEL_AT + 2;
        if (step->label.length)
            page_line(page);
    }
    page_wrap(page, at, at, steps->width, step->role, text_string(&step->text));
}

bool steps_lay(const Writer *steps, Page *page) {
    Columns columns = columns_of(steps, page);
    if (steps->shown > 1 && columns.end > steps->width)
        return false;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        page_line(page);
        if (step->label.length)
            page_put(page, LABEL_AT, ROLE_QUIET, text_string(&step->label));
        if (step->head)
            page_wrap(page, HEAD_AT, HEAD_AT + 3, steps->width, step->role,
                      text_string(&step->text));
        else if (step->cells)
            lay_cells(steps, step, columns, page);
        else
            lay_words(steps, step, columns, page);
    }
    return true;
}
