/* See layout.h. A choice is placed again after each change, and a change that makes it
 * too wide is undone. */
#include "screen/layout.h"

#include <stddef.h>

#include "base/minmax.h"
#include "frame/cell.h"

enum { NARROW_SCREEN = 60, WIDEST_SIGN = 4, LEAST_SCROLLED = 2 };

/* Grids, of which some are taken, and the width of their cells of signs. */
typedef struct Choice {
    Columns columns;
    ColumnRoom room;
    int sign;
    bool wide_gaps;
} Choice;

static int cell_of(const Choice *choice, const Column *column) {
    if (column->kind == COLUMN_SIGNS)
        return choice->sign;
    return cell_columns(
        (CellShape){.integers = column->integers,
                    .decimals = column->exact ? 0 : choice->room.decimals});
}

/* Returns the columns of a whole grid without its closing blank. */
static int width_of(const Choice *choice, const Column *column) {
    int named = column->name - (column->kind != COLUMN_NUMBERS);
    return max_int(named, column->labels + column->cells * cell_of(choice, column));
}

static int first_rank(const Columns *columns) {
    int best = 0;
    for (int i = 1; i < columns->count; i++)
        if (columns->column[i].rank < columns->column[best].rank)
            best = i;
    return best;
}

/* Cuts a grid that is too wide to the cells around its cursor. Only the first in rank can
 * be. */
static void scroll(Column *column, int columns) {
    int shown = max_int(1, (columns - column->labels) / column->cell);
    if (shown >= column->cells)
        return;
    column->count = shown;
    column->first = window_first(column->cells, shown, max_int(column->cursor, 0));
    column->width = column->labels + shown * column->cell;
}

/* Returns true if a grid at the edge of the screen needs a column after it for the ] of
 * the cursor. A cell of numbers below 1 can give up the zero before the point for it. */
static bool needs_bracket(const Column *column) {
    return column->cursor != ABSENT && (column->exact || column->largest > 1);
}

/* Takes a column from the first gap for the ] of a cursor in the last grid, which ends
 * at the edge of the screen. Returns false if there is no gap. */
static bool take_gap(Columns *columns) {
    Column *column = columns->column, *last = column + columns->count - 1;
    int i = 1;
    while (i < columns->count && column[i].x <= column[i - 1].x + column[i - 1].width)
        i++;
    if (i >= columns->count)
        return false;
    for (; i < columns->count; i++)
        column[i].x--;
    last->closed = last->kind != COLUMN_NUMBERS;
    last->width += last->closed;
    return true;
}

/* Places the grids that are taken, of which the first in rank gives up `excess` columns.
 * Returns the columns that are too many; negative: there is room for more. */
static int place(const Choice *choice, int excess, Columns *columns) {
    int x = choice->room.left, end = x, top = first_rank(&choice->columns);
    columns->count = 0;
    for (int i = 0; i < choice->columns.count; i++) {
        Column column = choice->columns.column[i];
        bool closes = column.kind != COLUMN_NUMBERS;
        if (!column.taken)
            continue;
        column.cell = cell_of(choice, &column);
        column.decimals = column.exact ? 0 : choice->room.decimals;
        column.count = column.cells;
        column.width = width_of(choice, &column);
        if (i == top && excess > 0)
            scroll(&column, column.width - excess);
        if (columns->count > 0)
            x += choice->wide_gaps ? column.wide_gap : column.gap;
        column.x = x;
        end = x + column.width;
        column.closed = closes && end < choice->room.width;
        column.width += column.closed;
        x = end + closes;
        columns->column[columns->count++] = column;
    }
    int more = end - choice->room.width;
    if (columns->count > 0 && (more > 0 || (more == 0 && !take_gap(columns))))
        more += needs_bracket(&columns->column[columns->count - 1]);
    return more;
}

static int excess_of(const Choice *choice) {
    Columns placed;
    return place(choice, 0, &placed);
}

static bool fits(const Choice *choice) {
    return excess_of(choice) <= 0;
}

/* The grids that a choice begins with; TAKE_FIRST: the one that stays longest. */
typedef enum Take { TAKE_FIRST, TAKE_ASKED, TAKE_CORE, TAKE_ALL } Take;

static Choice choice_of(const Columns *grids, ColumnRoom room, Take take) {
    Choice choice = {.columns = *grids, .room = room, .sign = room.least_sign};
    int first = first_rank(grids);
    for (int i = 0; i < grids->count; i++) {
        Column *column = &choice.columns.column[i];
        column->taken = take == TAKE_ALL    ? true
                        : take == TAKE_CORE ? column->core
                                            : i == first || column->must ||
                                                  (take == TAKE_ASKED && column->asked);
    }
    return choice;
}

