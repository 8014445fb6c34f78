/* Which part of the calculation the number of each grid belongs to. See explain.h. */
#include "explain/explain.h"

#include <stdint.h>
#include <stdio.h>

#include "session/language.h"

enum { PLAIN_WIDTH = 78 };

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
    explain_rules(account, account->place, of->row, of->col);
    if (of->grid != GRID_VISIBLE)
        account_result(account, GRID_VISIBLE, account->place, of->row, of->col);
    if (of->grid == GRID_DROP)
        account_tell(account, ROLE_BASE, message(account->lang, "grid.drop"),
                     "explain.drop");
    if (of->grid == GRID_ADDITIVE)
        account_tell(account, ROLE_BASE, message(account->lang, "grid.additive"),
                     "explain.additive");
    account_result(account, of->grid, account->place, of->row, of->col);
}

static void tell_x(Account *account, const Subject *of) {
    Place before = account->place;
    if (before.layer == 0) {
        explain_given(account, GRID_X, of->row, of->col);
        return;
    }
    before.layer--;
    explain_y(account, before, of->row, of->col);
    account_tell(account, ROLE_BASE, "x", "explain.x-is-y", before.layer + 2,
                 before.layer + 1);
    account_result(account, GRID_X, account->place, of->row, of->col);
}

static void tell_scores(Account *account, const Subject *of) {
    tell_stage(account, of, STAGE_SCORES);
}

static void tell_masked(Account *account, const Subject *of) {
    tell_stage(account, of, STAGE_MASKED);
}

static void tell_weights(Account *account, const Subject *of) {
    tell_stage(account, of, STAGE_WEIGHTS);
}

static void tell_sums(Account *account, const Subject *of) {
    tell_stage(account, of, STAGE_SUMS);
}

static void tell_out(Account *account, const Subject *of) {
    tell_stage(account, of, STAGE_OUT);
}

static void tell_projection(Account *account, const Subject *of) {
    explain_projection(account, of->grid, of->row, of->col);
}

static void tell_given(Account *account, const Subject *of) {
    explain_given(account, of->grid, of->row, of->col);
}

static void tell_concat(Account *account, const Subject *of) {
    explain_concat(account, account->place, of->row, of->col);
}

static void tell_y(Account *account, const Subject *of) {
    explain_y(account, account->place, of->row, of->col);
}

static void tell_loss(Account *account, const Subject *of) {
    explain_loss(account, of->grid, of->row);
}

static void tell_scored(Account *account, const Subject *of) {
    explain_scored(account, of->row);
    account_result(account, GRID_SCORED, account->place, of->row, 0);
}

static void tell_reach(Account *account, const Subject *of) {
    explain_reach(account, of->row, of->col);
}

static void tell_delta(Account *account, const Subject *of) {
    explain_delta(account, of->row, of->col);
}

typedef void Teller(Account *account, const Subject *of);

static Teller *const tellers[GRID_COUNT] = {
    [GRID_X] = tell_x,
    [GRID_Q] = tell_projection,
    [GRID_K] = tell_projection,
    [GRID_V] = tell_projection,
    [GRID_SCORES] = tell_scores,
    [GRID_VISIBLE] = tell_visibility,
    [GRID_DROP] = tell_visibility,
    [GRID_ADDITIVE] = tell_visibility,
    [GRID_MASKED] = tell_masked,
    [GRID_WEIGHTS] = tell_weights,
    [GRID_SUMS] = tell_sums,
    [GRID_OUT] = tell_out,
    [GRID_CONCAT] = tell_concat,
    [GRID_WO] = tell_given,
    [GRID_Y] = tell_y,
    [GRID_PROB] = tell_loss,
    [GRID_LOSS] = tell_loss,
    [GRID_SCORED] = tell_scored,
    [GRID_REACH] = tell_reach,
    [GRID_DELTA] = tell_delta,
    [GRID_WQ] = tell_given,
    [GRID_WK] = tell_given,
    [GRID_WV] = tell_given,
    [GRID_MASK] = tell_given,
    [GRID_BIAS] = tell_given,
};

/* ---- the whole page ---- */

static Account account_of(const Session *session, const Subject *of, int back,
                          int width) {
    bool of_key =
        of->grid == GRID_SCORES || of->grid == GRID_MASKED || of->grid == GRID_WEIGHTS;
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

bool explain_exists(const Session *session, const Subject *of) {
    Place place = session_place(session);
    GridId grid = of->grid == GRID_DELTA ? session->delta_of : of->grid;
    return grid_exists(session->now, grid, place, NULL) &&
           of->row < grid_rows(session->now, grid, place) &&
           of->col < grid_cols(session->now, grid, place);
}

/* What stands after "= " in the last line. */
static void answer(Account *account, const Subject *of, Text *out) {
    account_result(account, of->grid, account->place, of->row, of->col);
    text_append(out, account->steps[0].text + 2);
    account_release(account);
}

void explain_question(const Session *session, const Subject *of, Text *out) {
    Account account = account_of(session, of, ROLE_OVERLAY, PLAIN_WIDTH);
    Text name = {0}, number = {0};
    GridId grid = of->grid == GRID_DELTA ? session->delta_of : of->grid;
    const char *id = of->grid == GRID_DELTA ? "explain.why-moved" : "explain.why";
    RowState state = ROWSTATE_FINE;
    account_name(&account, grid, account.place, of->row, of->col, &name);
    if (session_covered(session, of->grid)) {
        text_append(&number, "????");
    } else if (of->grid != GRID_DELTA) {
        grid_cell(account.sheet, grid, account.place, of->row, of->col, &state);
        answer(&account, of, &number);
    }
    account_words(&account, out,
                  state == ROWSTATE_UNDEFINED ? "explain.why-undefined" : id,
                  text_string(&name), text_string(&number));
    text_release(&name);
    text_release(&number);
}

/* Tries with fewer and fewer keys until the columns fit the page. */
void explain_page(Page *page, const Session *session, const Subject *of, int width) {
    Account account = account_of(session, of, page->back, width);
    bool fits = false;
    if (!explain_exists(session, of))
        account_tell(&account, ROLE_BASE, "", "explain.not-there");
    else if (session_covered(session, of->grid))
        account_tell(&account, ROLE_COVERED, "", "explain.covered");
    if (account.count)
        fits = account_lay(&account, page);
    for (account.limit = KEYS_SHOWN; !fits && account.limit > 0; account.limit--) {
        account_release(&account);
        account.told_query = NO_KEY;
        tellers[of->grid](&account, of);
        fits = account_lay(&account, page);
    }
    account_release(&account);
}

void explain_lines(const Session *session, GridId grid, size_t row, size_t col,
                   Text *plain) {
    Page page;
    Subject of = {grid, row, col};
    page_init(&page, ROLE_OVERLAY, false);
    if (explain_exists(session, &of)) {
        Text text = {0};
        explain_question(session, &of, &text);
        page_line(&page);
        page_put(&page, 0, ROLE_TITLE, text_string(&text));
        text_release(&text);
    }
    explain_page(&page, session, &of, PLAIN_WIDTH);
    page_plain(&page, plain);
    page_release(&page);
}
