/* NumPy's files: all that tests/arrays holds is read to the last bit, and what is no such file is
 * refused with its own sentence. */
#include <check.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene/array.h"
#include "array_helpers.h"
#include "base/memory.h"
#include "said.h"
#include "suites.h"

static const char *const kinds[] = {[ARRAY_BOOL] = "bool",
                                    [ARRAY_INTEGER] = "integer",
                                    [ARRAY_FLOAT] = "float",
                                    [ARRAY_TEXT] = "text"};

/* A nan is a nan: half and single ones have other payloads as doubles. */
static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* ---- what NumPy wrote ---- */

/* Where element number n in C order lies. */
static size_t place(const Array *array, size_t n) {
    size_t at = 0;
    for (size_t axis = array->axes; axis-- > 0; n /= array->shape[axis])
        at += n % array->shape[axis] * array->stride[axis];
    return at;
}

static void assert_elements(const char *path, const Array *array, char **fields) {
    for (size_t n = 0; n < array->count; n++) {
        Text text = {0};
        double value = 7;
        char *field = strsep(fields, ",");
        ck_assert_msg(field != NULL, "%s: too many elements", path);
        if (array->kind == ARRAY_TEXT) {
            array_text(array, place(array, n), &text);
            ck_assert_msg(strcmp(text_string(&text), field) == 0, "%s: '%s' is not '%s'",
                          path, text_string(&text), field);
        } else {
            array_read(array, place(array, n), 1, 1, &value);
            ck_assert_msg(same(value, strtod(field, NULL)), "%s: %.17g is not %s", path,
                          value, field);
        }
        text_release(&text);
    }
    ck_assert_msg(*fields == NULL, "%s lacks elements: %s", path, *fields);
}

/* Lines of every start, step and length are what single elements are. */
static void assert_lines(const char *path, const Array *array) {
    double one, line[8];
    for (size_t first = 0; array->read && first < array->count; first++)
        for (size_t step = 1; step <= 5; step++) {
            size_t count = (array->count - first - 1) / step + 1;
            count = count < 8 ? count : 8;
            array_read(array, first, step, count, line);
            for (size_t i = 0; i < count; i++) {
                array_read(array, first + i * step, 1, 1, &one);
                ck_assert_msg(same(one, line[i]), "%s: from %zu by %zu", path, first,
                              step);
            }
        }
}

static void assert_direct(const char *path, const Array *array, bool expected) {
    const double *direct = array_direct(array, 0, array->count);
    ck_assert_msg((direct != NULL) == expected, "%s", path);
    ck_assert_ptr_null(array_direct(array, 0, array->count + 1));
    ck_assert_ptr_null(array_direct(array, array->count, 1));
    for (size_t i = 0; direct && i < array->count; i++) {
        double value;
        array_read(array, i, 1, 1, &value);
        ck_assert_msg(same(value, direct[i]), "%s", path);
    }
}

static void assert_as_expected(char *row) {
    char path[200];
    const char *name = strsep(&row, ",");
    snprintf(path, sizeof path, "tests/arrays/%s", name);
    Array *array = must_open(path);
    ck_assert_msg(strcmp(strsep(&row, ","), kinds[array->kind]) == 0, "%s: kind", path);
    const char *type = strsep(&row, ","), *shape = strsep(&row, ",");
    ck_assert_msg(strcmp(type, array->type) == 0, "%s: %s", path, array->type);
    Text found = {0};
    for (size_t axis = 0; axis < array->axes; axis++)
        text_format(&found, axis ? "x%zu" : "%zu", array->shape[axis]);
    ck_assert_msg(strcmp(text_string(&found), shape) == 0, "%s: shape %s", path,
                  text_string(&found));
    text_release(&found);
    assert_elements(path, array, &row);
    assert_lines(path, array);
    if (strcmp(type, "<f8") == 0 && !strstr(path, "npz"))
        assert_direct(path, array, strcmp(name, "unaligned.npy") != 0);
    else if (strcmp(type, "<f8") != 0)
        assert_direct(path, array, false);
    array_release(array);
}

