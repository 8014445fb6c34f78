/* See array_helpers.h. */
#include "scene/array.h"
#include "array_helpers.h"
#include "said.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

Array *must_open(const char *path) {
    Error error = {0};
    Array *array = array_open(path, &error);
    ck_assert_msg(array != NULL, "%s: %s", path, said(&error));
    return array;
}

void add_file(Text *bytes, const char *name) {
    char path[200], all[2048];
    snprintf(path, sizeof path, "tests/arrays/%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    text_append_n(bytes, all, fread(all, 1, sizeof all, file));
    fclose(file);
}

void add_number(Text *bytes, uint64_t number, size_t width) {
    for (size_t i = 0; i < width; i++, number >>= 8)
        text_append_n(bytes, &(char){(char)(number & 255)}, 1);
}

/* Whether two English words stand side by side, the converting Python aside. */
static bool has_english(const char *text) {
    const char *end = strstr(text, "python3");
    size_t words = 0, length = 0;
    for (; *text && text != end; text++) {
        if (islower((unsigned char)*text)) {
            length++;
            continue;
        }
        words = *text == ' ' && length > 1 ? words + 1 : 0;
        if (words == 2)
            return true;
        length = 0;
    }
    return words == 1 && length > 1;
}

/* No sentence keeps its English, none of its parts either. */
static void assert_chinese(const Error *error) {
    const char *chinese = said_in(LANG_ZH, error);
    ck_assert_msg(!has_english(chinese), "%s", chinese);
}

static void assert_says(const Error *error, const char *words) {
    ck_assert_msg(strstr(said(error), words) != NULL, "'%s' lacks '%s'", said(error),
                  words);
    assert_chinese(error);
}

void add_npy(Text *bytes, const char *header, size_t length, size_t data) {
    text_append(bytes, "\x93NUMPY");
    add_number(bytes, 1, 2);
    add_number(bytes, length, 2);
    text_append(bytes, header);
    for (size_t i = 0; i < data; i++)
        add_number(bytes, i, 1);
}

/* The copy ends where the sanitizers see it. */
void assert_refused(const Text *bytes, const char *name, const char *words) {
    Error error = {0};
    unsigned char *copy = memory_new(bytes->length, 1);
    if (bytes->length > 0)
        memcpy(copy, bytes->bytes, bytes->length);
    Array *array = array_of_bytes(copy, bytes->length, "FILE.npz", name, &error);
    ck_assert_msg(array == NULL, "is read, but expected '%s'", words);
    assert_says(&error, words);
    free(copy);
}

void assert_not_opened(const char *path, const char *words) {
    Error error = {0};
    ck_assert_msg(array_open(path, &error) == NULL, "%s is read", path);
    assert_says(&error, words);
}

void write_bytes(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s", path);
    fwrite(bytes, 1, length, file);
    ck_assert_int_eq(fclose(file), 0);
}

void folder_new(char folder[32]) {
    snprintf(folder, 32, "/tmp/attnscope-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}
