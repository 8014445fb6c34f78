/* Draws the switches: options with a key, and others that are not at their defaults. If
 * columns are short, names are left out first; switches that do not fit are counted. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "session/action.h"
#include "session/language.h"
#include "session/tasks.h"
#include "view/screen/screen.h"

enum { SWITCHES_MAX = 48, SWITCH_TEXT = 64, LONG_NUMBER = 6 };

typedef struct Switch {
    const char *name;
    Written key;
    char value[SWITCH_TEXT];
    bool wrong;
} Switch;

typedef struct Bar {
    Switch item[SWITCHES_MAX];
    int count;
} Bar;

/* The options that are always shown, with the action whose key they have. */
static const struct {
    const char *option, *action;
    bool heads, wo; /* only with several heads; only with W_O */
} always[] = {
    {"causal", "toggle causal", false, false},
    {"pad-keys", "toggle pad-keys", false, false},
    {"order", "cycle order", false, false},
    {"head-order", "swap-heads H H+1", true, false},
    {"wo-order", "swap-wo H H+1", true, true},
    {"empty-row", "cycle empty-row", false, false},
};

enum { ALWAYS = sizeof always / sizeof *always };

/* ---- the switches of the bar ---- */

/* Returns true if a query can read a key from `first` on; in long rows only the next key
 * is checked. */
static bool query_reads(const Screen *screen, Place place, size_t query, size_t first,
                        unsigned char *reason) {
    size_t keys = model_keys(screen->model, place);
    if (first >= keys)
        return false;
    if (session_is_long(screen->session))
        return reason_visible(visibility(screen->model, place, query, first));
    visibility_row(screen->model, place, query, keys,
                   visibility_mask(screen->model, place, query), reason);
    while (first < keys && !reason_visible((Reason)reason[first]))
        first++;
    return first < keys;
}

/* Returns true if causal is off and a scored query can read a key after itself. Queries
 * of another text have no keys after them. */
static bool reads_ahead(const Screen *screen) {
    const Model *model = screen->model;
    Place place = screen->at.place;
    bool ahead = false;
    if (screen->layer->options.causal != CAUSAL_OFF)
        return false;
    for (size_t r = 0; r < model->record_count && !ahead; r++) {
        unsigned char *reason = memory_new(screen_keys(screen, r), 1);
        bool other_text = screen->session->scene.labels[r].has_query_tokens;
        place.record = r;
        size_t queries = model_queries(model, place);
        for (size_t i = 0; i < queries && !other_text && !ahead; i++) {
            long next = query_position(model, place, i) + 1;
            ahead = query_scored(model, r, i) &&
                    query_reads(screen, place, i, next > 0 ? (size_t)next : 0, reason);
        }
        free(reason);
    }
    return ahead;
}

static Switch *bar_add(const Screen *screen, const char *name, const char *action,
                       Bar *bar) {
    Switch *item = &bar->item[bar->count];
    bar->count += bar->count < SWITCHES_MAX - 1;
    *item = (Switch){.name = name, .key = key_of_action(screen, action)};
    return item;
}

static void add_option(Screen *screen, const OptionSpec *spec, const char *action,
                       Bar *bar) {
    const Options *options = &screen->layer->options;
    const char *name = message_or(screen->lang, spec->name, "switch.%s", spec->name);
    Switch *item = bar_add(screen, name, action, bar);
    char value[SWITCH_TEXT];
    option_write(spec, options, value, sizeof value);
    if (spec->kind == OPTION_NUMBER && strlen(value) > LONG_NUMBER)
        number_text(strtod(value, NULL), LONG_NUMBER, screen->ascii, value);
    snprintf(item->value, SWITCH_TEXT, "%s", value_word(screen->lang, spec->name, value));
    for (char *at = item->value; *at && spec->kind == OPTION_PERMUTATION; at++)
        *at = *at == ',' ? ' ' : *at;
    item->wrong = option_is_wrong(spec, options);
    if (strcmp(spec->name, "causal") == 0 && reads_ahead(screen)) {
        item->wrong = true;
        legend_note(screen, SIGN_LEAK);
    }
    if (spec == screen->session->look.compare) {
        snprintf(item->value, SWITCH_TEXT, message(screen->lang, "screen.lanes"),
                 (int)option_values(spec));
        item->wrong = false;
    }
}

static void add_baseline(const Screen *screen, Bar *bar) {
    const Session *session = screen->session;
    int lang = screen->lang;
    bool pinned = session->baseline.kind == BASELINE_PIN;
    if (session->baseline.kind == BASELINE_NONE)
        return;
    Switch *item = bar_add(
        screen, message(lang, pinned ? "screen.baseline" : "screen.baseline.changed"),
        pinned ? "pin" : "perturb ROW …", bar);
    snprintf(item->value, SWITCH_TEXT, "%s",
             message(lang, pinned ? "screen.baseline.pin" : "screen.baseline.perturb"));
    item = bar_add(screen, grid_title(screen, GRID_DELTA), "delta", bar);
    snprintf(item->value, SWITCH_TEXT, "%s",
             value_word(lang, "delta", session->look.delta ? "on" : "off"));
}

