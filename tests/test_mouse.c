/* The mouse: what terminals report, what a click finds and does, and the real program on a pty. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer.h"
#include "helpers.h"
#include "output/sequence.h"
#include "real_program.h"
#include "session/action.h"
#include "small_program.h"
#include "suites.h"
#include "view/view.h"

/* ---- reports ---- */

START_TEST(a_report_is_what_the_mouse_did) {
    static const struct {
        const char *text;
        MouseEvent event;
    } table[] = {
        {"[<0;1;1M", {MOUSE_PRESS, 0, 0}},        {"[<0;12;5m", {MOUSE_RELEASE, 11, 4}},
        {"[<32;300;70M", {MOUSE_DRAG, 299, 69}},  {"[<64;3;4M", {MOUSE_WHEEL_UP, 2, 3}},
        {"[<65;3;4M", {MOUSE_WHEEL_DOWN, 2, 3}},  {"[<66;3;4M", {MOUSE_WHEEL_LEFT, 2, 3}},
        {"[<67;3;4M", {MOUSE_WHEEL_RIGHT, 2, 3}}, {"[<68;3;4M", {MOUSE_WHEEL_LEFT, 2, 3}},
        {"[<69;3;4M", {MOUSE_WHEEL_RIGHT, 2, 3}}, {"[<16;3;4M", {MOUSE_PRESS, 2, 3}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        MouseEvent event, expected = table[i].event;
        ck_assert_msg(mouse_parse(table[i].text, &event), "%s", table[i].text);
        ck_assert_msg(
            event.kind == expected.kind && event.x == expected.x && event.y == expected.y,
            "%s: %d at %d,%d", table[i].text, (int)event.kind, event.x, event.y);
    }
}
END_TEST

START_TEST(what_is_no_report_of_the_left_button_is_none) {
    static const char *const texts[] = {
        "[<1;1;1M",  "[<2;1;1M",  "[<34;1;1M", "[<35;1;1M",    "[<128;1;1M", "[<0;0;1M",
        "[<0;1;-1M", "[<-1;1;1M", "[<0;1M",    "[<0;1;1",      "[<0;1;1x",   "[<0;1;1;1M",
        "[0;1;1M",   "[<64;1;1m", "[M",        "[<0;99999;1M", "[<M",        ""};
    MouseEvent event;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!mouse_parse(texts[i], &event), "%s", texts[i]);
}
END_TEST

/* Bytes that come one by one, as a ByteSource. */
static int next_byte(void *data, int milliseconds) {
    const char **bytes = data;
    (void)milliseconds;
    return **bytes ? (unsigned char)*(*bytes)++ : BYTE_NONE;
}

