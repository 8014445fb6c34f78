/* The command line of the real program: what it prints where, and with which status it ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "helpers.h"
#include "real_program.h"
#include "suites.h"

/* What a run left behind. */
typedef struct Run {
    Text out, err;
    int status;
} Run;

static void read_all(const char *path, Text *text) {
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text_append(text, "");
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_append_n(text, bytes, count);
    fclose(file);
}

/* Runs `$ATTNSCOPE arguments` through a shell, in UTF-8 and English unless told otherwise. */
static Run run(const char *arguments) {
    Run run = {0};
    char out[] = "/tmp/attnscope-out-XXXXXX", err[] = "/tmp/attnscope-err-XXXXXX";
    Text line = {0};
    close(mkstemp(out));
    close(mkstemp(err));
    const char *program = getenv("ATTNSCOPE");
    text_format(&line, "export A='%s' LC_ALL=C.UTF-8; { %s; } >%s 2>%s </dev/null",
                program ? program : "./attnscope", arguments, out, err);
    int status = system(text_string(&line));
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_all(out, &run.out);
    read_all(err, &run.err);
    unlink(out);
    unlink(err);
    text_release(&line);
    return run;
}

static void run_release(Run *run) {
    text_release(&run->out);
    text_release(&run->err);
}

/* Runs, and checks status, the whole of stdout (NULL: any) and a part of stderr. */
static void expect_run(const char *arguments, int status, const char *out,
                       const char *err) {
    Run one = run(arguments);
    ck_assert_msg(one.status == status, "%s: status %d, stderr %s", arguments, one.status,
                  text_string(&one.err));
    if (out)
        ck_assert_str_eq(text_string(&one.out), out);
    ck_assert_msg(strstr(text_string(&one.err), err) != NULL,
                  "%s: stderr \"%s\" lacks \"%s\"", arguments, text_string(&one.err),
                  err);
    if (status == 0)
        ck_assert_msg(*err || one.err.length == 0, "%s: stderr \"%s\"", arguments,
                      text_string(&one.err));
    run_release(&one);
}

START_TEST(dump_writes_seventeen_digits_inf_and_zeros) {
    expect_run("\"$A\" --dump weights 16.1 --do 'set causal on'", 0,
               "1,0,0\n0.5,0.5,0\n"
               "0.28399540974126003,0.14002924504337802,0.57597534521536187\n",
               "");
    expect_run("\"$A\" --dump y 16.4-swap --do 'set head-order 2,1'", 0,
               "1,-1\n1.2310585786300048,0.2310585786300049\n1.6892751930060728,0\n", "");
    expect_run("\"$A\" --dump additive 16.1 --do 'set causal on'", 0,
               "0,-inf,-inf\n0,0,-inf\n0,0,0\n", "");
    expect_run("\"$A\" --dump visible 16.1 --keys 'c <Space>'", 0,
               "0,0,0\n1,1,0\n1,1,1\n", "");
    expect_run("\"$A\" --dump weights.2 16.4-heads", 0, NULL, "");
}
END_TEST

START_TEST(an_undefined_row_is_status_1_the_reason_and_nothing_on_stdout) {
    expect_run(
        "\"$A\" --dump y 16.1 --do 'set causal strict'", 1, "",
        "attnscope: a valid query has no visible key: record 1, layer 1, head 1, query 1");
    expect_run("\"$A\" --dump scores 16.1 --do 'set causal strict'", 0, NULL, "");
    expect_run(
        "\"$A\" --dump weights 16.1 --do 'set causal strict' --do 'set empty-row nan'", 0,
        "nan,nan,nan\n1,0,0\n0.66976154932665688,0.33023845067334312,0\n", "");
}
END_TEST

