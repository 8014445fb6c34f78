/* See columns.h. A choice says which grids are taken. Its width is measured again after
 * each change, and a change that makes it too wide is undone. */
#include "view/screen/columns.h"

#include <stddef.h>

#include "frame/cell.h"

enum { NARROW_SCREEN = 60, WIDEST_SIGN = 4, LEAST_SCROLLED = 2 };

/* The grids that are taken, and the width of their cells of signs. */
typedef struct Choice {
    const ColumnSpecs *specs;
    ColumnRoom room;
    int sign;
    bool wide_gaps;
    bool taken[COLUMNS_MAX];
} Choice;

static int cell_of(const Choice *choice, const ColumnSpec *spec) {
    if (spec->kind == COLUMN_SIGNS)
        return choice->sign;
    return cell_columns((CellShape){.integers = spec->integers,
                                    .decimals = spec->exact ? 0 : choice->room.decimals});
}

/* Returns the columns of a whole grid without its closing blank. */
static int width_of(const Choice *choice, const ColumnSpec *spec) {
    int columns = spec->labels + spec->cells * cell_of(choice, spec);
    int named = spec->name - (spec->kind != COLUMN_NUMBERS);
    return columns < named ? named : columns;
}

static int total_of(const Choice *choice) {
    int total = 0, closing = 0;
    bool first = true;
    for (int i = 0; i < choice->specs->count; i++) {
        const ColumnSpec *spec = &choice->specs->spec[i];
        if (!choice->taken[i])
            continue;
        total += closing + width_of(choice, spec);
        if (!first)
            total += choice->wide_gaps ? spec->wide_gap : spec->gap;
        closing = spec->kind != COLUMN_NUMBERS;
        first = false;
    }
    return total;
}

static int columns_of(const Choice *choice) {
    return choice->room.width - choice->room.left;
}

static int first_rank(const ColumnSpecs *specs) {
    int best = 0;
    for (int i = 1; i < specs->count; i++)
        if (specs->spec[i].rank < specs->spec[best].rank)
            best = i;
    return best;
}

static Choice choice_start(const ColumnSpecs *specs, ColumnRoom room) {
    Choice choice = {.specs = specs, .room = room, .sign = room.least_sign};
    for (int i = 0; i < specs->count; i++)
        choice.taken[i] = i == first_rank(specs) || specs->spec[i].must;
    return choice;
}

bool columns_whole(const ColumnSpecs *specs, ColumnRoom room) {
    Choice choice = choice_start(specs, room);
    return total_of(&choice) <= columns_of(&choice);
}

static bool core_fits(const ColumnSpecs *specs, ColumnRoom room) {
    Choice choice = {.specs = specs, .room = room, .sign = room.least_sign};
    for (int i = 0; i < specs->count; i++)
        choice.taken[i] = specs->spec[i].core;
    return total_of(&choice) <= columns_of(&choice);
}

int columns_decimals(const ColumnSpecs *specs, ColumnRoom room, int digits) {
    static const int most_first[] = {6, 4, 3};
    if (digits)
        return digits;
    for (int i = 0; i < 3; i++) {
        room.decimals = most_first[i];
        if (core_fits(specs, room))
            return room.decimals;
    }
    /* A narrow screen shows one grid, which may keep four decimals. */
    room.decimals = 4;
    return room.width < NARROW_SCREEN && columns_whole(specs, room) ? 4 : 3;
}

static bool tie_holds(const Choice *choice, int index) {
    return !choice->specs->spec[index].tied || (index > 0 && choice->taken[index - 1]);
}

/* Takes the grids that fit, by rank, either of the core or of the others. */
static void take(Choice *choice, bool core) {
    for (int rank = 0; rank < 2 * COLUMNS_MAX; rank++)
        for (int i = 0; i < choice->specs->count; i++) {
            const ColumnSpec *spec = &choice->specs->spec[i];
            if (spec->rank != rank || spec->core != core || choice->taken[i] ||
                !tie_holds(choice, i))
                continue;
            choice->taken[i] = true;
            choice->taken[i] = total_of(choice) <= columns_of(choice);
        }
}

static void widen_signs(Choice *choice) {
    for (int sign = WIDEST_SIGN; sign > choice->room.least_sign; sign--) {
        choice->sign = sign;
        if (total_of(choice) <= columns_of(choice))
            return;
    }
    choice->sign = choice->room.least_sign;
}

/* ---- placing ---- */

static Column column_make(const Choice *choice, const ColumnSpec *spec) {
    return (Column){
        .grid = spec->grid,
        .state = spec->state,
        .labels = spec->labels,
        .cell = cell_of(choice, spec),
        .integers = spec->kind == COLUMN_SIGNS ? 1 : spec->integers,
        .decimals = spec->exact || spec->kind == COLUMN_SIGNS ? 0 : choice->room.decimals,
        .count = spec->cells,
        .width = width_of(choice, spec),
        .closed = spec->kind != COLUMN_NUMBERS};
}

/* Cuts a grid that is too wide to the cells around its cursor. Only the first in rank can
 * be. */
static void scroll(const ColumnSpec *spec, int columns, Column *column) {
    int shown = (columns - spec->labels) / column->cell;
    if (shown < 1)
        shown = 1;
    if (shown >= spec->cells)
        return;
    column->count = shown;
    column->first = window_first(spec->cells, shown, spec->cursor < 0 ? 0 : spec->cursor);
    column->width = spec->labels + shown * column->cell;
}

