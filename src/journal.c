/* See journal.h. */
#include "journal.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "session/language.h"
#include "state.h"

static const char name_begins[] = "journal-";

/* ---- writing ---- */

static void add_line(Journal *journal, const char *kind, const char *text) {
    text_format(&journal->lines, "%s ", kind);
    for (; *text; text++) {
        const char *escaped = *text == '\n' ? "\\n" : *text == '\\' ? "\\\\" : NULL;
        text_append_n(&journal->lines, escaped ? escaped : text, escaped ? 2 : 1);
    }
    text_append(&journal->lines, "\n");
}

static void add_action(Journal *journal, char kind, const Words *words, Place place) {
    char letter[2] = {kind, '\0'}, where[80];
    Text line = {0};
    if (memcmp(&place, &journal->place, sizeof place) != 0) {
        snprintf(where, sizeof where, "%zu %zu %zu", place.record + 1, place.layer + 1,
                 place.head + 1);
        add_line(journal, "p", where);
        journal->place = place;
    }
    words_join(words, &line);
    add_line(journal, letter, text_string(&line));
    text_release(&line);
}

static void add_number(Journal *journal, const char *kind, size_t number) {
    char text[24];
    snprintf(text, sizeof text, "%zu", number);
    add_line(journal, kind, text);
}

static void add_scenes(Journal *journal, const Session *session) {
    for (size_t i = 0; i < session->scene_count; i++) {
        const char *path = session->paths[i];
        char *whole = strncmp(path, SCENE_ROWS, strlen(SCENE_ROWS)) == 0
                          ? NULL
                          : realpath(path, NULL);
        journal->off = journal->off || strcmp(path, "-") == 0;
        add_line(journal, "scene", whole ? whole : path);
        free(whole);
    }
    add_number(journal, "start", session->recipe.scene + 1);
    add_number(journal, "step", session->recipe.step);
}

static void add_present(Journal *journal, const Session *session) {
    size_t count;
    add_scenes(journal, session);
    const Entry **entries = session_entries(session, &count);
    for (size_t i = 0; i < count; i++)
        add_action(journal, NOTED_ALONE, &entries[i]->words, entry_place(entries[i]));
    free(entries);
}

static void forget_file(Journal *journal) {
    if (journal->file < 0)
        return;
    unlink(journal->path.bytes);
    close(journal->file);
    journal->file = -1;
    journal->kept = 0;
}

