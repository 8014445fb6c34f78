/* See complete.h. */
#include "session/complete.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/path.h"
#include "session/internal.h"

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void actions(Words *all) {
    for (size_t i = 0; i < action_count; i++)
        words_add(all, action_table[i].name);
}

static void options(const Session *session, const Words *typed, Words *all) {
    (void)session;
    (void)typed;
    for (size_t i = 0; i < option_count; i++)
        words_add(all, option_table[i].name);
}

static void listed_options(const Session *session, const Words *typed, Words *all) {
    (void)session;
    (void)typed;
    for (size_t i = 0; i < option_count; i++)
        if (option_table[i].kind == OPTION_CHOICE || option_table[i].kind == OPTION_SCALE)
            words_add(all, option_table[i].name);
}

static void values(const Session *session, const Words *typed, Words *all) {
    const OptionSpec *spec = option_find(typed->word[1]);
    (void)session;
    for (size_t i = 0; spec && spec->values && spec->values[i]; i++)
        words_add(all, spec->values[i]);
}

static void grids(const Session *session, const Words *typed, Words *all) {
    GridId list[GRID_COUNT];
    size_t count = session_grids(session, list);
    (void)typed;
    for (size_t i = 0; i < count; i++)
        words_add(all, grid_table[list[i]].name);
}

static void inputs(const Session *session, const Words *typed, Words *all) {
    static const char *const lists[] = {"targets", "padding", "segments"};
    GridId list[GRID_COUNT];
    size_t count = session_grids(session, list);
    (void)typed;
    for (size_t i = 0; i < count; i++)
        if (grid_table[list[i]].input != GRID_COMPUTED && !grid_table[list[i]].rule)
            words_add(all, grid_table[list[i]].name);
    for (size_t i = 0; i < 3; i++)
        words_add(all, lists[i]);
}

static void scenes(const Session *session, const Words *typed, Words *all) {
    (void)typed;
    for (size_t i = 0; i < session->library.count; i++)
        words_add(all, session->library.ids[i]);
}

static void records(const Session *session, const Words *typed, Words *all) {
    (void)typed;
    for (size_t r = 0; r < session->scene.model.record_count; r++)
        if (*session->scene.labels[r].name)
            words_add(all, session->scene.labels[r].name);
}

/* Adds the files and folders in the folder that the word names. */
static void files(const Session *session, const Words *typed, Words *all) {
    const Prompt *at = &session->prompt;
    (void)typed;
    size_t length = at->cursor - at->word_start;
    char *word = memory_string_n(text_string(&at->text) + at->word_start, length);
    char *folder = memory_string_n(word, (size_t)(path_name(word) - word));
    DIR *directory = opendir(*folder ? folder : ".");
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        Text path = {0};
        text_format(&path, "%s%s", folder, entry->d_name);
        struct stat status;
        if (stat(text_string(&path), &status) == 0 && S_ISDIR(status.st_mode))
            text_append(&path, "/");
        if (entry->d_name[0] != '.' && !strpbrk(text_string(&path), " \"\t"))
            words_add(all, text_string(&path));
        text_release(&path);
    }
    if (directory)
        closedir(directory);
    if (all->count)
        qsort(all->word, all->count, sizeof *all->word, by_name);
    free(folder);
    free(word);
}

static const struct {
    const char *name;
    void (*add)(const Session *, const Words *, Words *);
} list_table[] = {
    {"OPTION", options}, {"LISTED", listed_options}, {"VALUE", values}, {"GRID", grids},
    {"INPUT", inputs},   {"RECORD", records},        {"SCENE", scenes}, {"FILE", files},
};

/* Adds a word of the column of completions, or the list that it names. */
static void offer(const Session *session, const Words *typed, const char *word,
                  Words *all) {
    for (size_t i = 0; i < sizeof list_table / sizeof *list_table; i++)
        if (strcmp(list_table[i].name, word) == 0) {
            list_table[i].add(session, typed, all);
            return;
        }
    words_add(all, word);
}

/* Adds the words that can be at a place of the line; place 0 is the action. */
static void all_candidates(const Session *session, const Words *typed, size_t place,
                           Words *all) {
    const ActionSpec *spec = place ? action_find(typed->word[0]) : NULL;
    Words arguments = {0};
    if (place == 0)
        actions(all);
    else if (spec)
        words_split(&arguments, spec->offers, NULL);
    for (char *at = place && place <= arguments.count ? arguments.word[place - 1] : NULL;
         at;) {
        char *bar = strchr(at, '|');
        if (bar)
            *bar = '\0';
        offer(session, typed, at, all);
        at = bar ? bar + 1 : NULL;
    }
    words_release(&arguments);
}

void complete_refresh(Session *session) {
    Prompt *prompt = &session->prompt;
    Words typed, all = {0};
    size_t start = prompt->cursor;
    const char *line = text_string(&prompt->text);
    while (start > 0 && line[start - 1] != ' ')
        start--;
    words_release(&prompt->candidates);
    prompt->word_start = start;
    Text before = {0};
    text_append_n(&before, line, start);
    if (words_split(&typed, text_string(&before), NULL)) {
        all_candidates(session, &typed, typed.count, &all);
        words_release(&typed);
    }
    text_release(&before);
    size_t length = prompt->cursor - start;
    for (size_t i = 0; i < all.count; i++)
        if (strncmp(all.word[i], line + start, length) == 0)
            words_add(&prompt->candidates, all.word[i]);
    words_release(&all);
    prompt->chosen = prompt->candidates.count;
}