START_TEST(a_report_is_one_key_and_the_bytes_of_old_terminals_are_too) {
    static const struct {
        const char *bytes;
        bool mouse;
        int key;
        MouseEvent event;
    } table[] = {
        {"\033[<0;5;6Mq", true, KEY_MOUSE_EVENT, {MOUSE_PRESS, 4, 5}},
        {"\033[<2;5;6Mq", true, KEY_OTHER, {MOUSE_PRESS, 0, 0}},
        {"\033[<0;5;6Mq", false, KEY_OTHER, {MOUSE_PRESS, 0, 0}},
        {"\033[M %&q", true, KEY_MOUSE_EVENT, {MOUSE_PRESS, 4, 5}},
        {"\033[M@%&q", true, KEY_MOUSE_EVENT, {MOUSE_DRAG, 4, 5}},
        {"\033[M#%&q", true, KEY_MOUSE_EVENT, {MOUSE_RELEASE, 4, 5}},
        {"\033[Ma%\xf0q", true, KEY_MOUSE_EVENT, {MOUSE_WHEEL_DOWN, 4, 207}},
        {"\033[M\"%&q", true, KEY_OTHER, {MOUSE_PRESS, 0, 0}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        MouseEvent event = {MOUSE_PRESS, 0, 0};
        const char *bytes = table[i].bytes;
        ByteSource source = {
            .next = next_byte, .data = &bytes, .mouse = table[i].mouse ? &event : NULL};
        ck_assert_int_eq(sequence_read(&source), table[i].key);
        ck_assert_int_eq((int)event.kind, (int)table[i].event.kind);
        ck_assert_int_eq(event.x, table[i].event.x);
        ck_assert_int_eq(event.y, table[i].event.y);
        ck_assert_msg(strcmp(bytes, "q") == 0, "%s is left of %zu", bytes, i);
    }
}
END_TEST

/* ---- a session under the mouse ---- */

typedef struct Hand {
    Session session;
    Viewer viewer;
    int width, height;
} Hand;

static void hand_take(Hand *hand) {
    *hand = (Hand){.session = hand->session, .width = 80, .height = 24};
    hand->viewer.session = &hand->session;
}

static void hand_open(Hand *hand, const char *id) {
    open_shipped(&hand->session, id, NULL);
    must(&hand->session, "show auto");
    hand_take(hand);
}

static void hand_open_all(Hand *hand) {
    Error error = {0};
    ck_assert(session_open(&hand->session, NULL, 0, &error));
    hand_take(hand);
}

static void hand_close(Hand *hand) {
    viewer_close(&hand->viewer);
    session_close(&hand->session);
}

/* The frame that the program would show now. */
static const Frame *shown(Hand *hand) {
    frame_resize(&hand->viewer.frame, hand->width, hand->height);
    viewer_draw(&hand->viewer);
    return &hand->viewer.frame;
}

static void at_place(Hand *hand, MouseKind kind, int x, int y) {
    shown(hand);
    viewer_mouse(&hand->viewer, (MouseEvent){kind, x, y});
}

/* The first place where a click finds that; row and col matter for cells alone. */
static void find(Hand *hand, Click wanted, int *x, int *y) {
    const Frame *frame = shown(hand);
    for (*y = 0; *y < hand->height; ++*y)
        for (*x = 0; *x < hand->width; ++*x) {
            Click click;
            if (!view_click(frame, *x, *y, &click) || click.kind != wanted.kind)
                continue;
            if (wanted.kind == CLICK_SWITCH ? click.key == wanted.key
                : wanted.kind == CLICK_ENTRY
                    ? click.entry == wanted.entry
                    : click.grid == wanted.grid &&
                          (wanted.kind == CLICK_KEYS || click_same(&click, &wanted)))
                return;
        }
    ck_abort_msg("nothing like that is on the screen");
}

static Click cell(GridId grid, size_t head, size_t row, size_t col) {
    return (Click){
        .kind = CLICK_CELL, .grid = grid, .head = head, .row = row, .col = col};
}

static void at(Hand *hand, MouseKind kind, Click wanted) {
    int x, y;
    find(hand, wanted, &x, &y);
    at_place(hand, kind, x, y);
}

static void click(Hand *hand, Click wanted) {
    int x, y;
    find(hand, wanted, &x, &y);
    at_place(hand, MOUSE_PRESS, x, y);
    at_place(hand, MOUSE_RELEASE, x, y);
}

/* The state must be that which these lines make of the scene as written. */
static void must_be(const Hand *hand, const char *id, const char *const *lines) {
    Session other;
    open_shipped(&other, id, NULL);
    for (; *lines; lines++)
        must(&other, *lines);
    ck_assert_msg(digest(&hand->session) == digest(&other), "it is another state: %s",
                  hand->session.notice);
    session_close(&other);
}

/* Scenes with several heads, records, layers and grids of inputs; what may lie over them. */
static const char *const scenes[] = {"16.1", "16.4-heads", "16.1-padding", "11-layers",
                                     "mask-gqa"};
static const char *const views[] = {
    "zoom 0", "compare order", "explain",
    "compare 'as it is:' 'causal: set causal on' 'known: set known 1'"};
static const int sizes[][2] = {{80, 24}, {160, 45}, {60, 20}, {24, 8}};
enum { SCENES = 5, VIEWS = 4, SIZES = 4 };

/* The terminal's cursor is drawn in the focused cell: what is drawn there is what a click finds. */
static void check_parked(Hand *hand, const Click *wanted) {
    const Frame *frame = shown(hand);
    Click parked;
    if (frame->cursor_x < 0)
        return;
    view_click(frame, frame->cursor_x, frame->cursor_y, &parked);
    ck_assert(click_same(&parked, wanted));
}

START_TEST(a_click_on_any_cell_focuses_it_and_it_is_drawn_where_it_is_found) {
    Hand hand;
    hand_open(&hand, scenes[_i % SCENES]);
    hand.width = sizes[_i / SCENES % SIZES][0];
    hand.height = sizes[_i / SCENES % SIZES][1];
    must(&hand.session, views[_i / SCENES / SIZES]);
    Look look = hand.session.look;
    GridId of = hand.session.delta_of;
    Click last = {.kind = CLICK_NOTHING}, found;
    int columns = hand.width / 20; /* wide screens have wide cells */
    for (int place = 0; place < hand.width * hand.height; place += columns) {
        int x = place % hand.width, y = place / hand.width;
        view_click(shown(&hand), x, y, &found);
        if (found.kind != CLICK_CELL || click_same(&found, &last))
            continue;
        last = found;
        at_place(&hand, MOUSE_PRESS, x, y);
        const Look *now = &hand.session.look;
        ck_assert_msg(now->grid == found.grid && now->row == found.row &&
                          now->col == found.col && now->record == found.record &&
                          now->head == found.head &&
                          (!session_lanes(&hand.session) || now->lane == found.lane),
                      "%d,%d: %s", x, y, hand.session.notice);
        check_parked(&hand, &found);
        if (hand.session.history.undo_count)
            must(&hand.session, "undo");
        hand.session.look = look;
        hand.session.delta_of = of;
    }
    hand_close(&hand);
}
END_TEST

START_TEST(a_second_click_flips_and_a_click_in_visible_does_at_once) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    click(&hand, cell(GRID_WEIGHTS, 1, 2, 1));
    must_be(&hand, "16.4-heads", (const char *const[]){"head 2", NULL});
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    click(&hand, cell(GRID_WEIGHTS, 1, 2, 1));
    must_be(&hand, "16.4-heads", (const char *const[]){"flip 3 2", NULL});
    click(&hand, cell(GRID_VISIBLE, 0, 1, 2));
    must_be(&hand, "16.4-heads", (const char *const[]){"flip 3 2", "flip 2 3", NULL});
    click(&hand, cell(GRID_VISIBLE, 0, 1, 2));
    must(&hand.session, "undo");
    must(&hand.session, "undo");
    must(&hand.session, "undo");
    must_be(&hand, "16.4-heads", (const char *const[]){NULL});
    click(&hand, cell(GRID_Y, 0, 1, 1));
    click(&hand, cell(GRID_Y, 0, 1, 1));
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(a_click_on_a_switch_is_its_key) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = 'c'});
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = 'o'});
    must_be(&hand, "16.4-heads",
            (const char *const[]){"toggle causal", "cycle order", NULL});
    must(&hand.session, "explain"); /* covers the grids, not the switches */
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = 'c'});
    must_be(&hand, "16.4-heads", (const char *const[]){"cycle order", NULL});
    hand_close(&hand);
}
END_TEST

