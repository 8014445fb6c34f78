/* Draws options and actions with their keys. The line of switches has the options that
 * have a key and others that are not at their defaults; the last line has keys that are
 * useful here, and the grids that are not on the screen. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/minmax.h"
#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"
#include "session/tasks.h"
#include "screen/screen.h"

enum { CHIPS_MAX = 48, CHIP_TEXT = 64, LONG_NUMBER = 6, RANKS = 8, NARROW = 60, GAP = 2 };

/* ---- chips ---- */

/* One switch or hint. */
typedef struct Chip {
    Written key;
    int code; /* of the key, as base/key.h numbers keys; KEY_NONE: it has none */
    const char *name, *brief_name;           /* of an option; NULL: a hint */
    char value[CHIP_TEXT], brief[CHIP_TEXT]; /* brief: "" where it is the same */
    bool wrong;
    int rank; /* of hints the highest leaves first */
    bool hidden;
} Chip;

typedef struct Chips {
    Chip chip[CHIPS_MAX];
    int count;
} Chips;

/* How much of the chips is written, from the most to the least: FORM_BRIEF takes brief
 * words, FORM_KEYS leaves out the names of options that have a key, too. */
typedef enum ChipForm { FORM_WIDE, FORM_NAMED, FORM_BRIEF, FORM_KEYS } ChipForm;

/* Adds a chip with the key of an action. */
static Chip *chip_add(const Screen *screen, const char *name, const char *action,
                      const char *value, Chips *chips) {
    Chip *chip = &chips->chip[chips->count];
    chips->count += chips->count < CHIPS_MAX - 1;
    *chip = (Chip){.name = name,
                   .brief_name = name,
                   .key = key_of_action(screen, action),
                   .code = key_code_of_action(action)};
    snprintf(chip->value, CHIP_TEXT, "%s", value);
    return chip;
}

static void chip_write(const Chip *chip, ChipForm form, Pen *pen) {
    int start = pen->x;
    int role = !chip->name ? ROLE_HINT : chip->wrong ? ROLE_WRONG : ROLE_NAME;
    const char *key = chip->key.text;
    if (*key) {
        pen_text(pen, ROLE_KEY, key);
        pen->x++;
    }
    if (chip->name && (form < FORM_KEYS || !*key)) {
        pen_text(pen, ROLE_QUIET, form < FORM_BRIEF ? chip->name : chip->brief_name);
        pen->x++;
    }
    pen_text(pen, role, form >= FORM_BRIEF && *chip->brief ? chip->brief : chip->value);
    pen_text(pen, role, chip->wrong ? "!" : "");
    key_region(pen, start, chip->code);
}

/* Returns the first free column. */
static int chips_write(const Chips *chips, ChipForm form, Pen pen) {
    int gap = 0;
    for (int i = 0; i < chips->count; i++) {
        if (chips->chip[i].hidden)
            continue;
        pen.x += gap;
        chip_write(&chips->chip[i], form, &pen);
        gap = form == FORM_WIDE ? GAP + 1 : GAP;
    }
    return pen.x;
}

static int chips_end(const Chips *chips, ChipForm form, int x) {
    return chips_write(chips, form, (Pen){.x = x, .end = INT_MAX});
}

/* ---- the switches ---- */

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

/* Returns true if causal is off and a scored query can read a key after itself; in long
 * rows only the next key is checked. Queries of another text have no keys after them. */
static bool reads_ahead(const Screen *screen) {
    const Model *model = screen->model;
    Place place = screen->at.place;
    bool one = session_is_long(screen->session);
    if (screen->layer->options.causal != CAUSAL_OFF ||
        session_covered(screen->session, GRID_VISIBLE))
        return false;
    for (place.record = 0; place.record < model->record_count; place.record++) {
        size_t r = place.record, keys = model_keys(model, place);
        bool other_text = screen->session->scene.labels[r].has_query_tokens;
        for (size_t i = 0; i < model_queries(model, place) && !other_text; i++) {
            long next = query_position(model, place, i) + 1;
            size_t key = next > 0 ? (size_t)next : 0,
                   end = one ? min_size(key + 1, keys) : keys;
            for (; key < end && query_scored(model, r, i); key++)
                if (reason_visible(visibility(model, place, i, key)))
                    return true;
        }
    }
    return false;
}

bool switch_is_wrong(const Screen *screen, const OptionSpec *spec) {
    return option_is_wrong(spec, &screen->layer->options) ||
           (strcmp(spec->name, "causal") == 0 && reads_ahead(screen));
}

