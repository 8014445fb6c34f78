/* The table of actions and the table of keys, which prompt, help, --help-actions and
 * tests read. */
#ifndef SESSION_ACTION_H
#define SESSION_ACTION_H

#include "session/session.h"

/* Applies an action to a session. words[0] is its name; the others are as many as the
 * table says. On failure nothing has changed, and error says why. The cursor is brought
 * back within its limits afterwards. */
typedef bool Action(Session *session, const Words *words, Error *error);

/* A row of assets/actions.def, which explains the columns. */
typedef struct ActionSpec {
    const char *name, *usage;
    int least, most;
    unsigned flags;
    Action *apply;
    void (*plain)(
        Session *session); /* without it and apply: it opens or closes overlay */
    const char *offers;
    void (*after)(Session *session, const Words *words);
    Overlay overlay;
} ActionSpec;

/* The table ends with a row without a name, which action_count leaves out. */
extern const ActionSpec action_table[];
extern const size_t action_count;

const ActionSpec *action_find(const char *name); /* NULL: none */

/* A key and the action that it is bound to. */
typedef struct Binding {
    const char *keys; /* names parted by blanks; the first is shown */
    /* As the prompt takes it; the cursor replaces Q K GRID ROW COL H and the like. */
    const char *action;
    int group;        /* BindingGroup */
    const char *help; /* message id */
    /* Actions parted by "|", to be tried before that one; those with a name that has no
     * meaning here are passed over. NULL: none. */
    const char *instead;
} Binding;

/* The order of the help. GROUP_FIRST is its first page: how to go on, change something,
 * and leave. */
typedef enum BindingGroup {
    GROUP_FIRST,
    GROUP_RULE,
    GROUP_WHAT_IF,
    GROUP_LOOK,
    GROUP_PROGRAM
} BindingGroup;

extern const Binding binding_table[];
extern const size_t binding_count;

/* Makes the action of a key: the words of its binding with the numbers of the cursor.
 * Returns false if the key has no meaning here. The caller releases the words. */
bool binding_action(const Session *session, int key, Words *words);

/* Appends the line that Enter begins for the cell under the cursor: "edit GRID ROW COL
 * ". */
void edit_line(const Session *session, Text *line);

/* Returns the action of a key without the numbers of the cursor; "" if there is none. */
const char *binding_pattern(int key);

/* An entry of help: a key with its action, or an action or option with its arguments. */
typedef struct HelpEntry {
    const char *keys; /* as in the binding table; "": none */
    const char *name, *arguments;
    const char *words, *group; /* its meaning; message id of the group's name */
    const char *start;         /* of the line in the prompt, before the name */
} HelpEntry;

/* Finds the index-th entry that passes the filter: first keys by group, then actions,
 * then options. Returns false past the last. */
bool help_entry(const Session *session, size_t index, HelpEntry *entry);

#endif
