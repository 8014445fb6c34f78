/* The scene reader's errors: tests/bad/ has one file a mistake, and each is named with its line.
 * What is too large or too odd for a file in the tree is made here. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene/scene.h"
#include "said.h"

/* A file of tests/bad, the line that is wrong, and what the message says of it. */
static const struct {
    const char *name;
    int line;
    const char *message;
} mistakes[] = {
    {"no-header", 1, "no header row"},
    {"format-2", 1, "unknown format '2'"},
    {"semicolons", 1, "parted by ';'"},
    {"empty", 1, "an empty file"},
    {"only-comments", 1, "an empty file"},
    {"header-twice", 3, "stands again"},
    {"no-title", 1, "no title"},
    {"title-other-language", 1, "no title"},
    {"title-without-language", 2, "title has 1 value, expected title,LANG,TEXT"},
    {"title-twice", 3, "duplicate definition: a title in 'en'"},
    {"language", 4, "is no language"},
    {"comma-in-text", 3, "in quotes if it has a comma"},
    {"unknown-kind", 3, "unknown row kind 'toekns'"},
    {"empty-kind", 3, "unknown row kind ''"},
    {"kind-in-capitals", 3, "unknown row kind 'X'"},
    {"save-action", 5, "'save' may not stand in a scene"},
    {"quit-action", 4, "'quit' may not stand"},
    {"guess-action", 6, "'guess' may not stand"},
    {"mistake-language", 7, "'1' is no language"},
    {"solution-quit", 7, "'quit' may not stand"},
    {"id-twice", 4, "duplicate definition: id stands on line 3"},
    {"base-2", 3, "2 is out of range, expected 0..1"},
    {"tolerance-word", 3, "'small' is no number"},
    {"tolerance-negative", 3, "out of range, expected 0 or more"},
    {"tolerance-twice", 4, "duplicate definition"},
    {"heads-0", 3, "0 is out of range, expected 1..256"},
    {"heads-300", 3, "300 is out of range"},
    {"heads-kv", 3, "expected a multiple of 3"},
    {"heads-many-values", 3, "expected heads,H or heads,H,HKV"},
    {"heads-twice", 5, "duplicate definition: heads stands on line 3"},
    {"ragged", 5, "row 3 of wq has 2 numbers, expected 4 like row 1"},
    {"ragged-longer", 4, "row 2 of x has 2 numbers, expected 1 like row 1"},
    {"non-number", 3, "column 2 of x: 'two' is no number"},
    {"decimal-comma", 3, "decimal comma"},
    {"number-out-of-range", 3, "1e400 is out of range"},
    {"hexadecimal", 3, "hexadecimal"},
    {"grouped-digits", 3, "grouped digits"},
    {"empty-cell", 3, "column 2 of x: an empty cell"},
    {"no-numbers", 3, "a row of x without numbers"},
    {"file-matrix", 4, "w.npy: No such file or directory"},
    {"suffix-0", 3, "expected a head's number after the point, 1..256"},
    {"suffix-word", 3, "expected a head's number"},
    {"suffix-x", 3, "x has no heads"},
    {"suffix-wo", 3, "wo has no heads"},
    {"suffix-out-of-range", 5, "scores.3 is out of range: layer 1 has 2 such heads"},
    {"suffix-kv", 5, "k.2 is out of range: layer 1 has 1 such head"},
    {"suffix-missing", 4, "q.2 is missing"},
    {"matrix-again", 5, "duplicate definition: x stands on line 3"},
    {"matrix-head-again", 5, "duplicate definition: q.1 stands on line 3"},
    {"tokens-twice", 4, "duplicate definition: tokens stands on line 3"},
    {"record-again", 7, "duplicate definition: the same stands on line 3"},
    {"layer-again", 4, "duplicate definition"},
    {"record-named-next", 3, "expected a record's name"},
    {"layer-0", 3, "0 is out of range, expected 1..256"},
    {"layer-billion", 3, "1000000000 is out of range"},
    {"layer-word", 3, "'one' is no whole number"},
    {"data-in-step", 5,
     "x stands in a step, expected all data before the first step (line 4)"},
    {"tokens-in-step", 5, "tokens stands in a step"},
    {"nothing", 1, "nothing to compute from"},
    {"nothing-in-record", 5, "nothing to compute from"},
    {"q-beside-wq", 10, "two sources for one array: wq here, q on line 6"},
    {"k-beside-wk", 10, "two sources for one array: wk here, k on line 8"},
    {"v-beside-wv", 9, "two sources for one array: wv here, v on line 5"},
    {"scores-beside-q", 7, "two sources for one array: scores here, q on line 3"},
    {"weights-beside-scores", 4,
     "two sources for one array: scores here, weights on line 3"},
    {"weights-beside-wq", 6, "two sources for one array: weights here, wq on line 4"},
    {"q-without-k", 3, "q without k"},
    {"k-without-q", 3, "k without q"},
    {"wq-without-x", 4, "wq without x"},
    {"wv-without-x", 4, "wv without x"},
    {"wq-without-wk", 4, "wq without wk"},
    {"x-alone", 4, "x without wq and wk"},
    {"wo-without-v", 4, "wo without v"},
    {"candidates-without-v", 4, "candidates without v"},
    {"loss-without-candidates", 3, "loss without candidates"},
    {"loss-word", 3, "unknown value 'nats', expected loss,probs or loss,logits"},
    {"layer-2-without-wv", 5, "layer 2 has no wv"},
    {"layer-2-without-y", 4, "layer 2 reads y of layer 1, which has none"},
    {"layer-2-half", 7, "wq without wk, expected both or neither"},
    {"layer-2-columns", 6,
     "wv has 1 row, expected 2: one for each column of y of layer 1"},
    {"layer-3-implied", 5, "layer 2 has no wv"},
    {"layers-cross", 6, "2 layers over 1 queries and 2 keys"},
    {"tokens-length", 4, "x has 3 rows, expected 2: one a key, like tokens on line 3"},
    {"padding-length", 4, "padding has 1 value, expected 2"},
    {"padding-2", 4, "value 2 of padding: 2 is out of range, expected 0..1"},
    {"segments-half", 4, "value 2 of segments: '1.5' is no whole number"},
    {"segments-queries", 5, "more queries (2), expected query-segments"},
    {"query-segments-alone", 4, "query-segments without segments"},
    {"query-tokens-length", 4,
     "scores has 2 rows, expected 1: one a query, like query-tokens on line 3"},
    {"targets-length", 4, "targets has 2 values, expected at most 1"},
    {"target-unknown", 6, "target 'c' is no candidate"},
    {"candidates-columns", 5, "candidates has 1 name, expected 2"},
    {"candidates-twice", 5, "duplicate definition: candidate 'a'"},
    {"candidates-empty", 5, "candidate 1 has no name"},
    {"offset-word", 4, "offset: 'one' is no whole number"},
    {"scores-shape", 4, "scores has 3 columns, expected 2"},
    {"mask-shape", 5, "mask has 1 row, expected 2: one a query, like scores on line 3"},
    {"mask-minus-1", 4,
     "'-1' in mask, expected 0 or 1: an additive mask is given as bias"},
    {"mask-2", 4, "'2' in mask"},
    {"mask-infinity", 4, "'-inf' in mask"},
    {"weights-negative", 3, "'-0.5' in weights"},
    {"weights-nan", 3, "'nan' in weights"},
    {"weights-zero", 4, "a row of weights whose sum is 0"},
    {"wq-rows", 6, "wq has 1 row, expected 2: one for each column of x"},
    {"wq-heads", 5, "wq has 3 columns, expected a multiple of its 2 heads"},
    {"q-k-width", 4, "k has 1 column, expected 2: 1 head of width 2, like q on line 3"},
    {"q-own-width", 5, "q.2 has 2 columns, expected 1"},
    {"wo-rows", 6, "wo has 1 row, expected 2: 2 heads of width 1, like v on line 5"},
    {"quote-not-closed", 3, "is not closed"},
    {"quote-in-cell", 3, "a quote inside a cell"},
    {"quote-crossed", 3, "meets another inside a cell on line 4"},
    {"quote-in-comment", 3, "a quote opened in this comment"},
    {"line-after-quoted-lines", 6, "column 1 of x"},
    {"line-after-carriage-returns", 4, "column 1 of x"},
    {"nul", 3, "a NUL byte"},
    {"utf-16", 1, "UTF-16"},
    {"utf-16-big", 1, "UTF-16"},
    {"latin-1", 3, "invalid UTF-8 (byte E9)"},
    {"utf-8-cut", 3, "invalid UTF-8"},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

Suite *reader_suite(void);
TCase *shape_tests(void); /* test_shapes.c */

static const char head[] = "attnscope,1\ntitle,en,T\n";

/* ---- help ---- */

static Scene parse(const char *text, size_t length) {
    Scene scene;
    Error error = {0};
    ck_assert_msg(scene_parse(&scene, "t.csv", text, length, false, &error), "%s",
                  said(&error));
    return scene;
}

static void assert_starts(const char *text, const char *start) {
    ck_assert_msg(strncmp(text, start, strlen(start)) == 0,
                  "'%s' does not start with '%s'", text, start);
}

static void assert_holds(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "'%s' lacks '%s'", text, part);
}

