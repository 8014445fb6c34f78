/* Draws the inputs with their targets: on one line if they are few, else as a table of
 * positions, inputs and targets. The cursor's input, its target, and the key's input are
 * lit. The legend takes the columns that are left. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "screen/screen.h"

enum { ONE_LINE = 4, ITEM_GAP = 4, WIDE_GAP = 3, ITEM_TEXT = 400 };

/* ---- one query ---- */

typedef struct Item {
    long number;
    bool known;             /* false: the query does not exist yet */
    const char *input;      /* "" if the scene has no names */
    char target[ITEM_TEXT]; /* "" if the record has no targets; in brackets: not scored */
    int role, input_role, target_role;
} Item;

static bool has_targets(const Screen *screen, size_t record) {
    return screen->now->targets_named[record] > 0;
}

/* Also notes the signs that the target needs in the legend. */
static Item item_make(Screen *screen, size_t record, size_t query) {
    Place place = screen->at.place;
    char **names = query_names(screen, record);
    const char *target = screen->now->targets[record][query];
    bool shown = screen->records || record == place.record;
    bool key = shown && screen->self && (long)query == screen->key;
    bool lit = shown && (long)query == screen->query;
    bool scored = query_scored(screen->model, record, query);
    int role = lit ? ROLE_CROSS : ROLE_LABEL;
    place.record = record;
    Item item = {.number = number_of(screen, AXIS_QUERY, query),
                 .known = query < model_queries(screen->model, place),
                 .input = names ? names[query] : "",
                 .role = role,
                 .input_role = key ? ROLE_CROSS : role,
                 .target_role = scored || lit ? role : ROLE_QUIET};
    if (!has_targets(screen, record))
        return item;
    snprintf(item.target, ITEM_TEXT, !*target ? "-" : scored ? "%s" : "(%s)", target);
    bool none = strcmp(item.target, "-") == 0;
    if (none ? screen->model->loss != LOSS_NONE : !scored)
        legend_note(screen, none ? SIGN_UNSCORED : SIGN_UNSCORED_TARGET);
    return item;
}

/* ---- one line ---- */

static void item_write(const Screen *screen, const Item *item, Pen *pen) {
    bool known =
        item->known || !pen->frame; /* measured with those that do not exist yet */
    int role = known ? item->input_role : ROLE_QUIET;
    pen_format(pen, role, "%*ld", screen->content.positions, item->number);
    if (*item->input && known)
        pen_format(pen, role, " %s", item->input);
    if (!*item->target || !known)
        return;
    pen_text(pen, ROLE_QUIET, screen->ascii ? " -> " : " → ");
    pen_text(pen, item->target_role, item->target);
}

/* Writes the record's line and returns the first free column. */
static int line_write(Screen *screen, size_t record, Pen pen) {
    if (screen->records) {
        Pen name = pen, longest = {.x = pen.x, .end = INT_MAX};
        band_write(screen, ROLE_NAME, (int)record, &name);
        band_write(screen, ROLE_NAME, (int)screen->model->record_count - 1, &longest);
        pen.x = longest.x + ITEM_GAP;
    }
    for (size_t i = 0; i < screen->model->records[record].queries; i++) {
        Item item = item_make(screen, record, i);
        item_write(screen, &item, &pen);
        pen.x += ITEM_GAP;
    }
    return pen.x - ITEM_GAP;
}

static bool fits_one_line(Screen *screen, size_t record) {
    Pen pen = {.x = 1, .end = INT_MAX};
    return screen->model->records[record].queries <= ONE_LINE &&
           line_write(screen, record, pen) < screen->width;
}

/* ---- a table ---- */

typedef struct Table {
    int left, cell;
    size_t first, count;
} Table;

static Table table_make(Screen *screen, size_t record) {
    int widest = screen->content.positions;
    int queries = (int)screen->model->records[record].queries;
    for (int i = 0; i < queries; i++) {
        Item item = item_make(screen, record, (size_t)i);
        widest =
            max_int(widest, max_int(utf8_columns(item.input), utf8_columns(item.target)));
    }
    int words = max_int(utf8_columns(say(screen, "screen.input")),
                        utf8_columns(say(screen, "screen.target")));
    Table table = {.left = 1 + words + 2, .count = (size_t)queries};
    int room = screen->width - 1 - table.left;
    for (int gap = WIDE_GAP; gap > 0; gap--) {
        table.cell = widest + gap;
        if (queries * table.cell <= room + gap)
            return table;
    }
    int shown = max_int(room / table.cell, 1);
    long cursor = screen->query >= 0 ? screen->query : max_int((int)screen->key, 0);
    table.count = (size_t)shown;
    table.first = (size_t)window_first(queries, shown, (int)cursor);
    return table;
}

