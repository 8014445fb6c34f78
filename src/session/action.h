/* The actions: one table for the door, the prompt, help, --help-actions and tests. */
#ifndef SESSION_ACTION_H
#define SESSION_ACTION_H

#include "session/session.h"

/* Applies an action to a session. words[0] is its name; the others are as many as the table says.
 * On failure nothing has changed, and error says why. */
typedef bool Action(Session *session, const Words *words, Error *error);

/* A row of assets/actions.def, where the columns are explained. */
typedef struct ActionSpec {
    const char *name, *usage;
    int least, most;
    unsigned flags;
    Action *apply; /* NULL: opens its overlay, or closes it */
    const char *offers;
    void (*after)(Session *session, const Words *words);
    Overlay overlay;
} ActionSpec;

/* The table ends with a row that has no name. */
extern const ActionSpec action_table[];
extern const size_t action_count;

const ActionSpec *action_find(const char *name); /* NULL: none */

/* A key and the action that it is bound to. */
typedef struct Binding {
    const char *keys; /* names parted by blanks; the first is shown */
    /* As the prompt takes it; Q K GRID ROW COL H … stand for the cursor's. */
    const char *action;
    int group;        /* BindingGroup */
    const char *help; /* message id, "key.causal" … looked up by the screen */
    /* Makes another action where that one does not fit, as in lanes; false: it fits. */
    bool (*instead)(const Session *session, const struct Binding *binding, Words *words);
} Binding;

typedef enum BindingGroup {
    GROUP_RULE,
    GROUP_WHAT_IF,
    GROUP_LOOK,
    GROUP_WALK,
    GROUP_PROGRAM
} BindingGroup;

extern const Binding binding_table[];
extern const size_t binding_count;

/* The action of a key at the cursor: the binding's words with the cursor's numbers put in.
 * False: the key means nothing here. */
bool binding_action(const Session *session, int key, Words *words);

/* What Enter begins for the cell under the cursor: "edit GRID ROW COL ", with the blank. */
void edit_line(const Session *session, Text *line);

/* The action of a key as the table has it, the cursor's numbers not yet put in; "" none. */
const char *binding_pattern(int key);

/* A line of help: a key, an action or an option; the two others are NULL. */
typedef struct HelpChoice {
    const Binding *binding;
    const ActionSpec *action;
    const OptionSpec *option;
} HelpChoice;

/* The index-th entry that the filter lets through: keys by group, actions, options. */
bool help_entry(const Session *session, size_t index, HelpChoice *entry);

#endif