/* Reading path fails, with a message that holds part, and leaves nothing. */
static void assert_unreadable(const char *path, const char *part) {
    Scene scene = {.base = 7};
    Error error = {0};
    ck_assert(!scene_read(&scene, path, &error));
    assert_starts(said(&error), path);
    assert_holds(said(&error), part);
    ck_assert(!scene.path && !scene.steps && !scene.labels && scene.base == 0);
}

static char *slurp(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    char *bytes = malloc(1 << 16);
    *length = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    return bytes;
}

/* ---- mistakes ---- */

START_TEST(each_mistake_is_named_with_its_file_and_line) {
    char path[200], place[220];
    snprintf(path, sizeof path, "tests/bad/%s.csv", mistakes[_i].name);
    snprintf(place, sizeof place, "%s:%d: ", path, mistakes[_i].line);
    Scene scene = {.base = 7};
    Error error = {0};
    ck_assert_msg(!scene_read(&scene, path, &error), "%s is read", path);
    assert_starts(said(&error), place);
    assert_holds(said(&error), mistakes[_i].message);
    ck_assert(!scene.path && !scene.steps && scene.base == 0);
}
END_TEST

START_TEST(every_file_of_the_folder_is_in_the_table) {
    DIR *directory = opendir("tests/bad");
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name), found = 0;
        if (length < 4 || strcmp(entry->d_name + length - 4, ".csv") != 0)
            continue;
        while (found < MISTAKES &&
               (strlen(mistakes[found].name) != length - 4 ||
                strncmp(mistakes[found].name, entry->d_name, length - 4) != 0))
            found++;
        ck_assert_msg(found < MISTAKES, "%s", entry->d_name);
    }
    closedir(directory);
}
END_TEST