START_TEST(what_numpy_wrote_is_read_to_the_last_bit) {
    char line[4096];
    size_t count = 0;
    FILE *file = fopen("tests/arrays/expected.csv", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        assert_as_expected(line);
        count++;
    }
    fclose(file);
    ck_assert_uint_ge(count, 70);
}
END_TEST

/* ---- bytes of our own ---- */

/* All 65536 of them against their definition. */
START_TEST(every_half_is_the_double_of_its_definition) {
    static double found[65536];
    Text bytes = {0};
    Error error = {0};
    const char *header = "{'descr': '<f2', 'fortran_order': False, 'shape': (65536,)}";
    add_npy(&bytes, header, strlen(header), 0);
    for (unsigned bits = 0; bits < 65536; bits++)
        add_number(&bytes, bits, 2);
    Array *array = array_of_bytes((const unsigned char *)bytes.bytes, bytes.length, "",
                                  NULL, &error);
    ck_assert_msg(array != NULL, "%s", said(&error));
    array_read(array, 0, 1, 65536, found);
    for (unsigned bits = 0; bits < 65536; bits++) {
        int exponent = (int)(bits >> 10 & 31), mantissa = (int)(bits & 1023);
        double value = exponent == 0    ? ldexp(mantissa, -24)
                       : exponent == 31 ? mantissa ? NAN : INFINITY
                                        : ldexp(1024 + mantissa, exponent - 25);
        value = copysign(value, bits >> 15 ? -1 : 1);
        ck_assert_msg(same(found[bits], value), "%04x is %g", bits, found[bits]);
    }
    array_release(array);
    text_release(&bytes);
}
END_TEST

