/* The switches: the options with a key, and any other that is off its default. Names leave first
 * where columns are short; what does not fit is counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"
#include "session/work.h"
#include "view/screen/signs.h"
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

/* The options that are always there, by the action that names their key. */
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

/* ---- what the bar holds ---- */

static void name_of(const Screen *screen, const char *option, char *out) {
    char id[SWITCH_TEXT];
    snprintf(id, sizeof id, "switch.%s", option);
    const char *found = message(screen->lang, id);
    snprintf(out, SWITCH_TEXT, "%s", found == id ? option : found);
}

/* Keys after a query, of which a long row asks the next one only. */
static size_t keys_asked(const Screen *screen, size_t keys, size_t after) {
    return session_is_long(screen->session) && after + 1 < keys ? after + 1 : keys;
}

/* A scored query that can read a key after itself, while nothing forbids it. */
static bool reads_ahead(const Screen *screen) {
    const Session *session = screen->session;
    const Model *model = screen->model;
    Place place = session_place(session);
    if (session_options(session)->causal != CAUSAL_OFF)
        return false;
    for (size_t r = 0; r < model->record_count; r++) {
        place.record = r;
        if (session->scene.labels[r]
                .has_query_tokens) /* no key is after a query of another text */
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
        signs_see(screen, SIGN_LEAK);
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

/* ---- how it is written ---- */

/* names: 0 without the names of switches that have a key. */
static int item_columns(const Switch *item, bool names) {
    int columns = utf8_columns(item->value) + item->wrong;
    if (*item->key)
        columns += utf8_columns(item->key) + 1;
    if (names || !*item->key)
        columns += utf8_columns(item->name) + 1;
    return columns;
}

static int bar_columns(const Bar *bar, int gap, bool names) {
    int columns = 0;
    for (int i = 0; i < bar->count; i++)
        columns += item_columns(&bar->item[i], names) + (i ? gap : 0);
    return columns;
}

static int item_draw(Screen *screen, const Switch *item, bool names, int x, int y) {
    Frame *frame = screen->frame;
    int start = x, width = screen->width;
    Style value = style_of(item->wrong ? ROLE_WRONG : ROLE_NAME);
    if (*item->key)
        x += frame_text(frame, x, y, width - x, style_of(ROLE_KEY), item->key) + 1;
    if (names || !*item->key)
        x += frame_text(frame, x, y, width - x, style_of(ROLE_QUIET), item->name) + 1;
    x += frame_text(frame, x, y, width - x, value, item->value);
    if (item->wrong)
        x += frame_text(frame, x, y, width - x, value, "!");
    if (*item->key && screen->presses < PRESSES_MAX) {
        Press *press = &screen->press[screen->presses++];
        *press = (Press){.x = start, .y = y, .columns = x - start};
        snprintf(press->key, KEY_TEXT, "%.*s", KEY_TEXT - 1, item->key);
    }
    return x - start;
}

/* As many as fit, and the count of the others. */
static void cut_draw(Screen *screen, const Bar *bar, int x, int y) {
    int shown = 0, used = 0, room = screen->width - x;
    for (; shown < bar->count; shown++) {
        int columns = item_columns(&bar->item[shown], false) + (shown ? 2 : 0);
        int left = bar->count - shown - 1;
        if (used + columns + (left ? 4 + (left > 9) : 0) > room)
            break;
        used += columns;
    }
    for (int i = 0; i < shown; i++)
        x += item_draw(screen, &bar->item[i], false, x, y) + 2;
    if (shown < bar->count)
        frame_format(screen->frame, x, y, screen->width - x, style_of(ROLE_QUIET), "+%d",
                     bar->count - shown);
}

/* The name of the grid that shares the line, and what of it is not shown. */
static int shared_name_draw(Screen *screen, int y) {
    const Layout *layout = &screen->layout;
    GridId grid = screen_focus(screen);
    const Column *column = lineup_find(&layout->hall, (int)grid);
    int x = frame_text(screen->frame, 0, y, screen->width, style_of(ROLE_CROSS),
                       grid_title(screen, grid));
    if (!column)
        return x + 2;
    int total =
        (int)grid_cols(screen->session->now, grid, session_place(screen->session));
    int after = total - column->first - column->count;
    if (column->first > 0)
        x += frame_format(screen->frame, x, y, 6, style_of(ROLE_QUIET),
                          screen->ascii ? " <%d" : " ◂%d", column->first);
    if (after > 0)
        x += frame_format(screen->frame, x, y, 6, style_of(ROLE_QUIET),
                          screen->ascii ? " %d>" : " %d▸", after);
    return x + 2;
}

void switches_draw(Screen *screen) {
    Bar bar;
    int y = screen->layout.switches, x = 1;
    if (y == ABSENT)
        return;
    bar_make(screen, &bar);
    if (screen->layout.merged_top)
        x = shared_name_draw(screen, y);
    int room = screen->width - x;
    for (int form = 0; form < 3; form++) {
        int gap = form == 0 ? 3 : 2;
        if (bar_columns(&bar, gap, form < 2) > room)
            continue;
        for (int i = 0; i < bar.count; i++)
            x += item_draw(screen, &bar.item[i], form < 2, x, y) + gap;
        return;
    }
    cut_draw(screen, &bar, x, y);
}