START_TEST(a_click_on_a_hint_is_its_key_and_one_on_a_name_goes_there) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    hand.width = 120;
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_PAGE_DOWN});
    ck_assert_uint_eq(hand.session.recipe.step, 1);
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = 's'});
    must_be(&hand, "16.4-heads", (const char *const[]){"next", "swap-heads 1 2", NULL});
    must(&hand.session, "focus weights 1 1");
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_BLANK});
    must_be(&hand, "16.4-heads",
            (const char *const[]){"next", "swap-heads 1 2", "flip 1 1", NULL});
    must(&hand.session, "move right"); /* the notice leaves the line to the hints */
    click(&hand, (Click){.kind = CLICK_NAME, .grid = GRID_MASKED});
    ck_assert_int_eq((int)hand.session.look.grid, (int)GRID_MASKED);
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_TAB});
    ck_assert_int_eq((int)hand.session.look.grid, (int)GRID_WEIGHTS);
    hand_close(&hand);
}
END_TEST

START_TEST(a_click_on_a_hint_of_a_page_is_its_key_in_both_languages) {
    Hand hand;
    hand_open(&hand, "16.1");
    hand.session.look.lang = _i;
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = '?'});
    ck_assert_int_eq(hand.session.look.overlay, OVERLAY_HELP);
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_PAGE_DOWN});
    ck_assert_uint_gt(hand.session.look.scroll, 0);
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_ESCAPE});
    ck_assert_int_eq(hand.session.look.overlay, OVERLAY_NONE);
    must(&hand.session, "list");
    click(&hand, (Click){.kind = CLICK_SWITCH, .key = KEY_RETURN});
    ck_assert_int_eq(hand.session.look.overlay, OVERLAY_NONE);
    hand_close(&hand);
}
END_TEST