/* Returns true if not all lanes have one value of the option. */
static bool differs_in_lanes(const Screen *screen, const OptionSpec *spec) {
    const ShownState *lane = &screen->state[STATE_LANE];
    size_t layer = screen->at.place.layer;
    for (size_t i = 1; lane->sheet && i < session_lanes(screen->session); i++)
        if (!option_same(spec, &lane[0].sheet->model.layers[layer].options,
                         &lane[i].sheet->model.layers[layer].options))
            return true;
    return false;
}

static void add_option(Screen *screen, const OptionSpec *spec, const char *action,
                       Chips *bar) {
    const Options *options = &screen->layer->options;
    const char *name = message_or(screen->lang, spec->name, "switch.%s", spec->name);
    char value[CHIP_TEXT];
    option_write(spec, options, value, sizeof value);
    if (spec->kind == OPTION_NUMBER && strlen(value) > LONG_NUMBER)
        snprintf(value, sizeof value, "%s",
                 number_text(strtod(value, NULL), LONG_NUMBER, screen->ascii).text);
    Chip *chip =
        chip_add(screen, name, action, value_word(screen->lang, spec->name, value), bar);
    chip->brief_name = message_or(screen->lang, name, "switch.%s.brief", spec->name);
    snprintf(chip->brief, CHIP_TEXT, "%s",
             message_or(screen->lang, "", "switch.%s.%s.brief", spec->name, value));
    for (char *at = chip->value; *at && spec->kind == OPTION_PERMUTATION; at++)
        *at = *at == ',' ? ' ' : *at;
    chip->wrong = switch_is_wrong(screen, spec);
    if (!differs_in_lanes(screen, spec)) {
        if (chip->wrong && !option_is_wrong(spec, options))
            legend_note(screen, SIGN_LEAK);
    } else {
        snprintf(chip->value, CHIP_TEXT, say(screen, "screen.lanes"),
                 (int)session_lanes(screen->session));
        *chip->brief = '\0';
        chip->wrong = false;
    }
}

static void add_baseline(const Screen *screen, Chips *bar) {
    const Session *session = screen->session;
    bool pinned = session->baseline.kind == BASELINE_PIN;
    if (session->baseline.kind == BASELINE_NONE)
        return;
    chip_add(screen, say(screen, pinned ? "screen.baseline" : "screen.baseline.changed"),
             pinned ? "pin" : "perturb ROW …",
             say(screen, pinned ? "screen.baseline.pin" : "screen.baseline.perturb"),
             bar);
    chip_add(screen, grid_title(screen->lang, GRID_DELTA), "delta",
             value_word(screen->lang, "delta", session->look.delta ? "on" : "off"), bar);
}

static bool always_there(const OptionSpec *spec) {
    for (int i = 0; i < ALWAYS; i++)
        if (strcmp(always[i].option, spec->name) == 0)
            return true;
    return false;
}

static void bar_make(Screen *screen, Chips *bar) {
    for (int i = 0; i < ALWAYS; i++)
        if ((!always[i].heads || screen->layer->heads > 1) &&
            (!always[i].wo || screen_has(screen, GRID_WO)))
            add_option(screen, option_find(always[i].option), always[i].action, bar);
    for (size_t i = 0; i < option_count; i++) {
        const OptionSpec *spec = &option_table[i];
        char action[CHIP_TEXT];
        snprintf(action, sizeof action, "toggle %s", spec->name);
        if (!always_there(spec) && (!option_is_default(spec, &screen->layer->options) ||
                                    differs_in_lanes(screen, spec)))
            add_option(screen, spec, action, bar);
    }
    add_baseline(screen, bar);
}

/* Writes as many switches as fit, and the number of the others. */
static void bar_write(const Screen *screen, Chips bar, ChipForm form, Pen pen) {
    int all = bar.count, others = 0, start = pen.x, end = chips_end(&bar, form, start);
    while (bar.count > 0 && end + (others ? 4 + (others > 9) : 0) > screen->width) {
        bar.count--;
        others = all - bar.count;
        end = chips_end(&bar, form, start);
    }
    chips_write(&bar, form, pen);
    pen.x = bar.count > 0 ? end + GAP : start;
    if (others > 0)
        pen_format(&pen, ROLE_QUIET, "+%d", others);
}

/* Writes the name of the grid that shares the line, and how many of its columns are not
 * shown. */
static void shared_name_write(Screen *screen, Pen *pen) {
    GridId grid = screen->at.grid;
    const Column *column = columns_find(&screen->layout.main.columns, grid);
    int before = column ? column->first : 0;
    int after = column ? screen_cols(screen, grid) - before - column->count : 0;
    pen->x = 0;
    pen_text(pen, ROLE_CROSS, grid_title(screen->lang, grid));
    if (before > 0)
        pen_format(pen, ROLE_QUIET, " ◂%d", before);
    if (after > 0)
        pen_format(pen, ROLE_QUIET, " %d▸", after);
    pen->x += 2;
}

