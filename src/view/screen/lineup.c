/* See lineup.h. Grids are taken by rank as long as they fit; the first one is taken always and
 * scrolls where it is too wide. What is taken stands in the order of the wants, which is the
 * order in which data flows. */
#include "view/screen/lineup.h"

#include "frame/cell.h"

enum { NARROW_SCREEN = 60, WIDEST_SIGN = 4, LEAST_SCROLLED = 2 };

/* A choice of wants and of the width of a cell of signs. */
typedef struct Choice {
    const Wants *wants;
    Span span;
    int sign;
    bool room; /* the wide gaps */
    bool taken[WANTS_MAX];
} Choice;

static int cell_of(const Choice *choice, const Want *want) {
    if (want->kind == WANT_SIGNS)
        return choice->sign;
    return cell_columns((CellShape){.integers = want->integers,
                                    .decimals = want->exact ? 0 : choice->span.decimals});
}

/* Columns of a whole grid; the closing blank is not counted. */
static int width_of(const Choice *choice, const Want *want) {
    int columns = want->labels + want->cells * cell_of(choice, want);
    int named = want->name - (want->kind != WANT_NUMBERS);
    return columns < named ? named : columns;
}

static int total_of(const Choice *choice) {
    int total = 0, closing = 0;
    bool first = true;
    for (int i = 0; i < choice->wants->count; i++) {
        const Want *want = &choice->wants->want[i];
        if (!choice->taken[i])
            continue;
        total += closing + width_of(choice, want);
        if (!first)
            total += choice->room ? want->room : want->gap;
        closing = want->kind != WANT_NUMBERS;
        first = false;
    }
    return total;
}

static int columns_of(const Choice *choice) {
    return choice->span.width - choice->span.left;
}

static int first_rank(const Wants *wants) {
    int best = 0;
    for (int i = 1; i < wants->count; i++)
        if (wants->want[i].rank < wants->want[best].rank)
            best = i;
    return best;
}

static Choice choice_start(const Wants *wants, Span span) {
    Choice choice = {.wants = wants, .span = span, .sign = span.least_sign};
    for (int i = 0; i < wants->count; i++)
        choice.taken[i] = i == first_rank(wants) || wants->want[i].must;
    return choice;
}

bool lineup_whole(const Wants *wants, Span span) {
    Choice choice = choice_start(wants, span);
    return total_of(&choice) <= columns_of(&choice);
}

static bool core_fits(const Wants *wants, Span span) {
    Choice choice = {.wants = wants, .span = span, .sign = span.least_sign};
    for (int i = 0; i < wants->count; i++)
        choice.taken[i] = wants->want[i].core;
    return total_of(&choice) <= columns_of(&choice);
}

int lineup_decimals(const Wants *wants, Span span, int digits) {
    static const int most_first[] = {6, 4, 3};
    if (digits)
        return digits;
    for (int i = 0; i < 3; i++) {
        span.decimals = most_first[i];
        if (core_fits(wants, span))
            return span.decimals;
    }
    /* A narrow screen shows one grid: it may keep four. */
    span.decimals = 4;
    return span.width < NARROW_SCREEN && lineup_whole(wants, span) ? 4 : 3;
}

static bool tie_holds(const Choice *choice, int index) {
    return !choice->wants->want[index].tied || (index > 0 && choice->taken[index - 1]);
}

/* Takes what fits, by rank: of the core, or of the rest. */
static void take(Choice *choice, bool core) {
    for (int rank = 0; rank < 2 * WANTS_MAX; rank++)
        for (int i = 0; i < choice->wants->count; i++) {
            const Want *want = &choice->wants->want[i];
            if (want->rank != rank || want->core != core || choice->taken[i] ||
                !tie_holds(choice, i))
                continue;
            choice->taken[i] = true;
            choice->taken[i] = total_of(choice) <= columns_of(choice);
        }
}

static void widen_signs(Choice *choice) {
    for (int sign = WIDEST_SIGN; sign > choice->span.least_sign; sign--) {
        choice->sign = sign;
        if (total_of(choice) <= columns_of(choice))
            return;
    }
    choice->sign = choice->span.least_sign;
}

/* ---- placing ---- */

