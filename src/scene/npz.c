/* The .npz format: a ZIP of .npy files. All sizes come from its directory, which is at
 * the end. Members are stored, and then used in place, or deflated. No offset or length
 * is used before `part` has compared it with the bytes that there are. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "scene/array.h"

enum {
    END_SIGNATURE = 0x06054b50,
    END_SIZE = 22,
    END64_LOCATOR_SIGNATURE = 0x07064b50,
    END64_LOCATOR_SIZE = 20,
    END64_SIGNATURE = 0x06064b50,
    END64_SIZE = 56,
    ENTRY_SIGNATURE = 0x02014b50,
    ENTRY_SIZE = 46,
    LOCAL_SIGNATURE = 0x04034b50,
    LOCAL_SIZE = 30,
    COMMENT_MOST = 0xffff,
    EXTRA_ZIP64 = 1,
    FLAG_ENCRYPTED = 1,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    DEFLATE_MOST = 1032, /* bytes that one byte of deflate can become */
    NAMES_SHOWN = 12,
};

/* In place of a 32-bit size that is in the extra field. */
static const uint64_t see_extra = 0xffffffff;

typedef struct Member {
    const char *name;
    size_t name_length;
    unsigned flags, method;
    uint32_t check;
    uint64_t packed, size, offset;
} Member;

typedef struct Zip {
    const unsigned char *bytes;
    size_t size;
    Member *members;
    size_t count;
} Zip;

/* ---- bytes ---- */

static uint64_t number(const unsigned char *bytes, size_t width) {
    uint64_t value = 0;
    while (width-- > 0)
        value = value << 8 | bytes[width];
    return value;
}

/* `length` bytes from `offset` on, or NULL if the file has not so many. */
static const unsigned char *part(const Zip *zip, uint64_t offset, uint64_t length) {
    if (offset > zip->size || length > zip->size - offset)
        return NULL;
    return zip->bytes + offset;
}

static const unsigned char *record(const Zip *zip, uint64_t offset, uint64_t length,
                                   uint64_t signature) {
    const unsigned char *bytes = part(zip, offset, length);
    return bytes && number(bytes, 4) == signature ? bytes : NULL;
}

bool zip_is(const unsigned char *bytes, size_t size) {
    return size >= 4 && (number(bytes, 4) == LOCAL_SIGNATURE || /* or an empty one: */
                         number(bytes, 4) == END_SIGNATURE);
}

/* ---- the directory ---- */

static bool broken(Error *error) {
    return error_set(error,
                     "the ZIP is cut short or damaged, expected what np.savez writes");
}

/* Finds the offset of the end record, which only a comment may follow. */
static bool find_end(const Zip *zip, size_t *at) {
    for (size_t comment = 0; comment <= COMMENT_MOST; comment++) {
        if (zip->size < END_SIZE + comment)
            return false;
        *at = zip->size - END_SIZE - comment;
        const unsigned char *end = record(zip, *at, END_SIZE, END_SIGNATURE);
        if (end && number(end + 20, 2) == comment)
            return true;
    }
    return false;
}

/* Finds the directory. ZIP64 has an end record of its own, found through a locator. */
static bool find_directory(const Zip *zip, uint64_t *offset, uint64_t *length) {
    size_t at;
    if (!find_end(zip, &at))
        return false;
    *length = number(zip->bytes + at + 12, 4);
    *offset = number(zip->bytes + at + 16, 4);
    const unsigned char *locator =
        at < END64_LOCATOR_SIZE ? NULL
                                : record(zip, at - END64_LOCATOR_SIZE, END64_LOCATOR_SIZE,
                                         END64_LOCATOR_SIGNATURE);
    if (!locator)
        return true;
    const unsigned char *end64 =
        record(zip, number(locator + 8, 8), END64_SIZE, END64_SIGNATURE);
    if (!end64)
        return false;
    *length = number(end64 + 40, 8);
    *offset = number(end64 + 48, 8);
    return true;
}

/* Reads the fields that did not fit into 32 bits from the ZIP64 extra field, in order. */
static bool read_extra(Member *member, const unsigned char *extra, size_t length) {
    uint64_t *const fields[] = {&member->size, &member->packed, &member->offset};
    while (length >= 4) {
        size_t kind = (size_t)number(extra, 2), size = (size_t)number(extra + 2, 2);
        extra += 4;
        length -= 4;
        if (size > length)
            return false;
        size_t used = 0;
        for (size_t i = 0; kind == EXTRA_ZIP64 && i < 3; i++) {
            if (*fields[i] != see_extra)
                continue;
            if (used + 8 > size)
                return false;
            *fields[i] = number(extra + used, 8);
            used += 8;
        }
        extra += size;
        length -= size;
    }
    return true;
}

