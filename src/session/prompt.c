/* Keys in the `:` line edit it, recall lines, complete words, and apply it. */
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/key.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/utf8.h"
#include "session/internal.h"

/* ---- completion ---- */

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

void session_complete(Session *session) {
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

/* ---- editing ---- */

/* Replaces the bytes between from and to, and puts the cursor behind the new ones. */
static void replace(Prompt *prompt, size_t from, size_t to, const char *bytes) {
    Text line = {0};
    const char *old = text_string(&prompt->text);
    text_append_n(&line, old, from);
    text_append(&line, bytes);
    size_t cursor = line.length;
    text_append(&line, old + to);
    text_release(&prompt->text);
    prompt->text = line;
    prompt->cursor = cursor;
}

/* Returns the offset of the character after or before the cursor. */
static size_t step_over(const Prompt *prompt, bool forward) {
    const char *line = text_string(&prompt->text);
    size_t at = prompt->cursor;
    if (forward && at < prompt->text.length)
        do
            at++;
        while (at < prompt->text.length && ((unsigned char)line[at] & 0xC0) == 0x80);
    else if (!forward && at > 0)
        do
            at--;
        while (at > 0 && ((unsigned char)line[at] & 0xC0) == 0x80);
    return at;
}

static size_t word_left(const Prompt *prompt) {
    const char *line = text_string(&prompt->text);
    size_t at = prompt->cursor;
    while (at > 0 && line[at - 1] == ' ')
        at--;
    while (at > 0 && line[at - 1] != ' ')
        at--;
    return at;
}

static void recall(Prompt *prompt, bool back) {
    size_t count = prompt->history.count;
    if (back ? prompt->recalled == 0 : prompt->recalled >= count)
        return;
    prompt->recalled += back ? (size_t)-1 : 1;
    text_clear(&prompt->text);
    if (prompt->recalled < count)
        text_append(&prompt->text, prompt->history.word[prompt->recalled]);
    prompt->cursor = prompt->text.length;
}

static void close_prompt(Session *session) {
    session->prompt.open = false;
    words_release(&session->prompt.candidates);
}

/* Applies the line. On failure the prompt stays open and shows the reason. */
static void submit(Session *session) {
    Prompt *prompt = &session->prompt;
    Error error = {0};
    Text line = {0};
    text_append(&line, text_string(&prompt->text));
    if (strspn(text_string(&line), " ") == line.length) {
        close_prompt(session);
    } else {
        prompt->open = false; /* before the action, which can open it again */
        if (session_do(session, text_string(&line), &error)) {
            words_add(&prompt->history, text_string(&line));
            prompt->error = (Error){0};
            if (!prompt->open)
                words_release(&prompt->candidates);
        } else {
            prompt->open = true;
            prompt->error = error;
        }
    }
    text_release(&line);
}

static bool moves(Prompt *prompt, int key) {
    enum { CONTROL_A = 1, CONTROL_E = 5 };
    switch (key) {
    case KEY_ARROW_LEFT:
        prompt->cursor = step_over(prompt, false);
        return true;
    case KEY_ARROW_RIGHT:
        prompt->cursor = step_over(prompt, true);
        return true;
    case KEY_FIRST:
    case CONTROL_A:
        prompt->cursor = 0;
        return true;
    case KEY_LAST:
    case CONTROL_E:
        prompt->cursor = prompt->text.length;
        return true;
    case KEY_ARROW_UP:
    case KEY_ARROW_DOWN:
        recall(prompt, key == KEY_ARROW_UP);
        return true;
    default:
        return false;
    }
}

static bool edits(Prompt *prompt, int key) {
    enum { CONTROL_U = 21, CONTROL_W = 23, CONTROL_H = 8 };
    switch (key) {
    case KEY_RUBOUT:
    case CONTROL_H:
        replace(prompt, step_over(prompt, false), prompt->cursor, "");
        return true;
    case KEY_DELETE: {
        size_t at = prompt->cursor;
        replace(prompt, at, step_over(prompt, true), "");
        return true;
    }
    case CONTROL_U:
        replace(prompt, 0, prompt->cursor, "");
        return true;
    case CONTROL_W:
        replace(prompt, word_left(prompt), prompt->cursor, "");
        return true;
    default:
        break;
    }
    char bytes[5];
    if (key < 32 || key >= 0x110000 || utf8_safe((uint32_t)key) != (uint32_t)key)
        return false;
    utf8_encode((uint32_t)key, bytes);
    replace(prompt, prompt->cursor, prompt->cursor, bytes);
    return true;
}

/* Replaces the word by the next candidate, or by the one before. */
static void choose_candidate(Prompt *prompt, bool forward) {
    size_t count = prompt->candidates.count;
    if (!count)
        return;
    prompt->chosen = prompt->chosen >= count
                         ? (forward ? 0 : count - 1)
                         : (prompt->chosen + (forward ? 1 : count - 1)) % count;
    replace(prompt, prompt->word_start, prompt->cursor,
            prompt->candidates.word[prompt->chosen]);
}

void prompt_key(Session *session, int key) {
    Prompt *prompt = &session->prompt;
    bool empty = prompt->text.length == 0;
    if (key == KEY_ESCAPE || key == KEY_STOP || key == 3 ||
        (key == KEY_RUBOUT && empty)) {
        close_prompt(session);
    } else if (key == KEY_RETURN || key == '\n') {
        submit(session);
    } else if (key == KEY_TAB || key == KEY_BACK_TAB) {
        choose_candidate(prompt, key == KEY_TAB);
    } else if (moves(prompt, key) || edits(prompt, key)) {
        prompt->error = (Error){0};
        session_complete(session);
    }
}
