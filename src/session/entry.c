/* Entries and recipes: what the user did, and what a state is made of. */
#include <stdlib.h>

#include "base/memory.h"
#include "session/inside.h"

void entry_release(Entry *entry) {
    while (entry && --entry->owners == 0) {
        Entry *before = entry->before;
        words_release(&entry->words);
        free(entry);
        entry = before;
    }
}

const Entry **entry_list(const Entry *last, size_t *count) {
    *count = 0;
    for (const Entry *entry = last; entry; entry = entry->before)
        ++*count;
    const Entry **list = memory_new(*count, sizeof(const Entry *));
    for (size_t at = *count; last; last = last->before)
        list[--at] = last;
    return list;
}

Recipe recipe_share(const Recipe *recipe) {
    if (recipe->last)
        recipe->last->owners++;
    return *recipe;
}
