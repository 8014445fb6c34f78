/* See mouse.h. */
#include "session/mouse.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/internal.h"

enum { WHEEL_STEPS = 3 };

/* A row or column as users count it. */
static long number(const Session *session, size_t index) {
    return session->scene.base + (long)index;
}

/* Applies allow, forbid or flip to a cell, and joins it to the run that is being
 * painted. */
static bool force(Session *session, const char *how, size_t query, size_t key) {
    session->joining = true;
    bool fine = session_act(session, "%s %ld %ld", how, number(session, query),
                            number(session, key));
    session->joining = false;
    return fine;
}

/* ---- cells ---- */

static bool same_grid(const Click *a, const Click *b) {
    return a->kind == b->kind && a->grid == b->grid && a->record == b->record &&
           a->head == b->head && a->lane == b->lane;
}

bool click_same(const Click *a, const Click *b) {
    return same_grid(a, b) && a->row == b->row && a->col == b->col;
}

static bool is_focused(const Session *session, const Click *cell) {
    const Look *look = &session->look;
    GridId grid = session_shape(session, look->grid);
    return cell->grid == grid && cell->record == look->record &&
           cell->head == look->head && cell->row == look->row && cell->col == look->col &&
           (!session_lanes(session) || cell->lane == look->lane);
}

static bool focus(Session *session, const Click *cell) {
    const Look *look = &session->look;
    return (!session_lanes(session) || cell->lane == look->lane ||
            session_act(session, "lane %zu", cell->lane + 1)) &&
           (cell->record == look->record ||
            session_act(session, "record %zu", cell->record + 1)) &&
           (cell->head == look->head ||
            session_act(session, "head %zu", cell->head + 1)) &&
           session_act(session, "focus %s %ld %ld", grid_table[cell->grid].name,
                       number(session, cell->row), number(session, cell->col));
}

static void press_cell(Session *session, Mouse *mouse, const Click *cell) {
    bool again = is_focused(session, cell);
    session->run = false;
    if (!focus(session, cell) || !grid_is_square(cell->grid))
        return;
    if (session_asked_here(session)) {
        if (grid_table[cell->grid].signs)
            session_key(session, KEY_BLANK);
        return;
    }
    *mouse = (Mouse){.held = true, .at = *cell};
    mouse->wanted = !reason_visible(
        visibility(&session->now->model, session_place(session), cell->row, cell->col));
    if (again || cell->grid == GRID_VISIBLE)
        mouse->painting = force(session, "flip", cell->row, cell->col);
}

/* ---- painting ---- */

static void paint(Session *session, bool wanted, size_t query, size_t key) {
    const Layer *layer = &session->now->model.layers[session->look.layer];
    if (forces_at(&layer->forces, query, key) != (wanted ? FORCE_OPEN : FORCE_SHUT))
        force(session, wanted ? "allow" : "forbid", query, key);
}

/* Returns the place nearest to step `step` of `steps` on the way from a to b. */
static size_t between(size_t a, size_t b, long step, long steps) {
    long way = (long)b - (long)a, half = way < 0 ? -steps / 2 : steps / 2;
    return (size_t)((long)a + (way * step + half) / steps);
}

/* Paints all cells between two reports, because terminals do not report every cell
 * passed. */
static void paint_line(Session *session, bool wanted, const Click *from,
                       const Click *to) {
    long down = labs((long)to->row - (long)from->row);
    long across = labs((long)to->col - (long)from->col);
    long steps = down > across ? down : across;
    for (long step = 1; step <= steps; step++)
        paint(session, wanted, between(from->row, to->row, step, steps),
              between(from->col, to->col, step, steps));
}

static void drag(Session *session, Mouse *mouse, const Click *click) {
    const Click *at = &mouse->at;
    if (!mouse->held || !same_grid(click, at) || click_same(click, at))
        return;
    if (!mouse->painting)
        paint(session, mouse->wanted, at->row, at->col);
    mouse->painting = true;
    paint_line(session, mouse->wanted, at, click);
    mouse->at = *click;
    focus(session, click);
}

/* ---- overlays ---- */

static void press_entry(Session *session, Mouse *mouse, const Click *click) {
    Look *look = &session->look;
    if (mouse->chosen == click->entry + 1 && look->choice == click->entry) {
        *mouse = (Mouse){0};
        session_key(session, KEY_RETURN);
        return;
    }
    mouse->chosen = click->entry + 1;
    look->choice = click->entry;
    look->scroll = click->scroll; /* so that the line stays under the mouse */
}

static void scroll(Session *session, bool down) {
    size_t lines = session->overlay_lines, rows = session->overlay_rows;
    size_t last = lines > rows ? lines - rows : 0;
    size_t *at = &session->look.scroll;
    *at = stepped(min_size(*at, last), down, WHEEL_STEPS, last);
}

/* ---- the mouse ---- */

static void wheel(Session *session, MouseKind kind, const Click *click) {
    static const char *const ways[] = {"up", "down", "left", "right"};
    Overlay overlay = session->look.overlay;
    bool vertical = kind == MOUSE_WHEEL_UP || kind == MOUSE_WHEEL_DOWN;
    bool down = kind == MOUSE_WHEEL_DOWN;
    if (overlay == OVERLAY_HELP || overlay == OVERLAY_LIST ||
        overlay == OVERLAY_FINDINGS) {
        for (int i = 0; vertical && i < WHEEL_STEPS; i++)
            session_key(session, down ? KEY_ARROW_DOWN : KEY_ARROW_UP);
    } else if (click->kind == CLICK_PAGE) {
        if (vertical)
            scroll(session, down);
    } else {
        int way = (int)(kind - MOUSE_WHEEL_UP) +
                  (vertical && click->kind == CLICK_KEYS ? 2 : 0);
        session_act(session, "move %s %zu", ways[way],
                    WHEEL_STEPS * session_tile_edge(session));
    }
}

static void press(Session *session, Mouse *mouse, const Click *click) {
    mouse->held = mouse->painting = false;
    if (click->kind == CLICK_CELL)
        press_cell(session, mouse, click);
    else if (click->kind == CLICK_TILE)
        focus(session, click);
    else if (click->kind == CLICK_SWITCH)
        session_key(session, click->key);
    else if (click->kind == CLICK_NAME)
        session_act(session, "focus %s", grid_table[click->grid].name);
    else if (click->kind == CLICK_ENTRY)
        press_entry(session, mouse, click);
}

void session_mouse(Session *session, Mouse *mouse, MouseEvent event, const Click *click) {
    bool moves = event.kind == MOUSE_DRAG || event.kind == MOUSE_RELEASE;
    if (session->look.blank || session->prompt.open) {
        *mouse = (Mouse){0};
        session->look.blank = session->look.blank && moves;
        return;
    }
    if (event.kind == MOUSE_PRESS)
        press(session, mouse, click);
    else if (event.kind == MOUSE_DRAG)
        drag(session, mouse, click);
    else if (event.kind == MOUSE_RELEASE)
        mouse->held = mouse->painting = false;
    else
        wheel(session, event.kind, click);
}
