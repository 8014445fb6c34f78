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

static bool named_passes(const Session *session, const char *kind, const char *name,
                         const char *arguments) {
    char id[64];
    snprintf(id, sizeof id, "%s.%s", kind, name);
    return contains(name, session->look.filter) ||
           contains(arguments, session->look.filter) ||
           contains(message(session->look.lang, id), session->look.filter);
}

static bool binding_passes(const Session *session, const Binding *binding) {
    return contains(binding->keys, session->look.filter) ||
           contains(binding->action, session->look.filter) ||
           contains(message(session->look.lang, binding->help), session->look.filter);
}

bool help_entry(const Session *session, size_t index, HelpChoice *entry) {
    for (size_t i = 0; i < binding_count; i++)
        if (binding_passes(session, &binding_table[i]) && index-- == 0) {
            *entry = (HelpChoice){.binding = &binding_table[i]};
            return true;
        }
    for (size_t i = 0; i < action_count; i++)
        if (named_passes(session, "action", action_table[i].name,
                         action_table[i].usage) &&
            index-- == 0) {
            *entry = (HelpChoice){.action = &action_table[i]};
            return true;
        }
    for (size_t i = 0; i < option_count; i++)
        if (named_passes(session, "option", option_table[i].name,
                         option_table[i].arguments) &&
            index-- == 0) {
            *entry = (HelpChoice){.option = &option_table[i]};
            return true;
        }
    return false;
}
