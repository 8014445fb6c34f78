/* See columns.h. A choice says which grids are taken. Its width is measured again after
 * each change, and a change that makes it too wide is undone. */
#include "view/screen/columns.h"

#include <stddef.h>

#include "base/minmax.h"
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
    int named = spec->name - (spec->kind != COLUMN_NUMBERS);
    return max_int(named, spec->labels + spec->cells * cell_of(choice, spec));
}

/* Returns the columns that the choice has too many; negative: it has room for more. */
static int excess_of(const Choice *choice) {
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
    return total - (choice->room.width - choice->room.left);
}

static bool fits(const Choice *choice) {
    return excess_of(choice) <= 0;
}

static int first_rank(const ColumnSpecs *specs) {
    int best = 0;
    for (int i = 1; i < specs->count; i++)
        if (specs->spec[i].rank < specs->spec[best].rank)
            best = i;
    return best;
}

/* The grids that a choice begins with; TAKE_FIRST: the one that stays longest. */
typedef enum Take { TAKE_FIRST, TAKE_CORE, TAKE_ALL } Take;

static Choice choice_of(const ColumnSpecs *specs, ColumnRoom room, Take take) {
    Choice choice = {.specs = specs, .room = room, .sign = room.least_sign};
    int first = first_rank(specs);
    for (int i = 0; i < specs->count; i++)
        choice.taken[i] = take == TAKE_ALL    ? true
                          : take == TAKE_CORE ? specs->spec[i].core
                                              : i == first || specs->spec[i].must;
    return choice;
}

bool columns_whole(const ColumnSpecs *specs, ColumnRoom room) {
    Choice choice = choice_of(specs, room, TAKE_FIRST);
    return fits(&choice);
}

int columns_decimals(const ColumnSpecs *specs, ColumnRoom room, int digits) {
    static const int most_first[] = {6, 4, 3};
    if (digits)
        return digits;
    for (int i = 0; i < 3; i++) {
        room.decimals = most_first[i];
        Choice core = choice_of(specs, room, TAKE_CORE);
        if (fits(&core))
            return room.decimals;
    }
    /* A narrow screen shows one grid, which may keep four decimals. */
    room.decimals = 4;
    return room.width < NARROW_SCREEN && columns_whole(specs, room) ? 4 : 3;
}

/* ---- choosing ---- */

/* Takes the grids that fit, by rank, either of the core or of the others. A tied grid is
 * taken only after the one before it. */
static void take_more(Choice *choice, bool core) {
    for (int rank = 0; rank < 2 * COLUMNS_MAX; rank++)
        for (int i = 0; i < choice->specs->count; i++) {
            const ColumnSpec *spec = &choice->specs->spec[i];
            bool tied = spec->tied && (i == 0 || !choice->taken[i - 1]);
            if (spec->rank != rank || spec->core != core || choice->taken[i] || tied)
                continue;
            choice->taken[i] = true;
            choice->taken[i] = fits(choice);
        }
}

/* Takes the grids that are tied to the first in rank, which is too wide, if two of its
 * cells stay. */
static void take_tied(Choice *choice) {
    const ColumnSpec *spec = choice->specs->spec;
    int top = first_rank(choice->specs), room = choice->room.width - choice->room.left;
    int least = spec[top].labels + 1 + LEAST_SCROLLED * cell_of(choice, &spec[top]);
    for (int i = top + 1; i < choice->specs->count && spec[i].tied; i++)
        choice->taken[i] =
            spec[i].must || least + width_of(choice, &spec[i]) + spec[i].gap <= room;
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
    ColumnSpecs swapped = *specs;
    ColumnSpec *guest = &swapped.spec[host];
    int width = width_of(choice, &specs->spec[host]);
    Choice tried = *choice;
    *guest = specs->spec[top];
    swapped.spec[top] = specs->spec[host];
    if (width_of(choice, guest) > width)
        return;
    guest->name = width + (guest->kind != COLUMN_NUMBERS);
    guest->gap = specs->spec[host].gap;
    guest->wide_gap = specs->spec[host].wide_gap;
    tried.specs = &swapped;
    tried.taken[host] = true;
    tried.taken[top] = false;
    if (!fits(&tried))
        return;
    *specs = swapped;
    *choice = tried;
    choice->specs = specs;
}

/* ---- placing ---- */

static Column column_make(const Choice *choice, const ColumnSpec *spec) {
    bool signs = spec->kind == COLUMN_SIGNS;
    return (Column){.grid = spec->grid,
                    .state = spec->state,
                    .labels = spec->labels,
                    .cell = cell_of(choice, spec),
                    .integers = signs ? 1 : spec->integers,
                    .decimals = spec->exact || signs ? 0 : choice->room.decimals,
                    .count = spec->cells,
                    .width = width_of(choice, spec),
                    .closed = spec->kind != COLUMN_NUMBERS};
}

/* Cuts a grid that is too wide to the cells around its cursor. Only the first in rank can
 * be. */
static void scroll(const ColumnSpec *spec, int columns, Column *column) {
    int shown = max_int(1, (columns - spec->labels) / column->cell);
    if (shown >= spec->cells)
        return;
    column->count = shown;
    column->first = window_first(spec->cells, shown, max_int(spec->cursor, 0));
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
        column.closed = column.closed && x + column.width < choice->room.width;
        column.width += column.closed;
        x += column.width;
        columns->column[columns->count++] = column;
    }
}

void columns_fit(const ColumnSpecs *given, ColumnRoom room, Columns *columns) {
    ColumnSpecs specs = *given;
    *columns = (Columns){0};
    if (specs.count == 0 || room.left >= room.width)
        return;
    Choice choice = choice_of(&specs, room, TAKE_FIRST);
    if (!fits(&choice)) {
        take_tied(&choice);
    } else {
        take_more(&choice, true);
        take_place(&choice, &specs);
        choice.sign = max_int(WIDEST_SIGN, room.least_sign);
        while (choice.sign > room.least_sign && !fits(&choice))
            choice.sign--;
        take_more(&choice, false);
        choice.wide_gaps = true;
        choice.wide_gaps = fits(&choice);
    }
    place(&choice, excess_of(&choice), columns);
}

void columns_place(const ColumnSpecs *specs, ColumnRoom room, Columns *columns) {
    Choice choice = choice_of(specs, room, TAKE_ALL);
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
