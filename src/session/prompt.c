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

/* A word to complete: the words before it, and all words that can be at its place. */
typedef struct Completion {
    const Session *session;
    Words typed, all;
} Completion;

static void actions(Completion *at) {
    for (size_t i = 0; i < action_count; i++)
        words_add(&at->all, action_table[i].name);
}

static void options(Completion *at) {
    for (size_t i = 0; i < option_count; i++)
        words_add(&at->all, option_table[i].name);
}

static void listed_options(Completion *at) {
    for (size_t i = 0; i < option_count; i++)
        if (option_is_listed(&option_table[i]))
            words_add(&at->all, option_table[i].name);
}

static void values(Completion *at) {
    const OptionSpec *spec = option_find(at->typed.word[1]);
    for (size_t i = 0; i < option_values(spec); i++)
        words_add(&at->all, spec->values[i]);
}

static void add_grids(Completion *at, bool inputs) {
    GridId list[GRID_COUNT];
    size_t count = session_grids(at->session, list);
    for (size_t i = 0; i < count; i++) {
        const GridSpec *spec = &grid_table[list[i]];
        if (!inputs || (spec->input != GRID_COMPUTED && !spec->rule))
            words_add(&at->all, spec->name);
    }
}

static void grids(Completion *at) {
    add_grids(at, false);
}

static void inputs(Completion *at) {
    add_grids(at, true);
    words_add(&at->all, "targets");
    words_add(&at->all, "padding");
    words_add(&at->all, "segments");
}

static void scenes(Completion *at) {
    const Words *ids = &at->session->library.ids;
    for (size_t i = 0; i < ids->count; i++)
        words_add(&at->all, ids->word[i]);
}

static void records(Completion *at) {
    const Scene *scene = &at->session->scene;
    for (size_t r = 0; r < scene->model.record_count; r++)
        if (*scene->labels[r].name)
            words_add(&at->all, scene->labels[r].name);
}

/* Adds the files and folders in the folder that the word names. */
static void files(Completion *at) {
    const Prompt *prompt = &at->session->prompt;
    size_t length = prompt->cursor - prompt->word_start;
    char *word = memory_string_n(text_string(&prompt->text) + prompt->word_start, length);
    char *folder = memory_string_n(word, (size_t)(path_name(word) - word));
    DIR *directory = opendir(*folder ? folder : ".");
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        Text path = {0};
        text_format(&path, "%s%s", folder, entry->d_name);
        struct stat status;
        if (stat(text_string(&path), &status) == 0 && S_ISDIR(status.st_mode))
            text_append(&path, "/");
        if (entry->d_name[0] != '.' && !strpbrk(text_string(&path), " \"\t"))
            words_add(&at->all, text_string(&path));
        text_release(&path);
    }
    if (directory)
        closedir(directory);
    if (at->all.count)
        qsort(at->all.word, at->all.count, sizeof *at->all.word, by_name);
    free(folder);
    free(word);
}

static const struct {
    const char *name;
    void (*add)(Completion *);
} list_table[] = {
    {"OPTION", options}, {"LISTED", listed_options}, {"VALUE", values}, {"GRID", grids},
    {"INPUT", inputs},   {"RECORD", records},        {"SCENE", scenes}, {"FILE", files},
};

/* Adds a word of the column of completions, or the list that it names. */
static void offer(Completion *at, const char *word) {
    for (size_t i = 0; i < sizeof list_table / sizeof *list_table; i++)
        if (strcmp(list_table[i].name, word) == 0) {
            list_table[i].add(at);
            return;
        }
    words_add(&at->all, word);
}

/* Adds the words that can follow those typed. */
static void all_candidates(Completion *at) {
    size_t place = at->typed.count;
    const ActionSpec *spec = place ? action_find(at->typed.word[0]) : NULL;
    Words arguments = {0};
    if (place == 0)
        actions(at);
    else if (spec)
        words_split(&arguments, spec->offers, NULL);
    char *list = place && place <= arguments.count ? arguments.word[place - 1] : NULL;
    for (char *rest, *word = list ? strtok_r(list, "|", &rest) : NULL; word;
         word = strtok_r(NULL, "|", &rest))
        offer(at, word);
    words_release(&arguments);
}

/* Returns the action in a list that is being typed: after its name, or after the last ;.
 * Of a list without a name the line before it is left. */
static char *action_begun(char *line) {
    char *begin = line, *open = NULL; /* open: the quote before the list */
    if (strncmp(line, "compare ", strlen("compare ")) != 0)
        return line;
    for (char *at = line; *at; at++) {
        char end = begin == line ? ':' : ';'; /* of what came before the action */
        if (!open && (*at == '"' || *at == '\''))
            open = at;
        else if (open && *at == *open)
            open = NULL, begin = line;
        else if (open && *at == end)
            begin = at + 1;
    }
    if (open && begin == line)
        *open = '\0';
    return begin;
}

bool session_typed(const Session *session, Words *words) {
    const Prompt *prompt = &session->prompt;
    char *before = memory_string_n(text_string(&prompt->text),
                                   min_size(prompt->word_start, prompt->text.length));
    bool fine = words_split(words, action_begun(before), NULL);
    free(before);
    return fine;
}