START_TEST(what_is_no_header_is_refused_with_its_reason) {
#define SHAPED(shape) "{'descr': '<f4', 'fortran_order': False, 'shape': " shape ", }"
#define TYPED(type)   "{'descr': " type ", 'fortran_order': False, 'shape': (2,), }"
    static const struct {
        const char *header;
        size_t data;
        const char *words;
    } rows[] = {
        {SHAPED("(2,)"), 7, "(2,) of <f4 takes 8 bytes, but the file ends after 7"},
        {SHAPED("(2,)"), 9, "shape (2,) of <f4 takes 8 bytes, but 9 follow"},
        {SHAPED("()"), 0, "shape () of <f4 takes 4 bytes"},
        {SHAPED("(0, 3)"), 4, "shape (0, 3) of <f4 takes 0 bytes, but 4 follow"},
        {SHAPED("(-1,)"), 4, "negative"},
        {SHAPED("(3, -2)"), 4, "negative"},
        {SHAPED("(99999999999999999999,)"), 4, "too long"},
        {SHAPED("(9223372036854775808,)"), 4, "too long"},
        {SHAPED("(9223372036854775807,)"), 4, "more elements than"},
        {SHAPED("(4294967296, 4294967296)"), 4, "more elements than"},
        {SHAPED("(4294967296, 0, 4294967296)"), 0, "more elements than"},
        {SHAPED("(2305843009213693952, 2)"), 0, "more elements than"},
        {SHAPED("(1, 1, 1, 1, 1, 1, 1, 1, 1)"), 4, "more than 8 axes"},
        {SHAPED("(2)"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("[2]"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("2"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("(,)"), 4, "expected a shape such as (3, 4)"},
        {SHAPED("(2,,)"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("(1 2)"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("(2.0,)"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("(2LL,)"), 8, "expected a shape such as (3, 4)"},
        {SHAPED("(2,621)"), 8, "takes 4968 bytes"},
        {TYPED("'|O'"), 8, "pickled Python objects"},
        {TYPED("'O'"), 8, "pickled Python objects"},
        {TYPED("'|V2'"), 4, "bfloat16"},
        {TYPED("'<V2'"), 4, "bfloat16"},
        {TYPED("'|V20'"), 40, "structured"},
        {TYPED("[('a', '<f4'), ('b', '<i4')]"), 16, "structured"},
        {TYPED("('<f4', (2,))"), 16, "structured"},
        {TYPED("'<c8'"), 16, "complex"},
        {TYPED("'<c16'"), 32, "complex"},
        {TYPED("'<M8[ns]'"), 16, "dates"},
        {TYPED("'<m8'"), 16, "durations"},
        {TYPED("'<f16'"), 32, "save it as float64"},
        {TYPED("'<i3'"), 6, "type \"<i3\": no type that is known"},
        {TYPED("''"), 8, "no type that is known"},
        {TYPED("'<'"), 8, "no type that is known"},
        {TYPED("'<f4x'"), 8, "no type that is known"},
        {TYPED("'<f4-with-a-very-long-name-behind-it'"), 8, "no type that is known"},
        {TYPED("'<U'"), 8, "without room for a character"},
        {TYPED("'|S0'"), 0, "without room for a character"},
        {TYPED("'<U-1'"), 8, "no type that is known"},
        {TYPED("'<U99999999999999999999'"), 8, "no type that is known"},
        {TYPED("'<U4000000000'"), 8, "takes 32000000000 bytes"},
        {TYPED("<f4"), 8, "expected a type in quotes"},
        {TYPED("'<f4"), 8, "no type that is known"},
        {TYPED("'<f\\64'"), 8, "expected a type in quotes"},
        {"", 8, "byte 0, expected a Python dict"},
        {"[1]", 8, "expected a Python dict"},
        {"{", 8, "expected a key in quotes"},
        {"{}", 8, "does not say descr"},
        {"{'descr'}", 8, "expected a colon"},
        {"{'descr': '<f4', }", 8, "does not say fortran_order"},
        {"{'descr': '<f4', 'fortran_order': False}", 8, "does not say shape"},
        {"{'descr': '<f4' 'fortran_order': False}", 8, "expected a comma"},
        {"{'descr': '<f4', , }", 8, "expected a key in quotes"},
        {"{'descr': '<f4', 'descr': '<f8'}", 8, "says descr twice"},
        {"{'descr': '<f4', 'version': 3}", 8, "has the key \"version\""},
        {"{'descr': '<f4', 'fortran_order': 1}", 8, "expected True or False"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)", 8,
         "expected a comma or the dict's end"},
        {SHAPED("(2,)") " x", 8, "expected nothing after the dict"},
        {SHAPED("(2,)") "{}", 8, "expected nothing after the dict"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text bytes = {0};
        add_npy(&bytes, rows[i].header, strlen(rows[i].header), rows[i].data);
        assert_refused(&bytes, NULL, rows[i].words);
        text_release(&bytes);
    }
}
END_TEST

/* The second row is llohse/libnpy#44, 12 bytes that made a reader allocate 4 GB; the third
 * rogersce/cnpy#106, a header beyond the file. */
START_TEST(what_does_not_start_as_numpy_writes_is_refused) {
#define BYTES(text) (text), sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t length;
        const char *words;
    } rows[] = {
        {BYTES("\x93NUMPY\1\0\x10"), "ends before its header"},
        {BYTES("\x93NUMPY\2\0\xff\xff\xff\xff"),
         "take 4294967295 bytes, but the file has 0"},
        {BYTES("\x93NUMPY\1\0\x10\0{'descr'"), "take 16 bytes, but the file has 8"},
        {BYTES(""), "no NumPy array"},
        {BYTES("\x93NUMP"), "no NumPy array"},
        {BYTES("x,1,2\nx,3,4\n"), "no NumPy array"},
        {BYTES("\x80\2]q\1."), "no NumPy array"},
        {BYTES("\x93NUMPY"), "ends before its header"},
        {BYTES("\x93NUMPY\1"), "ends before its header"},
        {BYTES("\x93NUMPY\3\0\1\0\0"), "ends before its header"},
        {BYTES("\x93NUMPY\0\0\1\0{}"), "version 0.0"},
        {BYTES("\x93NUMPY\1\1\1\0{}"), "version 1.1"},
        {BYTES("\x93NUMPY\4\0\1\0\0\0{}"), "version 4.0"},
        {BYTES("\x93NUMPY\1\0\3\0{\0}"), "expected a key in quotes"},
        {BYTES("PK"), "no NumPy array"},
        {BYTES("PK\3\4"), "cut short or damaged"},
        {BYTES("PK\5\6"), "cut short or damaged"},
        {BYTES("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), "no .npy file in it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text bytes = {0};
        text_append_n(&bytes, rows[i].bytes, rows[i].length);
        assert_refused(&bytes, NULL, rows[i].words);
        text_release(&bytes);
    }
}
END_TEST

/* A file cut short at any byte is refused, whatever it is. */
START_TEST(no_beginning_of_a_file_is_a_file) {
    static const char *const names[] = {"version-2.npy", "f2-big.npy",     "stored.npz",
                                        "deflated.npz",  "comment.npz",    "zip64.npz",
                                        "text.npy",      "long-header.npy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Text all = {0};
        add_file(&all, names[i]);
        const char *name =
            strstr(names[i], "npz") ? strstr(names[i], "comm") ? "x" : "q" : NULL;
        for (size_t cut = 0; cut <= all.length; cut++) {
            Error error = {0};
            unsigned char *copy = memory_new(cut, 1);
            memcpy(copy, all.bytes, cut);
            Array *array = array_of_bytes(copy, cut, "FILE", name, &error);
            ck_assert_msg((array != NULL) == (cut == all.length), "%s, %zu bytes: %s",
                          names[i], cut, said(&error));
            ck_assert((array != NULL) == (!error_is_set(&error)));
            array_release(array);
            free(copy);
        }
        text_release(&all);
    }
}
END_TEST

/* ---- files ---- */

START_TEST(files_of_others_are_answered_with_the_python_that_converts_them) {
    static const struct {
        const char *name, *words;
    } rows[] = {
        {"a.pt",
         "a PyTorch file, which is code; this makes .npy files of it: python3 -c \""},
        {"b.PTH", "t.load("},
        {"c.safetensors",
         "a safetensors file; this makes .npy files of it: python3 -c \""},
        {"it's.pt", "/it'\\''s.pt'"},
    };
    char folder[32], path[100];
    folder_new(folder);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Error error = {0};
        snprintf(path, sizeof path, "%s/%s", folder, rows[i].name);
        write_bytes(path, "", 0);
        assert_not_opened(path, rows[i].words);
        array_open(path, &error);
        ck_assert_msg(said(&error)[strlen(said(&error)) - 1] == '\'', "%s is cut",
                      said(&error));
        remove(path);
    }
    rmdir(folder);
}
END_TEST

START_TEST(what_is_no_regular_file_is_refused_at_once) {
    char folder[32], pipe_path[64];
    folder_new(folder);
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe.npy", folder);
    ck_assert_int_eq(mkfifo(pipe_path, 0600), 0);
    const struct {
        const char *path, *words;
    } rows[] = {
        {pipe_path, "a device or a pipe"},
        {"/dev/zero", "a device or a pipe"},
        {folder, "Is a directory"},
        {"tests/arrays/there is none.npy", "No such file"},
        {"tests/arrays/there is none.npz:q", "No such file"},
        {"", "No such file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_not_opened(rows[i].path, rows[i].words);
    }
    remove(pipe_path);
    rmdir(folder);
}
END_TEST

/* Reading 16 GB would take far longer than a test may. */
START_TEST(opening_reads_nothing_but_the_header) {
    char folder[32], path[64];
    folder_new(folder);
    snprintf(path, sizeof path, "%s/big.npy", folder);
    const char *header =
        "{'descr': '<f8', 'fortran_order': True, 'shape': (2048, 1048576), }     \n";
    Text bytes = {0};
    add_npy(&bytes, header, strlen(header), 0);
    off_t length = (off_t)bytes.length + ((off_t)8 << 31);
    write_bytes(path, bytes.bytes, bytes.length);
    ck_assert_int_eq(truncate(path, length), 0);
    int file = open(path, O_WRONLY);
    ck_assert_int_eq(pwrite(file, &(double){2.5}, 8, length - 8), 8);
    close(file);
    Array *array = must_open(path);
    double found[2];
    array_read(array, 2047 * array->stride[0] + 1048574 * array->stride[1], 2048, 2,
               found);
    ck_assert(found[0] == 0 && found[1] == 2.5);
    ck_assert(array_same(array));
    ck_assert_int_eq(truncate(path, length - 1), 0);
    ck_assert(!array_same(array));
    array_release(array);
    text_release(&bytes);
    remove(path);
    rmdir(folder);
}
END_TEST

/* More maps, or descriptors, than a process may have are gone through. */
START_TEST(what_is_released_is_given_back) {
    struct rlimit few = {200, 200};
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (size_t i = 0; i < 70000; i++)
        array_release(must_open("tests/arrays/b1.npy"));
    Error error = {0};
    for (size_t i = 0; i < 300; i++)
        ck_assert_ptr_null(array_open("tests/arrays/expected.csv", &error));
    for (size_t i = 0; i < 300; i++)
        ck_assert_ptr_null(array_open("tests/arrays", &error));
    array_release(must_open("tests/arrays/b1.npy"));
}
END_TEST

START_TEST(any_byte_but_0_is_true) {
    Text bytes = {0};
    Error error = {0};
    double found[3] = {7, 7, 7};
    const char *header = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}";
    add_npy(&bytes, header, strlen(header), 3);
    Array *array = array_of_bytes((const unsigned char *)bytes.bytes, bytes.length, "",
                                  NULL, &error);
    ck_assert_msg(array != NULL, "%s", said(&error));
    array_read(array, 0, 1, 3, found);
    ck_assert(found[0] == 0 && found[1] == 1 && found[2] == 1);
    array_release(array);
    text_release(&bytes);
}
END_TEST

START_TEST(numbers_are_texts_too_and_a_shared_array_stays) {
    Text text = {0};
    Array *array = must_open("tests/arrays/one-axis.npy");
    Array *again = array_share(array);
    ck_assert_ptr_eq(array, again);
    array_release(array);
    double value = 0;
    array_read(again, 1, 1, 1, &value);
    ck_assert(value == 6);
    array_text(again, 1, &text);
    ck_assert_str_eq(text_string(&text), "6");
    text_release(&text);
    array_release(again);
    array_release(NULL);
}
END_TEST

Suite *array_suite(void) {
    Suite *suite = suite_create("array");
    TCase *tests = tcase_create("array");
    tcase_add_test(tests, what_numpy_wrote_is_read_to_the_last_bit);
    tcase_add_test(tests, every_half_is_the_double_of_its_definition);
    tcase_add_test(tests, what_is_no_header_is_refused_with_its_reason);
    tcase_add_test(tests, what_does_not_start_as_numpy_writes_is_refused);
    tcase_add_test(tests, no_beginning_of_a_file_is_a_file);
    tcase_add_test(tests,
                   files_of_others_are_answered_with_the_python_that_converts_them);
    tcase_add_test(tests, what_is_no_regular_file_is_refused_at_once);
    tcase_add_test(tests, opening_reads_nothing_but_the_header);
    tcase_add_test(tests, what_is_released_is_given_back);
    tcase_add_test(tests, any_byte_but_0_is_true);
    tcase_add_test(tests, numbers_are_texts_too_and_a_shared_array_stays);
    suite_add_tcase(suite, tests);
    return suite;
}
