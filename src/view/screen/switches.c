/* Draws the switches: options with a key, and others that are not at their defaults. If
 * columns are short, names are left out first; switches that do not fit are counted. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"
#include "session/tasks.h"
#include "view/screen/words.h"

enum { SWITCHES_MAX = 48, SWITCH_TEXT = 64, LONG_NUMBER = 6 };

typedef struct Switch {
    char key[SWITCH_TEXT], name[SWITCH_TEXT], value[SWITCH_TEXT];
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

static void name_of(const Screen *screen, const char *option, char *out) {
    char id[SWITCH_TEXT];
    snprintf(id, sizeof id, "switch.%s", option);
    const char *found = message(screen->lang, id);
    snprintf(out, SWITCH_TEXT, "%s", found == id ? option : found);
}

/* Returns the end of the keys to check after a query; in long rows only the next key is
 * checked. */
static size_t keys_asked(const Screen *screen, size_t keys, size_t after) {
    return session_is_long(screen->session) && after + 1 < keys ? after + 1 : keys;
}

/* Returns true if causal is off and a scored query can read a key after itself. */
static bool reads_ahead(const Screen *screen) {
    const Session *session = screen->session;
    const Model *model = screen->model;
    Place place = session_place(session);
    if (session_options(session)->causal != CAUSAL_OFF)
        return false;
    for (size_t r = 0; r < model->record_count; r++) {
        place.record = r;
        if (session->scene.labels[r]
                .has_query_tokens) /* queries of another text have no keys after them */
            continue;
        size_t keys = model_keys(model, place.layer, r);
        for (size_t i = 0; i < model_queries(model, place.layer, r); i++) {
            long after = query_position(model, place.layer, r, i) + 1;
            if (!query_scored(model, r, i))
                continue;
            size_t first = after > 0 ? (size_t)after : 0;
            size_t end = keys_asked(screen, keys, first);
            for (size_t j = first; j < end; j++)
                if (reason_visible(visibility(model, place, i, j)))
                    return true;
        }
    }
    return false;
}

static void commas_to_blanks(char *text) {
    for (; *text; text++)
        if (*text == ',')
            *text = ' ';
}

static Switch *bar_add(Bar *bar) {
    static const Switch none = {"", "", "", false};
    Switch *item =
        &bar->item[bar->count < SWITCHES_MAX ? bar->count++ : SWITCHES_MAX - 1];
    *item = none;
    return item;
}

static void add_option(Screen *screen, const OptionSpec *spec, const char *action,
                       Bar *bar) {
    const Session *session = screen->session;
    const Options *options = session_options(session);
    Switch *item = bar_add(bar);
    char value[SWITCH_TEXT];
    option_write(spec, options, value, sizeof value);
    if (spec->kind == OPTION_NUMBER && strlen(value) > LONG_NUMBER)
        number_text(strtod(value, NULL), LONG_NUMBER, screen->ascii, value);
    if (action)
        key_of_action(screen->lang, action, item->key);
    name_of(screen, spec->name, item->name);
    value_word(screen->lang, spec->name, value, item->value, SWITCH_TEXT);
    if (spec->kind == OPTION_PERMUTATION)
        commas_to_blanks(item->value);
    item->wrong = option_is_wrong(spec, options);
    if (strcmp(spec->name, "causal") == 0 && reads_ahead(screen)) {
        item->wrong = true;
        legend_note(screen, SIGN_LEAK);
    }
    if (spec == session->look.compare) {
        int lanes = 0;
        while (spec->values && spec->values[lanes])
            lanes++;
        snprintf(item->value, SWITCH_TEXT, message(screen->lang, "screen.lanes"), lanes);
        item->wrong = false;
    }
}

static void add_baseline(const Screen *screen, Bar *bar) {
    const Session *session = screen->session;
    if (session->baseline.kind == BASELINE_NONE)
        return;
    Switch *item = bar_add(bar);
    bool pinned = session->baseline.kind == BASELINE_PIN;
    key_of_action(screen->lang, pinned ? "pin" : "perturb ROW …", item->key);
    snprintf(
        item->name, SWITCH_TEXT, "%s",
        message(screen->lang, pinned ? "screen.baseline" : "screen.baseline.changed"));
    snprintf(item->value, SWITCH_TEXT, "%s",
             message(screen->lang,
                     pinned ? "screen.baseline.pin" : "screen.baseline.perturb"));
    item = bar_add(bar);
    key_of_action(screen->lang, "delta", item->key);
    snprintf(item->name, SWITCH_TEXT, "%s", grid_title(screen, GRID_DELTA));
    value_word(screen->lang, "delta", session->look.delta ? "on" : "off", item->value,
               SWITCH_TEXT);
}

