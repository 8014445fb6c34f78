/* See overview.h: the labels, the cursor, the words around the picture, and the map and
 * the findings beside it. */
#include "view/afar/overview.h"

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "explain/explain.h"

enum { LABELS_APART = 4, KEYS_APART = 16, BAR = 10, MAP_NAME = 34 };

static long number_at(const Screen *screen, size_t index) {
    return screen->session->scene.base + (long)index;
}

/* ---- the margins ---- */

/* Returns the dot that shows a query or key, counted from the first one shown; -1: none
 * does. */
static int dot_of(long index, size_t first, size_t count, size_t edge) {
    bool shown = index >= (long)first && index < (long)(first + count);
    return shown ? (int)(((size_t)index - first) / edge) : -1;
}

static void query_labels_draw(Screen *screen, const OverviewLayout *layout) {
    const Picture *picture = &layout->picture;
    int digits = layout->label - 2;
    for (int line = 0; line < picture->lines; line++) {
        bool lit = picture->row >= 0 && picture->row / 2 == line;
        Pen pen = {screen->frame, !lit, picture->y + line, layout->label};
        size_t first = picture->area.row + 2 * (size_t)line * picture->area.edge;
        if (lit)
            pen_format(&pen, ROLE_CROSS, "▸%*ld", digits,
                       number_at(screen, (size_t)screen->query));
        else if (line % LABELS_APART == 0)
            pen_format(&pen, ROLE_LABEL, "%*ld", digits, number_at(screen, first));
    }
}

/* Writes a label every so many dots, and that of the cursor's key wherever it is. */
static void key_labels_draw(Screen *screen, const OverviewLayout *layout) {
    const Picture *picture = &layout->picture;
    int lit = picture->col, width = layout->label - 2;
    int apart = layout->label > KEYS_APART ? 2 * KEYS_APART : KEYS_APART;
    for (int dot = 0; dot < picture->columns; dot += apart) {
        Pen pen = screen_pen(screen, picture->x + dot, layout->labels);
        bool free = lit < 0 || dot + width < lit || dot > lit + width + 1;
        if (free && pen.x + width <= pen.end)
            pen_format(
                &pen, ROLE_LABEL, "%ld",
                number_at(screen, picture->area.col + (size_t)dot * picture->area.edge));
    }
    Pen pen = screen_pen(screen, min_int(picture->x + lit, screen->width - width - 1),
                         layout->labels);
    if (lit >= 0)
        pen_format(&pen, ROLE_CROSS, "▾%ld", number_at(screen, (size_t)screen->key));
}

/* Puts brackets beside the cursor's dot. */
static void brackets_draw(Screen *screen, const Picture *picture) {
    Frame *frame = screen->frame;
    int x = picture->x + picture->col, y = picture->y + picture->row / 2;
    if (picture->row < 0 || picture->col < 0)
        return;
    frame_text(frame, x - 1, y, 1, style_of(ROLE_CURSOR), "[");
    frame_text(frame, x + 1, y, 1, style_of(ROLE_CURSOR), "]");
    frame->cursor_x = x;
    frame->cursor_y = y;
}

/* ---- words ---- */

/* Writes the fullest form that fits of the size of a dot, and of which queries and keys
 * are shown and of how many. */
static void name_draw(Screen *screen, const OverviewLayout *layout) {
    const SurveyArea *area = &layout->picture.area;
    const struct {
        const char *dot, *range; /* message ids */
    } forms[] = {{area->edge > 1 ? "tiles.largest" : "tiles.dot", "tiles.range"},
                 {"tiles.largest.short", "tiles.range.short"},
                 {"tiles.largest.short", NULL}};
    Pen pen = screen_pen(screen, layout->label, layout->names);
    bool done = false;
    if (layout->side != ABSENT)
        pen.end = layout->side - 2;
    pen_text(&pen, ROLE_CROSS, grid_title(screen->lang, GRID_WEIGHTS));
    pen.x += 3;
    for (int i = 0; i < 3 && !done; i++) {
        Text words = {0};
        text_format(&words, message(screen->lang, forms[i].dot), area->edge, area->edge);
        text_append(&words, forms[i].range ? "   " : "");
        if (forms[i].range)
            text_format(&words, message(screen->lang, forms[i].range),
                        number_at(screen, area->row),
                        number_at(screen, area->row + area->rows - 1), layout->queries,
                        number_at(screen, area->col),
                        number_at(screen, area->col + area->cols - 1), layout->keys);
        done = pen_whole(&pen, ROLE_QUIET, "%s", text_string(&words));
        text_release(&words);
    }
}

