/* The entries of help that pass the filter, in their order. */
#include <ctype.h>
#include <string.h>

#include "session/action.h"
#include "session/language.h"

/* Returns true if text begins with the word; the case of ASCII letters does not
 * matter. */
static bool begins(const char *text, const char *word) {
    while (*word && tolower((unsigned char)*text) == tolower((unsigned char)*word)) {
        text++;
        word++;
    }
    return !*word;
}

static bool contains(const char *text, const char *word) {
    for (; *text; text++)
        if (begins(text, word))
            return true;
    return !*word;
}

/* Returns the option that an entry is of: its own, or the one that its key changes, as in
 * "cycle order back". NULL: none. */
static const OptionSpec *option_of(const HelpEntry *entry) {
    const OptionSpec *spec = NULL;
    Words words;
    words_split(&words, entry->name, NULL);
    for (size_t i = 0; i < words.count && !spec; i++)
        spec = option_find(words.word[i]);
    words_release(&words);
    return spec;
}

/* Returns true if the row of switches has the word: in the option's name or in one of its
 * values. */
static bool switch_contains(int lang, const HelpEntry *entry, const char *word) {
    const OptionSpec *spec = option_of(entry);
    bool has = spec && contains(message_or(lang, "", "switch.%s", spec->name), word);
    for (size_t i = 0; spec && !has && i < option_values(spec); i++)
        has = contains(message_or(lang, "", "switch.%s.%s", spec->name, spec->values[i]),
                       word);
    return has;
}

/* Returns the n-th entry of all. */
static HelpEntry entry_at(int lang, size_t n) {
    static const char *const groups[] = {
        [GROUP_FIRST] = "help.group.first",     [GROUP_RULE] = "help.group.rule",
        [GROUP_WHAT_IF] = "help.group.what-if", [GROUP_LOOK] = "help.group.look",
        [GROUP_PROGRAM] = "help.group.program",
    };
    if (n < binding_count) {
        const Binding *key = &binding_table[n];
        const char *words = message(lang, key->help);
        return (HelpEntry){key->keys, key->action, "", words, groups[key->group], ""};
    }
    n -= binding_count;
    bool of_action = n < action_count;
    const ActionSpec *action = &action_table[of_action ? n : 0];
    const OptionSpec *option = &option_table[of_action ? 0 : n - action_count];
    const char *name = of_action ? action->name : option->name;
    return (HelpEntry){
        .keys = "",
        .name = name,
        .arguments = of_action ? action->usage : option->arguments,
        .words = message_or(lang, NULL, of_action ? "action.%s" : "option.%s", name),
        .group = of_action ? "help.group.actions" : "help.group.options",
        .start = of_action ? "" : "set "};
}

bool help_entry(const Session *session, size_t index, HelpEntry *entry) {
    const char *word = session->look.filter;
    for (size_t n = 0; n < binding_count + action_count + option_count; n++) {
        *entry = entry_at(session->look.lang, n);
        bool passes = contains(entry->keys, word) || contains(entry->name, word) ||
                      contains(entry->arguments, word) || contains(entry->words, word) ||
                      switch_contains(session->look.lang, entry, word);
        if (passes && index-- == 0)
            return true;
    }
    return false;
}