static Column column_make(const Choice *choice, const Want *want) {
    return (Column){
        .grid = want->grid,
        .side = want->side,
        .labels = want->labels,
        .cell = cell_of(choice, want),
        .integers = want->kind == WANT_SIGNS ? 1 : want->integers,
        .decimals = want->exact || want->kind == WANT_SIGNS ? 0 : choice->span.decimals,
        .count = want->cells,
        .width = width_of(choice, want),
        .closed = want->kind != WANT_NUMBERS};
}

/* Only the first in rank may be too wide: it shows the cells around its cursor. */
static void scroll(const Want *want, int columns, Column *column) {
    int shown = (columns - want->labels) / column->cell;
    if (shown < 1)
        shown = 1;
    if (shown >= want->cells)
        return;
    column->count = shown;
    column->first = window_first(want->cells, shown, want->cursor < 0 ? 0 : want->cursor);
    column->width = want->labels + shown * column->cell;
}

static void place(const Choice *choice, int excess, Lineup *lineup) {
    int x = choice->span.left, top = first_rank(choice->wants);
    *lineup = (Lineup){0};
    for (int i = 0; i < choice->wants->count; i++) {
        const Want *want = &choice->wants->want[i];
        if (!choice->taken[i])
            continue;
        Column column = column_make(choice, want);
        if (i == top && excess > 0)
            scroll(want, column.width - excess, &column);
        if (lineup->count > 0)
            x += choice->room ? want->room : want->gap;
        column.x = x;
        x += column.width;
        if (column.closed && x >= choice->span.width)
            column.closed = false;
        column.width += column.closed;
        x += column.closed;
        lineup->column[lineup->count++] = column;
    }
}

/* The first in rank is too wide: beside it only what is tied to it, if two cells stay. */
static void take_tied(Choice *choice) {
    int top = first_rank(choice->wants);
    int cell = cell_of(choice, &choice->wants->want[top]);
    int labels = choice->wants->want[top].labels;
    for (int i = top + 1; i < choice->wants->count && choice->wants->want[i].tied; i++) {
        int rest = columns_of(choice) - labels - 1 -
                   width_of(choice, &choice->wants->want[i]) - choice->wants->want[i].gap;
        choice->taken[i] = choice->wants->want[i].must || rest >= LEAST_SCROLLED * cell;
    }
}

/* The core grid of keys that was driven out and has none tied to it, or ABSENT. */
static int driven_out(const Choice *choice) {
    const Wants *wants = choice->wants;
    for (int i = 0; i < wants->count; i++)
        if (wants->want[i].core && wants->want[i].kind == WANT_KEYS &&
            !choice->taken[i] && !(i + 1 < wants->count && wants->want[i + 1].tied))
            return i;
    return ABSENT;
}

/* A grid asked for that is not of the core takes the place and the width of the core grid that
 * it drove out, so that the others stand where they stood. */
static void take_place(Choice *choice, Wants *wants) {
    int top = first_rank(wants), host = driven_out(choice);
    if (wants->want[top].core || host == ABSENT)
        return;
    Want guest = wants->want[top];
    int width = width_of(choice, &wants->want[host]);
    if (width_of(choice, &guest) > width)
        return;
    Wants saved = *wants;
    Choice tried = *choice;
    guest.name = width + (guest.kind != WANT_NUMBERS);
    guest.gap = saved.want[host].gap;
    guest.room = saved.want[host].room;
    wants->want[top] = saved.want[host];
    wants->want[host] = guest;
    tried.taken[host] = true;
    tried.taken[top] = false;
    if (total_of(&tried) <= columns_of(&tried))
        *choice = tried;
    else
        *wants = saved;
}

void lineup_make(const Wants *given, Span span, Lineup *lineup) {
    Wants wants = *given;
    *lineup = (Lineup){0};
    if (wants.count == 0 || span.left >= span.width)
        return;
    Choice choice = choice_start(&wants, span);
    int excess = total_of(&choice) - columns_of(&choice);
    if (excess > 0) {
        take_tied(&choice);
        excess = total_of(&choice) - columns_of(&choice);
    } else {
        take(&choice, true);
        take_place(&choice, &wants);
        widen_signs(&choice);
        take(&choice, false);
        choice.room = true;
        int roomy = total_of(&choice);
        choice.room = roomy <= columns_of(&choice);
    }
    place(&choice, excess, lineup);
}

int lineup_width(const Lineup *lineup) {
    if (lineup->count == 0)
        return 0;
    const Column *last = &lineup->column[lineup->count - 1];
    return last->x + last->width - lineup->column[0].x;
}
