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

/* Returns the n-th entry of all. */
static HelpEntry entry_at(int lang, size_t n) {
    static const char *const groups[] = {
        [GROUP_RULE] = "help.group.rule",       [GROUP_WHAT_IF] = "help.group.what-if",
        [GROUP_LOOK] = "help.group.look",       [GROUP_WALK] = "help.group.walk",
        [GROUP_PROGRAM] = "help.group.program",
    };
    if (n < binding_count) {
        const Binding *key = &binding_table[n];
        return (HelpEntry){key->keys,          key->action, "", message(lang, key->help),
                           groups[key->group], ""};
    }
    n -= binding_count;
    if (n < action_count) {
        const ActionSpec *action = &action_table[n];
        return (HelpEntry){"",
                           action->name,
                           action->usage,
                           message_or(lang, NULL, "action.%s", action->name),
                           "help.group.actions",
                           ""};
    }
    const OptionSpec *option = &option_table[n - action_count];
    return (HelpEntry){"",
                       option->name,
                       option->arguments,
                       message_or(lang, NULL, "option.%s", option->name),
                       "help.group.options",
                       "set "};
}

bool help_entry(const Session *session, size_t index, HelpEntry *entry) {
    const char *word = session->look.filter;
    for (size_t n = 0; n < binding_count + action_count + option_count; n++) {
        *entry = entry_at(session->look.lang, n);
        bool passes = contains(entry->keys, word) || contains(entry->name, word) ||
                      contains(entry->arguments, word) || contains(entry->words, word);
        if (passes && index-- == 0)
            return true;
    }
    return false;
}
