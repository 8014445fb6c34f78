/* Lays the steps of an explanation out in the columns of a page. See steps.h. */
#include "base/minmax.h"
#include "explain/steps.h"

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

static Columns columns_with(const Steps *steps, const Page *page, int label_gap,
                            int cell_gap) {
    Columns columns = {0};
    int label = 6;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        if (!step->head)
            label = max_int(label, page_columns(page, step->label));
        for (size_t k = 0; k < steps->shown; k++)
            if (step->cell[k])
                columns.cell = max_int(columns.cell, page_columns(page, step->cell[k]));
    }
    columns.cells_at = LABEL_AT + label + label_gap;
    columns.cell += cell_gap;
    columns.note_at = columns.cells_at + (int)steps->shown * columns.cell;
    columns.end = columns.note_at - cell_gap;
    return columns;
}

/* Takes narrow gaps if the cells do not fit with the usual ones. */
static Columns columns_of(const Steps *steps, const Page *page) {
    Columns columns = columns_with(steps, page, LABEL_GAP, CELL_GAP);
    return columns.end > steps->width ? columns_with(steps, page, 2, 1) : columns;
}

static void lay_cells(const Steps *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    for (size_t k = 0; k < steps->shown; k++)
        if (*step->cell[k])
            page_put_style(page, columns.cells_at + (int)k * columns.cell, step->style[k],
                           step->cell[k]);
    if (!step->text)
        return;
    int at = columns.note_at;
    if (at + page_columns(page, step->text) > steps->width) {
        page_line(page);
        at = columns.cells_at;
    }
    page_wrap(page, at, at, steps->width, step->role, step->text);
}

/* Writes words beside their label, or below it if less than WORDS_LEAST columns are
 * left. */
static void lay_words(const Steps *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    int at = columns.cells_at;
    if (steps->width - at < WORDS_LEAST) {
        at = LABEL_AT + 2;
        if (*step->label)
            page_line(page);
    }
    page_wrap(page, at, at, steps->width, step->role, step->text);
}

bool steps_lay(const Steps *steps, Page *page) {
    Columns columns = columns_of(steps, page);
    if (steps->shown > 1 && columns.end > steps->width)
        return false;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        page_line(page);
        if (step->head && *step->label)
            page_wrap(page, HEAD_AT, HEAD_AT + 3, steps->width, ROLE_NAME, step->label);
        else if (*step->label)
            page_put(page, LABEL_AT, ROLE_QUIET, step->label);
        if (step->cell[0])
            lay_cells(steps, step, columns, page);
        else if (step->text)
            lay_words(steps, step, columns, page);
    }
    return true;
}