/* ---- files that are none ---- */

typedef struct Spot {
    char folder[64], path[80];
} Spot;

static Spot place_new(void) {
    Spot place = {.folder = "/tmp/attnscope-test-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(place.folder));
    snprintf(place.path, sizeof place.path, "%s/scene.csv", place.folder);
    return place;
}

static void place_remove(const Spot *place) {
    unlink(place->path);
    rmdir(place->folder);
}

/* Writes start, then unit times over, in large blocks. */
static void place_write(const Spot *place, const char *start, const char *unit,
                        size_t times) {
    size_t size = strlen(unit), block = (1 << 20) / size;
    char *units = malloc(block * size);
    for (size_t i = 0; i < block * size; i++)
        units[i] = unit[i % size];
    FILE *file = fopen(place->path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(start, file);
    for (size_t count; times > 0; times -= count) {
        count = times < block ? times : block;
        ck_assert_uint_eq(fwrite(units, size, count, file), count);
    }
    ck_assert_int_eq(fclose(file), 0);
    free(units);
}

START_TEST(a_missing_file_and_a_directory_are_refused) {
    Spot place = place_new();
    assert_unreadable(place.path, "No such file");
    assert_unreadable(place.folder, "a directory, expected a scene");
    ck_assert_int_eq(mkdir(place.path, 0700), 0);
    assert_unreadable(place.path, "a directory");
    rmdir(place.path);
    place_remove(&place);
}
END_TEST

START_TEST(an_unreadable_file_is_refused) {
    Spot place = place_new();
    place_write(&place, head, "tokens,a\n", 1);
    chmod(place.path, 0);
    if (access(place.path, R_OK) != 0) /* root reads everything */
        assert_unreadable(place.path, "Permission denied");
    place_remove(&place);
}
END_TEST

START_TEST(a_line_of_100_megabytes_is_refused_early) {
    static const char *const starts[] = {"x,", "x,\"", "say,en,\"\n", "# ", "tokens,"};
    static const char *const units[] = {
        "0123456789", "0123456789", "\"\"\"\"\"\"\"\"\"\"", "0123456789", "a,a,a,a,a,"};
    Spot place = place_new();
    char start[100], expected[100];
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        snprintf(start, sizeof start, "%s%s", head, starts[i]);
        place_write(&place, start, units[i], i ? 1 << 19 : 10 << 20);
        snprintf(expected, sizeof expected, ":%d: a line longer than 4 MB",
                 i == 2 ? 4 : 3);
        assert_unreadable(place.path, expected);
    }
    place_remove(&place);
}
END_TEST

START_TEST(a_file_of_more_than_64_megabytes_is_refused) {
    Spot place = place_new();
    place_write(&place, head, "# 0123456789 0123456789 0123456789 0123456789 0123\n",
                1400000);
    assert_unreadable(place.path, ": more than 64 MB");
    place_remove(&place);
}
END_TEST

START_TEST(a_cell_without_an_end_is_refused_early) {
    Spot place = place_new();
    char start[100];
    snprintf(start, sizeof start, "%ssay,en,\"", head);
    place_write(&place, start, "and so on\n", 4 << 20);
    assert_unreadable(place.path, ":3: a cell longer than 64 KB; is a quote not closed?");
    snprintf(start, sizeof start, "%ssay,en,", head);
    place_write(&place, start, "and so on ", 10000);
    assert_unreadable(place.path, ":3: a cell longer than 64 KB");
    snprintf(start, sizeof start, "%stokens", head);
    place_write(&place, start, ",a", 1100000);
    assert_unreadable(place.path, ":3: more than 1048576 cells");
    place_remove(&place);
}
END_TEST

START_TEST(a_row_of_too_many_cells_is_refused_though_its_line_ends) {
    Spot place = place_new();
    Text row = {0};
    text_format(&row, "%sscores", head);
    for (int i = 0; i < 1 << 20; i++)
        text_append(&row, ",1");
    place_write(&place, text_string(&row), "\nscores,1\n", 1);
    assert_unreadable(place.path, ":3: more than 1048576 cells");
    text_release(&row);
    place_remove(&place);
}
END_TEST

START_TEST(devices_without_an_end_are_refused) {
    assert_unreadable("/dev/zero", "a line longer than 4 MB");
    assert_unreadable("/dev/null", ":1: an empty file");
}
END_TEST

/* ---- ways to write the same ---- */

START_TEST(every_way_to_write_a_file_gives_the_same_scene) {
    static const char *const texts[] = {
        "attnscope,1\ntitle,en,T\ntokens,a,b\nscores,1,2\nscores,3,4\n",
        "\xef\xbb\xbf"
        "attnscope,1\ntitle,en,T\ntokens,a,b\nscores,1,2\nscores,3,4\n",
        "\xef\xbb\xbf\"attnscope\",\"1\"\n\"title\",en,T\ntokens,a,b\nscores,1,2\nscores,3,4\n",
        "attnscope,1\r\ntitle,en,T\r\ntokens,a,b\r\nscores,1,2\r\nscores,3,4\r\n",
        "attnscope,1\rtitle,en,T\rtokens,a,b\rscores,1,2\rscores,3,4\r",
        "attnscope,1\ntitle,en,T\ntokens,a,b\nscores,1,2\nscores,3,4",
        "attnscope,1,,,\ntitle,en,T,,\ntokens,a,b,,\n,,,,\nscores,1,2,,\nscores,3,4,,\n,,,,\n",
        "\n \t \n# c\n\nattnscope,1\ntitle,en,T\ntokens,a,b\nscores,1,2\n# c\n\nscores,3,4\n\n",
        "attnscope , 1\n title,en, T\ntokens, a ,\tb\nscores, 1, 2\nscores,\" 3\",\"4 \"\n",
        "\"attnscope\",\"1\"\n\"title\",\"en\",\"T\"\n\"tokens\",\"a\",\"b\"\n\"scores\",\"1\","
        "\"2\"\n\"scores\",\"3\",\"4\"\n",
        "attnscope,1\n# it's a \"comment\", \"quoted\n#,\"over\nlines\"\ntitle,en,T\n\"# \"\"a\"\""
        "\nb\"\ntokens,a,b\nscores,1,2\nscores,3,4\n\x1a",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Scene scene = parse(texts[i], strlen(texts[i]));
        const Record *record = &scene.model.records[0];
        ck_assert_str_eq(scene.title.items[0].text, "T");
        ck_assert_uint_eq(record->queries, 2);
        ck_assert_str_eq(scene.labels[0].tokens[1], "b");
        ck_assert(matrix_at(&record->part[PART_SCORES].common, 1, 0) == 3);
        ck_assert(matrix_at(&record->part[PART_SCORES].common, 1, 1) == 4);
        scene_release(&scene);
    }
}
END_TEST

/* As editors of Windows write it. Elsewhere than at the start it is a character like another. */
START_TEST(a_byte_order_mark_belongs_to_no_cell_and_no_label) {
    static const struct {
        const char *labels, *scene, *told;
    } table[] = {
        {"\xef\xbb\xbf"
         "a\nb\n",
         "attnscope,1\ntitle,en,T\ntokens,@l.txt\nscores,1,2\n", NULL},
        {"\xef\xbb\xbf"
         "0\r\n0\r\n",
         "attnscope,1\ntitle,en,T\npadding,@l.txt\nscores,1,2\n", NULL},
        {"\xef\xbb\xbf", "attnscope,1\ntitle,en,T\ntokens,@l.txt\n",
         "an empty file, expected a label"},
        {"", "attnscope,1\ntitle,en,T\ntokens,@l.txt\nscores,1,2\n",
         "an empty file, expected a label"},
        {"\xff\xfe"
         "a",
         "attnscope,1\ntitle,en,T\ntokens,@l.txt\n", "l.txt:1: UTF-16"},
        {"a", "\xef\xbb\xbf", "an empty file, expected a scene"},
        {"a", "\xef\xbb\xbf\"attnscope\",1\n\xef\xbb\xbftitle,en,T\n",
         "unknown row kind"},
        {"a",
         "attnscope,1\ntitle,en,T\nscores,\xef\xbb\xbf"
         "1\n",
         "expected a number"},
    };
    Spot place = place_new();
    char labels[80];
    snprintf(labels, sizeof labels, "%s/l.txt", place.folder);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Scene scene;
        Error error = {0};
        Spot list = place;
        memcpy(list.path, labels, sizeof labels);
        place_write(&list, table[i].labels, "\n", 0);
        place_write(&place, table[i].scene, "\n", 0);
        bool fine = scene_read(&scene, place.path, &error);
        ck_assert_msg(fine == !table[i].told, "%zu: %s", i, said(&error));
        if (!fine)
            assert_holds(said(&error), table[i].told);
        else if (i == 0)
            ck_assert_str_eq(scene.labels[0].tokens[0], "a");
        if (fine)
            scene_release(&scene);
    }
    unlink(labels);
    place_remove(&place);
}
END_TEST