/* The run is one change: its marks are against what was before it, and so is undo. */
static void must_be_one(Hand *hand, const char *scene, const char *const *lines,
                        const char *undone, const char *redone) {
    ck_assert_uint_eq(hand->session.history.undo_count, 1);
    ck_assert(session_changed(&hand->session, GRID_VISIBLE, (Place){0}, 0, 0));
    ck_assert(session_changed(&hand->session, GRID_VISIBLE, (Place){0}, 2, 1));
    must(&hand->session, "undo");
    must_be(hand, scene, (const char *const[]){NULL});
    ck_assert_str_eq(hand->session.notice, undone);
    must(&hand->session, "redo");
    must_be(hand, scene, lines);
    ck_assert_str_eq(hand->session.notice, redone);
}

START_TEST(dragging_paints_what_the_first_cell_becomes_over_all_that_is_passed) {
    Hand hand;
    hand_open(&hand, "16.1");
    must(&hand.session, "focus sums 1 1");
    at(&hand, MOUSE_PRESS, cell(GRID_WEIGHTS, 0, 0, 0));
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 0, 0));
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 2, 2)); /* 2 2 was passed */
    at(&hand, MOUSE_DRAG, cell(GRID_SCORES, 0, 0, 2));  /* another grid: not painted */
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 2, 1));
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 2, 2)); /* painted already */
    at(&hand, MOUSE_RELEASE, cell(GRID_WEIGHTS, 0, 2, 2));
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 1, 0));
    static const char *const lines[] = {"forbid 1 1", "forbid 2 2", "forbid 3 3",
                                        "forbid 3 2", NULL};
    must_be(&hand, "16.1", lines);
    ck_assert_uint_eq(hand.session.look.col, 2);
    must_be_one(&hand, "16.1", lines, "undone: painted 4 cells",
                "redone: painted 4 cells");
    hand_close(&hand);
}
END_TEST

START_TEST(a_run_ends_where_anything_else_changes_the_calculation) {
    Hand hand;
    hand_open(&hand, "16.1");
    at(&hand, MOUSE_PRESS, cell(GRID_VISIBLE, 0, 0, 0));
    at(&hand, MOUSE_DRAG, cell(GRID_VISIBLE, 0, 0, 1));
    ck_assert_uint_eq(hand.session.history.undo_count, 1);
    must(&hand.session, "set causal on");
    at(&hand, MOUSE_DRAG, cell(GRID_VISIBLE, 0, 0, 2));
    ck_assert_uint_eq(hand.session.history.undo_count, 3);
    must(&hand.session, "undo");
    ck_assert_str_eq(hand.session.notice, "undone: forbid 1 3");
    at(&hand, MOUSE_DRAG, cell(GRID_VISIBLE, 0, 1, 2)); /* after an undo: a new run */
    at(&hand, MOUSE_RELEASE, cell(GRID_VISIBLE, 0, 1, 2));
    at(&hand, MOUSE_PRESS, cell(GRID_VISIBLE, 0, 2, 2)); /* and after a press */
    ck_assert_uint_eq(hand.session.history.undo_count, 4);
    must(&hand.session, "lang zh");
    for (int i = 0; i < 4; i++)
        must(&hand.session, "undo");
    ck_assert_str_eq(hand.session.notice, "已撤销：涂了 2 个格");
    must_be(&hand, "16.1", (const char *const[]){NULL});
    hand_close(&hand);
}
END_TEST

