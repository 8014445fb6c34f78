/* What the suites of NumPy's files share. */
#ifndef ARRAY_HELPERS_H
#define ARRAY_HELPERS_H

#include <stdint.h>

#include "scene/array.h"

Array *must_open(const char *path);

/* Appends the bytes of tests/arrays/NAME. */
void add_file(Text *bytes, const char *name);

/* Appends the lowest `width` bytes of a number, lowest first. */
void add_number(Text *bytes, uint64_t number, size_t width);

/* Appends a .npy file whose header is said to be so long, and so many bytes of numbers. */
void add_npy(Text *bytes, const char *header, size_t length, size_t data);

/* The bytes are no array: the error has these words, and Chinese for them. */
void assert_refused(const Text *bytes, const char *name, const char *words);

/* The same of a file. */
void assert_not_opened(const char *path, const char *words);

void write_bytes(const char *path, const char *bytes, size_t length);
void folder_new(char folder[32]);

#endif