static bool always_there(const OptionSpec *spec) {
    for (int i = 0; i < ALWAYS; i++)
        if (strcmp(always[i].option, spec->name) == 0)
            return true;
    return false;
}

static void bar_make(Screen *screen, Bar *bar) {
    const Options *options = session_options(screen->session);
    size_t heads = screen->model->layers[screen->session->look.layer].heads;
    bar->count = 0;
    for (int i = 0; i < ALWAYS; i++)
        if ((!always[i].heads || heads > 1) &&
            (!always[i].wo || screen_has(screen, GRID_WO)))
            add_option(screen, option_find(always[i].option), always[i].action, bar);
    for (size_t i = 0; i < option_count; i++) {
        const OptionSpec *spec = &option_table[i];
        char action[SWITCH_TEXT];
        snprintf(action, sizeof action, "toggle %s", spec->name);
        if (!always_there(spec) && !option_is_default(spec, options))
            add_option(screen, spec, action, bar);
    }
    add_baseline(screen, bar);
}

/* ---- writing them ---- */

/* How much of a switch is written, from the most to the least. */
typedef enum SwitchForm { FORM_WIDE, FORM_NAMED, FORM_KEYS } SwitchForm;

/* FORM_KEYS leaves out the names of switches that have a key. */
static void item_write(const Switch *item, SwitchForm form, Pen *pen) {
    int start = pen->x, role = item->wrong ? ROLE_WRONG : ROLE_NAME;
    if (*item->key) {
        pen_text(pen, ROLE_KEY, item->key);
        pen->x++;
    }
    if (form < FORM_KEYS || !*item->key) {
        pen_text(pen, ROLE_QUIET, item->name);
        pen->x++;
    }
    pen_text(pen, role, item->value);
    pen_text(pen, role, item->wrong ? "!" : "");
    const char *key = item->key;
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
    int gap = form == FORM_WIDE ? 3 : 2;
    for (int i = 0; i < bar->count; i++) {
        pen.x += i ? gap : 0;
        item_write(&bar->item[i], form, &pen);
    }
    return pen.x;
}

/* Writes as many switches as fit, and the number of the others. */
static void cut_write(const Screen *screen, Bar bar, Pen pen) {
    int all = bar.count, others = 0;
    Pen count = pen;
    for (bar.count = all; bar.count > 0; bar.count--, others++) {
        Pen ruler = {.x = pen.x, .end = INT_MAX};
        int room = others ? 4 + (others > 9) : 0;
        count.x = bar_write(&bar, FORM_KEYS, ruler) + 2;
        if (count.x - 2 + room <= screen->width)
            break;
        count.x = pen.x;
    }
    bar_write(&bar, FORM_KEYS, pen);
    if (others)
        pen_format(&count, ROLE_QUIET, "+%d", others);
}

/* Writes the name of the grid that shares the line, and how many of its columns are not
 * shown. */
static void shared_name_write(Screen *screen, Pen *pen) {
    GridId grid = screen_focus(screen);
    const Column *column = columns_find(&screen->layout.main.columns, (int)grid);
    pen->x = 0;
    pen_text(pen, ROLE_CROSS, grid_title(screen, grid));
    int total =
        (int)grid_cols(screen->session->now, grid, session_place(screen->session));
    int after = column ? total - column->first - column->count : 0;
    if (column && column->first > 0)
        pen_format(pen, ROLE_QUIET, screen->ascii ? " <%d" : " ◂%d", column->first);
    if (after > 0)
        pen_format(pen, ROLE_QUIET, screen->ascii ? " %d>" : " %d▸", after);
    pen->x += 2;
}

void switches_draw(Screen *screen) {
    Bar bar;
    Pen pen = screen_pen(screen, 1, screen->layout.switches);
    if (pen.y == ABSENT)
        return;
    bar_make(screen, &bar);
    if (screen->layout.merged_top)
        shared_name_write(screen, &pen);
    Pen ruler = {.x = pen.x, .end = INT_MAX};
    int form = FORM_WIDE;
    while (form <= FORM_KEYS && bar_write(&bar, form, ruler) > screen->width)
        form++;
    if (form <= FORM_KEYS)
        bar_write(&bar, form, pen);
    else
        cut_write(screen, bar, pen);
}
