/* Lanes side by side: each is a list of actions, performed on the present state and thrown
 * away with it. The values of an option are lists of one `set` each. */
#include <string.h>

#include "session/internal.h"

/* ---- performing a list ---- */

/* A list is "NAME: ACTION; ACTION"; it was checked to have a colon. "NAME|NAME" has a name
 * for each language. */
static const char *list_actions(const char *list) {
    return strchr(list, ':') + 1;
}

static bool perform(Session *play, const Words *words, Error *error) {
    const ActionSpec *spec = action_checked(play, words, error);
    if (!spec)
        return false;
    bool baseline = spec->apply == pin_apply || spec->plain == unpin_apply;
    if (!(spec->flags & ACTION_IN_SCENE) || baseline ||
        !(spec->flags & (ACTION_CHANGES | ACTION_PLACE)))
        return error_set(
            error, "%s changes nothing that is calculated; a lane has no use for it",
            spec->name);
    return action_perform(play, words, error);
}

static bool perform_list(Session *play, const char *list, Error *error) {
    bool fine = true;
    for (const char *at = list_actions(list); fine && *at;) {
        Words words;
        fine = words_until(&words, &at, ';', error) &&
               (words.count == 0 || perform(play, &words, error));
        words_release(&words);
    }
    return fine;
}

/* Returns the present state after the actions of a list, or NULL. */
static Sheet *lane_make(const Session *session, const char *list, Error *error) {
    Session play = *session; /* owns its sheets alone */
    play.before = play.against = play.written = play.pinned = NULL;
    play.baseline = (Baseline){0};
    play.now = sheet_share(session->now);
    sheet_write(&play.now); /* the empty list has a sheet of its own, too */
    show_place(&play, session->compared.place);
    bool fine = perform_list(&play, list, error);
    baseline_release(&play.baseline);
    if (fine)
        sheet_inherit_projections(play.now, session->now);
    if (fine)
        return play.now;
    sheet_release(play.now);
    return NULL;
}

/* ---- the lanes there are ---- */

Sheet *session_lane(const Session *session, size_t lane) {
    const Compared *compared = &session->compared;
    Sheet **kept = sheet_kept(session->now, compared->number, compared->lists.count);
    if (!kept[lane])
        kept[lane] = lane_make(session, compared->lists.word[lane], NULL);
    return sheet_share(kept[lane] ? kept[lane] : session->now);
}

/* Appends the name of a list in a language, or the only one that it has. */
static void name_append(const char *list, int lang, Text *out) {
    size_t length = strcspn(list, "|:");
    if (list[length] == '|' && lang > 0) {
        list += length + 1;
        length = strcspn(list, "|:");
    }
    text_append_n(out, list, length);
}

void session_lane_name(const Session *session, size_t lane, Text *out) {
    const Compared *compared = &session->compared;
    int lang = session->look.lang;
    if (compared->option)
        text_append(out, value_word(lang, compared->option->name,
                                    compared->option->values[lane]));
    else
        name_append(compared->lists.word[lane], lang, out);
}

const char *session_lane_actions(const Session *session, size_t lane) {
    const char *actions = list_actions(session->compared.lists.word[lane]);
    return actions + strspn(actions, " ");
}

static bool lane_failed(const char *list, const Error *why, Error *error) {
    Text name = {0};
    name_append(list, LANG_EN, &name);
    error_because(error, why, "lane %s: {cause}", text_string(&name));
    text_release(&name);
    return false;
}

/* Returns true if the actions of every lane can be performed on the present state. */
static bool compared_holds(const Session *session, Error *error) {
    const Compared *compared = &session->compared;
    size_t count = compared->lists.count;
    for (size_t i = 0; i < count; i++) {
        const char *list = compared->lists.word[i];
        Sheet **kept = sheet_kept(session->now, compared->number, count);
        Error why = {0};
        if (!kept[i])
            kept[i] = lane_make(session, list, &why);
        if (!kept[i])
            return lane_failed(list, &why, error);
    }
    return true;
}

void compared_follow(Session *session) {
    Error why = {0};
    if (compared_holds(session, &why))
        return;
    compared_release(&session->compared);
    notice_error(session, &why);
}

void compared_write(const Compared *compared, Words *words) {
    words_add(words, "compare");
    if (compared->option)
        words_add(words, compared->option->name);
    for (size_t i = 0; !compared->option && i < compared->lists.count; i++)
        words_add(words, compared->lists.word[i]);
}

/* ---- the actions ---- */

static void read_option(const OptionSpec *option, Compared *compared) {
    compared->option = option;
    for (size_t i = 0; i < option_values(option); i++) {
        Text list = {0};
        text_format(&list, "%s: set %s %s", option->values[i], option->name,
                    option->values[i]);
        words_add(&compared->lists, text_string(&list));
        text_release(&list);
    }
}

static bool read_lists(const Words *words, Compared *compared, Error *error) {
    if (words->count - 1 > LANES_MAX)
        return error_set(error, "compare: %zu lists, expected %d at most",
                         words->count - 1, LANES_MAX);
    for (size_t i = 1; i < words->count; i++) {
        const char *list = words->word[i] + strspn(words->word[i], " ");
        if (strcspn(list, ":") == 0 || !strchr(list, ':'))
            return error_set(error,
                             "compare: \"%s\": expected an option with a list of values,"
                             " lists 'NAME: ACTION; ACTION', or off",
                             words->word[i]);
        words_add(&compared->lists, list);
    }
    return true;
}

/* Grids before the masking do not differ between the values of most options. */
static void look_at_lanes(Session *session) {
    const OptionSpec *option = session->compared.option;
    Look *look = &session->look;
    int present = option ? option_choice(option, session_options(session)) : 0;
    look->lane = present < 0 ? 0 : (size_t)present;
    if (option && (look->grid < GRID_MASKED || look->grid > GRID_Y))
        look->grid = session->delta_of = GRID_WEIGHTS;
}

bool compare_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    bool one = words->count == 2, off = one && strcmp(word, "off") == 0;
    const OptionSpec *option = one ? option_find(word) : NULL;
    Compared wanted = {.number = ++session->compares, .place = session_place(session)};
    Compared old = session->compared;
    bool fine = true;
    if (option && option_is_listed(option))
        read_option(option, &wanted);
    else if (!off)
        fine = read_lists(words, &wanted, error);
    session->compared = wanted;
    fine = fine && compared_holds(session, error);
    compared_release(fine ? &old : &session->compared);
    if (!fine)
        session->compared = old;
    else if (!off)
        look_at_lanes(session);
    return fine;
}

bool lane_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    size_t count = session_lanes(session);
    if (!count)
        return error_set(error, "lane: nothing is compared; compare opens lanes");
    if (strcmp(word, "next") == 0)
        session->look.lane = (session->look.lane + 1) % count;
    else if (strcmp(word, "prev") == 0)
        session->look.lane = (session->look.lane + count - 1) % count;
    else
        return parse_index(word, "lane", count, &session->look.lane, error);
    return true;
}
