/* See helpers.h. */
#define _GNU_SOURCE /* O_TMPFILE; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include "helpers.h"
#include "said.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "view/view.h"

static char test_folder[64];

static void remove_test_folder(void) {
    char line[192];
    snprintf(line, sizeof line, "chmod -R u+rwX '%s'; rm -rf '%s'", test_folder,
             test_folder);
    if (system(line) != 0)
        fprintf(stderr, "%s was not removed\n", test_folder);
}

void folder_for_a_test(char *path) {
    ck_assert_ptr_nonnull(mkdtemp(path));
    snprintf(test_folder, sizeof test_folder, "%s", path);
    atexit(remove_test_folder);
}

static bool names_needed;

void files_need_names(bool need) {
    names_needed = need;
}

/* The linker calls these (--wrap=open). NOLINTBEGIN(bugprone-reserved-identifier) */
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, unsigned rights);

int __wrap_open(const char *path, int flags, unsigned rights) {
    if (names_needed && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return __real_open(path, flags, rights);
}
/* NOLINTEND(bugprone-reserved-identifier) */

void open_text(Session *session, const char *text) {
    char path[] = "/tmp/attnscope-test-XXXXXX.csv";
    int file = mkstemps(path, 4);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (int)strlen(text));
    close(file);
    char *paths[] = {path};
    Error error = {0};
    bool fine = session_open(session, paths, 1, &error);
    unlink(path);
    ck_assert_msg(fine, "%s", said(&error));
}

Library shipped_library(void) {
    Library library = {0};
    Error error = {0};
    ck_assert_msg(library_open(&library, NULL, &error), "%s", said(&error));
    return library;
}

void open_shipped(Session *session, const char *id, const char *step) {
    Library library = shipped_library();
    Error error = {0};
    size_t index = words_find(&library.ids, id);
    char *path =
        memory_string(index < library.ids.count ? library.paths.word[index] : id);
    bool fine = session_open(session, &path, 1, &error);
    free(path);
    library_release(&library);
    ck_assert_msg(fine, "%s", said(&error));
    if (step) {
        char line[40];
        snprintf(line, sizeof line, "step %s", step);
        must(session, line);
    }
}

void must(Session *session, const char *line) {
    Error error = {0};
    ck_assert_msg(session_do(session, line, &error), "%s: %s", line, said(&error));
}

void must_fail(Session *session, const char *line, const char *part) {
    unsigned long long before = digest(session);
    Error error = {0};
    ck_assert_msg(!session_do(session, line, &error), "%s: was done", line);
    ck_assert_msg(strstr(said(&error), part) != NULL, "%s: \"%s\" lacks \"%s\"", line,
                  said(&error), part);
    ck_assert_msg(digest(session) == before, "%s: failed, yet something changed", line);
}

bool is_harmful(uint32_t code) {
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool turns = (code >= 0x202a && code <= 0x202e) || code == 0x61c ||
                 (code >= 0x2066 && code <= 0x2069);
    bool hides = (code >= 0x200b && code <= 0x200f) || code == 0xfeff ||
                 (code >= 0xe0000 && code <= 0xe007f) || code == 0x2028;
    bool none = (code & 0xfffe) == 0xfffe || code > 0x10ffff ||
                (code >= 0xd800 && code <= 0xdfff);
    return control || turns || hides || none;
}

bool click_at(const Session *session, int width, int height, int x, int y, Click *click) {
    Frame frame;
    frame_init(&frame, width, height);
    view_draw(session, &frame);
    bool found = view_click(&frame, x, y, click);
    frame_release(&frame);
    return found;
}

size_t troubles_of(const Session *session, Trouble *first) {
    TroubleWalk walk = {0};
    size_t count = 0;
    for (; session_trouble_next(session, &walk); count++)
        if (count == 0)
            *first = walk.trouble;
    return count;
}

double cell_at(const Session *session, GridId grid, size_t row, size_t col) {
    return grid_cell(session->now, grid, session_place(session), row, col, NULL);
}

static void digest_bytes(unsigned long long *sum, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ ((const unsigned char *)bytes)[i]) * 1099511628211ULL; /* FNV-1a */
}

static void digest_grid(const Session *session, GridId grid, Place place,
                        unsigned long long *sum) {
    if (grid == GRID_DELTA || !grid_exists(session->now, grid, place, NULL))
        return;
    size_t cols = grid_cols(session->now, grid, place);
    double *numbers = memory_new(cols, sizeof *numbers);
    for (size_t i = 0; i < grid_rows(session->now, grid, place); i++) {
        RowState state = grid_row(session->now, grid, place, i, numbers);
        digest_bytes(sum, &state, sizeof state);
        digest_bytes(sum, numbers, cols * sizeof *numbers);
    }
    free(numbers);
}

unsigned long long digest(const Session *session) {
    const Model *model = &session->now->model;
    unsigned long long sum = 14695981039346656037ULL;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++)
            for (size_t h = 0; h < model->layers[l].heads; h++)
                for (int g = 0; g < GRID_COUNT; g++)
                    digest_grid(session, (GridId)g,
                                (Place){.record = r, .layer = l, .head = h}, &sum);
    return sum;
}

bool frame_same(const Frame *a, const Frame *b) {
    bool same = a->width == b->width && a->height == b->height &&
                a->cursor_x == b->cursor_x && a->cursor_y == b->cursor_y;
    for (int y = 0; same && y < a->height; y++)
        same = frame_line_same(a, b, y);
    return same;
}