void switches_draw(Screen *screen) {
    Chips bar = {.count = 0};
    Pen pen = screen_pen(screen, 1, screen->layout.switches);
    ChipForm form = FORM_WIDE;
    if (pen.y == ABSENT)
        return;
    bar_make(screen, &bar);
    if (screen->layout.merged_top)
        shared_name_write(screen, &pen);
    while (form < FORM_KEYS && chips_end(&bar, form, pen.x) > screen->width)
        form++;
    bar_write(screen, bar, form, pen);
}

/* ---- the grids that are not there ---- */

static bool on_screen(const Screen *screen, GridId grid) {
    const Layout *layout = &screen->layout;
    const Band *bands[] = {&layout->main, &layout->output, &layout->input};
    GridId shown = screen->delta ? grid : shown_as(screen, grid);
    for (int i = 0; i < 3; i++) {
        bool drawn = bands[i]->names != ABSENT || (i == 0 && screen->delta);
        if (drawn && columns_find(&bands[i]->columns, shown))
            return true;
    }
    return false;
}

/* Lists the grids that are not on the screen, with those of parameters or without. */
static size_t missing_grids(const Screen *screen, bool parameters, GridId *missing) {
    static const GridSet of_parameters = GRID_BIT(GRID_WQ) | GRID_BIT(GRID_WK) |
                                         GRID_BIT(GRID_WV) | GRID_BIT(GRID_MASK) |
                                         GRID_BIT(GRID_BIAS);
    GridId grids[GRID_COUNT];
    size_t all = session_grids(screen->session, grids), count = 0;
    for (size_t i = 0; i < all; i++)
        if (!on_screen(screen, grids[i]) && screen_has(screen, grids[i]) &&
            (parameters || !(of_parameters & GRID_BIT(grids[i]))))
            missing[count++] = grids[i];
    return count;
}

/* Writes the names of grids: " x q k v masked". A click on one goes to it. */
static void names_write(const Screen *screen, const GridId *grids, size_t count,
                        Pen *pen) {
    for (size_t i = 0; i < count; i++) {
        pen_text(pen, ROLE_HINT, " ");
        int x = pen->x;
        pen_text(pen, ROLE_HINT, grid_title(screen->lang, grids[i]));
        if (pen->frame)
            regions_add(&pen->frame->regions, (Region){.kind = REGION_NAME,
                                                       .area = {x, pen->y, pen->x - x, 1},
                                                       .grid = (int)grids[i]});
    }
}

/* Writes the names with those of parameters if they fit into `much`, the names without
 * if they fit into `room`, or else the number of all. */
static void missing_write(const Screen *screen, int room, int much, Pen *pen) {
    GridId grids[GRID_COUNT];
    size_t all = missing_grids(screen, true, grids), count = all;
    Pen ruler = {.end = INT_MAX};
    names_write(screen, grids, count, &ruler);
    bool fits = ruler.x <= much;
    if (!fits) {
        count = missing_grids(screen, false, grids);
        ruler.x = 0;
        names_write(screen, grids, count, &ruler);
        fits = count > 0 && ruler.x <= room;
    }
    if (fits)
        names_write(screen, grids, count, pen);
    else if (all > 0)
        pen_format(pen, ROLE_HINT, " +%zu", all);
}

/* Writes Tab and the names, ending at the column before `end` and not before `from`, with
 * the names of parameters only if all begins after `wish`. Returns the column where they
 * begin. */
static int missing_draw(Screen *screen, int from, int wish, int end) {
    Written key = key_of_action(screen, "focus next");
    Pen ruler = {.end = INT_MAX};
    int tab = utf8_columns(key.text), room = end - from - tab, much = end - wish - tab;
    missing_write(screen, room, much, &ruler);
    int x = end - ruler.x - tab;
    if (ruler.x == 0 || x < from)
        return end;
    Pen pen = {screen->frame, x, screen->layout.hints, end};
    pen_text(&pen, ROLE_KEY, key.text);
    key_region(&pen, x, key_code_of_action("focus next"));
    missing_write(screen, room, much, &pen);
    return x;
}

/* ---- the hints ---- */