/* Returns the most decimals with which these grids fit; 0: they do not. */
static int decimals_of(const Columns *grids, ColumnRoom room, Take take) {
    static const int most_first[] = {6, 4, 3};
    for (int i = 0; i < 3; i++) {
        room.decimals = most_first[i];
        Choice choice = choice_of(grids, room, take);
        if (fits(&choice))
            return room.decimals;
    }
    return 0;
}

bool columns_whole(const Columns *grids, ColumnRoom room) {
    Choice choice = choice_of(grids, room, TAKE_FIRST);
    return fits(&choice);
}

int columns_decimals(const Columns *grids, ColumnRoom room, int digits) {
    bool asked = false;
    for (int i = 0; i < grids->count; i++)
        asked |= grids->column[i].asked;
    int core = digits ? digits : decimals_of(grids, room, TAKE_CORE);
    if (core)
        return core;
    if (asked)
        return max_int(3, min_int(4, decimals_of(grids, room, TAKE_ASKED)));
    /* A narrow screen shows one grid, which may keep four decimals. */
    room.decimals = 4;
    return room.width < NARROW_SCREEN && columns_whole(grids, room) ? 4 : 3;
}

/* ---- choosing ---- */

/* Takes the grids that fit, by rank, either of the core or of the others. A tied grid is
 * taken only after the one before it. */
static void take_more(Choice *choice, bool core) {
    Column *column = choice->columns.column;
    for (int rank = 0; rank < 2 * COLUMNS_MAX; rank++)
        for (int i = 0; i < choice->columns.count; i++) {
            bool tied = column[i].tied && (i == 0 || !column[i - 1].taken);
            if (column[i].rank != rank || column[i].core != core || column[i].taken ||
                tied)
                continue;
            column[i].taken = true;
            column[i].taken = fits(choice);
        }
}

/* Takes the grids that are tied to the first in rank, which is too wide, if two of its
 * cells stay. */
static void take_tied(Choice *choice) {
    Column *column = choice->columns.column;
    int top = first_rank(&choice->columns), room = choice->room.width - choice->room.left;
    int least = column[top].labels + 1 + LEAST_SCROLLED * cell_of(choice, &column[top]);
    for (int i = top + 1; i < choice->columns.count && column[i].tied; i++)
        column[i].taken = column[i].must ||
                          least + width_of(choice, &column[i]) + column[i].gap <= room;
}

/* Returns the core grid of keys that found no room and that no other is tied to, or
 * NULL. */
static Column *driven_out(Columns *columns) {
    for (int i = 0; i < columns->count; i++) {
        Column *column = &columns->column[i];
        if (column->core && column->kind == COLUMN_KEYS && !column->taken &&
            !(i + 1 < columns->count && column[1].tied))
            return column;
    }
    return NULL;
}

/* Gives a focused grid outside the core the place and width of the core grid that found
 * no room beside it, so that the other grids keep their places. */
static void take_place(Choice *choice) {
    Choice tried = *choice;
    Column *focused = &tried.columns.column[first_rank(&tried.columns)];
    Column *host = driven_out(&tried.columns), guest = *focused;
    if (focused->core || !host || width_of(choice, focused) > width_of(choice, host))
        return;
    guest.name = width_of(choice, host) + (guest.kind != COLUMN_NUMBERS);
    guest.gap = host->gap;
    guest.wide_gap = host->wide_gap;
    *focused = *host;
    *host = guest;
    if (fits(&tried))
        *choice = tried;
}

void columns_fit(const Columns *grids, ColumnRoom room, Columns *columns) {
    Choice choice = choice_of(grids, room, TAKE_FIRST);
    columns->count = 0;
    if (grids->count == 0 || room.left >= room.width)
        return;
    if (!fits(&choice)) {
        take_tied(&choice);
    } else {
        take_more(&choice, true);
        take_place(&choice);
        choice.sign = max_int(WIDEST_SIGN, room.least_sign);
        while (choice.sign > room.least_sign && !fits(&choice))
            choice.sign--;
        take_more(&choice, false);
        choice.wide_gaps = true;
        choice.wide_gaps = fits(&choice);
    }
    place(&choice, excess_of(&choice), columns);
}

void columns_place(const Columns *grids, ColumnRoom room, Columns *columns) {
    Choice choice = choice_of(grids, room, TAKE_ALL);
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