/* Writes how many queries are not shown at either side. */
static void table_more(Screen *screen, const Table *table, size_t record, int y) {
    size_t after = screen->model->records[record].queries - table->first - table->count;
    Pen pen = screen_pen(screen, 1, y);
    if (table->first > 0)
        pen_format(&pen, ROLE_QUIET, "◂ %zu ", table->first);
    pen.end = table->left - 1;
    if (after > 0)
        pen_whole(&pen, ROLE_QUIET, "%zu ▸", after);
}

/* Returns the first free column. */
static int table_draw(Screen *screen, size_t record, int y) {
    Table table = table_make(screen, record);
    Frame *frame = screen->frame;
    int cell = table.cell;
    Style quiet = style_of(ROLE_QUIET);
    table_more(screen, &table, record, y);
    frame_text(frame, 1, y + 1, table.left, quiet, say(screen, "screen.input"));
    if (has_targets(screen, record))
        frame_text(frame, 1, y + 2, table.left, quiet, say(screen, "screen.target"));
    for (size_t n = 0; n < table.count; n++) {
        Item item = item_make(screen, record, table.first + n);
        int x = table.left + (int)n * cell;
        int role = item.known ? item.role : ROLE_QUIET;
        Pen pen = {frame, x, y, x + cell};
        pen_format(&pen, role, "%ld", item.number);
        if (!item.known)
            continue;
        frame_text(frame, x, y + 1, cell, style_of(item.input_role), item.input);
        frame_text(frame, x, y + 2, cell, style_of(item.target_role), item.target);
    }
    return table.left + (int)table.count * cell - 1;
}

/* ---- both ---- */

static bool has_tokens_line(const Screen *screen, size_t record) {
    return query_names(screen, record) || has_targets(screen, record);
}

void tokens_measure(Screen *screen) {
    Content *content = &screen->content;
    size_t record = screen->at.place.record;
    bool some = has_tokens_line(screen, record); /* else the line is for the legend */
    content->token_table = some && !fits_one_line(screen, record);
    bool all = some && screen->records && !content->token_table;
    for (size_t r = 0; all && r < screen->model->record_count; r++)
        all = fits_one_line(screen, r);
    content->token_lines_one = content->token_table ? 2 + has_targets(screen, record) : 1;
    content->token_lines =
        all ? (int)screen->model->record_count : content->token_lines_one;
}

/* Returns true if line y, after the tokens, is blank. */
static bool blank_below(const Screen *screen, int y) {
    const Layout *layout = &screen->layout;
    int first = layout->main.names != ABSENT ? layout->main.names : layout->output.names;
    return first != ABSENT && y < first;
}

/* ---- the legend of the signs that occur ---- */

enum { LEGEND_GAP = 2, LEAST_GAP = 3 };

_Static_assert(SIGNS <= 32, "the signs that were seen are the bits of an unsigned");

/* The role of a sign (its words up to the first blank) and the end of its message id. */
typedef struct Legend {
    int role;
    const char *name;
} Legend;

static Legend legend_of(const Screen *screen, int sign) {
    static const char *const changed[] = {[BASELINE_NONE] = "changed",
                                          [BASELINE_PIN] = "pinned",
                                          [BASELINE_PERTURB] = "moved"};
    static const Legend legend[SIGNS] = {
        [SIGN_COUNTED] = {ROLE_WRONG, "counted"},
        [SIGN_LEAK] = {ROLE_WRONG, "leak"},
        [SIGN_ANSWER] = {ROLE_WRONG, "answer"},
        [SIGN_SUM] = {ROLE_WRONG, "sum"},
        [SIGN_DIFFERS] = {ROLE_WRONG, "differs"},
        [SIGN_UNLIKE] = {ROLE_CHANGED, "unlike"},
        [SIGN_SAME] = {ROLE_GOOD, "same"},
        [SIGN_CLOSE] = {ROLE_QUIET, "close"},
        [SIGN_DIVIDED] = {ROLE_WRONG, "divided"},
        [SIGN_EMPTY] = {ROLE_EMPTY, "empty"},
        [SIGN_UNUSED] = {ROLE_UNUSED, "unused"},
        [SIGN_UNSCORED] = {ROLE_QUIET, "unscored"},
        [SIGN_UNSCORED_TARGET] = {ROLE_QUIET, "unscored-target"},
        [SIGN_NAN] = {ROLE_EMPTY, "nan"},
        [SIGN_EDITED] = {ROLE_FORCED, "edited"},
        [SIGN_COVERED] = {ROLE_COVERED, "covered"},
        [SIGN_ASKED] = {ROLE_COVERED, "asked"},
        [SIGN_SHADED] = {ROLE_COVERED, "shaded"},
        [SIGN_GUESS] = {ROLE_CHANGED, "guess"},
        [SIGN_RIGHT] = {ROLE_GOOD, "right"},
        [SIGN_WRONG] = {ROLE_WRONG, "wrong"},
        [SIGN_CHANGED] = {ROLE_CHANGED, "changed"},
        [SIGN_TINY] = {ROLE_NUMBER, "tiny"},
        [SIGN_ROUNDED] = {ROLE_NUMBER, "rounded"},
    };
    Reason reason = (Reason)(sign - SIGN_REASON);
    if (sign == SIGN_CHANGED)
        return (Legend){ROLE_CHANGED, changed[screen->session->baseline.kind]};
    if (sign < SIGN_REASON || reason >= REASONS)
        return legend[sign];
    return (Legend){reason_forced(reason) ? ROLE_FORCED : ROLE_HIDDEN,
                    rule_table[reason].name};
}

