/* The title with its place, and the tokens with their targets: one line while they are few, a
 * table of positions, inputs and targets where they are more. Lit are the cursor's input, its
 * target, and the key's input. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"
#include "view/screen/signs.h"

enum { ONE_LINE = 4, ITEM_GAP = 4, WIDE_GAP = 3, ITEM_TEXT = 400 };

/* ---- title ---- */

/* How much of the place is told, from the least on. */
typedef enum PlaceDetail {
    PLACE_SHORT,
    PLACE_FULL,
    PLACE_STARRED, /* with a sign that something was changed by hand */
    PLACE_CHANGED  /* in words */
} PlaceDetail;

static void place_text(const Screen *screen, PlaceDetail detail, Text *text) {
    bool full = detail >= PLACE_FULL;
    const Session *session = screen->session;
    const Look *look = &session->look;
    size_t heads = screen->model->layers[look->layer].heads;
    const char *separator = " · ";
    text_append(text, session->scene.own ? message(screen->lang, "screen.own-data")
                                         : session->scene.id);
    if (full && !session->scene.own) {
        text_append(text, separator);
        text_format(text, message(screen->lang, "screen.scene"),
                    session->recipe.scene + 1, session->scene_count);
    }
    const struct {
        const char *id;
        size_t index, count;
        bool shown;
    } parts[] = {
        {"screen.layer", look->layer + 1, screen->model->layer_count, true},
        {"screen.record.of", look->record + 1, screen->model->record_count,
         (int)screen->model->record_count > screen->layout.band_count ||
             !screen->records},
        {"screen.head.of", look->head + 1, heads,
         !screen->records && screen->layout.band_count < (int)heads},
    };
    for (size_t i = 0; i < 3; i++)
        if (parts[i].count > 1 && parts[i].shown) {
            text_append(text, separator);
            text_format(text, message(screen->lang, parts[i].id), parts[i].index,
                        parts[i].count);
        }
    if (session->scene.step_count > 0) {
        text_append(text, separator);
        text_format(text,
                    message(screen->lang, full ? "screen.step" : "screen.step.short"),
                    session->recipe.step, session->scene.step_count);
    }
    if (detail == PLACE_STARRED)
        text_append(text, " *");
    if (detail == PLACE_CHANGED)
        text_format(text, "%s%s", separator, message(screen->lang, "screen.changed"));
}

void title_draw(Screen *screen) {
    int y = screen->layout.title, width = screen->width;
    const char *title =
        texts_in(&screen->session->scene.title, lang_names[screen->lang], 0);
    if (y == ABSENT)
        return;
    title = title ? title : screen->session->scene.id;
    int needed = 1 + utf8_columns(title) + 2;
    PlaceDetail most = screen->session->recipe.last ? PLACE_CHANGED : PLACE_FULL;
    for (int detail = (int)most; detail >= PLACE_SHORT; detail--) {
        Text place = {0};
        place_text(screen, (PlaceDetail)detail, &place);
        int columns = utf8_columns(text_string(&place));
        bool fits = needed + columns + 1 <= width;
        if (fits || detail == PLACE_SHORT) {
            int x = width - 1 - columns;
            if (x > width / 2 - 2 || fits)
                frame_text(screen->frame, x, y, columns, style_of(ROLE_QUIET),
                           text_string(&place));
            else
                x = width;
            frame_text(screen->frame, 1, y, x - 2, style_of(ROLE_TITLE), title);
        }
        text_release(&place);
        if (fits)
            break;
    }
}

/* ---- words of the strip ---- */

static bool has_targets(const Screen *screen, size_t record) {
    return screen->session->now->targets_named[record] > 0;
}

static const char *target_of(const Screen *screen, size_t record, size_t query) {
    const char *target = screen->session->now->targets[record][query];
    return *target ? target : "-";
}

/* The input a query stands at; the position alone where the scene names none. */
static const char *input_of(const Screen *screen, size_t record, size_t query) {
    const Labels *labels = &screen->session->scene.labels[record];
    bool named = labels->has_tokens || labels->has_query_tokens;
    return named ? labels->query_tokens[query] : "";
}