/* A scene with something of every kind. */
static const char sample[] =
    "attnscope,1\nid,s\ntitle,en,\"a, \"\"b\"\"\"\n# c\ntokens,\xe5\xb0\x8f,PAD\nx,1,0\nx,0,1\n"
    "heads,2,1\nwq,1,0\nwq,0,1\nwk,1\nwk,1\nwv,1,2\nwv,1,2\nwo,1,0\nwo,0,1\nwo,1,0\nwo,0,1\n"
    "layer,2\nsegments,1,1\nrecord,r\ntargets,b\ncandidates,a,b\nset,causal,on\n"
    "say,en,\"two\nlines\"\nstep,en,S\nstep,zh,\xe6\xad\xa5\nexpect,y,1,1\nrecord,r\n";

START_TEST(a_quote_before_any_byte_is_an_error_or_fine) {
    size_t length = sizeof sample - 1;
    char text[sizeof sample + 1];
    for (size_t at = 0; at <= length; at++) {
        memcpy(text, sample, at);
        text[at] = '"';
        memcpy(text + at + 1, sample + at, length - at);
        Scene scene;
        Error error = {0};
        if (scene_parse(&scene, "t.csv", text, length + 1, false, &error))
            scene_release(&scene);
        else
            assert_starts(said(&error), "t.csv:");
    }
}
END_TEST

