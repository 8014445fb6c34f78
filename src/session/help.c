/* The entries of help that pass the filter, in their order. */
#include <ctype.h>
#include <stdio.h>
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

/* Returns the n-th entry of all: keys by group, then actions, then options; {0} past the
 * last. */
static HelpChoice choice_at(size_t n) {
    if (n < binding_count)
        return (HelpChoice){.binding = &binding_table[n]};
    n -= binding_count;
    if (n < action_count)
        return (HelpChoice){.action = &action_table[n]};
    n -= action_count;
    return (HelpChoice){.option = n < option_count ? &option_table[n] : NULL};
}

static bool passes(const Session *session, const HelpChoice *choice) {
    const char *word = session->look.filter, *name, *arguments;
    char id[64];
    if (choice->binding) {
        name = choice->binding->keys;
        arguments = choice->binding->action;
        snprintf(id, sizeof id, "%s", choice->binding->help);
    } else {
        name = choice->action ? choice->action->name : choice->option->name;
        arguments = choice->action ? choice->action->usage : choice->option->arguments;
        snprintf(id, sizeof id, "%s.%s", choice->action ? "action" : "option", name);
    }
    return contains(name, word) || contains(arguments, word) ||
           contains(message(session->look.lang, id), word);
}

bool help_entry(const Session *session, size_t index, HelpChoice *entry) {
    for (size_t n = 0; n < binding_count + action_count + option_count; n++) {
        *entry = choice_at(n);
        if (passes(session, entry) && index-- == 0)
            return true;
    }
    return false;
}