START_TEST(dragging_from_a_hidden_cell_allows) {
    Hand hand;
    hand_open(&hand, "16.1");
    must(&hand.session, "set causal on");
    at(&hand, MOUSE_PRESS, cell(GRID_VISIBLE, 0, 0, 1));
    must_be(&hand, "16.1", (const char *const[]){"set causal on", "flip 1 2", NULL});
    at(&hand, MOUSE_DRAG, cell(GRID_VISIBLE, 0, 0, 2));
    at(&hand, MOUSE_DRAG, cell(GRID_VISIBLE, 0, 1, 2));
    at(&hand, MOUSE_RELEASE, cell(GRID_VISIBLE, 0, 1, 2));
    static const char *const lines[] = {"set causal on", "allow 1 2", "allow 1 3",
                                        "allow 2 3", NULL};
    must_be(&hand, "16.1", lines);
    hand_close(&hand);
}
END_TEST

START_TEST(dragging_over_a_grid_that_is_no_mask_changes_nothing) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    at(&hand, MOUSE_PRESS, cell(GRID_Y, 0, 0, 0));
    at(&hand, MOUSE_DRAG, cell(GRID_Y, 0, 1, 1));
    at(&hand, MOUSE_DRAG, cell(GRID_WEIGHTS, 0, 1, 1));
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(the_wheel_moves_the_cursor_and_sideways_over_the_keys) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    const Look *look = &hand.session.look;
    must(&hand.session, "focus weights.1 1 1");
    at(&hand, MOUSE_WHEEL_DOWN, cell(GRID_WEIGHTS, 0, 0, 0));
    ck_assert(look->row == 2 && look->col == 0 && look->head == 0);
    at(&hand, MOUSE_WHEEL_DOWN, cell(GRID_WEIGHTS, 0, 0, 0));
    ck_assert(look->row == 0 && look->head == 1);
    at(&hand, MOUSE_WHEEL_UP, cell(GRID_WEIGHTS, 0, 0, 0));
    ck_assert(look->row == 2 && look->head == 0);
    at(&hand, MOUSE_WHEEL_RIGHT, cell(GRID_WEIGHTS, 0, 0, 0));
    ck_assert(look->row == 2 && look->col == 2);
    at(&hand, MOUSE_WHEEL_UP, (Click){.kind = CLICK_KEYS, .grid = GRID_WEIGHTS});
    ck_assert(look->row == 2 && look->col == 0);
    at(&hand, MOUSE_WHEEL_DOWN, (Click){.kind = CLICK_KEYS, .grid = GRID_WEIGHTS});
    ck_assert(look->row == 2 && look->col == 2);
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(a_click_on_a_blank_screen_wakes_it_and_does_nothing_else) {
    Hand hand;
    hand_open(&hand, "16.1");
    int x, y;
    find(&hand, cell(GRID_VISIBLE, 0, 1, 1), &x, &y);
    must(&hand.session, "blank");
    at_place(&hand, MOUSE_RELEASE, x, y);
    ck_assert(hand.session.look.blank);
    at_place(&hand, MOUSE_PRESS, x, y);
    ck_assert(!hand.session.look.blank);
    at_place(&hand, MOUSE_DRAG, x, y - 1);
    at_place(&hand, MOUSE_RELEASE, x, y - 1);
    must_be(&hand, "16.1", (const char *const[]){NULL});
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(the_prompt_ignores_the_mouse) {
    Hand hand;
    hand_open(&hand, "16.1");
    int x, y;
    find(&hand, cell(GRID_VISIBLE, 0, 1, 1), &x, &y);
    must(&hand.session, "prompt");
    Look look = hand.session.look;
    for (int kind = MOUSE_PRESS; kind <= MOUSE_WHEEL_RIGHT; kind++)
        at_place(&hand, (MouseKind)kind, x, y);
    ck_assert(hand.session.prompt.open);
    ck_assert(hand.session.look.row == look.row && hand.session.look.grid == look.grid);
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(in_the_list_a_click_chooses_and_a_second_one_opens) {
    Hand hand;
    hand_open_all(&hand);
    must(&hand.session, "list");
    click(&hand, (Click){.kind = CLICK_ENTRY, .entry = 0}); /* chosen, but not clicked */
    ck_assert_int_eq((int)hand.session.look.overlay, OVERLAY_LIST);
    click(&hand, (Click){.kind = CLICK_ENTRY, .entry = 4});
    ck_assert_uint_eq(hand.session.look.choice, 4);
    ck_assert_uint_eq(hand.session.recipe.scene, 0);
    click(&hand, (Click){.kind = CLICK_ENTRY, .entry = 4});
    ck_assert_uint_eq(hand.session.recipe.scene, 4);
    ck_assert_int_eq((int)hand.session.look.overlay, OVERLAY_NONE);
    hand_close(&hand);
}
END_TEST

/* The chosen line must be the one that was clicked, wherever the page had been scrolled to. */
START_TEST(
    in_help_the_clicked_line_stays_under_the_mouse_and_a_second_click_performs_it) {
    Hand hand;
    HelpEntry entry;
    hand_open(&hand, "16.1");
    must(&hand.session, "help");
    for (int i = 0; i < 15; i++)
        at_place(&hand, MOUSE_WHEEL_DOWN, 5, 12);
    ck_assert_uint_eq(hand.session.look.choice, 45);
    at_place(&hand, MOUSE_PRESS, 5, 8);
    size_t choice = hand.session.look.choice, scroll = hand.session.look.scroll;
    ck_assert_uint_lt(choice, 45);
    Click found;
    ck_assert(view_click(shown(&hand), 5, 8, &found));
    ck_assert_uint_eq(found.entry, choice);
    ck_assert_uint_eq(found.scroll, scroll);
    for (size_t i = 0; help_entry(&hand.session, i, &entry); i++)
        if (*entry.keys && strcmp(entry.name, "toggle causal") == 0)
            choice = i;
    hand.session.look.scroll = hand.session.look.choice = 0;
    click(&hand, (Click){.kind = CLICK_ENTRY, .entry = choice});
    must_be(&hand, "16.1", (const char *const[]){NULL});
    click(&hand, (Click){.kind = CLICK_ENTRY, .entry = choice});
    must_be(&hand, "16.1", (const char *const[]){"toggle causal", NULL});
    ck_assert_int_eq((int)hand.session.look.overlay, OVERLAY_NONE);
    hand_close(&hand);
}
END_TEST

START_TEST(every_line_of_help_and_list_belongs_to_the_entry_that_is_drawn_there) {
    static const char *const overlays[] = {"help", "list"};
    Hand hand;
    hand_open_all(&hand);
    must(&hand.session, overlays[_i]);
    int entries = 0;
    for (int y = 0; y < 24; y++) {
        Click found;
        view_click(shown(&hand), 5, y, &found);
        if (found.kind != CLICK_ENTRY)
            continue;
        entries++;
        at_place(&hand, MOUSE_PRESS, 5, y);
        ck_assert(frame_cell(shown(&hand), 0, y)->style.back == ROLE_CHOICE);
        hand.viewer.mouse = (Mouse){0};
    }
    ck_assert_int_gt(entries, 15);
    hand_close(&hand);
}
END_TEST

START_TEST(the_wheel_scrolls_a_page_and_stops_at_its_ends) {
    Hand hand;
    hand_open(&hand, "16.4-heads");
    hand.height = 12;
    must(&hand.session, "text");
    for (int i = 0; i < 100; i++)
        at_place(&hand, MOUSE_WHEEL_DOWN, 5, 5);
    const Session *session = &hand.session;
    ck_assert_uint_gt(session->overlay_lines, session->overlay_rows);
    ck_assert_uint_eq(session->look.scroll,
                      session->overlay_lines - session->overlay_rows);
    ck_assert_int_eq((int)session->look.overlay, OVERLAY_TEXT);
    at_place(&hand, MOUSE_WHEEL_UP, 5, 5);
    ck_assert_uint_eq(session->look.scroll,
                      session->overlay_lines - session->overlay_rows - 3);
    for (int i = 0; i < 100; i++)
        at_place(&hand, MOUSE_WHEEL_UP, 5, 5);
    ck_assert_uint_eq(session->look.scroll, 0);
    hand_close(&hand);
}
END_TEST

START_TEST(a_click_in_a_lane_takes_the_lane_and_the_cell) {
    Hand hand;
    hand_open(&hand, "16.2-order");
    hand.width = 160;
    hand.height = 45;
    must(&hand.session, "compare order");
    Click wanted = cell(GRID_WEIGHTS, 0, 2, 1);
    wanted.lane = 3;
    click(&hand, wanted);
    ck_assert_uint_eq(hand.session.look.lane, 3);
    ck_assert(hand.session.look.row == 2 && hand.session.look.col == 1);
    ck_assert_uint_eq(hand.session.history.undo_count, 0);
    click(&hand, wanted);
    ck_assert_uint_eq(hand.session.history.undo_count, 1);
    must_be(&hand, "16.2-order", (const char *const[]){"flip 3 2", NULL});
    hand_close(&hand);
}
END_TEST

/* ---- on a terminal ---- */

static Pty *start(PtyOptions options, const char *a, const char *b) {
    Pty *pty = start_on(options, "16.1", a, b);
    small_check(pty, "? keys"); /* the last line comes last */
    return pty;
}

static void leave(Pty *pty, const char *keys, int status) {
    pty_send(pty, keys);
    ck_assert_int_eq(pty_status(pty, SOON), status);
    ck_assert(!pty_reports_mouse(pty));
    pty_free(pty);
}

static void pty_click(Pty *pty, int x, int y) {
    pty_mouse(pty, x, y, 1, true);
    pty_mouse(pty, x, y, 1, false);
}

/* Where a cell is, in the frame that the program shows. */
static void place_of(Click wanted, int *x, int *y) {
    Hand hand;
    hand_open(&hand, "16.1");
    find(&hand, wanted, x, y);
    hand_close(&hand);
}

START_TEST(a_click_in_the_terminal_flips_and_a_drag_paints) {
    int x, y, end;
    Pty *pty = start((PtyOptions){0}, NULL, NULL);
    ck_assert(pty_reports_mouse(pty));
    place_of(cell(GRID_WEIGHTS, 0, 0, 0), &x, &y);
    place_of(cell(GRID_WEIGHTS, 0, 0, 2), &end, &y);
    pty_click(pty, end, y);
    pty_click(pty, end, y);
    small_check(pty, "0.6698"); /* row 1 reads keys 1 and 2 alone */
    pty_click(pty, end, y);
    small_check(pty, "0.4011");
    pty_mouse(pty, x, y, 1, true);
    for (int at = x + 1; at <= end; at++)
        pty_mouse(pty, at, y, 0, true);
    pty_mouse(pty, end, y, 1, false);
    small_check(pty, "a valid query has no visible key");
    leave(pty, "qq", 0);
}
END_TEST

/* Everything that ends or stops it: keys, signals, suspension. */
START_TEST(the_terminals_mouse_mode_is_off_after_any_exit) {
    static const struct {
        const char *keys;
        int signal, status;
    } table[] = {{"q", 0, 0},
                 {"x", 0, 5},
                 {"a", 0, 128 + SIGABRT},
                 {"s", 0, 128 + SIGSEGV},
                 {"m", 0, 2},
                 {"", SIGTERM, 128 + SIGTERM},
                 {"", SIGHUP, 128 + SIGHUP},
                 {"\034", 0, 128 + SIGQUIT}};
    Pty *pty = small_start_ready((PtyOptions){0});
    ck_assert(pty_reports_mouse(pty));
    pty_mouse(pty, 7, 9, 1, true);
    pty_mouse(pty, 8, 9, 0, true);
    pty_mouse(pty, 8, 9, 1, false);
    small_check(pty, "keys press@7,9 drag@8,9 release@8,9.");
    pty_mouse(pty, 8, 9, 4, true);
    pty_mouse(pty, 8, 9, 5, true);
    small_check(pty, "up@8,9 down@8,9.");
    if (table[_i].signal)
        pty_signal(pty, table[_i].signal);
    leave(pty, table[_i].keys, table[_i].status);
}
END_TEST

START_TEST(a_suspended_program_leaves_the_mouse_to_the_shell) {
    Pty *pty = start((PtyOptions){.job = true}, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        ck_assert(pty_reports_mouse(pty));
        pty_send(pty, "\x1a");
        ck_assert(pty_wait_stopped(pty, SOON));
        ck_assert(!pty_reports_mouse(pty));
        pty_continue(pty, true);
        small_check(pty, "? keys");
    }
    pty_send(pty, "c");
    small_check(pty, "causal on");
    ck_assert(pty_reports_mouse(pty));
    leave(pty, "q", 0);
}
END_TEST

START_TEST(without_the_mouse_nothing_is_said_of_it) {
    static const struct {
        const char *option, *term;
    } table[] = {{"--no-mouse", "xterm-256color"},
                 {"--no-mouse", "tmux-256color"},
                 {NULL, "vt100"},
                 {NULL, "dumb"}};
    Pty *pty =
        start((PtyOptions){.term = table[_i].term, .job = true}, table[_i].option, NULL);
    ck_assert(!pty_reports_mouse(pty));
    pty_send(pty, "\x1a");
    ck_assert(pty_wait_stopped(pty, SOON));
    pty_continue(pty, true);
    pty_send(pty, "c");
    small_check(pty, "causal on");
    pty_send(pty, "\033[<0;4;2M"); /* of a terminal that does as it likes */
    pty_send(pty, "L");
    small_check(pty, "因果 开");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    ck_assert_ptr_null(strstr(pty_output(pty), "\033[?100")); /* no mode of a mouse */
    ck_assert_ptr_null(strstr(pty_output(pty), "\033[?101"));
    pty_free(pty);
}
END_TEST

START_TEST(terminals_with_a_mouse_are_asked_for_it) {
    static const char *const terms[] = {"xterm-256color",  "xterm-direct",
                                        "xterm",           "tmux-256color",
                                        "screen-256color", "xterm-of-tomorrow"};
    Pty *pty = start((PtyOptions){.term = terms[_i]}, NULL, NULL);
    ck_assert(pty_reports_mouse(pty));
    leave(pty, "q", 0);
}
END_TEST

Suite *mouse_suite(void) {
    Suite *suite = suite_create("mouse");
    TCase *test = tcase_create("mouse");
    tcase_set_timeout(test, 60);
    tcase_add_test(test, a_report_is_what_the_mouse_did);
    tcase_add_test(test, what_is_no_report_of_the_left_button_is_none);
    tcase_add_test(test, a_report_is_one_key_and_the_bytes_of_old_terminals_are_too);
    tcase_add_loop_test(test,
                        a_click_on_any_cell_focuses_it_and_it_is_drawn_where_it_is_found,
                        0, SCENES * SIZES * VIEWS);
    tcase_add_test(test, a_second_click_flips_and_a_click_in_visible_does_at_once);
    tcase_add_test(test, a_click_on_a_switch_is_its_key);
    tcase_add_test(test, a_click_on_a_hint_is_its_key_and_one_on_a_name_goes_there);
    tcase_add_loop_test(test, a_click_on_a_hint_of_a_page_is_its_key_in_both_languages, 0,
                        LANG_COUNT);
    tcase_add_test(test,
                   dragging_paints_what_the_first_cell_becomes_over_all_that_is_passed);
    tcase_add_test(test, dragging_from_a_hidden_cell_allows);
    tcase_add_test(test, dragging_over_a_grid_that_is_no_mask_changes_nothing);
    tcase_add_test(test, the_wheel_moves_the_cursor_and_sideways_over_the_keys);
    tcase_add_test(test, a_click_on_a_blank_screen_wakes_it_and_does_nothing_else);
    tcase_add_test(test, the_prompt_ignores_the_mouse);
    tcase_add_test(test, in_the_list_a_click_chooses_and_a_second_one_opens);
    tcase_add_test(
        test,
        in_help_the_clicked_line_stays_under_the_mouse_and_a_second_click_performs_it);
    tcase_add_loop_test(
        test, every_line_of_help_and_list_belongs_to_the_entry_that_is_drawn_there, 0, 2);
    tcase_add_test(test, the_wheel_scrolls_a_page_and_stops_at_its_ends);
    tcase_add_test(test, a_click_in_a_lane_takes_the_lane_and_the_cell);
    tcase_add_test(test, a_run_ends_where_anything_else_changes_the_calculation);
    tcase_add_test(test, a_click_in_the_terminal_flips_and_a_drag_paints);
    tcase_add_loop_test(test, the_terminals_mouse_mode_is_off_after_any_exit, 0, 8);
    tcase_add_test(test, a_suspended_program_leaves_the_mouse_to_the_shell);
    tcase_add_loop_test(test, without_the_mouse_nothing_is_said_of_it, 0, 4);
    tcase_add_loop_test(test, terminals_with_a_mouse_are_asked_for_it, 0, 6);
    suite_add_tcase(suite, test);
    return suite;
}