/* Lists hints for lanes, the walk, the cursor's cell, trouble, and the scene's shape. */
static void hints_make(const Screen *screen, Chips *hints) {
    const Session *session = screen->session;
    GridId grid = screen->at.grid;
    bool lanes = session_lanes(session), heads = screen->layer->heads > 1;
    bool step = session->recipe.step < session->scene.step_count;
    bool scene = !step && session->recipe.scene + 1 < session->scene_count;
    bool empty = screen->has_trouble && screen->trouble.kind == TROUBLE_EMPTY_ROW;
    bool input = grid_table[grid].input != GRID_COMPUTED;
    bool baseline = session->baseline.kind != BASELINE_NONE;
    bool covered = session_covers(session, screen->at);
    bool asked = (covered || grid_table[grid].signs) && session_asks(session, screen->at);
    bool judge = session_score(session).guessed > 0;
    const struct {
        bool useful;
        int rank;
        const char *action, *id;
    } all[] = {
        {lanes, 2, "focus next", "screen.hint.lane"},
        {session->compared.option, 3, "cycle order", "screen.hint.take"},
        {lanes, 2, "compare order", "screen.hint.lanes"},
        {asked, 2, grid_table[grid].signs ? "flip Q K" : "edit GRID ROW COL …",
         "screen.hint.answer"},
        {judge, 2, "hide GRID", "screen.hint.judge"},
        {step, 1, "next", asked ? "screen.hint.way" : "screen.hint.next"},
        {scene, 1, "next", "screen.hint.scene"},
        {covered && !judge, 2, "hide GRID", "screen.hint.reveal"},
        {covered, 2, "explain", "screen.hint.tell"},
        {empty, 2, "cycle empty-row", "screen.hint.empty"},
        {empty, 2, "toggle causal", "screen.hint.causal"},
        {heads, 3, "swap-heads H H+1", "screen.hint.heads"},
        {heads && screen_has(screen, GRID_WO), 3, "swap-wo H H+1", "screen.hint.wo"},
        {grid_is_square(grid) && !asked, 6, "flip Q K", "screen.hint.flip"},
        {input && !asked, 7, "edit GRID ROW COL …", "screen.hint.edit"},
        {baseline, 4, "delta", "screen.hint.delta"},
        {screen->model->record_count > 1, 4, "record next", "screen.hint.record"},
        {screen->model->layer_count > 1, 4, "layer next", "screen.hint.layer"},
        {!covered, 5, "explain", "screen.hint.explain"},
        {true, 0, "help", "screen.hint.keys"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].useful && *key_of_action(screen, all[i].action).text)
            chip_add(screen, NULL, all[i].action, say(screen, all[i].id), hints)->rank =
                all[i].rank;
}

static int hint_columns(const Chip *hint) {
    Pen ruler = {.end = INT_MAX};
    chip_write(hint, FORM_NAMED, &ruler);
    return ruler.x + GAP;
}

/* Hides the hints that do not fit into `room`. */
static void hints_choose(Chips *hints, int room) {
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < hints->count; i++) {
            Chip *hint = &hints->chip[i];
            if (hint->rank != rank)
                continue;
            hint->hidden = hint_columns(hint) > room;
            room -= hint->hidden ? 0 : hint_columns(hint);
        }
}

/* The last hint, for help, is the one that always fits. */
static void keys_draw(Screen *screen, Pen pen) {
    Chips hints = {.count = 0};
    int right = screen->width - 1;
    hints_make(screen, &hints);
    int all = chips_end(&hints, FORM_NAMED, pen.x) + GAP;
    int least = pen.x + hint_columns(&hints.chip[hints.count - 1]);
    if (!session_lanes(screen->session) && !session_asks(screen->session, screen->at))
        right = missing_draw(screen, least, all, right);
    if (right == screen->width - 1)
        right += GAP; /* the last hint needs none */
    hints_choose(&hints, right - pen.x);
    chips_write(&hints, FORM_NAMED, pen);
}

static void notice_draw(Screen *screen, Pen pen) {
    const Session *session = screen->session;
    int role = session->notice_trouble ? ROLE_TROUBLE : ROLE_BASE;
    frame_fill(pen.frame, 0, pen.y, screen->width, 1, style_of(ROLE_GROUND));
    pen_text(&pen, role, session->notice_trouble ? "! " : "");
    pen_spell(&pen, role, session->notice);
}

/* Where there is no room for hints, only the other grids and the key for help are shown,
 * right of the arithmetic if that shares the line. */
static void few_draw(Screen *screen, Pen pen) {
    bool merged = screen->layout.merged_bottom;
    int from = screen->content.merged_from;
    pen.end = screen->width - 1 - !merged;
    Pen last = {pen.frame, pen.end, pen.y, pen.end + 1};
    pen_text(&last, ROLE_KEY, "?");
    key_region(&last, pen.end, '?');
    if (merged) {
        missing_draw(screen, from, from, pen.end - GAP);
        return;
    }
    pen_text(&pen, ROLE_KEY, key_of_action(screen, "focus next").text);
    key_region(&pen, 1, key_code_of_action("focus next"));
    missing_write(screen, pen.end - pen.x, 0, &pen);
}

void hints_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.hints);
    if (*screen->session->notice)
        notice_draw(screen, pen);
    else if (screen->layout.merged_bottom || screen->width < NARROW)
        few_draw(screen, pen);
    else
        keys_draw(screen, pen);
}
