/* See tiles.h. The picture: dots, the labels at its margins, the cursor. */
#include "view/afar/tiles.h"

#include <math.h>
#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/formula.h"
#include "base/minmax.h"
#include "view/screen/words.h"

enum { LABELS_APART = 4, KEYS_APART = 16, NARROW_KEYS = 8, BAR = 10 };

/* What a dot's glyph gives way to: of two the larger one is shown. */
enum {
    WEIGHT_NONE,
    WEIGHT_HEAT,
    WEIGHT_EDGE = 40,
    WEIGHT_BROKEN,
    WEIGHT_WRONG,
    WEIGHT_BOX
};

/* ---- one dot ---- */

/* 0 at 1e-4 and below, 1 at 1. */
static double share_of(double weight) {
    double share = (log10(weight) + 4) / 4;
    return !(share > 0) ? 0 : share > 1 ? 1 : share;
}

Dot dot_of_weight(double weight, bool edge) {
    double share = share_of(weight);
    int step = (int)lround(share * (HEAT_STEPS - 1));
    if (edge)
        return (Dot){ENTRY_EDGE + step, '\\', WEIGHT_EDGE};
    return (Dot){ENTRY_HEAT + step, heat_ramp[(int)lround(share * (RAMP_STEPS - 1))],
                 WEIGHT_HEAT + step};
}

static Dot dot_of_tile(const Screen *screen, const Tile *tile) {
    if (tile->rows == 0 || tile->visible + tile->hidden == 0)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    if (session_covered(screen->session, GRID_WEIGHTS))
        return (Dot){ROLE_COVERED, '?', WEIGHT_BROKEN};
    if (tile->counted || (tile->ahead && screen->ahead_is_wrong))
        return (Dot){ROLE_TROUBLE, '!', WEIGHT_WRONG};
    if (tile->broken)
        return (Dot){ROLE_EMPTY, 'E', WEIGHT_BROKEN};
    if (tile->visible == 0)
        return (Dot){ROLE_HIDDEN, ' ', WEIGHT_NONE};
    return dot_of_weight(tile->largest, tile->hidden > 0);
}

/* Where no row of a line of dots was walked yet, a coarser line stands in for it. */
static Tile tile_at(const Survey *survey, const Dots *dots, size_t line, size_t column) {
    const SurveyArea *area = &dots->area;
    size_t edge = area->edge, col = area->col + column * edge;
    size_t cols =
        col + edge > area->col + area->cols ? area->col + area->cols - col : edge;
    size_t base = survey_area(survey).row, at = (area->row - base) / edge + line;
    for (;; at &= at - 1) {
        Tile tile = survey_tile(survey, base + at * edge, edge, col, cols);
        if (tile.rows > 0 || at == 0)
            return tile;
    }
}

void dot_put(Screen *screen, int x, int y, Dot upper, Dot lower) {
    bool below = lower.weight > upper.weight;
    char glyph[2] = "";
    if (below)
        glyph[0] = lower.glyph;
    else
        glyph[0] = upper.glyph;
    Style style = style_pixels(upper.entry, lower.entry);
    if (below)
        style.flags |= STYLE_LOWER;
    if (screen->ascii) /* no half blocks there */
        style = style_of(below ? lower.entry : upper.entry);
    frame_text(screen->frame, x, y, 1, style, glyph);
}

/* Whether a dot lies on the frame around what is shown. */
static bool on_box(const SurveyArea *box, size_t edge, size_t line, size_t column) {
    if (!box)
        return false;
    size_t left = box->col / edge, right = (box->col + box->cols - 1) / edge;
    size_t top = box->row / edge, bottom = (box->row + box->rows - 1) / edge;
    return line >= top && line <= bottom && column >= left && column <= right &&
           (line == top || line == bottom || column == left || column == right);
}

static Dot dot_at(const Screen *screen, const Dots *dots, const Survey *survey,
                  const SurveyArea *box, size_t line, size_t column) {
    const SurveyArea *area = &dots->area;
    if (line >= (area->rows + area->edge - 1) / area->edge)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    if (on_box(box, area->edge, line, column))
        return (Dot){ROLE_GOOD, 'o', WEIGHT_BOX};
    if (!survey)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    Tile tile = tile_at(survey, dots, line, column);
    return dot_of_tile(screen, &tile);
}

/* Clicks go to the first of a character's cells, in the focused grid where it has a cell for each
 * query and key, else in the weights. */