/* Writes the lines that the file does not have yet. */
static void keep(Journal *journal) {
    if (journal->file < 0) {
        unlink(journal->path.bytes); /* of a program with this number that is gone */
        journal->file =
            state_open(journal->path.bytes, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
        journal->off = journal->file < 0 || flock(journal->file, LOCK_EX | LOCK_NB) != 0;
    }
    while (!journal->off && journal->kept < journal->lines.length) {
        ssize_t count = write(journal->file, journal->lines.bytes + journal->kept,
                              journal->lines.length - journal->kept);
        if (count <= 0)
            journal->off = true;
        else
            journal->kept += (size_t)count;
    }
}

static bool is_unsaved(const Session *session) {
    Words scenes = {0};
    session_unsaved(session, &scenes);
    bool some = scenes.count > 0;
    words_release(&scenes);
    return some;
}

void journal_note(Journal *journal, const Session *session, const Noted *noted) {
    if (noted->words)
        add_action(journal, (char)noted->kind, noted->words, noted->place);
    if (!is_unsaved(session))
        forget_file(journal);
    else if (!journal->off)
        keep(journal);
}

void journal_begin(Journal *journal, const Session *session, Recovered *recovered) {
    *journal = (Journal){.file = -1, .place = {.record = SIZE_MAX}};
    state_path("", &journal->path);
    text_format(&journal->path, "%s%ld", name_begins, (long)getpid());
    if (!recovered->lines.length) {
        add_present(journal, session);
        return;
    }
    journal->lines = recovered->lines;
    recovered->lines = (Text){0};
    journal_note(journal, session, &(Noted){.words = NULL});
    if (!journal->off)
        unlink(recovered->path.bytes);
}

void journal_end(Journal *journal, const Session *session) {
    if (session->quit || !is_unsaved(session))
        forget_file(journal);
    if (journal->file >= 0)
        close(journal->file);
    text_release(&journal->lines);
    text_release(&journal->path);
}

/* ---- reading ---- */

/* Opens a journal whose program is gone, and locks it; -1: it is not one. */
static int open_left(const char *path) {
    int file = state_open(path, O_RDONLY);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

bool journal_left(Text *path) {
    Text folder = {0};
    time_t newest = 0;
    state_path("", &folder);
    DIR *open = folder.length ? opendir(folder.bytes) : NULL;
    text_clear(path);
    for (const struct dirent *entry; open && (entry = readdir(open));) {
        Text name = {0};
        struct stat status;
        text_format(&name, "%s%s", folder.bytes, entry->d_name);
        int file = strncmp(entry->d_name, name_begins, strlen(name_begins)) == 0
                       ? open_left(name.bytes)
                       : -1;
        if (file >= 0 && fstat(file, &status) == 0 && status.st_mtime >= newest) {
            newest = status.st_mtime;
            text_clear(path);
            text_append(path, name.bytes);
        }
        if (file >= 0)
            close(file);
        text_release(&name);
    }
    if (open)
        closedir(open);
    text_release(&folder);
    return path->length > 0;
}

static void unescape(char *text) {
    char *to = text;
    for (; *text; text++) {
        bool escaped = *text == '\\' && text[1];
        text += escaped;
        *to++ = escaped && *text == 'n' ? '\n' : *text;
    }
    *to = '\0';
}

static bool starts(const char *line, const char *kind, const char **text) {
    size_t length = strlen(kind);
    *text = line + length + 1;
    return strncmp(line, kind, length) == 0 && line[length] == ' ';
}

/* Reads the whole lines of a file. */
static bool read_lines(const char *path, Text *lines) {
    char bytes[4096];
    int file = open_left(path);
    for (ssize_t count; file >= 0 && (count = read(file, bytes, sizeof bytes)) > 0;)
        text_append_n(lines, bytes, (size_t)count);
    if (file >= 0)
        close(file);
    while (lines->length && lines->bytes[lines->length - 1] != '\n')
        lines->bytes[--lines->length] = '\0';
    return lines->length > 0;
}

static Words lines_of(const Text *text) {
    Words lines = {0};
    for (const char *at = text_string(text); *at;) {
        size_t length = strcspn(at, "\n");
        char *line = memory_string_n(at, length);
        unescape(line);
        words_add(&lines, line);
        free(line);
        at += length + (at[length] == '\n');
    }
    return lines;
}

static void show_place(Session *session, const char *text) {
    unsigned long at[3] = {0, 0, 0};
    sscanf(text, "%9lu %9lu %9lu", &at[0], &at[1], &at[2]);
    session_act(session, "record %lu", at[0]);
    session_act(session, "layer %lu", at[1]);
    session_act(session, "head %lu", at[2]);
}

/* Performs a line after the scenes; returns false if it cannot be. */
static bool perform(Session *session, const char *line) {
    Error error = {0};
    const char *text = line + 2;
    if (starts(line, "p", &text)) {
        show_place(session, text);
        return true;
    }
    if (starts(line, "step", &text))
        return strcmp(text, "0") == 0 || session_act(session, "step %.20s", text);
    if (line[0] == NOTED_FIRST)
        session->run = false;
    session->joining = line[0] == NOTED_FIRST || line[0] == NOTED_JOINED;
    bool fine = *line && line[1] == ' ' && session_do(session, line + 2, &error);
    session->joining = false;
    return fine;
}

/* Opens the scenes of the first lines; returns the number of lines that were read. */
static size_t open_scenes(Session *session, const Words *lines, Error *error) {
    Words scenes = {0}, scene = {0};
    const char *text = "";
    size_t at = 0, start;
    for (; at < lines->count && starts(lines->word[at], "scene", &text); at++)
        words_add(&scenes, text);
    bool fine = at < lines->count && starts(lines->word[at], "start", &text);
    start = fine ? strtoul(text, NULL, 10) : 0;
    fine = start >= 1 && start <= scenes.count
               ? session_open(session, scenes.word, scenes.count, error)
               : error_set(error, "--recover: the journal is damaged");
    if (fine && start > 1) {
        words_add(&scene, "scene");
        words_add(&scene, scenes.word[start - 1]);
        fine = session_apply(session, &scene, error);
    }
    words_release(&scene);
    words_release(&scenes);
    return fine ? at + 1 : 0;
}

bool journal_recover(Recovered *recovered, Session *session, Error *error) {
    size_t failed = 0;
    if (!journal_left(&recovered->path) ||
        !read_lines(recovered->path.bytes, &recovered->lines))
        return error_set(error, "--recover: no changes of an earlier run were left");
    Words lines = lines_of(&recovered->lines);
    size_t at = open_scenes(session, &lines, error);
    bool fine = at > 0;
    for (; fine && at < lines.count; at++)
        failed += !perform(session, lines.word[at]);
    words_release(&lines);
    if (failed)
        snprintf(session->notice, sizeof session->notice,
                 message(session->look.lang, "notice.recovered-but"), failed);
    else if (fine)
        snprintf(session->notice, sizeof session->notice, "%s",
                 message(session->look.lang, "notice.recovered"));
    return fine;
}