static void place(const Choice *choice, int excess, Columns *columns) {
    int x = choice->room.left, top = first_rank(choice->specs);
    *columns = (Columns){0};
    for (int i = 0; i < choice->specs->count; i++) {
        const ColumnSpec *spec = &choice->specs->spec[i];
        if (!choice->taken[i])
            continue;
        Column column = column_make(choice, spec);
        if (i == top && excess > 0)
            scroll(spec, column.width - excess, &column);
        if (columns->count > 0)
            x += choice->wide_gaps ? spec->wide_gap : spec->gap;
        column.x = x;
        x += column.width;
        if (column.closed && x >= choice->room.width)
            column.closed = false;
        column.width += column.closed;
        x += column.closed;
        columns->column[columns->count++] = column;
    }
}

/* Takes the grids that are tied to the first in rank, which is too wide, if two of its
 * cells stay. */
static void take_tied(Choice *choice) {
    int top = first_rank(choice->specs);
    int cell = cell_of(choice, &choice->specs->spec[top]);
    int labels = choice->specs->spec[top].labels;
    for (int i = top + 1; i < choice->specs->count && choice->specs->spec[i].tied; i++) {
        int rest = columns_of(choice) - labels - 1 -
                   width_of(choice, &choice->specs->spec[i]) - choice->specs->spec[i].gap;
        choice->taken[i] = choice->specs->spec[i].must || rest >= LEAST_SCROLLED * cell;
    }
}

/* Returns the core grid of keys that found no room and that no other is tied to, or
 * ABSENT. */
static int driven_out(const Choice *choice) {
    const ColumnSpecs *specs = choice->specs;
    for (int i = 0; i < specs->count; i++)
        if (specs->spec[i].core && specs->spec[i].kind == COLUMN_KEYS &&
            !choice->taken[i] && !(i + 1 < specs->count && specs->spec[i + 1].tied))
            return i;
    return ABSENT;
}

/* Gives a focused grid outside the core the place and width of the core grid that found
 * no room beside it, so that the other grids keep their places. */
static void take_place(Choice *choice, ColumnSpecs *specs) {
    int top = first_rank(specs), host = driven_out(choice);
    if (specs->spec[top].core || host == ABSENT)
        return;
    ColumnSpec guest = specs->spec[top];
    int width = width_of(choice, &specs->spec[host]);
    if (width_of(choice, &guest) > width)
        return;
    ColumnSpecs saved = *specs;
    Choice tried = *choice;
    guest.name = width + (guest.kind != COLUMN_NUMBERS);
    guest.gap = saved.spec[host].gap;
    guest.wide_gap = saved.spec[host].wide_gap;
    specs->spec[top] = saved.spec[host];
    specs->spec[host] = guest;
    tried.taken[host] = true;
    tried.taken[top] = false;
    if (total_of(&tried) <= columns_of(&tried))
        *choice = tried;
    else
        *specs = saved;
}

void columns_fit(const ColumnSpecs *given, ColumnRoom room, Columns *columns) {
    ColumnSpecs specs = *given;
    *columns = (Columns){0};
    if (specs.count == 0 || room.left >= room.width)
        return;
    Choice choice = choice_start(&specs, room);
    int excess = total_of(&choice) - columns_of(&choice);
    if (excess > 0) {
        take_tied(&choice);
        excess = total_of(&choice) - columns_of(&choice);
    } else {
        take(&choice, true);
        take_place(&choice, &specs);
        widen_signs(&choice);
        take(&choice, false);
        choice.wide_gaps = true;
        choice.wide_gaps = total_of(&choice) <= columns_of(&choice);
    }
    place(&choice, excess, columns);
}

void columns_place(const ColumnSpecs *specs, ColumnRoom room, Columns *columns) {
    Choice choice = {.specs = specs, .room = room, .sign = room.least_sign};
    for (int i = 0; i < specs->count; i++)
        choice.taken[i] = true;
    place(&choice, 0, columns);
}

void columns_align(Columns *columns, const Columns *above, int left, int width) {
    for (int i = 0; i < columns->count; i++) {
        Column *column = &columns->column[i];
        for (int u = 0; u < above->count; u++) {
            int x = above->column[u].x;
            if (above->column[u].state == column->state && x >= left &&
                x + column->width <= width)
                column->x = x;
        }
        if (column->x < left)
            return; /* this one and the rest are too wide and keep their places */
        left = column->x + column->width;
    }
}

/* ---- questions ---- */

int columns_end(const Columns *columns) {
    if (columns->count == 0)
        return 0;
    const Column *last = &columns->column[columns->count - 1];
    return last->x + last->width;
}

const Column *columns_find(const Columns *columns, GridId grid) {
    for (int i = 0; i < columns->count; i++)
        if (columns->column[i].grid == grid)
            return &columns->column[i];
    return NULL;
}

int window_first(int total, int shown, int cursor) {
    if (cursor < shown || shown <= 0)
        return 0;
    int step = shown > 1 ? shown / 2 : 1;
    int first = ((cursor - shown) / step + 1) * step;
    return first + shown > total ? total - shown : first;
}