void session_complete(Session *session) {
    Prompt *prompt = &session->prompt;
    Completion at = {.session = session};
    size_t start = prompt->cursor;
    const char *line = text_string(&prompt->text);
    while (start > 0 && line[start - 1] != ' ')
        start--;
    words_release(&prompt->candidates);
    prompt->word_start = start;
    if (session_typed(session, &at.typed))
        all_candidates(&at);
    for (size_t i = 0; i < at.all.count; i++)
        if (strncmp(at.all.word[i], line + start, prompt->cursor - start) == 0)
            words_add(&prompt->candidates, at.all.word[i]);
    words_release(&at.typed);
    words_release(&at.all);
    prompt->chosen = prompt->candidates.count;
}

bool prompt_apply(Session *session, const Words *words, Error *error) {
    Prompt *prompt = &session->prompt;
    (void)error;
    text_clear(&prompt->text);
    text_append(&prompt->text, words->count > 1 ? words->word[1] : "");
    prompt->cursor = prompt->text.length;
    prompt->open = true;
    prompt->error = (Error){0};
    prompt->recalled = prompt->history.count;
    session_complete(session);
    return true;
}

/* ---- editing ---- */

/* Replaces the bytes between from and to, and puts the cursor behind the new ones. The
 * line is read anew for each key, so it has an end. */
static void replace(Prompt *prompt, size_t from, size_t to, const char *bytes) {
    enum { LONGEST = 16384 };
    Text line = {0};
    if (prompt->text.length - (to - from) + strlen(bytes) > LONGEST) {
        error_set(&prompt->error, "a line has at most %d bytes", LONGEST);
        return;
    }
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
    size_t at = prompt->cursor, end = forward ? prompt->text.length : 0;
    while (at != end) {
        at += forward ? 1 : (size_t)-1;
        if (((unsigned char)line[at] & 0xC0) != 0x80)
            break;
    }
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

/* Adds a line to those that can be recalled, in place of the oldest where they are many. */
static void remember(Words *history, const char *line) {
    enum { MOST = 500 };
    if (history->count == MOST) {
        free(history->word[0]);
        history->count--;
        memmove(history->word, history->word + 1, history->count * sizeof *history->word);
        history->word[history->count++] = memory_string(line);
    }
    words_add(history, line);
}

/* Applies the line. On failure the prompt stays open and shows the reason. */
static void submit(Session *session) {
    Prompt *prompt = &session->prompt;
    Error error = {0};
    char *line = memory_string(text_string(&prompt->text));
    bool blank = line[strspn(line, " ")] == '\0';
    prompt->open = false; /* before the action, which can open it again */
    if (blank || session_do(session, line, &error)) {
        if (!blank)
            remember(&prompt->history, line);
        if (!prompt->open)
            words_release(&prompt->candidates);
    } else {
        prompt->open = true;
    }
    prompt->error = error;
    free(line);
}

/* Moves the cursor, recalls a line, or changes the line; returns false for other keys. */
static bool edits(Prompt *prompt, int key) {
    enum { CONTROL_A = 1, CONTROL_E = 5, CONTROL_H = 8, CONTROL_U = 21, CONTROL_W = 23 };
    size_t at = prompt->cursor;
    char bytes[5];
    switch (key) {
    case KEY_ARROW_LEFT:
    case KEY_ARROW_RIGHT:
        prompt->cursor = step_over(prompt, key == KEY_ARROW_RIGHT);
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
    case KEY_RUBOUT:
    case CONTROL_H:
        replace(prompt, step_over(prompt, false), at, "");
        return true;
    case KEY_DELETE:
        replace(prompt, at, step_over(prompt, true), "");
        return true;
    case CONTROL_U:
        replace(prompt, 0, at, "");
        return true;
    case CONTROL_W:
        replace(prompt, word_left(prompt), at, "");
        return true;
    default:
        if (key < 32 || key >= 0x110000 || utf8_safe((uint32_t)key) != (uint32_t)key)
            return false;
        utf8_encode((uint32_t)key, bytes);
        replace(prompt, at, at, bytes);
        return true;
    }
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

void prompt_paste(Session *session, const char *text) {
    Prompt *prompt = &session->prompt;
    Text line = {0};
    while (*text) {
        char bytes[5];
        uint32_t code = utf8_next(&text);
        bool printed = code >= 32 && code != 127 && utf8_safe(code) == code;
        text_append_n(&line, bytes, utf8_encode(printed ? code : ' ', bytes));
    }
    prompt->error = (Error){0};
    replace(prompt, prompt->cursor, prompt->cursor, text_string(&line));
    text_release(&line);
    session_complete(session);
}

void prompt_key(Session *session, int key) {
    Prompt *prompt = &session->prompt;
    Error error = prompt->error;
    bool empty = prompt->text.length == 0;
    prompt->error = (Error){0};
    if (key == KEY_ESCAPE || key == KEY_STOP || key == 3 ||
        (key == KEY_RUBOUT && empty)) {
        close_prompt(session);
    } else if (key == KEY_RETURN || key == '\n') {
        submit(session);
    } else if (key == KEY_TAB || key == KEY_BACK_TAB) {
        choose_candidate(prompt, key == KEY_TAB);
    } else if (edits(prompt, key)) {
        session_complete(session);
    } else {
        prompt->error = error;
    }
}
