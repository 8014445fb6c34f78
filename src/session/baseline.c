/* A session compares its state with a baseline, or with the one before the last change. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/internal.h"

/* ---- the baseline ---- */

void baseline_release(Baseline *baseline) {
    sheet_release(baseline->sheet);
    *baseline = (Baseline){0};
}

void baseline_follow(Session *session) {
    if (session->now && session->now->work)
        session->now->work->judging = (Judging){0};
    sheet_release(session->against);
    session->against = NULL;
    if (session->baseline.kind == BASELINE_PIN)
        session->against = sheet_share(session->baseline.sheet);
    if (session->baseline.kind == BASELINE_PERTURB)
        session->against = sheet_under(session->baseline.sheet, &session->now->model);
    if (session->against)
        sheet_inherit_projections(session->against, session->baseline.sheet);
}

void baseline_pin(Session *session, Sheet *sheet) {
    baseline_release(&session->baseline);
    session->baseline = (Baseline){.kind = BASELINE_PIN, .sheet = sheet_share(sheet)};
}

void pinned_set(Session *session, Sheet *sheet) {
    Sheet *old = session->pinned;
    /* A pin from before the file was read anew may be of another shape. */
    bool fits = sheet && model_same_shape(&sheet->model, &session->scene.model);
    session->pinned = fits ? sheet_share(sheet) : NULL;
    forget_derived(session, old);
    sheet_release(old);
}

/* ---- the state before the last change ---- */

void forget_derived(const Session *session, Sheet *sheet) {
    if (!sheet || sheet == session->now || sheet == session->before ||
        sheet == session->against || sheet == session->baseline.sheet ||
        sheet == session->pinned)
        return;
    sheet_forget(sheet);
}

/* Of a state whose inputs were never finished a frame would have to wait for them. */
static bool is_finished(const Session *session, Sheet *sheet) {
    size_t done = 0, rows = 0;
    if (sheet && session_is_long(session))
        pass_inputs_progress(sheet_pass(sheet), session_place(session), &done, &rows);
    return done == rows;
}

void marks_set(Session *session, Sheet *sheet) {
    Sheet *old = session->before;
    if (sheet)
        sheet_inherit_projections(session->now, sheet);
    bool kept = is_finished(session, sheet);
    session->before = kept ? sheet : NULL;
    if (!kept)
        sheet_release(sheet);
    forget_derived(session, old);
    sheet_release(old);
}

void states_release(Session *session) {
    question_release(&session->question);
    baseline_release(&session->baseline);
    compared_release(&session->compared);
    sheet_release(session->against);
    sheet_release(session->before);
    sheet_release(session->now);
    sheet_release(session->written);
    sheet_release(session->pinned);
    session->against = session->before = session->now = NULL;
    session->written = session->pinned = NULL;
}

Sheet *session_reference(const Session *session) {
    Sheet *sheet = session->against ? session->against : session->before;
    return sheet == session->now ? NULL : sheet;
}

/* ---- numbers compared ---- */

/* Returns true if two numbers differ by more than rounding. */
static bool truly_differ(double now, double was) {
    static const double rounding = 1e-12;
    if (!isfinite(now) || !isfinite(was))
        return !same_bits(now, was);
    return fabs(now - was) > rounding * fmax(fabs(now), fabs(was));
}

bool session_differs(const Session *session, double now, double was) {
    return session->against ? !same_bits(now, was) : truly_differ(now, was);
}

/* A cell of a sheet, if the sheet has it. */
typedef struct Found {
    bool there;
    double number;
    RowState state;
} Found;

static Found find_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col) {
    Found found = {0};
    found.there =
        sheet && grid != GRID_DELTA && place.record < sheet->model.record_count &&
        place.layer < sheet->model.layer_count && grid_exists(sheet, grid, place, NULL) &&
        row < grid_rows(sheet, grid, place) && col < grid_cols(sheet, grid, place);
    if (found.there)
        found.number = grid_cell(sheet, grid, place, row, col, &found.state);
    return found;
}