START_TEST(bad_usage_is_status_2_and_says_what_was_expected) {
    static const char *const bad[][2] = {
        {"--dumb", "no such option \"--dumb\""},
        {"--dump", "a value is missing"},
        {"--dump nothing 16.1", "no such grid"},
        {"--dump weights.2 16.1", "there is 1 head"},
        {"--dump weights 16.1 16.4-heads", "expected one SCENE"},
        {"--step 99 --print 16.1", "no such step"},
        {"--step x --print 16.1", "no such step"},
        {"--head 2 --print 16.1", "no such head"},
        {"--size 80 --print 16.1", "expected WIDTHxHEIGHT"},
        {"--size 0x5 --print 16.1", "expected WIDTHxHEIGHT"},
        {"--color maybe", "expected auto, always or never"},
        {"--theme pink --print 16.1", "no such theme"},
        {"--lang fr --print 16.1", "no such lang"},
        {"--do 'jump' --print 16.1", "no such action"},
        {"--keys '<Nope>' --print 16.1", "--keys"},
        {"--explain weights,1 16.1", "expected GRID,ROW,COL"},
        {"--explain weights,9,9 16.1", "no such row"},
        {"--list 16.1", "takes no SCENE"},
        {"no-such-scene", "no such scene"},
        {"/nowhere/x.csv", "no such file"},
        {"--check=yes", "no such option"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[200];
        snprintf(line, sizeof line, "\"$A\" %s", bad[i][0]);
        Run one = run(line);
        ck_assert_msg(one.status == 2, "%s: status %d", bad[i][0], one.status);
        ck_assert_str_eq(text_string(&one.out), "");
        ck_assert_msg(strstr(text_string(&one.err), bad[i][1]) != NULL, "%s: %s",
                      bad[i][0], text_string(&one.err));
        run_release(&one);
    }
}
END_TEST

START_TEST(help_and_version_work_without_anything) {
    expect_run("TERM=nonsense HOME=/nowhere \"$A\" --version", 0, "attnscope 0.1.0\n",
               "");
    Run one = run("env -i \"$A\" --help");
    ck_assert_int_eq(one.status, 0);
    ck_assert_int_eq(strncmp(text_string(&one.out), "usage: attnscope", 16), 0);
    run_release(&one);
    one = run("\"$A\" --help-actions");
    ck_assert_ptr_nonnull(strstr(text_string(&one.out), "set OPTION VALUE [LAYER]"));
    ck_assert_ptr_nonnull(strstr(text_string(&one.out), "before zero after renorm"));
    run_release(&one);
}
END_TEST

START_TEST(without_a_terminal_the_first_frame_is_printed_plain) {
    Run one = run("\"$A\"");
    ck_assert_int_eq(one.status, 0);
    ck_assert_ptr_nonnull(strstr(text_string(&one.out), "16.1"));
    ck_assert_ptr_null(strchr(text_string(&one.out), '\033'));
    Run two = run("\"$A\" --print 16.1");
    ck_assert_ptr_nonnull(strstr(text_string(&two.out), "0.4011"));
    size_t lines = 0;
    for (const char *at = text_string(&two.out); *at; at++)
        lines += *at == '\n';
    ck_assert_uint_eq(lines, 24);
    run_release(&one);
    run_release(&two);
}
END_TEST

START_TEST(color_is_off_unless_asked_for) {
    static const struct {
        const char *line;
        bool colored;
    } cases[] = {
        {"\"$A\" --print 16.1", false},
        {"\"$A\" --print 16.1 --color always", true},
        {"NO_COLOR=1 \"$A\" --print 16.1 --color always", true},
        {"NO_COLOR=1 \"$A\" --print 16.1", false},
        {"\"$A\" --print --color never 16.1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Run one = run(cases[i].line);
        ck_assert_int_eq(one.status, 0);
        ck_assert_msg((strchr(text_string(&one.out), '\033') != NULL) == cases[i].colored,
                      "%s", cases[i].line);
        run_release(&one);
    }
}
END_TEST

START_TEST(the_language_starts_from_the_locale_and_may_be_asked_for) {
    Run zh = run("LC_ALL= LANG=zh_CN.UTF-8 \"$A\" --print 16.1");
    Run asked = run("\"$A\" --print --lang zh 16.1");
    ck_assert_str_eq(text_string(&zh.out), text_string(&asked.out));
    ck_assert_ptr_nonnull(strstr(text_string(&asked.out), "因果"));
    run_release(&zh);
    run_release(&asked);
}
END_TEST

START_TEST(a_locale_that_cannot_write_chinese_gets_english) {
    Run plain = run("LC_ALL=C \"$A\" --print 16.1");
    Run gb = run("LC_ALL=zh_CN.GB18030 \"$A\" --print 16.1");
    ck_assert_str_eq(text_string(&gb.out), text_string(&plain.out));
    run_release(&plain);
    run_release(&gb);
}
END_TEST

START_TEST(the_command_line_speaks_the_language_that_is_asked_for) {
    static const char *const ways[] = {
        "\"$A\" --bogus --lang zh",
        "\"$A\" --lang=zh --bogus",
        "LC_ALL=zh_CN.UTF-8 \"$A\" --bogus",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_run(ways[i], 2, "", "attnscope: 没有选项 \"--bogus\"");
    expect_run("LC_ALL=zh_CN.UTF-8 \"$A\" --bogus --lang en", 2, "", "no such option");
    Run one = run("\"$A\" --help --lang zh");
    ck_assert_int_eq(strncmp(text_string(&one.out), "用法：", strlen("用法：")), 0);
    run_release(&one);
}
END_TEST

/* The columns before the text that follows the last two blanks of a line. */
static int last_column(const char *line) {
    int columns = 0, last = 0, blanks = 0;
    while (*line && *line != '\n') {
        uint32_t code = utf8_next(&line);
        last = blanks > 1 && code != ' ' ? columns : last;
        blanks = code == ' ' ? blanks + 1 : 0;
        columns += utf8_width(code);
    }
    return last;
}

START_TEST(columns_count_columns_and_no_bytes) {
    static const char *const langs[] = {"en", "zh"};
    for (size_t i = 0; i < 2; i++) {
        char line[64];
        int at[3] = {0};
        snprintf(line, sizeof line, "\"$A\" --help-actions --lang %s", langs[i]);
        Run one = run(line);
        for (char *row = strtok(one.out.bytes, "\n"); row; row = strtok(NULL, "\n")) {
            int kind = *row == 'a' ? 0 : *row == 'o' ? 1 : 2;
            if (*row == 'g') /* grids have a name only */
                continue;
            at[kind] = at[kind] ? at[kind] : last_column(row);
            if (strstr(row, "…")) /* three bytes and one column */
                ck_assert_msg(last_column(row) == at[kind], "%d, not %d: %s",
                              last_column(row), at[kind], row);
        }
        run_release(&one);
    }
}
END_TEST

START_TEST(a_c_locale_gets_ascii_only) {
    Run one = run("LC_ALL=C \"$A\" --print 11-shift --step 3 --lang zh");
    ck_assert_int_eq(one.status, 0);
    for (const char *at = text_string(&one.out); *at; at++)
        ck_assert_msg((unsigned char)*at < 0x7F, "byte 0x%02x", (unsigned char)*at);
    run_release(&one);
}
END_TEST

START_TEST(check_tells_file_line_found_and_expected) {
    Run one = run("d=$(mktemp -d); printf 'attnscope,1\\ntitle,en,T\\ntokens,a,b\\n"
                  "expect,weights,1,0.5,0.25\\n' >$d/t.csv; \"$A\" --check $d/t.csv");
    ck_assert_int_eq(one.status, 1);
    ck_assert_ptr_nonnull(
        strstr(text_string(&one.err), "t.csv:4: weights[1,2] is 0.5, expected 0.25"));
    ck_assert_str_eq(text_string(&one.out), "0 passed, 1 failed\n");
    run_release(&one);
}
END_TEST

START_TEST(check_refuses_a_broken_scene_and_an_unnamed_error) {
    Run one = run("d=$(mktemp -d); printf 'attnscope,1\\ntitle,en,T\\ntokens,a,b\\n"
                  "step,en,S\\nset,causal,maybe\\n' >$d/a.csv; \"$A\" --check $d/a.csv");
    ck_assert_int_eq(one.status, 2);
    ck_assert_ptr_nonnull(
        strstr(text_string(&one.err), "/a.csv:5: causal: no such value"));
    run_release(&one);
    one = run("d=$(mktemp -d); printf 'attnscope,1\\ntitle,en,T\\nq,1\\nk,1\\n"
              "compare,a:,\"half: set causal on; set order afterwards\"\\n' >$d/a.csv;"
              " \"$A\" --check $d/a.csv");
    ck_assert_int_eq(one.status, 2);
    ck_assert_ptr_nonnull(
        strstr(text_string(&one.err), "/a.csv:5: lane half: order: no such value"));
    run_release(&one);
    one = run("d=$(mktemp -d); printf 'attnscope,1\\ntitle,en,T\\ntokens,a,b\\n"
              "step,en,S\\nset,causal,strict\\n' >$d/a.csv; \"$A\" --check $d/a.csv");
    ck_assert_int_eq(one.status, 1);
    ck_assert_ptr_nonnull(strstr(text_string(&one.err), "/a.csv:4: an error stands"));
    run_release(&one);
}
END_TEST

START_TEST(a_scene_may_come_from_standard_input) {
    expect_run(
        "printf 'attnscope,1\\ntitle,en,T\\ntokens,a,b\\n' | \"$A\" --dump weights -", 0,
        "0.5,0.5\n0.5,0.5\n", "");
}
END_TEST

START_TEST(explain_prints_lines_and_the_last_one_is_the_number) {
    Run one = run("\"$A\" --explain y,2,2 16.4-heads");
    ck_assert_int_eq(one.status, 0);
    const char *text = text_string(&one.out), *last = text;
    for (const char *at = text; *at; at++)
        if (at[0] == '\n' && at[1])
            last = at + 1;
    ck_assert_msg(strstr(last, "-0.231059") != NULL, "%s", last);
    run_release(&one);
}
END_TEST

START_TEST(of_the_command_line_print_alone_is_covered) {
    Run print = run("\"$A\" --print --do 'hide x' --do 'focus y 1 1' 16.1");
    ck_assert_ptr_null(strstr(text_string(&print.out), "1.4011"));
    run_release(&print);
    Run explain = run("\"$A\" --explain y,1,1 --do 'hide x' 16.1");
    ck_assert_ptr_nonnull(strstr(text_string(&explain.out), "1.401112"));
    run_release(&explain);
    expect_run("\"$A\" --dump x --do 'hide x' 16.1", 0, "1,0\n0,1\n1,1\n", "");
    char folder[] = "/tmp/attnscope-covered-XXXXXX", line[120];
    folder_for_a_test(folder);
    snprintf(line, sizeof line,
             "\"$A\" --print --do 'hide x' --do 'export %s/y.csv' 16.1", folder);
    expect_run(line, 0, NULL, "");
}
END_TEST

/* The picture in README.md is what the program shows; `make golden` draws it anew. */
START_TEST(the_picture_of_the_readme_is_the_present_screen) {
    Text drawn = {0}, kept = {0};
    char folder[] = "/tmp/attnscope-picture-XXXXXX", path[80], line[200];
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/screen.svg", folder);
    snprintf(line, sizeof line,
             "\"$A\" --print scenes/16.1.csv --step 5 --size 100x30 --do 'focus"
             " weights 2 2' --do 'export %s'",
             path);
    expect_run(line, 0, NULL, "");
    read_all(path, &drawn);
    read_all("assets/screen.svg", &kept);
    ck_assert_str_eq(text_string(&drawn), text_string(&kept));
    text_release(&drawn);
    text_release(&kept);
}
END_TEST

START_TEST(options_take_equals_signs_and_two_dashes_end_them) {
    expect_run("\"$A\" --dump=weights --do='set causal on' -- 16.1", 0, NULL, "");
    expect_run("\"$A\" -- --dump", 2, "", "no such scene");
}
END_TEST

START_TEST(a_file_that_cannot_be_written_is_the_programs_own_trouble) {
    expect_run("\"$A\" 16.1 --do 'save /nowhere/at/all.csv'", 2, "",
               "attnscope: /nowhere/at/all.csv: No such file");
    expect_run("\"$A\" 16.1 --do 'export ./tests'", 2, "", "attnscope: ");
}
END_TEST

START_TEST(a_message_about_a_scene_begins_with_its_file_whatever_leads_to_it) {
    static const char *const ways[] = {
        "tests/bad/base-2.csv", "./tests/bad/base-2.csv",
        "16.1 tests/bad/base-2.csv --do 'scene base-2'",
        "16.1 ./tests/bad/base-2.csv --do 'scene ./tests/bad/base-2.csv'"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char line[200];
        snprintf(line, sizeof line, "\"$A\" %s", ways[i]);
        Run one = run(line);
        const char *said = text_string(&one.err);
        said += strncmp(said, "./", 2) == 0 ? 2 : 0;
        ck_assert_msg(strncmp(said, "tests/bad/base-2.csv:3: ", 24) == 0, "%s: %s",
                      ways[i], said);
        run_release(&one);
    }
}
END_TEST

/* In a file with such a name, too. */
START_TEST(no_output_and_no_message_passes_on_what_a_terminal_obeys) {
    static const char *const lines[] = {
        "--print $e",
        "--check $e",
        "--explain y,1,1 $e",
        "--dump weights $e",
        "--print \"$e\"x",
        "--print $e --do \"edit $e\"",
        "\"--$e\"",
        "--print --size \"$e\" 16.1",
        "--print --do \"save $e\" 16.1",
        "--array \"q=$e\"",
        "--list $e",
        "--array \"x$e=1\"",
        "--print $e --do \"export $d/a.svg\" && cat $d/a.svg",
        "--print $e --do \"export $d/a.txt\" && cat $d/a.txt",
        "--print $e --do \"focus weights\" --do \"export $d/a.tex\" && cat $d/a.tex",
        "--print $e --do \"export $d/a.py\" && cat $d/a.py"};
    char folder[] = "/tmp/attnscope-hostile-XXXXXX", path[120], line[400];
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/e\033]0;x\a\u202E\u2067\u061C\302\233m.csv", folder);
    write_hostile(path);
    setenv("d", folder, 1);
    setenv("e", path, 1);
    Run as_it_is = run("cat \"$e\"; echo \"$e\" >&2");
    ck_assert(harm_in(text_string(&as_it_is.out), true) &&
              harm_in(text_string(&as_it_is.err), true));
    run_release(&as_it_is);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(line, sizeof line, "\"$A\" %s; true", lines[i]);
        Run one = run(line);
        ck_assert_msg(one.out.length + one.err.length > 0, "%s", lines[i]);
        ck_assert_msg(!harm_in(text_string(&one.out), false), "%s", lines[i]);
        ck_assert_msg(!harm_in(text_string(&one.err), false), "%s", lines[i]);
        run_release(&one);
    }
}
END_TEST

/* Where the system can make such a locale. */
START_TEST(every_output_is_the_same_in_a_locale_with_a_decimal_comma) {
    static const char *const outputs[] = {
        "--check 16.1 16.4-heads",
        "--dump y 16.4-heads",
        "--explain y,2,2 16.4-heads",
        "--print 16.2-order",
        "--print 16.1 --do 'edit x 1 1 0.1' --do \"save $d/a.csv\" && cat $d/a.csv",
        "--print 16.1 --do \"export $d/a.svg\" && cat $d/a.svg && rm $d/a.svg"};
    char folder[] = "/tmp/attnscope-comma-XXXXXX", line[200];
    folder_for_a_test(folder);
    setenv("d", folder, 1);
    Run made = run("localedef -i de_DE -f UTF-8 $d/de_DE.UTF-8; export LOCPATH=$d; "
                   "[ \"$(LC_ALL=de_DE.UTF-8 locale decimal_point)\" = , ]");
    for (size_t i = 0; made.status == 0 && i < sizeof outputs / sizeof *outputs; i++) {
        snprintf(line, sizeof line, "rm -f $d/a.csv; \"$A\" %s", outputs[i]);
        Run point = run(line);
        snprintf(line, sizeof line,
                 "rm -f $d/a.csv; export LOCPATH=$d LC_ALL=de_DE.UTF-8; \"$A\" %s",
                 outputs[i]);
        Run comma = run(line);
        ck_assert_int_eq(comma.status, 0);
        ck_assert_str_eq(text_string(&comma.out), text_string(&point.out));
        run_release(&point);
        run_release(&comma);
    }
    run_release(&made);
}
END_TEST

START_TEST(a_full_disk_is_told) {
    Run one = run("\"$A\" --list >/dev/full");
    ck_assert_int_eq(one.status, 2);
    run_release(&one);
}
END_TEST

START_TEST(a_pipe_is_read_and_one_without_a_writer_refused) {
    static const char *const writers[] = {"", "cat scenes/16.1.csv >$d/p &",
                                          "(sleep 1; cat scenes/16.1.csv) >$d/p &"};
    for (int i = 0; i < 3; i++) {
        char line[300];
        snprintf(line, sizeof line,
                 "d=$(mktemp -d); mkfifo $d/p; %s timeout 20 \"$A\" --dump visible $d/p; "
                 "s=$?; rm -r $d; exit $s",
                 writers[i]);
        expect_run(line, i ? 0 : 2, i ? "1,1,1\n1,1,1\n1,1,1\n" : "",
                   i ? "" : "p:1: a pipe that no program writes to");
    }
}
END_TEST

Suite *cli_suite(void) {
    Suite *suite = suite_create("cli");
    TCase *test = tcase_create("cli");
    tcase_add_test(test, dump_writes_seventeen_digits_inf_and_zeros);
    tcase_add_test(test, an_undefined_row_is_status_1_the_reason_and_nothing_on_stdout);
    tcase_add_test(test, bad_usage_is_status_2_and_says_what_was_expected);
    tcase_add_test(test, help_and_version_work_without_anything);
    tcase_add_test(test, without_a_terminal_the_first_frame_is_printed_plain);
    tcase_add_test(test, color_is_off_unless_asked_for);
    tcase_add_test(test, the_language_starts_from_the_locale_and_may_be_asked_for);
    tcase_add_test(test, a_locale_that_cannot_write_chinese_gets_english);
    tcase_add_test(test, the_command_line_speaks_the_language_that_is_asked_for);
    tcase_add_test(test, columns_count_columns_and_no_bytes);
    tcase_add_test(test, a_c_locale_gets_ascii_only);
    tcase_add_test(test, check_tells_file_line_found_and_expected);
    tcase_add_test(test, check_refuses_a_broken_scene_and_an_unnamed_error);
    tcase_add_test(test, a_scene_may_come_from_standard_input);
    tcase_add_test(test, explain_prints_lines_and_the_last_one_is_the_number);
    tcase_add_test(test, of_the_command_line_print_alone_is_covered);
    tcase_add_test(test, the_picture_of_the_readme_is_the_present_screen);
    tcase_add_test(test, options_take_equals_signs_and_two_dashes_end_them);
    tcase_add_test(test, a_file_that_cannot_be_written_is_the_programs_own_trouble);
    tcase_add_test(test,
                   a_message_about_a_scene_begins_with_its_file_whatever_leads_to_it);
    tcase_add_test(test, no_output_and_no_message_passes_on_what_a_terminal_obeys);
    tcase_add_test(test, every_output_is_the_same_in_a_locale_with_a_decimal_comma);
    tcase_add_test(test, a_full_disk_is_told);
    tcase_add_test(test, a_pipe_is_read_and_one_without_a_writer_refused);
    suite_add_tcase(suite, test);
    return suite;
}