static void dots_note(Screen *screen, const Dots *dots) {
    const Look *look = &screen->session->look;
    const SurveyArea *area = &dots->area;
    const GridSpec *grid = &grid_table[look->grid];
    bool square =
        look->grid != GRID_DELTA && grid->rows == AXIS_QUERY && grid->cols == AXIS_KEY;
    regions_add(&screen->frame->regions,
                (Region){.kind = REGION_TILES,
                         .x = dots->x,
                         .y = dots->y,
                         .width = dots->columns,
                         .height = dots->lines,
                         .across = 1,
                         .down = 1,
                         .row = area->row,
                         .col = area->col,
                         .row_step = 2 * area->edge,
                         .col_step = area->edge,
                         .rows = area->rows,
                         .grid = square ? (int)look->grid : GRID_WEIGHTS,
                         .record = look->record,
                         .head = look->head});
}

void dots_draw(Screen *screen, const Dots *dots, const Survey *survey,
               const SurveyArea *box) {
    dots_note(screen, dots);
    for (int y = 0; y < dots->lines; y++)
        for (int x = 0; x < dots->columns; x++) {
            size_t line = 2 * (size_t)y, column = (size_t)x;
            dot_put(screen, dots->x + x, dots->y + y,
                    dot_at(screen, dots, survey, box, line, column),
                    dot_at(screen, dots, survey, box, line + 1, column));
        }
}

/* ---- the margins ---- */

static long number_at(const Screen *screen, size_t index) {
    return screen->session->scene.base + (long)index;
}

static void query_labels_draw(Screen *screen, const TilesLayout *layout) {
    const Dots *dots = &layout->picture;
    const SurveyArea *area = &dots->area;
    for (int y = 0; y < dots->lines; y++) {
        size_t first = area->row + 2 * (size_t)y * area->edge;
        bool lit = screen->query >= (long)first &&
                   screen->query < (long)(first + 2 * area->edge);
        if (lit)
            frame_format(screen->frame, 0, dots->y + y, layout->label - 1,
                         style_of(ROLE_CROSS), "%s%*ld", screen->ascii ? ">" : "▸",
                         layout->label - 2, number_at(screen, (size_t)screen->query));
        else if (y % LABELS_APART == 0)
            frame_format(screen->frame, 1, dots->y + y, layout->label - 1,
                         style_of(ROLE_LABEL), "%*ld", layout->label - 2,
                         number_at(screen, first));
    }
}

/* Every so many dots a number, and the cursor's key wherever it is. */
static void key_labels_draw(Screen *screen, const TilesLayout *layout) {
    const Dots *dots = &layout->picture;
    const SurveyArea *area = &dots->area;
    int y = layout->labels,
        apart = layout->label > KEYS_APART ? 2 * KEYS_APART : KEYS_APART;
    int lit = -1, width = layout->label - 2;
    if (y == ABSENT)
        return;
    if (screen->key >= (long)area->col && screen->key < (long)(area->col + area->cols))
        lit = (int)(((size_t)screen->key - area->col) / area->edge);
    for (int x = 0; x < dots->columns; x += apart) {
        bool free = lit < 0 || x + width < lit || x > lit + width + 1;
        if (free && dots->x + x + width <= screen->width)
            frame_format(screen->frame, dots->x + x, y, width + 1, style_of(ROLE_LABEL),
                         "%ld", number_at(screen, area->col + (size_t)x * area->edge));
    }
    if (lit < 0)
        return;
    int x = min_int(dots->x + lit, screen->width - width - 1);
    frame_format(screen->frame, x, y, width + 1, style_of(ROLE_CROSS), "%s%ld",
                 screen->ascii ? "v" : "▾", number_at(screen, (size_t)screen->key));
}

/* Brackets beside the dot. */
static void tiles_cursor_draw(Screen *screen, const TilesLayout *layout) {
    const Dots *dots = &layout->picture;
    const SurveyArea *area = &dots->area;
    Frame *frame = screen->frame;
    if (screen->query < (long)area->row ||
        screen->query >= (long)(area->row + area->rows) ||
        screen->key < (long)area->col || screen->key >= (long)(area->col + area->cols))
        return;
    int x = dots->x + (int)(((size_t)screen->key - area->col) / area->edge);
    int y = dots->y + (int)(((size_t)screen->query - area->row) / area->edge / 2);
    frame_text(frame, x - 1, y, 1, style_of(ROLE_CURSOR), "[");
    frame_text(frame, x + 1, y, 1, style_of(ROLE_CURSOR), "]");
    frame->cursor_x = x;
    frame->cursor_y = y;
}

/* ---- words ---- */