START_TEST(a_file_cut_after_any_byte_is_an_error_or_fine) {
    for (size_t length = 0; length < sizeof sample; length++) {
        char *text = malloc(length + 1); /* exact, for the sanitizer */
        memcpy(text, sample, length);
        Scene scene;
        Error error = {0};
        if (scene_parse(&scene, "t.csv", text, length, false, &error))
            scene_release(&scene);
        else
            assert_starts(said(&error), "t.csv:");
        free(text);
    }
}
END_TEST

START_TEST(files_with_random_mistakes_never_crash) {
    static const char bytes[] = ",,,\"\"\n\n\r#.-10@e\xef\xbb\xbf\0xqk";
    unsigned state = 12345;
    for (size_t file = 0; file < MISTAKES; file++) {
        char path[200];
        size_t length;
        snprintf(path, sizeof path, "tests/bad/%s.csv", mistakes[file].name);
        char *text = slurp(path, &length);
        for (int i = 0; i < 100 && length > 0; i++) {
            state = state * 1664525u + 1013904223u;
            text[(state >> 8) % length] = bytes[(state >> 24) % (sizeof bytes - 1)];
            Scene scene;
            Error error = {0};
            if (scene_parse(&scene, "t.csv", text, length, false, &error))
                scene_release(&scene);
            else
                assert_starts(said(&error), "t.csv:");
        }
        free(text);
    }
}
END_TEST