/* The forms of a legend, from the fullest to the shortest. */
enum { FORM_FULL, FORM_BRIEF, FORM_LEAST };

/* Returns the words of a form, or of the next fuller form that exists. */
static const char *words_of(const Screen *screen, int sign, int form) {
    static const char *const ends[] = {"", ".brief", ".least"};
    const char *words = NULL;
    for (; form >= FORM_FULL && !words; form--)
        words = message_or(screen->lang, NULL, "screen.sign.%s%s",
                           legend_of(screen, sign).name, ends[form]);
    return words ? words : "";
}

/* Writes a sign in its role and its words in ROLE_QUIET. */
static void sign_write(const Screen *screen, int sign, int form, Pen *pen) {
    const char *words = words_of(screen, sign, form);
    int first = (int)strcspn(words, " ");
    pen_format(pen, legend_of(screen, sign).role, "%.*s", first, words);
    pen_text(pen, ROLE_QUIET, words + first);
}

/* Writes the signs that occur, if y is not ABSENT, at the right of lines y, y + 1, …,
 * which are free from column ends[i] on. Returns true if all fit. */
static bool signs_write(Screen *screen, int form, const int *ends, int lines, int y) {
    unsigned left = screen->seen;
    for (int line = 0; line < lines; line++) {
        int room = screen->width - 1 - ends[line] - LEAST_GAP, used = 0;
        unsigned taken = 0;
        for (int i = 0; i < SIGNS; i++) {
            int columns = used ? LEGEND_GAP : 0;
            if (!(left & 1U << i))
                continue;
            columns += utf8_columns(words_of(screen, i, form));
            if (used + columns > room)
                continue;
            taken |= 1U << i;
            used += columns;
        }
        left &= ~taken;
        Pen pen = screen_pen(screen, screen->width - 1 - used, y + line);
        for (int i = 0; i < SIGNS && y != ABSENT; i++)
            if (taken & 1U << i) {
                sign_write(screen, i, form, &pen);
                pen.x += LEGEND_GAP;
            }
    }
    return left == 0;
}

/* Writes the signs in the fullest form in which all fit. `more` further lines are used
 * only if they are needed. */
static void legend_write(Screen *screen, const int *ends, int lines, int more, int y) {
    static const int forms[] = {FORM_FULL, FORM_BRIEF, FORM_LEAST, FORM_BRIEF,
                                FORM_LEAST};
    int i;
    for (i = 0; i < 4 && !signs_write(screen, forms[i], ends, lines, ABSENT); i++)
        if (forms[i] == FORM_LEAST)
            lines += more;
    signs_write(screen, forms[i], ends, lines, y);
}

int legend_list(Screen *screen, int x, int y, int lines) {
    for (int i = 0, end = y + lines; i < SIGNS && y < end; i++)
        for (int form = FORM_FULL; screen->seen & 1U << i && form <= FORM_LEAST; form++)
            if (x + utf8_columns(words_of(screen, i, form)) <= screen->width) {
                sign_write(screen, i, form, &(Pen){screen->frame, x, y++, screen->width});
                break;
            }
    return y;
}

void tokens_draw(Screen *screen) {
    enum { LEGEND_LINES = 4 };
    size_t record = screen->at.place.record;
    int y = screen->layout.tokens, lines = screen->layout.token_lines;
    int ends[LEGEND_LINES] = {0};
    if (y == ABSENT)
        return;
    bool none = !has_tokens_line(screen, record), table = screen->content.token_table;
    int end = table ? table_draw(screen, record, y) : 0;
    for (int i = 0; i < lines; i++) {
        size_t shown = lines > 1 ? (size_t)i : record;
        if (!none && !table)
            end = line_write(screen, shown, screen_pen(screen, 1, y + i));
        if (i < LEGEND_LINES)
            ends[i] = table && i > 0 ? end
                                     : inputs_changed_draw(screen, table ? record : shown,
                                                           end, y + i);
    }
    lines = min_int(lines, LEGEND_LINES);
    bool blank = lines < LEGEND_LINES && blank_below(screen, y + lines);
    legend_write(screen, ends, lines, blank, y);
}
