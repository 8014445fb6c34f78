/* Draws the bands of the main screen: one for each head or record, below them concat ×
 * W_O = y, and below that the inputs. */
#include "session/language.h"
#include "view/screen/screen.h"

/* Returns true if the rows of some grid are the line's queries. */
static bool has_queries(const Columns *columns) {
    for (int c = 0; c < columns->count; c++)
        if (!columns->column[c].labels)
            return true;
    return false;
}

/* Lights the line of the cursor's query, except below columns whose rows are no
 * queries. */
static void line_light(Screen *screen, const Columns *columns, int y) {
    const Column *column = columns->column;
    frame_fill(screen->frame, 0, y, column[0].x + columns_width(columns), 1,
               style_of(ROLE_ROW));
    for (int i = 0; i < columns->count; i++)
        if (column[i].labels)
            frame_fill(screen->frame, column[i].x - 1, y, column[i].width + 2, 1,
                       style_of(ROLE_GROUND));
}

static void band_draw(Screen *screen, const Band *band, Place place) {
    const Rows *rows = &band->rows;
    if (band->labels != ABSENT)
        labels_draw(screen, band, place);
    for (int i = 0; i < rows->count && has_queries(&band->columns); i++) {
        size_t row = (size_t)(rows->first + i);
        int y = rows->y + i * rows->height + number_line(rows->height);
        if (row >= screen_queries(screen, place.record))
            break;
        if ((long)row == screen->query)
            line_light(screen, &band->columns, y);
        row_label_draw(screen, place, row, y);
    }
    rows_draw(screen, band, place);
}

static void band_name_draw(Screen *screen, int band, int y) {
    const Content *content = &screen->content;
    int label = screen->layout.label;
    int role = band == content->band ? ROLE_CROSS : ROLE_NAME;
    Pen pen = {screen->frame, label > content->band_label + 1, y, label};
    if (label <= content->band_label)
        pen_format(&pen, role, "%d", band + 1);
    else
        band_write(screen, role, band, &pen);
}

/* Writes which heads are shown, if not all are. */
static void shown_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    int first = layout->band_first + 1, last = layout->band_first + layout->band_count;
    int all = screen->content.bands, lang = screen->lang;
    Pen pen = {screen->frame, 1, layout->main.names, layout->label};
    if (layout->band_count >= all || layout->merged_top || screen->records)
        return;
    if (first == last)
        pen_whole(&pen, ROLE_QUIET, message(lang, "screen.band"), first, all);
    else
        pen_whole(&pen, ROLE_QUIET, message(lang, "screen.bands"), first, last, all);
}

static void main_bands_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    if (!layout->merged_top)
        names_draw(screen, &layout->main);
    shown_draw(screen);
    for (int b = 0; b < layout->band_count; b++) {
        Band band = layout->main;
        int index = layout->band_first + b;
        band.labels = layout_band(layout, index);
        band.rows.y = band.labels + 1;
        if (screen->content.bands > 1)
            band_name_draw(screen, index, band.labels);
        band_draw(screen, &band, screen_place(screen, index));
    }
}

void bands_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    const Band *below[] = {&layout->output, &layout->input};
    if (layout->band_count > 0)
        main_bands_draw(screen);
    for (int i = 0; i < 2; i++) {
        if (below[i]->names == ABSENT)
            continue;
        if (below[i]->names != layout->switches)
            names_draw(screen, below[i]);
        band_draw(screen, below[i], screen->at.place);
    }
    cursor_draw(screen);
}
