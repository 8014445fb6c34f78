/* Entries, recipes and the two piles of them: what undo and redo go back to. */
#include <stdlib.h>

#include "base/memory.h"
#include "session/inside.h"

Entry *entry_share(Entry *entry) {
    if (entry)
        entry->owners++;
    return entry;
}

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
    entry_share(recipe->last);
    return *recipe;
}

static void recipes_drop(Recipe **list, size_t *count) {
    for (size_t i = 0; i < *count; i++)
        entry_release((*list)[i].last);
    free(*list);
    *list = NULL;
    *count = 0;
}

void recipes_push(Recipe **list, size_t *count, const Recipe *recipe) {
    *list = memory_resize(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = recipe_share(recipe);
}

void history_release(History *history) {
    recipes_drop(&history->undo, &history->undo_count);
    recipes_drop(&history->redo, &history->redo_count);
}

void history_push(Session *session, const Recipe *recipe) {
    History *history = &session->history;
    recipes_push(&history->undo, &history->undo_count, recipe);
    recipes_drop(&history->redo, &history->redo_count);
}

void history_keep(Session *session) {
    history_push(session, &session->recipe);
}