static bool is_known(const Screen *screen, size_t record, size_t query) {
    return query < model_queries(screen->model, screen->session->look.layer, record);
}

static bool shown_record(const Screen *screen, size_t record) {
    return screen->records ? true : record == screen->session->look.record;
}

static Style lit_style(bool lit) {
    return style_of(lit ? ROLE_CROSS : ROLE_LABEL);
}

static bool query_lit(const Screen *screen, size_t record, size_t query) {
    return shown_record(screen, record) && (long)query == screen->query;
}

/* The input of the key under the cursor, where queries are the keys' own sequence. */
static bool input_lit(const Screen *screen, size_t record, size_t query) {
    return query_lit(screen, record, query) ||
           (shown_record(screen, record) && screen_self(screen) &&
            (long)query == screen->key);
}

static Style target_style(Screen *screen, size_t record, size_t query) {
    if (query_lit(screen, record, query))
        return style_of(ROLE_CROSS);
    bool scored = query_scored(screen->model, record, query);
    return style_of(scored ? ROLE_LABEL : ROLE_QUIET);
}

static void target_text(Screen *screen, size_t record, size_t query, char *out,
                        size_t size) {
    const char *target = target_of(screen, record, query);
    bool none = strcmp(target, "-") == 0;
    bool scored = none || query_scored(screen->model, record, query);
    snprintf(out, size, scored ? "%s" : "(%s)", target);
    if (!scored)
        signs_see(screen, SIGN_UNSCORED_TARGET);
    else if (none && screen->model->loss != LOSS_NONE)
        signs_see(screen, SIGN_UNSCORED);
}

/* ---- one line ---- */

static int item_columns(Screen *screen, size_t record, size_t query) {
    char target[ITEM_TEXT] = "";
    int columns = screen->content.positions;
    int input = utf8_columns(input_of(screen, record, query));
    columns += input ? 1 + input : 0;
    if (has_targets(screen, record)) {
        target_text(screen, record, query, target, sizeof target);
        columns += (screen->ascii ? 4 : 3) + utf8_columns(target);
    }
    return columns;
}

static int record_columns(const Screen *screen) {
    char name[80];
    snprintf(name, sizeof name, message(screen->lang, "screen.record"),
             (int)screen->model->record_count);
    return utf8_columns(name);
}

static int record_indent(const Screen *screen) {
    return screen->records ? record_columns(screen) + ITEM_GAP : 0;
}

static bool fits_one_line(Screen *screen, size_t record) {
    size_t queries = screen_queries(screen, record);
    int columns = 2 + record_indent(screen);
    if (queries > ONE_LINE)
        return false;
    for (size_t i = 0; i < queries; i++)
        columns += item_columns(screen, record, i) + (i ? ITEM_GAP : 0);
    return columns <= screen->width;
}

static int item_draw(Screen *screen, size_t record, size_t query, int x, int y) {
    Frame *frame = screen->frame;
    char target[ITEM_TEXT];
    const char *input = input_of(screen, record, query);
    bool known = is_known(screen, record, query);
    Style style = lit_style(input_lit(screen, record, query));
    x += frame_format(frame, x, y, screen->content.positions,
                      known ? style : style_of(ROLE_QUIET), "%*ld",
                      screen->content.positions,
                      session_number_of(screen->session, AXIS_QUERY, query));
    if (*input && known) {
        x += frame_text(frame, x, y, 1, style, " ");
        x += frame_text(frame, x, y, screen->width - x, style, input);
    }
    if (!has_targets(screen, record) || !known)
        return x;
    target_text(screen, record, query, target, sizeof target);
    x += frame_text(frame, x, y, 4, style_of(ROLE_QUIET), screen->ascii ? " -> " : " → ");
    return x + frame_text(frame, x, y, screen->width - x,
                          target_style(screen, record, query), target);
}

