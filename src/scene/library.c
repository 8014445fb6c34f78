/* See library.h. The folder and its ORDER are compared in both directions, so that no
 * lesson gets lost. Of the scenes themselves, only the id rows are read. */
#include "scene/library.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"
#include "scene/csv_rows.h"

enum { FOLDERS_DEEP = 4, PEEK_BYTES = 4096 };

/* ---- where ---- */

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The folder base + tail if it has an ORDER, else NULL. */
static char *folder_at(const char *base, const char *tail) {
    Text folder = {0}, order = {0};
    text_format(&folder, "%s%s", base, tail);
    text_format(&order, "%s/ORDER", text_string(&folder));
    bool there = is_file(order.bytes);
    text_release(&order);
    if (there)
        return folder.bytes;
    text_release(&folder);
    return NULL;
}

/* The folder of scenes of the program's tree (objects lie in its .build), of its prefix,
 * or of the one it was made for; NULL: none. The caller frees it. */
static char *find_folder(void) {
    char place[4096];
    ssize_t length = readlink("/proc/self/exe", place, sizeof place - 1);
    char *folder = NULL;
    if (length > 0) {
        place[length] = '\0';
        char *objects = strstr(place, "/.build");
        *(objects ? objects : strrchr(place, '/')) = '\0';
        folder = folder_at(place, "/scenes");
        if (!folder)
            folder = folder_at(place, "/../share/attnscope/scenes");
    }
    if (!folder)
        folder = folder_at(ATTNSCOPE_DATADIR, "/scenes");
    return folder;
}

/* ---- the files of a folder ---- */

/* Adds the paths of every .csv in folder and below. */
static void collect(Words *paths, const char *folder, int depth) {
    DIR *directory = depth < FOLDERS_DEEP ? opendir(folder) : NULL;
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        Text path = {0};
        if (entry->d_name[0] == '.')
            continue; /* hidden, or the folder itself or the one above */
        text_format(&path, "%s/%s", folder, entry->d_name);
        if (strcmp(path_ending(entry->d_name), ".csv") == 0)
            words_add(paths, path.bytes);
        else if (!is_file(path.bytes))
            collect(paths, path.bytes, depth + 1);
        text_release(&path);
    }
    closedir(directory);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All scenes of the folder, by name, under the ids that their names tell. */
static void find_scenes(const char *folder, Words *ids, Words *paths) {
    collect(paths, folder, 0);
    if (paths->count)
        qsort(paths->word, paths->count, sizeof *paths->word, by_name);
    for (size_t i = 0; i < paths->count; i++) {
        char *id = path_stem(paths->word[i], ".csv");
        words_add(ids, id);
        free(id);
    }
}

/* ---- the id row of a scene ---- */

static bool find_id(void *id, const CsvRow *row) {
    if (row->count < 2 || strcmp(row->field[0], "id") != 0)
        return true;
    text_append(id, row->field[1]);
    return false;
}

/* Where a complaint is written: the first one is kept, others go nowhere. */
static Error *next_complaint(Library *library) {
    return error_is_set(&library->complaint) ? NULL : &library->complaint;
}

/* Reads the start of the file only; other faults are told when the scene is opened. */
static bool check_id(const char *path, const char *id, Error *error) {
    char bytes[PEEK_BYTES];
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set_at(error, path, 0, "%s", strerror(errno));
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    while (length > 0 && bytes[length - 1] != '\n' && bytes[length - 1] != '\r')
        length--;
    Text found = {0};
    rows_parse(path, bytes, length, find_id, &found, NULL);
    bool fine = !found.length || strcmp(found.bytes, id) == 0;
    if (!fine)
        error_set_at(error, path, 0,
                     "its id is '%s', expected '%s', as the file is named", found.bytes,
                     id);
    text_release(&found);
    return fine;
}

/* ---- ORDER ---- */

static void add(Library *library, const char *id, const char *path) {
    words_add(&library->ids, id);
    words_add(&library->paths, path);
}

static bool take(Library *library, const Library *found, const char *id, Error *error) {
    size_t i = words_find(&found->ids, id);
    if (words_find(&library->ids, id) < library->ids.count)
        return error_set(error, "'%s' stands twice, expected every id once", id);
    if (i == found->ids.count)
        return error_set(error, "'%s' has no file, expected %s/%s.csv", id,
                         library->folder, id);
    add(library, id, found->paths.word[i]);
    return check_id(found->paths.word[i], id, error);
}

/* Adds the scenes that ORDER does not name, by name, unless their id is taken. */
static void take_rest(Library *library, const Library *found, const char *order) {
    for (size_t i = 0; i < found->paths.count; i++) {
        const char *id = found->ids.word[i], *path = found->paths.word[i];
        Error *complaint = next_complaint(library);
        if (words_find(&library->paths, path) < library->paths.count)
            continue;
        error_set_at(complaint, order, 1, "%s is not listed, expected every scene's id",
                     path);
        if (words_find(&library->ids, id) == library->ids.count)
            add(library, id, path);
    }
}

/* order: the path of ORDER. */
static void read_order(Library *library, const Library *found, const char *order,
                       char *text) {
    int number = 1;
    for (char *line; (line = strsep(&text, "\n")); number++) {
        Error *complaint = next_complaint(library);
        line += strspn(line, " \t\r");
        for (size_t end = strlen(line); end && strchr(" \t\r", line[end - 1]); end--)
            line[end - 1] = '\0';
        if (*line && *line != '#' && !take(library, found, line, complaint))
            error_locate(complaint, order, number);
    }
}

bool library_open(Library *library, const char *folder, Error *error) {
    Text path = {0}, order = {0};
    Library found = {0};
    *library = (Library){.folder = folder ? memory_string(folder) : find_folder()};
    if (!library->folder)
        return error_set(error,
                         "the scenes are not found, expected a folder scenes/ beside the "
                         "program, or ../share/attnscope/scenes");
    text_format(&path, "%s/ORDER", library->folder);
    bool fine = rows_load(path.bytes, &order, error);
    if (fine) {
        find_scenes(library->folder, &found.ids, &found.paths);
        read_order(library, &found, path.bytes, order.bytes);
        take_rest(library, &found, path.bytes);
    } else {
        library_release(library);
    }
    library_release(&found);
    text_release(&order);
    text_release(&path);
    return fine;
}

void library_release(Library *library) {
    words_release(&library->ids);
    words_release(&library->paths);
    free(library->folder);
    *library = (Library){0};
}