static void sentence_draw(Screen *screen, const OverviewLayout *layout) {
    const Session *session = screen->session;
    const Step *step = &session->scene.steps[session->recipe.step];
    const char *heading = texts_in(&step->heading, lang_names[screen->lang], 0);
    const char *more = "";
    Text sentence = {0};
    Pen pen = {screen->frame, 1, layout->words, screen->width - 1};
    findings_sentence(session, screen->width - 2, &sentence, &more);
    pen_spell(&pen, ROLE_HEADING, text_string(&sentence));
    text_clear(&sentence);
    pen = (Pen){screen->frame, 1, layout->more, screen->width - 1};
    session_told(session, heading && session->recipe.step > 0 ? heading : more,
                 &sentence);
    pen_spell(&pen, ROLE_NARRATION, text_string(&sentence));
    text_release(&sentence);
}

/* ---- the line of arithmetic ---- */

/* Appends which rule hides the cell, or how far ahead of its query it is. */
static void reason_text(Screen *screen, Text *text) {
    Place place = session_place(screen->session);
    size_t query = (size_t)screen->query, key = (size_t)screen->key;
    long ahead = screen->key - query_position(screen->model, place, query);
    Reason reason = visibility(screen->model, place, query, key);
    if (!reason_visible(reason)) {
        explain_hidden(screen->session, (GridCell){GRID_VISIBLE, place, query, key},
                       text);
        return;
    }
    text_append(text,
                message(screen->lang,
                        reason == REASON_FORCED_OPEN ? "tiles.forced" : "tiles.visible"));
    if (ahead > 0 && !session_labels(screen->session)->has_query_tokens)
        text_format(text, message(screen->lang, "tiles.ahead"), ahead);
}

/* Appends "tile queries 609-616 × keys 897-904: 1 of 64 visible". */
static void tile_text(const Screen *screen, const OverviewLayout *layout, Text *text) {
    const Survey *survey = layout->picture.survey;
    size_t edge = layout->picture.area.edge, row = (size_t)screen->query / edge * edge;
    size_t col = (size_t)screen->key / edge * edge;
    size_t rows = min_size(edge, layout->queries - row);
    size_t cols = min_size(edge, layout->keys - col);
    if (!survey || edge == 1)
        return;
    Tile tile = survey_tile(survey, row, rows, col, cols);
    if (tile.rows == rows)
        text_format(text, message(screen->lang, "tiles.tile"), number_at(screen, row),
                    number_at(screen, row + rows - 1), number_at(screen, col),
                    number_at(screen, col + cols - 1), tile.visible,
                    tile.visible + tile.hidden);
}

/* Writes the number of the cursor's cell, then the reason and the tile if they fit; of
 * other grids the arithmetic. */
static void number_draw(Screen *screen, const OverviewLayout *layout) {
    enum { GAP = 3 };
    const GridCell *at = &screen->at;
    GridId grid = screen->session->look.grid;
    Text reason = {0}, tile = {0};
    Pen pen = {screen->frame, 1, screen->layout.arithmetic, screen->width - 1};
    if (grid == GRID_DELTA || !grid_is_square(grid) ||
        session_covered(screen->session, grid)) {
        arithmetic_draw(screen, "");
        return;
    }
    frame_fill(screen->frame, 0, pen.y, screen->width, 1, style_of(ROLE_ARITHMETIC));
    if (!session_covered(screen->session, GRID_VISIBLE)) {
        reason_text(screen, &reason);
        tile_text(screen, layout, &tile);
    }
    pen_format(&pen, ROLE_ARITHMETIC, "%s[%ld,%ld] %s",
               grid_title(screen->lang, at->grid), number_at(screen, at->row),
               number_at(screen, at->col),
               written(screen, cursor_value(screen, screen->now, NULL)).text);
    pen.x += GAP;
    if (pen_whole(&pen, ROLE_ARITHMETIC, "%s", text_string(&reason)))
        pen.x += GAP;
    pen_whole(&pen, ROLE_ARITHMETIC, "%s", text_string(&tile));
    text_release(&reason);
    text_release(&tile);
}

