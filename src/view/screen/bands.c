/* The hall, one band a head or a record; below it concat × W_O = y; below that the inputs. */
#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

static bool belongs(const Screen *screen, const Column *column, int band) {
    return grid_table[column->grid].per_head || screen->records ||
           band == screen->layout.band_first;
}

/* Whether any grid's rows are the line's queries. */
static bool has_queries(const Lineup *lineup) {
    for (int c = 0; c < lineup->count; c++)
        if (!lineup->column[c].labels)
            return true;
    return false;
}

/* What many rows are made of is read once for all of them. */
static void rows_prepare(const Screen *screen, const Lineup *lineup, Place place,
                         int band, Rows rows) {
    const Session *session = screen->session;
    Sheet *sheets[] = {session->now, screen->delta ? session->against : session->before};
    for (int n = 0; n < lineup->count; n++) {
        const Column *column =
            &lineup->column[lineup->count - 1 - n]; /* out is made first */
        GridId grid = (GridId)column->grid;
        size_t first = (size_t)column_row(screen, column, rows);
        for (int s = 0; s < 2 && belongs(screen, column, band); s++)
            if (sheets[s] && place.record < sheets[s]->model.record_count &&
                place.layer < sheets[s]->model.layer_count &&
                grid_exists(sheets[s], grid, place, NULL))
                grid_prepare(sheets[s], grid, place, first, (size_t)rows.count);
    }
}

static void rows_draw(Screen *screen, const Lineup *lineup, Place place, int band,
                      Rows rows) {
    rows_prepare(screen, lineup, place, band, rows);
    for (int i = 0; i < rows.count; i++) {
        Rows at = {.y = rows.y + i * rows.height, .height = rows.height};
        size_t row = (size_t)rows.first + (size_t)i;
        int line = at.y + number_line(rows.height);
        if (row < screen_queries(screen, place.record) && has_queries(lineup)) {
            row_light(screen, lineup, row, line);
            row_label_draw(screen, place, row, line);
        }
        for (int c = 0; c < lineup->count; c++) {
            const Column *column = &lineup->column[c];
            int first = column_row(screen, column, rows);
            if (belongs(screen, column, band))
                cells_draw(screen, column, place, (size_t)first + (size_t)i, at);
        }
    }
}

static void band_name_draw(Screen *screen, int band, int y) {
    const Content *content = &screen->content;
    int x = screen->layout.label > content->band_label + 1;
    bool short_name = screen->layout.label <= content->band_label;
    bool lit = band == content->band;
    Style style = style_of(lit ? ROLE_CROSS : ROLE_NAME);
    const char *id = screen->records ? "screen.record" : "screen.head";
    if (short_name)
        frame_format(screen->frame, 0, y, screen->layout.label, style, "%d", band + 1);
    else
        frame_format(screen->frame, x, y, screen->layout.label - x, style,
                     message(screen->lang, id), band + 1);
}

/* Which heads are shown, where not all are. */
static void shown_text(const Screen *screen, char *out, size_t size) {
    const Layout *layout = &screen->layout;
    int first = layout->band_first + 1, last = layout->band_first + layout->band_count;
    int all = screen->content.bands;
    if (first == last)
        snprintf(out, size, message(screen->lang, "screen.band"), first, all);
    else
        snprintf(out, size, message(screen->lang, "screen.bands"), first, last, all);
}

static void shown_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    char text[80];
    if (layout->band_count >= screen->content.bands || layout->merged_top ||
        screen->records)
        return;
    shown_text(screen, text, sizeof text);
    if (utf8_columns(text) < layout->label)
        frame_text(screen->frame, 1, layout->names, layout->label - 1,
                   style_of(ROLE_QUIET), text);
}

void bands_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    if (layout->band_count == 0)
        return;
    if (layout->names != ABSENT && !layout->merged_top)
        names_draw(screen, &layout->hall, layout->rows, layout->names);
    shown_draw(screen);
    for (int b = 0; b < layout->band_count; b++) {
        int band = layout->band_first + b, y = layout_band(layout, band);
        Place place = screen_place(screen, band);
        Rows rows = layout->rows;
        rows.y += y;
        if (screen->content.bands > 1)
            band_name_draw(screen, band, y);
        for (int c = 0; c < layout->hall.count; c++)
            if (belongs(screen, &layout->hall.column[c], band))
                column_labels_draw(screen, &layout->hall.column[c], place, y);
        rows_draw(screen, &layout->hall, place, band, rows);
    }
}

void outputs_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    if (layout->output_names == ABSENT)
        return;
    Place place = session_place(screen->session);
    if (!layout->merged_top || layout->names != ABSENT)
        names_draw(screen, &layout->output, layout->output_rows, layout->output_names);
    for (int c = 0; layout->output_labels && c < layout->output.count; c++)
        column_labels_draw(screen, &layout->output.column[c], place,
                           layout->output_names + 1);
    rows_draw(screen, &layout->output, place, layout->band_first, layout->output_rows);
}

void inputs_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    if (layout->input_names == ABSENT || layout->input.count == 0)
        return;
    names_draw(screen, &layout->input, layout->input_rows, layout->input_names);
    rows_draw(screen, &layout->input, session_place(screen->session), layout->band_first,
              layout->input_rows);
}