/* Reads an entry of the directory; returns its length, or 0 if it is broken. */
static size_t read_entry(Member *member, const unsigned char *entry, size_t left) {
    if (left < ENTRY_SIZE || number(entry, 4) != ENTRY_SIGNATURE)
        return 0;
    size_t name = (size_t)number(entry + 28, 2), extra = (size_t)number(entry + 30, 2);
    size_t comment = (size_t)number(entry + 32, 2);
    if (left - ENTRY_SIZE < name + extra + comment)
        return 0;
    *member = (Member){.name = (const char *)entry + ENTRY_SIZE,
                       .name_length = name,
                       .flags = (unsigned)number(entry + 8, 2),
                       .method = (unsigned)number(entry + 10, 2),
                       .check = (uint32_t)number(entry + 16, 4),
                       .packed = number(entry + 20, 4),
                       .size = number(entry + 24, 4),
                       .offset = number(entry + 42, 4)};
    if (!read_extra(member, entry + ENTRY_SIZE + name, extra))
        return 0;
    return ENTRY_SIZE + name + extra + comment;
}

static bool read_directory(Zip *zip) {
    uint64_t offset, length;
    if (!find_directory(zip, &offset, &length))
        return false;
    const unsigned char *entry = part(zip, offset, length);
    size_t left = (size_t)length;
    if (!entry)
        return false;
    for (size_t size; left > 0; entry += size, left -= size) {
        Member member;
        size = read_entry(&member, entry, left);
        if (size == 0)
            return false;
        zip->members = memory_grow(zip->members, zip->count, sizeof *zip->members);
        zip->members[zip->count++] = member;
    }
    return true;
}

/* ---- a member by name ---- */

/* Whether the member's name is name + tail. */
static bool named(const Member *member, const char *name, const char *tail) {
    size_t length = strlen(name), more = strlen(tail);
    return member->name_length == length + more &&
           memcmp(member->name, name, length) == 0 &&
           memcmp(member->name + length, tail, more) == 0;
}

static bool ends_in(const Member *member, const char *ending) {
    size_t length = strlen(ending);
    return member->name_length >= length &&
           memcmp(member->name + member->name_length - length, ending, length) == 0;
}

static bool is_torch(const Zip *zip) {
    for (size_t i = 0; i < zip->count; i++)
        if (named(&zip->members[i], "data.pkl", "") ||
            ends_in(&zip->members[i], "/data.pkl"))
            return true;
    return false;
}

/* Appends "q, k, v", the names as NumPy shows them. */
static void append_names(const Zip *zip, Text *to) {
    size_t shown = 0;
    for (size_t i = 0; i < zip->count && shown <= NAMES_SHOWN; i++) {
        const Member *member = &zip->members[i];
        if (!ends_in(member, ".npy"))
            continue;
        if (shown++ > 0)
            text_append(to, ", ");
        if (shown > NAMES_SHOWN)
            text_append(to, "…");
        else
            text_append_n(to, member->name, member->name_length - strlen(".npy"));
    }
    if (shown == 0)
        text_append(to, "nothing");
}

/* Finds the last member of the name, name + ".npy" or, without a name, of any ".npy";
 * returns how many there are. */
static size_t find(const Zip *zip, const char *name, const char *tail,
                   const Member **found) {
    size_t count = 0;
    for (size_t i = 0; i < zip->count; i++) {
        const Member *member = &zip->members[i];
        if (name ? !named(member, name, tail) : !ends_in(member, tail))
            continue;
        *found = member;
        count++;
    }
    return count;
}

static const Member *choose(const Zip *zip, const char *path, const char *name,
                            Error *error) {
    const Member *found = NULL;
    size_t count = name ? find(zip, name, "", &found) : 0;
    if (count == 0)
        count = find(zip, name, ".npy", &found);
    if (count == 1)
        return found;
    Text names = {0};
    append_names(zip, &names);
    if (name && count)
        error_set(error, "has %zu arrays of the name \"%s\", expected one", count, name);
    else if (name)
        error_set(error, "has no \"%s\"; it has %s", name, text_string(&names));
    else if (count)
        error_set(error, "has %zu arrays, expected %s:NAME, which may be %s", count, path,
                  text_string(&names));
    else
        error_set(error, "the ZIP has no .npy file in it, expected what np.savez writes");
    text_release(&names);
    return NULL;
}

/* ---- its bytes ---- */

/* The bytes of a member; NULL if they are not in the file or belong to another one. */
static const unsigned char *packed_bytes(const Zip *zip, const Member *member) {
    const unsigned char *local = record(zip, member->offset, LOCAL_SIZE, LOCAL_SIGNATURE);
    if (!local)
        return NULL;
    uint64_t name = number(local + 26, 2), extra = number(local + 28, 2);
    uint64_t after = member->offset + LOCAL_SIZE;
    const unsigned char *own = part(zip, after, name + extra);
    if (!own || name != member->name_length || memcmp(own, member->name, name) != 0)
        return NULL;
    return part(zip, after + name + extra, member->packed);
}