/* Returns the first free column. */
static int line_draw(Screen *screen, size_t record, int y) {
    int x = 1;
    if (screen->records) {
        frame_format(screen->frame, x, y, record_columns(screen), style_of(ROLE_NAME),
                     message(screen->lang, "screen.record"), (int)record + 1);
        x += record_indent(screen);
    }
    for (size_t i = 0; i < screen_queries(screen, record); i++) {
        int end = item_draw(screen, record, i, x, y);
        x = end + ITEM_GAP;
    }
    return x - ITEM_GAP;
}

/* ---- the row that was replaced ---- */

static void numbers_text(const Screen *screen, Sheet *sheet, size_t count, Text *text) {
    const Baseline *baseline = &screen->session->baseline;
    Place place = {.record = baseline->record, .head = screen->session->look.head};
    for (size_t c = 0; c < count; c++) {
        char number[CELL_TEXT];
        number_text(grid_cell(sheet, baseline->part, place, baseline->row, c, NULL), 3,
                    screen->ascii, number);
        text_format(text, c ? " %s" : "%s", number);
    }
}

/* x[3]  1 1 → 4 0, after the tokens where there is room; returns the first free column. */
static int replaced_draw(Screen *screen, size_t record, int end, int y) {
    enum { LONGEST = 4 };
    const Session *session = screen->session;
    const Baseline *baseline = &session->baseline;
    Place place = {.record = baseline->record, .head = session->look.head};
    Text text = {0};
    if (baseline->kind != BASELINE_PERTURB || baseline->record != record ||
        session_covered(session, baseline->part))
        return end;
    size_t count = grid_cols(session->now, baseline->part, place);
    if (count > LONGEST)
        return end;
    text_format(&text, "%s[%ld]  ", grid_title(screen, baseline->part),
                session_number_of(session, AXIS_KEY, baseline->row));
    numbers_text(screen, baseline->sheet, count, &text);
    text_append(&text, screen->ascii ? " -> " : " → ");
    numbers_text(screen, session->now, count, &text);
    int columns = utf8_columns(text_string(&text));
    if (end + ITEM_GAP + columns < screen->width)
        end += ITEM_GAP + frame_text(screen->frame, end + ITEM_GAP, y, columns,
                                     style_of(ROLE_QUIET), text_string(&text));
    text_release(&text);
    return end;
}

/* ---- a table ---- */

typedef struct Table {
    int left, cell;
    size_t first, count;
} Table;

static Table table_make(Screen *screen, size_t record) {
    int most = screen->content.positions, words = 0;
    size_t queries = screen_queries(screen, record);
    bool targets = has_targets(screen, record);
    for (size_t i = 0; i < queries; i++) {
        char target[ITEM_TEXT] = "";
        if (targets)
            target_text(screen, record, i, target, sizeof target);
        int input = utf8_columns(input_of(screen, record, i)),
            other = utf8_columns(target);
        most = input > most ? input : most;
        most = other > most ? other : most;
    }
    int input = utf8_columns(message(screen->lang, "screen.input"));
    int target = utf8_columns(message(screen->lang, "screen.target"));
    words = input > target ? input : target;
    Table table = {.left = 1 + words + 2, .count = queries};
    int room = screen->width - 1 - table.left;
    for (int gap = WIDE_GAP; gap > 0; gap--) {
        table.cell = most + gap;
        if ((int)queries * table.cell <= room + gap)
            return table;
    }
    table.count = table.cell < room ? (size_t)(room / table.cell) : 1;
    long cursor = screen->query >= 0 ? screen->query : screen->key;
    table.first = (size_t)window_first((int)queries, (int)table.count,
                                       cursor < 0 ? 0 : (int)cursor);
    return table;
}