static bool always_there(const OptionSpec *spec) {
    for (int i = 0; i < ALWAYS; i++)
        if (strcmp(always[i].option, spec->name) == 0)
            return true;
    return false;
}

static void bar_make(Screen *screen, Bar *bar) {
    bar->count = 0;
    for (int i = 0; i < ALWAYS; i++)
        if ((!always[i].heads || screen->layer->heads > 1) &&
            (!always[i].wo || screen_has(screen, GRID_WO)))
            add_option(screen, option_find(always[i].option), always[i].action, bar);
    for (size_t i = 0; i < option_count; i++) {
        const OptionSpec *spec = &option_table[i];
        char action[SWITCH_TEXT];
        snprintf(action, sizeof action, "toggle %s", spec->name);
        if (!always_there(spec) && !option_is_default(spec, &screen->layer->options))
            add_option(screen, spec, action, bar);
    }
    add_baseline(screen, bar);
}

/* ---- writing them ---- */

/* How much of a switch is written, from the most to the least: FORM_KEYS leaves out the
 * names of switches that have a key. */
typedef enum SwitchForm { FORM_WIDE, FORM_NAMED, FORM_KEYS } SwitchForm;

static void item_write(const Switch *item, SwitchForm form, Pen *pen) {
    int start = pen->x, role = item->wrong ? ROLE_WRONG : ROLE_NAME;
    const char *key = item->key.text;
    if (*key) {
        pen_text(pen, ROLE_KEY, key);
        pen->x++;
    }
    if (form < FORM_KEYS || !*key) {
        pen_text(pen, ROLE_QUIET, item->name);
        pen->x++;
    }
    pen_text(pen, role, item->value);
    pen_text(pen, role, item->wrong ? "!" : "");
    Region region = {.kind = REGION_SWITCH,
                     .x = start,
                     .y = pen->y,
                     .width = pen->x - start,
                     .height = 1};
    if (pen->frame && key_parse(&key, &region.key, NULL))
        regions_add(&pen->frame->regions, region);
}

/* Returns the first free column. */
static int bar_write(const Bar *bar, SwitchForm form, Pen pen) {
    for (int i = 0; i < bar->count; i++) {
        pen.x += i == 0 ? 0 : form == FORM_WIDE ? 3 : 2;
        item_write(&bar->item[i], form, &pen);
    }
    return pen.x;
}

static int bar_end(const Bar *bar, SwitchForm form, int x) {
    return bar_write(bar, form, (Pen){.x = x, .end = INT_MAX});
}

/* Writes as many switches as fit, and the number of the others. */
static void cut_write(const Screen *screen, Bar bar, Pen pen) {
    int all = bar.count;
    Pen count = pen;
    while (bar.count > 0) {
        int others = all - bar.count, room = others ? 4 + (others > 9) : 0;
        int end = bar_end(&bar, FORM_KEYS, pen.x);
        count.x = end + 2;
        if (end + room <= screen->width)
            break;
        count.x = pen.x;
        bar.count--;
    }
    bar_write(&bar, FORM_KEYS, pen);
    if (bar.count < all)
        pen_format(&count, ROLE_QUIET, "+%d", all - bar.count);
}

/* Writes the name of the grid that shares the line, and how many of its columns are not
 * shown. */
static void shared_name_write(Screen *screen, Pen *pen) {
    GridId grid = screen->at.grid;
    const Column *column = columns_find(&screen->layout.main.columns, grid);
    int before = column ? column->first : 0;
    int after = column ? screen_cols(screen, grid) - before - column->count : 0;
    pen->x = 0;
    pen_text(pen, ROLE_CROSS, grid_title(screen, grid));
    if (before > 0)
        pen_format(pen, ROLE_QUIET, " ◂%d", before);
    if (after > 0)
        pen_format(pen, ROLE_QUIET, " %d▸", after);
    pen->x += 2;
}

void switches_draw(Screen *screen) {
    Bar bar;
    Pen pen = screen_pen(screen, 1, screen->layout.switches);
    SwitchForm form = FORM_WIDE;
    if (pen.y == ABSENT)
        return;
    bar_make(screen, &bar);
    if (screen->layout.merged_top)
        shared_name_write(screen, &pen);
    while (form < FORM_KEYS && bar_end(&bar, form, pen.x) > screen->width)
        form++;
    if (form < FORM_KEYS)
        bar_write(&bar, form, pen);
    else
        cut_write(screen, bar, pen);
}