/* Runs zlib, which counts in 32 bits, over any length. */
static bool inflate_all(z_stream *stream, const unsigned char *from, size_t packed,
                        unsigned char *to, size_t size) {
    size_t left = packed, room = size;
    int state = Z_OK;
    stream->next_in = (z_const Bytef *)(uintptr_t)from;
    stream->next_out = to;
    while (state == Z_OK) {
        uInt in = left < UINT_MAX ? (uInt)left : UINT_MAX;
        uInt out = room < UINT_MAX ? (uInt)room : UINT_MAX;
        stream->avail_in = in;
        stream->avail_out = out;
        state = inflate(stream, Z_NO_FLUSH);
        left -= in - stream->avail_in;
        room -= out - stream->avail_out;
    }
    return state == Z_STREAM_END && left == 0 && room == 0;
}

static uint32_t check_sum(const unsigned char *bytes, size_t size) {
    uLong sum = crc32(0, NULL, 0);
    while (size > 0) {
        uInt length = size < UINT_MAX ? (uInt)size : UINT_MAX;
        sum = crc32(sum, bytes, length);
        bytes += length;
        size -= length;
    }
    return (uint32_t)sum;
}

/* A malloc of more than the machine has may succeed, and the program is killed later. */
static bool fits_memory(uint64_t size) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return size < PTRDIFF_MAX &&
           (pages <= 0 || page <= 0 || size / (uint64_t)page < (uint64_t)pages);
}

/* Static, because a session knows no files: it is set once, by the command line. */
static size_t unpack_most = 256 << 20;

void npz_set_limit(size_t bytes) {
    unpack_most = bytes;
}

/* A small file that becomes a very large array would fill the memory by surprise. */
static bool swells(const Member *member) {
    enum { TIMES = 100 };
    return member->size > unpack_most && member->size / TIMES > member->packed;
}

static bool unpack(Array *array, const Member *member, const unsigned char *from,
                   Error *error) {
    if (member->size / DEFLATE_MOST > member->packed)
        return error_set(error,
                         "%zu compressed bytes cannot hold the %zu that they are said to",
                         (size_t)member->packed, (size_t)member->size);
    size_t size = (size_t)member->size;
    if (fits_memory(member->size) && swells(member))
        return error_set(
            error,
            "%zu compressed bytes become %zu MB, more than %zu MB; with --limit %zuM "
            "they are unpacked",
            (size_t)member->packed, size >> 20, unpack_most >> 20, (size >> 20) + 1);
    if (fits_memory(member->size))
        array->unpacked = malloc(size ? size : 1);
    if (!array->unpacked)
        return error_set(
            error,
            "takes %zu bytes unpacked, more than there is memory; np.save and "
            "np.savez write files that need not be unpacked",
            size);
    z_stream stream = {0};
    bool fine = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
    if (fine) {
        fine =
            inflate_all(&stream, from, (size_t)member->packed, array->unpacked, size) &&
            check_sum(array->unpacked, size) == member->check;
        inflateEnd(&stream);
    }
    return fine || error_set(error, "the compressed data is damaged");
}

/* Sets the start of a member's bytes, which may be unpacked into memory of the array. */
static bool extract(Array *array, const unsigned char **bytes, const Zip *zip,
                    const Member *member, Error *error) {
    if (member->flags & FLAG_ENCRYPTED)
        return error_set(error, "the array is encrypted, expected what np.savez writes");
    if (member->method != METHOD_STORED && member->method != METHOD_DEFLATED)
        return error_set(error,
                         "the array is compressed by method %u, expected 0 (stored) or 8 "
                         "(deflated), as np.savez writes",
                         member->method);
    *bytes = packed_bytes(zip, member);
    if (!*bytes || (member->method == METHOD_STORED && member->packed != member->size))
        return broken(error);
    if (member->method == METHOD_STORED)
        return true;
    bool fine = unpack(array, member, *bytes, error);
    *bytes = array->unpacked;
    return fine;
}

bool npz_find(Array *array, const unsigned char **bytes, size_t *size, const char *path,
              const char *name, Error *error) {
    Zip zip = {.bytes = *bytes, .size = *size};
    bool fine = read_directory(&zip) || broken(error);
    fine = fine && pytorch_refuse(path, is_torch(&zip), error);
    const Member *chosen = fine ? choose(&zip, path, name, error) : NULL;
    fine = chosen && extract(array, bytes, &zip, chosen, error);
    *size = fine ? (size_t)chosen->size : 0;
    free(zip.members);
    return fine;
}