static void name_text(const Screen *screen, const TilesLayout *layout, bool brief,
                      bool range, Text *text) {
    const SurveyArea *area = &layout->picture.area;
    int lang = screen->lang;
    if (area->edge == 1 && !brief)
        text_append(text, message(lang, "tiles.dot"));
    else
        text_format(text, message(lang, brief ? "tiles.largest.short" : "tiles.largest"),
                    area->edge, area->edge);
    if (!range)
        return;
    text_append(text, "   ");
    text_format(text, message(lang, brief ? "tiles.range.short" : "tiles.range"),
                number_at(screen, area->row),
                number_at(screen, area->row + area->rows - 1), layout->queries,
                number_at(screen, area->col),
                number_at(screen, area->col + area->cols - 1), layout->keys);
}

/* The fullest of the forms that fits. */
static void name_draw(Screen *screen, const TilesLayout *layout) {
    static const struct {
        bool brief, range;
    } forms[] = {{false, true}, {true, true}, {true, false}};
    int end = layout->panel != ABSENT ? layout->panel - 2 : screen->width;
    int x = layout->label;
    x += 3 + frame_text(screen->frame, x, layout->names, end - x, style_of(ROLE_CROSS),
                        grid_title(screen, GRID_WEIGHTS));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Text name = {0}, spelt = {0};
        name_text(screen, layout, forms[i].brief, forms[i].range, &name);
        frame_spell(screen->ascii, text_string(&name), &spelt);
        bool fits = x + utf8_columns(text_string(&spelt)) <= end;
        if (fits)
            frame_text(screen->frame, x, layout->names, end - x, style_of(ROLE_QUIET),
                       text_string(&spelt));
        text_release(&spelt);
        text_release(&name);
        if (fits)
            return;
    }
}

static void sentence_draw(Screen *screen, const TilesLayout *layout) {
    const Session *session = screen->session;
    const Step *step = &session->scene.steps[session->recipe.step];
    const char *heading = texts_in(&step->heading, lang_names[screen->lang], 0);
    const char *more = "";
    Text sentence = {0}, spelt = {0};
    if (layout->words == ABSENT)
        return;
    findings_sentence(session, screen->width - 2, &sentence, &more);
    frame_spell(screen->ascii, text_string(&sentence), &spelt);
    frame_text(screen->frame, 1, layout->words, screen->width - 2, style_of(ROLE_HEADING),
               text_string(&spelt));
    if (heading && session->recipe.step > 0)
        more = heading;
    text_clear(&spelt);
    frame_spell(screen->ascii, more, &spelt);
    if (layout->more != ABSENT)
        frame_text(screen->frame, 1, layout->more, screen->width - 2,
                   style_of(ROLE_NARRATION), text_string(&spelt));
    text_release(&spelt);
    text_release(&sentence);
}

/* ---- the line of arithmetic ---- */

/* What the rule says of the cell, and how far ahead of its query it is. */
static void reason_text(Screen *screen, Text *text) {
    Place place = session_place(screen->session);
    size_t query = (size_t)screen->query, key = (size_t)screen->key;
    long ahead =
        screen->key - query_position(screen->model, place.layer, place.record, query);
    Formula formula = {.screen = screen, .place = place, .row = query, .col = key};
    Reason reason = visibility(screen->model, place, query, key);
    if (!reason_visible(reason)) {
        formula_reason(&formula, text);
        return;
    }
    text_append(text,
                message(screen->lang,
                        reason == REASON_FORCED_OPEN ? "tiles.forced" : "tiles.visible"));
    if (ahead > 0 && !session_labels(screen->session)->has_query_tokens)
        text_format(text, message(screen->lang, "tiles.ahead"), ahead);
}

/* "tile queries 609-616 × keys 897-904: 1 of 64 visible" */
static void tile_text(const Screen *screen, const TilesLayout *layout,
                      const Survey *survey, Text *text) {
    const SurveyArea *area = &layout->picture.area;
    size_t edge = area->edge, row = (size_t)screen->query / edge * edge;
    size_t col = (size_t)screen->key / edge * edge;
    size_t rows = row + edge > layout->queries ? layout->queries - row : edge;
    size_t cols = col + edge > layout->keys ? layout->keys - col : edge;
    if (!survey || edge == 1)
        return;
    Tile tile = survey_tile(survey, row, rows, col, cols);
    if (tile.rows == rows)
        text_format(text, message(screen->lang, "tiles.tile"), number_at(screen, row),
                    number_at(screen, row + rows - 1), number_at(screen, col),
                    number_at(screen, col + cols - 1), tile.visible,
                    tile.visible + tile.hidden);
}

