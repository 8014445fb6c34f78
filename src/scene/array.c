/* See array.h: opening arrays, and their owners. */
#include "scene/array.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/array_formats.h"

Array *array_share(Array *array) {
    array->owners++;
    return array;
}

void array_release(Array *array) {
    if (!array || --array->owners > 0)
        return;
    mapped_release(&array->file);
    free(array->unpacked);
    free(array);
}

bool array_whole(const Array *array) {
    return mapped_whole(&array->file);
}

/* ---- opening ---- */

size_t array_file_length(const char *path, const char **name) {
    static const char ending[] = ".npz:";
    for (const char *at = path; *at; at++)
        if (strncasecmp(at, ending, sizeof ending - 1) == 0) {
            *name = at + sizeof ending - 1;
            return (size_t)(*name - path) - 1;
        }
    *name = NULL;
    return strlen(path);
}

static bool parse(Array *array, const unsigned char *bytes, size_t size, const char *path,
                  const char *name, Error *error) {
    if (!zip_is(bytes, size) && name && npy_is(bytes, size))
        return error_set(error,
                         "is a .npy file, one array without a name, expected no :NAME");
    if (!zip_is(bytes, size))
        return npy_parse(array, bytes, size, error);
    NpzMember member = {0};
    if (!npz_find(&member, bytes, size, path, name, error))
        return false;
    array->unpacked = member.unpacked;
    return npy_parse(array, member.bytes, member.size, error);
}

static Array *array_new(void) {
    Array *array = memory_new(1, sizeof *array);
    array->owners = 1;
    return array;
}

static Array *array_if(bool fine, Array *array) {
    if (fine)
        return array;
    array_release(array);
    return NULL;
}

Array *array_of_bytes(const unsigned char *bytes, size_t size, const char *path,
                      const char *name, Error *error) {
    Array *array = array_new();
    return array_if(parse(array, bytes, size, path, name, error), array);
}

Array *array_open(const char *path, Error *error) {
    const char *name;
    char *file = memory_string_n(path, array_file_length(path, &name));
    Array *array = array_new();
    bool fine = mapped_open(&array->file, file, error) &&
                pytorch_refuse_by_name(file, error) &&
                parse(array, array->file.bytes, array->file.size, file, name, error);
    free(file);
    return array_if(fine, array);
}

bool names_array(const char *path) {
    static const char *const endings[] = {".npy", ".npz", ".pt", ".pth", ".safetensors"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(path_ending(path), endings[i]) == 0)
            return true;
    return strstr(path, ".npz:") != NULL;
}
