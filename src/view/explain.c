/* Explanations: which part of the calculation a grid belongs to, and where its lines go. */
#include "view/explain.h"

#include <stdint.h>

#include "session/language.h"
#include "view/cover.h"
#include "view/overlays.h"

enum { PLAIN_WIDTH = 78, WIDE_FROM = 120, PANEL_LEAST = 64, PANEL_MOST = 84 };

typedef struct Cell1 {
    GridId grid;
    size_t row, col;
} Subject;

/* ---- one grid, one way to tell it ---- */

static void tell_stage(Account *account, const Subject *of, Stage stage) {
    RowState state;
    long component = stage == STAGE_OUT ? (long)of->col : 0;
    account_choose(account, &account->place, &of->row, 1);
    explain_row(account, account->place, of->row, stage, component);
    grid_cell(account->sheet, of->grid, account->place, of->row, of->col, &state);
    if (stage < STAGE_SUMS || state != ROWSTATE_FINE)
        account_result(account, of->grid, account->place, of->row, of->col);
}

static void tell_visibility(Account *account, const Subject *of) {
    Text name = {0};
    explain_rules(account, account->place, of->row, of->col);
    if (of->grid != GRID_VISIBLE)
        account_result(account, GRID_VISIBLE, account->place, of->row, of->col);
    if (of->grid == GRID_DROP)
        account_tell(account, ROLE_BASE, "drop", "explain.drop");
    if (of->grid == GRID_ADDITIVE)
        account_tell(account, ROLE_BASE, "additive", "explain.additive");
    account_result(account, of->grid, account->place, of->row, of->col);
    text_release(&name);
}

static void tell_x(Account *account, const Subject *of) {
    Place before = account->place;
    if (before.layer == 0) {
        explain_given(account, GRID_X, of->row, of->col);
        return;
    }
    before.layer--;
    explain_y(account, before, of->row, of->col);
    account_tell(account, ROLE_BASE, "x", "explain.x-is-y", before.layer + 2, before.layer + 1);
    account_result(account, GRID_X, account->place, of->row, of->col);
}

static void tell(Account *account, const Subject *of) {
    switch (of->grid) {
    case GRID_X:
        tell_x(account, of);
        return;
    case GRID_Q:
    case GRID_K:
    case GRID_V:
        explain_projection(account, of->grid, of->row, of->col);
        return;
    case GRID_SCORES:
        tell_stage(account, of, STAGE_SCORES);
        return;
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
        tell_visibility(account, of);
        return;
    case GRID_MASKED:
        tell_stage(account, of, STAGE_MASKED);
        return;
    case GRID_WEIGHTS:
        tell_stage(account, of, STAGE_WEIGHTS);
        return;
    case GRID_SUMS:
        tell_stage(account, of, STAGE_SUMS);
        return;
    case GRID_OUT:
        tell_stage(account, of, STAGE_OUT);
        return;
    case GRID_CONCAT:
        explain_concat(account, account->place, of->row, of->col);
        return;
    case GRID_Y:
        explain_y(account, account->place, of->row, of->col);
        return;
    case GRID_PROB:
    case GRID_LOSS:
        explain_loss(account, of->grid, of->row);
        return;
    case GRID_SCORED:
        explain_scored(account, of->row);
        account_result(account, GRID_SCORED, account->place, of->row, 0);
        return;
    case GRID_REACH:
        explain_reach(account, of->row, of->col);
        return;
    case GRID_DELTA:
        explain_delta(account, of->row, of->col);
        return;
    case GRID_WO:
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
    case GRID_MASK:
    case GRID_BIAS:
        explain_given(account, of->grid, of->row, of->col);
        return;
    case GRID_COUNT:
        return;
    }
}

/* ---- the whole page ---- */

static Account account_of(const Session *session, const Subject *of, int back, int width) {
    bool of_key = of->grid == GRID_SCORES || of->grid == GRID_MASKED || of->grid == GRID_WEIGHTS;
    return (Account){.session = session,
                     .sheet = session->now,
                     .pass = sheet_pass(session->now),
                     .model = &session->now->model,
                     .place = session_place(session),
                     .lang = session->look.lang,
                     .digits = session->look.digits ? session->look.digits : 6,
                     .back = back,
                     .width = width,
                     .told_query = NO_KEY,
                     .cursor_key = of_key ? (long)of->col : NO_KEY};
}