static void table_more(Screen *screen, const Table *table, size_t record, int y) {
    char text[64];
    size_t queries = screen_queries(screen, record);
    size_t after = queries - table->first - table->count;
    if (after == 0 && table->first == 0)
        return;
    int x = 1;
    if (table->first > 0)
        x += frame_format(screen->frame, x, y, table->left, style_of(ROLE_QUIET),
                          screen->ascii ? "< %zu " : "◂ %zu ", table->first);
    if (after == 0)
        return;
    snprintf(text, sizeof text, "%zu %s", after, screen->ascii ? ">" : "▸");
    if (x + utf8_columns(text) < table->left)
        frame_text(screen->frame, x, y, table->left - x, style_of(ROLE_QUIET), text);
}

/* Returns the first free column. */
static int table_draw(Screen *screen, size_t record, int y) {
    Table table = table_make(screen, record);
    bool targets = has_targets(screen, record);
    Frame *frame = screen->frame;
    Style quiet = style_of(ROLE_QUIET);
    table_more(screen, &table, record, y);
    frame_text(frame, 1, y + 1, table.left, quiet, message(screen->lang, "screen.input"));
    if (targets)
        frame_text(frame, 1, y + 2, table.left, quiet,
                   message(screen->lang, "screen.target"));
    for (size_t n = 0; n < table.count; n++) {
        char target[ITEM_TEXT];
        size_t i = table.first + n;
        int x = table.left + (int)n * table.cell;
        bool known = is_known(screen, record, i);
        frame_format(frame, x, y, table.cell,
                     known ? lit_style(query_lit(screen, record, i)) : quiet, "%ld",
                     session_number_of(screen->session, AXIS_QUERY, i));
        if (known)
            frame_text(frame, x, y + 1, table.cell,
                       lit_style(input_lit(screen, record, i)),
                       input_of(screen, record, i));
        if (!targets || !known)
            continue;
        target_text(screen, record, i, target, sizeof target);
        frame_text(frame, x, y + 2, table.cell, target_style(screen, record, i), target);
    }
    return table.left + (int)table.count * table.cell - 1;
}

/* ---- both ---- */

static bool needs_strip(const Screen *screen, size_t record) {
    const Labels *labels = &screen->session->scene.labels[record];
    return labels->has_tokens || labels->has_query_tokens || has_targets(screen, record);
}

int strip_lines(Screen *screen, bool one) {
    size_t record = screen->session->look.record;
    if (!needs_strip(screen, record))
        return 1; /* for the legend */
    if (!fits_one_line(screen, record))
        return has_targets(screen, record) ? 3 : 2;
    bool all = screen->records && !one;
    for (size_t r = 0; all && r < screen->model->record_count; r++)
        all = fits_one_line(screen, r);
    return all ? (int)screen->model->record_count : 1;
}

/* Whether nothing stands on the line after the tokens. */
static bool blank_below(const Screen *screen, int y) {
    const Layout *layout = &screen->layout;
    int first = layout->names != ABSENT ? layout->names : layout->output_names;
    return first != ABSENT && y < first;
}

/* The legend takes what the lines leave free. */
void strip_draw(Screen *screen) {
    enum { LEGEND_LINES = 4 };
    size_t record = screen->session->look.record;
    int y = screen->layout.strip, lines = screen->layout.strip_lines;
    int ends[LEGEND_LINES] = {0};
    if (y == ABSENT)
        return;
    bool none = !needs_strip(screen, record),
         table = !none && !fits_one_line(screen, record);
    int end = table ? table_draw(screen, record, y) : 0;
    for (int i = 0; i < lines; i++) {
        if (!none && !table)
            end = line_draw(screen, lines > 1 ? (size_t)i : record, y + i);
        if (i < LEGEND_LINES)
            ends[i] = end;
        if (i < LEGEND_LINES && (i == 0 || lines > 1) && !table)
            ends[i] = replaced_draw(screen, lines > 1 ? (size_t)i : record, end, y + i);
    }
    lines = lines < LEGEND_LINES ? lines : LEGEND_LINES;
    bool blank = lines < LEGEND_LINES && blank_below(screen, y + lines);
    signs_draw(screen, ends, lines, blank, y);
}