START_TEST(what_few_numbers_would_make_too_many_of_is_refused) {
    Text text = {0};
    Scene scene;
    Error error = {0};
    text_append(&text, "attnscope,1\ntitle,en,T\nwq,1\nwk,1\nwv");
    for (size_t i = 0; i < 5000; i++)
        text_append(&text, ",1");
    for (size_t i = 0; i < 5000; i++)
        text_append(&text, "\nx,1");
    text_append(&text, "\n");
    ck_assert(
        !scene_parse(&scene, "FILE", text_string(&text), text.length, false, &error));
    ck_assert_ptr_nonnull(
        strstr(said(&error), "x and its weights make 25010000 numbers"));
    text_release(&text);
}
END_TEST

Suite *reader_suite(void) {
    Suite *suite = suite_create("reader");
    TCase *tests = tcase_create("reader");
    tcase_add_loop_test(tests, each_mistake_is_named_with_its_file_and_line, 0, MISTAKES);
    tcase_add_test(tests, every_file_of_the_folder_is_in_the_table);
    tcase_add_test(tests, a_missing_file_and_a_directory_are_refused);
    tcase_add_test(tests, an_unreadable_file_is_refused);
    tcase_add_test(tests, a_line_of_100_megabytes_is_refused_early);
    tcase_add_test(tests, a_file_of_more_than_64_megabytes_is_refused);
    tcase_add_test(tests, a_cell_without_an_end_is_refused_early);
    tcase_add_test(tests, a_row_of_too_many_cells_is_refused_though_its_line_ends);
    tcase_add_test(tests, devices_without_an_end_are_refused);
    tcase_add_test(tests, every_way_to_write_a_file_gives_the_same_scene);
    tcase_add_test(tests, a_byte_order_mark_belongs_to_no_cell_and_no_label);
    tcase_add_test(tests, a_quote_before_any_byte_is_an_error_or_fine);
    tcase_add_test(tests, a_file_cut_after_any_byte_is_an_error_or_fine);
    tcase_add_test(tests, files_with_random_mistakes_never_crash);
    tcase_add_test(tests, what_few_numbers_would_make_too_many_of_is_refused);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, shape_tests());
    return suite;
}