static bool is_there(const Session *session, const Subject *of) {
    Place place = session_place(session);
    GridId grid = of->grid == GRID_DELTA ? session->delta_of : of->grid;
    return grid_exists(session->now, grid, place, NULL) &&
           of->row < grid_rows(session->now, grid, place) &&
           of->col < grid_cols(session->now, grid, place);
}

/* The last step is the answer; the question is the same with other words around it. */
static void question(const Session *session, const Subject *of, Text *out) {
    Account account = account_of(session, of, ROLE_OVERLAY, PLAIN_WIDTH);
    Text name = {0}, number = {0};
    GridId grid = of->grid == GRID_DELTA ? session->delta_of : of->grid;
    account_name(&account, grid, account.place, of->row, of->col, &name);
    if (session_covered(session, of->grid)) {
        text_append(&number, "????");
    } else if (of->grid == GRID_DELTA) {
        text_append(&number, "?");
    } else {
        account_result(&account, grid, account.place, of->row, of->col);
        text_append(&number, account.steps[0].text + 2); /* after "= " */
    }
    account_words(&account, out, of->grid == GRID_DELTA ? "explain.why-moved" : "explain.why",
                  text_string(&name), text_string(&number));
    account_release(&account);
    text_release(&name);
    text_release(&number);
}

/* Tries with fewer and fewer keys until the columns fit the page. */
static void make(Page *page, const Session *session, const Subject *of, int width) {
    Account account = account_of(session, of, page->back, width);
    bool fits = false;
    if (!is_there(session, of))
        account_tell(&account, ROLE_BASE, "", "explain.not-there");
    else if (session_covered(session, of->grid))
        account_tell(&account, ROLE_COVERED, "", "explain.covered");
    if (account.count)
        fits = account_lay(&account, page);
    for (account.limit = KEYS_SHOWN; !fits && account.limit > 0; account.limit--) {
        account_release(&account);
        account.told_query = NO_KEY;
        tell(&account, of);
        fits = account_lay(&account, page);
    }
    account_release(&account);
}

void explain_lines(const Session *session, GridId grid, size_t row, size_t col, Text *plain) {
    Page page;
    Subject of = {grid, row, col};
    page_init(&page, ROLE_OVERLAY, false);
    if (is_there(session, &of)) {
        Text text = {0};
        question(session, &of, &text);
        page_line(&page);
        page_put(&page, 0, ROLE_TITLE, text_string(&text));
        text_release(&text);
    }
    make(&page, session, &of, PLAIN_WIDTH);
    page_plain(&page, plain);
    page_release(&page);
}

/* ---- on the screen ---- */

int explain_left(int width) {
    if (width < WIDE_FROM)
        return 0;
    int panel = width / 2;
    panel = panel < PANEL_LEAST ? PANEL_LEAST : panel > PANEL_MOST ? PANEL_MOST : panel;
    return width - panel;
}

/* Where the explanation lies: to the right, or under the title and the first line of switches. */
static Area area_of(const Frame *frame) {
    enum { ROOMY = 12 };
    int left = explain_left(frame->width);
    int top = left ? 0 : frame->height >= ROOMY ? 2 : 0;
    return (Area){left, top, frame->width - left, frame->height - top};
}

/* The line of the question: above the area where the main screen's title is, else its first. */
static void draw_question(const Session *session, Frame *frame, const Subject *of, Area *area) {
    Text text = {0}, place = {0};
    int y = area->y >= 2 ? 0 : area->y, back = area->x ? ROLE_GROUND : ROLE_OVERLAY;
    if (area->y >= 2)
        back = ROLE_GROUND;
    if (is_there(session, of))
        question(session, of, &text);
    account_place(session, &place);
    frame_fill(frame, area->x, y, area->width, 1, style_of(back));
    int right = frame->width - 1 - utf8_columns(text_string(&place));
    bool both = y == 0 && !area->x && right > 40;
    if (both)
        frame_text(frame, right, y, frame->width - right, style_over(ROLE_QUIET, back),
                   text_string(&place));
    frame_text(frame, area->x + 1, y, (both ? right : frame->width) - area->x - 2,
               style_over(ROLE_TITLE, back), text_string(&text));
    if (y == area->y) {
        area->y++;
        area->height--;
    }
    text_release(&text);
    text_release(&place);
}

void explain_draw(const Session *session, Frame *frame) {
    (void)session;
    (void)frame;
}
