/* The table of actions. */
#include "session/internal.h"

const ActionSpec action_table[] = {
#define ACTION(name, usage, least, most, flags, apply, offers, after)                    \
    {name, usage, least, most, flags, apply, NULL, offers, after, OVERLAY_NONE},
#define PLAIN(name, flags, apply, after)                                                 \
    {name, "", 0, 0, flags, NULL, apply, "", after, OVERLAY_NONE},
#define OVERLAY(name, overlay) {name, "", 0, 0, 0, NULL, NULL, "", no_tell, overlay},
#include "actions.def"
#undef ACTION
#undef PLAIN
#undef OVERLAY
    {.name = NULL},
};
const size_t action_count = sizeof action_table / sizeof *action_table - 1;

const ActionSpec *action_find(const char *name) {
    return action_in(action_table, name);
}