static void cell_text(Screen *screen, const TilesLayout *layout, const Survey *survey) {
    enum { PARTS = 3, GAP = 3 };
    const Session *session = screen->session;
    GridId grid = session->look.grid;
    Text part[PARTS] = {{0}, {0}, {0}}, spelt = {0};
    char number[CELL_TEXT];
    int x = 1, end = screen->width - 1;
    double value = grid_cell(session->now, grid, session_place(session),
                             session->look.row, session->look.col, NULL);
    number_text(value, 6, screen->ascii, number);
    text_format(&part[0], "%s[%ld,%ld] %s", grid_title(screen, grid),
                number_at(screen, session->look.row),
                number_at(screen, session->look.col), number);
    reason_text(screen, &part[1]);
    tile_text(screen, layout, survey, &part[2]);
    for (int i = 0; i < PARTS; i++) {
        text_clear(&spelt);
        frame_spell(screen->ascii, text_string(&part[i]), &spelt);
        int columns = utf8_columns(text_string(&spelt));
        if (i == 0 || x + columns <= end)
            x += frame_text(screen->frame, x, layout->arithmetic, end - x,
                            style_of(ROLE_ARITHMETIC), text_string(&spelt)) +
                 GAP;
        text_release(&part[i]);
    }
    text_release(&spelt);
}

static void tiles_arithmetic_draw(Screen *screen, const TilesLayout *layout,
                                  const Survey *survey) {
    GridId grid = screen->session->look.grid;
    if (layout->arithmetic == ABSENT)
        return;
    if (grid == GRID_DELTA || session_covered(screen->session, grid) ||
        grid_table[grid].rows != AXIS_QUERY || grid_table[grid].cols != AXIS_KEY) {
        arithmetic_draw(screen);
        return;
    }
    frame_fill(screen->frame, 0, layout->arithmetic, screen->width, 1,
               style_of(ROLE_ARITHMETIC));
    cell_text(screen, layout, survey);
}

/* ---- the last line ---- */

/* How far the work is, while it is not done; returns the columns written. */
static int progress_draw(Screen *screen, const TilesLayout *layout, int y) {
    SurveyArea part;
    bool has_part = tiles_part(screen->session, layout, &part);
    Progress progress = session_progress(screen->session, has_part ? &part : NULL);
    int x = 1;
    if (progress.done == progress.rows && progress.heads_done == progress.heads)
        return 0;
    if (progress.done == progress.rows) {
        x += frame_format(screen->frame, x, y, screen->width - x, style_of(ROLE_QUIET),
                          message(screen->lang, "tiles.heads"), progress.heads_done,
                          progress.heads);
        return x + 2;
    }
    x += frame_bar(screen->frame, x, y, BAR, progress.done, progress.rows);
    x += frame_format(screen->frame, x, y, screen->width - x, style_of(ROLE_NAME),
                      " %zu %%", progress.done * 100 / progress.rows);
    return x + 2;
}

static void tiles_hints_draw(Screen *screen, const TilesLayout *layout) {
    static const char *const forms[] = {"tiles.hint", "tiles.hint.short",
                                        "tiles.hint.least"};
    const Session *session = screen->session;
    int y = layout->hints;
    if (y == ABSENT)
        return;
    if (*session->notice) {
        hints_draw(screen);
        return;
    }
    int x = max_int(progress_draw(screen, layout, y), 1);
    if (session->working)
        x += key_words_draw(screen->frame, x, y, screen->width - x, ROLE_GROUND,
                            message(screen->lang, "tiles.stop")) +
             2;
    for (int i = session->look.overlay == OVERLAY_FINDINGS ? 3 : 0; i < 3; i++)
        if (x + key_words_columns(message(screen->lang, forms[i])) < screen->width ||
            i == 2) {
            key_words_draw(screen->frame, x, y, screen->width - x, ROLE_GROUND,
                           message(screen->lang, forms[i]));
            return;
        }
    key_words_draw(screen->frame, x, y, screen->width - x, ROLE_GROUND,
                   message(screen->lang, "findings.hint"));
}

/* ---- the screen ---- */

void tiles_draw(Screen *screen, const TilesLayout *layout) {
    const Session *session = screen->session;
    SurveyArea part;
    const Survey *survey = tiles_part(session, layout, &part)
                               ? session_part(session, &part)
                               : session_survey(session, session->look.head);
    screen->ahead_is_wrong = session_ahead_is_wrong(session);
    title_draw(screen);
    dots_draw(screen, &layout->picture, survey, NULL);
    name_draw(screen, layout);
    query_labels_draw(screen, layout);
    key_labels_draw(screen, layout);
    if (layout->panel != ABSENT)
        panel_draw(screen, layout);
    if (layout->legend != ABSENT || layout->tall_legend)
        legend_draw(screen, layout);
    tiles_cursor_draw(screen, layout);
    switches_draw(screen);
    sentence_draw(screen, layout);
    tiles_arithmetic_draw(screen, layout, survey);
    tiles_hints_draw(screen, layout);
}
