/* Archives of NumPy's files: a damaged ZIP is refused with its own sentence, wherever the damage is,
 * and names are found. (test_array.c reads those that are whole.) */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scene/array.h"
#include "array_helpers.h"
#include "said.h"
#include "suites.h"

/* Offset of the nth signature "PK" + two bytes. */
static size_t find_signature(const Text *bytes, const char *signature, size_t nth) {
    for (size_t at = 0; at + 4 <= bytes->length; at++)
        if (memcmp(bytes->bytes + at, signature, 4) == 0 && nth-- == 0)
            return at;
    ck_abort_msg("no such signature");
    return 0;
}

#define ENTRY   "PK\1\2"
#define LOCAL   "PK\3\4"
#define END     "PK\5\6"
#define END64   "PK\6\6"
#define LOCATOR "PK\6\7"

START_TEST(a_damaged_zip_is_refused_with_its_reason) {
    static const struct {
        const char *file, *signature;
        size_t nth, offset, width;
        uint64_t value;
        const char *words;
    } rows[] = {
        {"stored.npz", ENTRY, 0, 8, 2, 1, "encrypted"},
        {"stored.npz", ENTRY, 0, 10, 2, 12, "method 12"},
        {"stored.npz", ENTRY, 0, 10, 2, 8, "the compressed data is damaged"},
        {"stored.npz", ENTRY, 0, 20, 4, 99, "damaged"},
        {"stored.npz", ENTRY, 0, 24, 4, 99, "damaged"},
        {"stored.npz", ENTRY, 0, 42, 4, 1, "damaged"},
        {"stored.npz", ENTRY, 0, 42, 4, 0xfffffffe, "damaged"},
        {"stored.npz", ENTRY, 0, 42, 4, 0xffffffff, "damaged"},
        {"stored.npz", ENTRY, 0, 28, 2, 0xffff, "damaged"},
        {"stored.npz", ENTRY, 2, 30, 2, 0xffff, "damaged"},
        {"stored.npz", ENTRY, 1, 0, 4, 0, "damaged"},
        {"stored.npz", LOCAL, 0, 0, 4, 0, "no NumPy array"},
        {"stored.npz", LOCAL, 0, 26, 2, 4, "damaged"},
        {"stored.npz", LOCAL, 0, 28, 2, 0xffff, "damaged"},
        {"stored.npz", LOCAL, 0, 30, 1, 'k', "damaged"},
        {"stored.npz", END, 0, 12, 4, 0x7fffffff, "damaged"},
        {"stored.npz", END, 0, 16, 4, 0xffffffff, "damaged"},
        {"stored.npz", END, 0, 20, 2, 1, "damaged"},
        {"zip64.npz", LOCATOR, 0, 8, 8, UINT64_MAX, "damaged"},
        {"zip64.npz", LOCATOR, 0, 8, 8, 0, "damaged"},
        {"zip64.npz", LOCATOR, 0, 0, 4, 0, "damaged"},
        {"zip64.npz", END64, 0, 40, 8, UINT64_MAX, "damaged"},
        {"zip64.npz", END64, 0, 40, 16, UINT64_MAX, "damaged"},
        {"zip64.npz", END64, 0, 48, 8, UINT64_MAX - 10, "damaged"},
        /* the extra fields: name "q.npy", then 7 bytes of another's, then sizes and offset */
        {"zip64.npz", ENTRY, 0, 46 + 5 + 2, 2, 0xffff, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7, 2, 2, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 2, 2, 16, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 4, 8, UINT64_MAX, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 12, 8, UINT64_MAX, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 20, 8, UINT64_MAX - 29, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 4, 16, UINT64_MAX, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 4, 16, UINT64_MAX - 99, "damaged"},
        {"zip64.npz", ENTRY, 0, 46 + 5 + 7 + 20, 8, UINT64_MAX - 4, "damaged"},
        {"deflated.npz", ENTRY, 0, 16, 4, 1, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 24, 4, 1, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 24, 4, 999, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 24, 4, 0, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 24, 4, 0xfffffff0, "cannot hold the 4294967280"},
        {"deflated.npz", ENTRY, 0, 20, 4, 20, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 20, 4, 0, "the compressed data is damaged"},
        {"deflated.npz", ENTRY, 0, 10, 2, 0, "damaged"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text bytes = {0};
        add_file(&bytes, rows[i].file);
        size_t at =
            find_signature(&bytes, rows[i].signature, rows[i].nth) + rows[i].offset;
        for (size_t n = 0; n < rows[i].width; n++)
            bytes.bytes[at + n] = (char)(rows[i].value >> 8 * (n % 8) & 255);
        assert_refused(&bytes, "q", rows[i].words);
        text_release(&bytes);
    }
}
END_TEST

static void turn(unsigned char *byte, unsigned bits) {
    *byte = (unsigned char)(*byte ^ bits);
}

/* The member's bytes are said to be one more, or one less, than what deflate takes. */
START_TEST(deflated_bytes_are_all_used) {
    for (int more = -1; more <= 1; more += 2) {
        Text bytes = {0};
        add_file(&bytes, "deflated.npz");
        unsigned char *packed =
            (unsigned char *)bytes.bytes + find_signature(&bytes, ENTRY, 0) + 20;
        *packed = (unsigned char)(*packed + more);
        assert_refused(&bytes, "q", "the compressed data is damaged");
        text_release(&bytes);
    }
}
END_TEST

/* No byte of a small archive, whatever it is, leads anywhere but to an array or a sentence. */
START_TEST(a_changed_byte_gives_an_array_or_a_sentence) {
    static const char *const names[] = {"stored.npz", "deflated.npz", "zip64.npz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Text bytes = {0};
        add_file(&bytes, names[i]);
        for (size_t at = 0; at < bytes.length; at++)
            for (unsigned change = 1; change < 256; change <<= 1) {
                Error error = {0};
                turn((unsigned char *)bytes.bytes + at, change);
                Array *array = array_of_bytes((unsigned char *)bytes.bytes, bytes.length,
                                              "F", "q", &error);
                ck_assert((array != NULL) == (!error_is_set(&error)));
                array_release(array);
                turn((unsigned char *)bytes.bytes + at, change);
            }
        text_release(&bytes);
    }
}
END_TEST

START_TEST(an_archive_says_which_arrays_it_has) {
    static const struct {
        const char *path, *words;
    } rows[] = {
        {"stored.npz:x", "has no \"x\"; it has q, k, v"},
        {"stored.npz:", "has no \"\"; it has q, k, v"},
        {"stored.npz:q.npy.npy", "has no \"q.npy.npy\"; it has q, k, v"},
        {"stored.npz",
         "has 3 arrays, expected tests/arrays/stored.npz:NAME, which may be q, k, v"},
        {"unicode.npz:q", "it has 注意, a/b c:d"},
        {"many.npz:n9", "has no \"n9\"; it has n0, n1, n2, n3, n4, n5, n6, n7"},
        {"c-order.npy:q", "cannot be read: No such file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[200];
        snprintf(path, sizeof path, "tests/arrays/%s", rows[i].path);
        assert_not_opened(path, rows[i].words);
    }
    Array *only = must_open("tests/arrays/single.npz");
    ck_assert_uint_eq(only->shape[0], 3);
    array_release(only);
}
END_TEST

static void rename_member(Text *bytes, char from, const char *to) {
    char old[] = "?.npy";
    *old = from;
    for (size_t at = 0; at + 5 <= bytes->length; at++)
        if (memcmp(bytes->bytes + at, old, 5) == 0)
            memcpy(bytes->bytes + at, to, 5);
}

START_TEST(names_that_are_there_twice_are_refused_and_whole_ones_go_first) {
    Text bytes = {0};
    add_file(&bytes, "stored.npz");
    rename_member(&bytes, 'k', "q.npy");
    assert_refused(&bytes, "q", "has 2 arrays of the name \"q\"");
    assert_refused(&bytes, "q.npy", "has 2 arrays of the name \"q.npy\"");
    text_clear(&bytes);
    add_file(&bytes, "stored.npz");
    rename_member(&bytes, 'q', "x.npz");
    rename_member(&bytes, 'k', "x.npz");
    rename_member(&bytes, 'v', "x.npz");
    assert_refused(&bytes, NULL, "has no .npy file in it");
    assert_refused(&bytes, "q", "it has nothing");
    text_clear(&bytes);
    add_file(&bytes, "one-axis.npy");
    assert_refused(&bytes, "q", "one array without a name");
    text_release(&bytes);
}
END_TEST

START_TEST(an_archive_of_pytorch_is_known_whatever_its_name) {
    Text bytes = {0};
    add_file(&bytes, "unicode.npz");
    for (size_t at = 0; at + 11 <= bytes.length; at++)
        if (memcmp(bytes.bytes + at, "a/b c:d.npy", 11) == 0)
            memcpy(bytes.bytes + at, "12/data.pkl", 11);
    assert_refused(&bytes, NULL, "a PyTorch file");
    assert_refused(&bytes, "q", "a PyTorch file");
    text_release(&bytes);
}
END_TEST

/* An archive of one deflated member with all its sizes in ZIP64, most of it a hole. */
static void write_bomb(const char *path, uint64_t packed, uint64_t size) {
    static const char name[] = "q.npy";
    Text local = {0}, tail = {0};
    text_append(&local, "PK\3\4");
    add_number(&local, 45, 4);
    add_number(&local, 8, 2);
    add_number(&local, 0, 16);
    add_number(&local, 5, 4);
    text_append(&local, name);
    text_append(&tail, "PK\1\2");
    add_number(&tail, 45, 6);
    add_number(&tail, 8, 2);
    add_number(&tail, 0, 8);
    add_number(&tail, UINT64_MAX, 8);
    add_number(&tail, 5 | 20 << 16, 4);
    add_number(&tail, 0, 14);
    text_append(&tail, name);
    add_number(&tail, 1 | 16 << 16, 4);
    add_number(&tail, size, 8);
    add_number(&tail, packed, 8);
    text_append(&tail, "PK\5\6");
    add_number(&tail, 0, 4);
    add_number(&tail, 1 | 1 << 16, 4);
    add_number(&tail, 46 + 5 + 20, 4);
    add_number(&tail, local.length + packed, 4);
    add_number(&tail, 0, 2);
    write_bytes(path, local.bytes, local.length);
    ck_assert_int_eq(truncate(path, (off_t)(local.length + packed)), 0);
    FILE *file = fopen(path, "ab");
    ck_assert_ptr_nonnull(file);
    fwrite(tail.bytes, 1, tail.length, file);
    fclose(file);
    text_release(&local);
    text_release(&tail);
}

START_TEST(what_unpacks_to_more_than_the_memory_is_refused) {
    char folder[32], path[64];
    folder_new(folder);
    snprintf(path, sizeof path, "%s/bomb.npz", folder);
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    write_bomb(path, memory / 1032 + 4096, memory + 8192);
    assert_not_opened(path, "more than there is memory");
    write_bomb(path, 1 << 20, 1 << 30);
    assert_not_opened(path, "become 1024 MB, more than 256 MB; with --limit 1025M");
    npz_set_limit((size_t)1025 << 20);
    assert_not_opened(path, "the compressed data is damaged"); /* it is unpacked */
    write_bomb(path, memory / 1032 + 4096, UINT64_MAX);
    assert_not_opened(path, "cannot hold");
    remove(path);
    rmdir(folder);
}
END_TEST

START_TEST(a_path_is_parted_at_npz) {
    static const struct {
        const char *path;
        size_t length;
        const char *name;
    } rows[] = {{"a.npy", 5, NULL}, {"a.npz", 5, NULL},        {"a.npz:q", 5, "q"},
                {"a.NPZ:", 5, ""},  {"b/a.npz:x:y", 7, "x:y"}, {"a:b.npy", 7, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name;
        ck_assert_uint_eq(array_file_length(rows[i].path, &name), rows[i].length);
        ck_assert(rows[i].name ? name && strcmp(name, rows[i].name) == 0 : !name);
    }
}
END_TEST

Suite *npz_suite(void) {
    Suite *suite = suite_create("npz");
    TCase *tests = tcase_create("npz");
    tcase_add_test(tests, a_damaged_zip_is_refused_with_its_reason);
    tcase_add_test(tests, deflated_bytes_are_all_used);
    tcase_add_test(tests, a_changed_byte_gives_an_array_or_a_sentence);
    tcase_add_test(tests, an_archive_says_which_arrays_it_has);
    tcase_add_test(tests, names_that_are_there_twice_are_refused_and_whole_ones_go_first);
    tcase_add_test(tests, an_archive_of_pytorch_is_known_whatever_its_name);
    tcase_add_test(tests, what_unpacks_to_more_than_the_memory_is_refused);
    tcase_add_test(tests, a_path_is_parted_at_npz);
    suite_add_tcase(suite, tests);
    return suite;
}