/* ---- the last line ---- */

/* Writes how far the work is, while it is not done. */
static void progress_draw(Screen *screen, const OverviewLayout *layout, Pen *pen) {
    const SurveyArea *part = overview_part(screen->session, layout);
    Progress progress = session_progress(screen->session, part);
    if (progress.done == progress.rows && progress.heads_done == progress.heads)
        return;
    if (progress.done == progress.rows) {
        pen_format(pen, ROLE_QUIET, message(screen->lang, "tiles.heads"),
                   progress.heads_done, progress.heads);
    } else {
        pen->x +=
            frame_bar(pen->frame, pen->x, pen->y, BAR, progress.done, progress.rows);
        pen_format(pen, ROLE_NAME, " %zu %%", progress.done * 100 / progress.rows);
    }
    pen->x += 2;
}

static const char *hint_that_fits(const Screen *screen, int x) {
    static const char *const forms[] = {"tiles.hint", "tiles.hint.short",
                                        "tiles.hint.least"};
    if (screen->session->look.overlay == OVERLAY_FINDINGS)
        return message(screen->lang, "findings.hint");
    int form = 0;
    while (form < 2 &&
           x + key_words_columns(message(screen->lang, forms[form])) >= screen->width)
        form++;
    return message(screen->lang, forms[form]);
}

static void keys_draw(Screen *screen, const OverviewLayout *layout) {
    Pen pen = screen_pen(screen, 1, screen->layout.hints);
    if (pen.y == ABSENT)
        return;
    if (*screen->session->notice) {
        hints_draw(screen);
        return;
    }
    progress_draw(screen, layout, &pen);
    if (screen->session->working)
        pen.x += 2 + key_words_draw(pen.frame, pen.x, pen.y, pen.end - pen.x, ROLE_GROUND,
                                    message(screen->lang, "tiles.stop"));
    key_words_draw(pen.frame, pen.x, pen.y, pen.end - pen.x, ROLE_GROUND,
                   hint_that_fits(screen, pen.x));
}

/* ---- beside the picture ---- */

/* Draws the whole head with a box around the part that the picture shows. */
static void map_draw(Screen *screen, OverviewLayout *layout) {
    Picture *map = &layout->map;
    const char *id = layout->side_width < MAP_NAME ? "tiles.map.short" : "tiles.map";
    Pen pen = screen_pen(screen, map->x, layout->names);
    pen_format(&pen, ROLE_QUIET, message(screen->lang, id), map->area.edge,
               map->area.edge);
    map->survey = session_survey(screen->session, screen->session->look.head);
    map->box = &layout->picture.area;
    picture_draw(screen, map);
}

static void side_findings_draw(Screen *screen, Area area) {
    const Session *session = screen->session;
    bool list = session->look.overlay == OVERLAY_FINDINGS;
    Page page;
    if (area.height <= 0)
        return;
    page_init(&page, list ? ROLE_OVERLAY : ROLE_GROUND, screen->ascii);
    if (list) {
        findings_list(&page, session, area.width);
        page_show(&page, screen->frame, area, session->look.scroll);
    } else {
        findings_brief(&page, session, area.width, area.height);
        page_draw(&page, screen->frame, area, 0);
    }
    page_release(&page);
}

/* ---- the screen ---- */

void overview_draw(Screen *screen, OverviewLayout *layout) {
    const Session *session = screen->session;
    Picture *picture = &layout->picture;
    const SurveyArea *area = &picture->area, *part = overview_part(session, layout);
    picture->survey =
        part ? session_part(session, part) : session_survey(session, session->look.head);
    screen->ahead_is_wrong = session_ahead_is_wrong(session);
    screen->layout = layout->screen;
    measure_cursor(screen);
    picture->row = dot_of(screen->query, area->row, area->rows, area->edge);
    picture->col = dot_of(screen->key, area->col, area->cols, area->edge);
    title_draw(screen);
    picture_draw(screen, picture);
    name_draw(screen, layout);
    query_labels_draw(screen, layout);
    key_labels_draw(screen, layout);
    if (layout->has_map)
        map_draw(screen, layout);
    side_findings_draw(screen, layout->findings);
    overview_legend_draw(screen, layout);
    brackets_draw(screen, picture);
    switches_draw(screen);
    sentence_draw(screen, layout);
    number_draw(screen, layout);
    keys_draw(screen, layout);
}