/* Returns true if a grid has other numbers, or other cells, in two sheets. */
static bool grid_differs(Sheet *a, Sheet *b, GridId grid, Place place) {
    bool there = grid_exists(b, grid, place, NULL);
    size_t rows = there ? grid_rows(b, grid, place) : 0;
    size_t cols = there ? grid_cols(b, grid, place) : 0;
    if (there != grid_exists(a, grid, place, NULL))
        return true;
    if (there && (rows != grid_rows(a, grid, place) || cols != grid_cols(a, grid, place)))
        return true;
    double *was = memory_new(cols, sizeof *was), *now = memory_new(cols, sizeof *now);
    bool differs = false;
    for (size_t row = 0; !differs && row < rows; row++) {
        RowState old = grid_row(a, grid, place, row, was);
        RowState new = grid_row(b, grid, place, row, now);
        differs = old != new;
        for (size_t col = 0; !differs && new != ROWSTATE_UNDEFINED &&col < cols; col++)
            differs = truly_differ(now[col], was[col]);
    }
    free(was);
    free(now);
    return differs;
}

bool change_shows(const Session *session) {
    enum { CELLS_MOST = 5000 };
    const Model *model = &session->now->model;
    size_t cells = 0;
    Place place = {0};
    for (; place.record < model->record_count; place.record++)
        for (place.layer = 0; place.layer < model->layer_count; place.layer++)
            for (place.head = 0; place.head < model->layers[place.layer].heads;
                 place.head++) {
                cells += model_queries(model, place) * model_keys(model, place);
                if (cells > CELLS_MOST)
                    return true;
                for (GridId grid = 0; grid < GRID_COUNT; grid++)
                    if (grid != GRID_DELTA &&
                        grid_differs(session->before, session->now, grid, place))
                        return true;
            }
    return false;
}

bool session_was(const Session *session, GridId grid, Place place, size_t row, size_t col,
                 double *number) {
    Found was = find_cell(session_reference(session), grid, place, row, col);
    *number = was.number;
    return was.there && was.state != ROWSTATE_UNDEFINED;
}

bool session_changed(const Session *session, GridId grid, Place place, size_t row,
                     size_t col) {
    Found was = find_cell(session_reference(session), grid, place, row, col);
    if (!was.there)
        return false;
    Found now = find_cell(session->now, grid, place, row, col);
    if (!now.there || now.state != was.state)
        return now.there;
    return now.state != ROWSTATE_UNDEFINED &&
           session_differs(session, now.number, was.number);
}

bool session_delta(const Session *session, GridId grid, Place place, size_t row,
                   double *numbers) {
    GridSpan all = {0, grid_cols(session->now, grid, place), numbers};
    return session_delta_span(session, grid, place, row, all);
}

bool session_delta_span(const Session *session, GridId grid, Place place, size_t row,
                        GridSpan span) {
    Sheet *against = session->against;
    if (!against || !grid_exists(against, grid, place, NULL) ||
        row >= grid_rows(against, grid, place) ||
        row >= grid_rows(session->now, grid, place))
        return false;
    size_t old_cols = grid_cols(against, grid, place);
    size_t left = old_cols > span.first ? old_cols - span.first : 0;
    GridSpan old = {span.first, span.count < left ? span.count : left, NULL};
    old.numbers = memory_new(old.count, sizeof *old.numbers);
    bool fine = grid_span(against, grid, place, row, old) != ROWSTATE_UNDEFINED &&
                grid_span(session->now, grid, place, row, span) != ROWSTATE_UNDEFINED;
    for (size_t c = 0; fine && c < span.count; c++) {
        double now = span.numbers[c], was = c < old.count ? old.numbers[c] : NAN;
        span.numbers[c] = c < old.count && same_bits(now, was) ? 0 : now - was;
    }
    free(old.numbers);
    return fine;
}
