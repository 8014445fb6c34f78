/* Files to take home: written whole or not at all, and right. What needs a tool that is not
 * everywhere (NumPy, xmllint) says that it was skipped. */
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export/export.h"
#include "helpers.h"
#include "output/writers.h"
#include "said.h"
#include "suites.h"
#include "view/view.h"

enum { WIDTH = 100, HEIGHT = 30 };

/* ---- a folder for one test ---- */

typedef struct Folder {
    char path[40];
} Folder;

static Folder folder_new(void) {
    Folder folder = {"/tmp/attnscope-export-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(folder.path));
    return folder;
}

static void path_in(const Folder *folder, const char *name, char out[300]) {
    snprintf(out, 300, "%s/%s", folder->path, name);
}

static size_t files_in(const Folder *folder) {
    size_t count = 0;
    DIR *open = opendir(folder->path);
    ck_assert_ptr_nonnull(open);
    for (const struct dirent *entry; (entry = readdir(open));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(open);
    return count;
}

static void folder_remove(const Folder *folder) {
    Text line = {0};
    text_format(&line, "rm -rf '%s'", folder->path);
    ck_assert_int_eq(system(text_string(&line)), 0);
    text_release(&line);
}

/* ---- files and commands ---- */

static Text read_file(const char *path) {
    Text text = {0};
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    text_append(&text, "");
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_append_n(&text, bytes, count);
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *bytes) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(bytes, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* Whether the shell line ends with status 0; what it prints comes back in `out`. */
static bool shell(Text *out, const char *line) {
    char bytes[4096];
    size_t count;
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    while ((count = fread(bytes, 1, sizeof bytes, pipe)) > 0)
        text_append_n(out, bytes, count);
    return pclose(pipe) == 0;
}

static bool there(const char *line) {
    Text out = {0};
    bool fine = shell(&out, line);
    text_release(&out);
    return fine;
}

/* A Python with NumPy: Debian's, else the first in PATH; NULL, said so, where there is none. */
static const char *python(void) {
    static const char *const names[] = {"/usr/bin/python3", "python3"};
    for (size_t i = 0; i < 2; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s -c 'import numpy' 2>/dev/null", names[i]);
        if (there(line))
            return names[i];
    }
    fprintf(stderr, "export: skipped, no python3 with numpy here\n");
    return NULL;
}

static void set_size(Session *session) {
    session->width = WIDTH;
    session->height = HEIGHT;
}

static void must_export(Session *session, const char *path) {
    Error error = {0};
    set_size(session);
    ck_assert_msg(export_file(session, path, false, &error), "%s", said(&error));
}

static void must_not_export(Session *session, const char *path, bool over,
                            const char *why) {
    Error error = {0};
    set_size(session);
    ck_assert(!export_file(session, path, over, &error));
    ck_assert_msg(strstr(said(&error), why) != NULL, "\"%s\" lacks \"%s\"", said(&error),
                  why);
}

/* ---- the door ---- */

START_TEST(an_existing_file_is_replaced_only_when_told_so) {
    Session session;
    Folder folder = folder_new();
    char path[300];
    path_in(&folder, "a.csv", path);
    open_shipped(&session, "16.1", NULL);
    write_file(path, "mine");
    must_not_export(&session, path, false, "a.csv is there already; expected export ");
    Text text = read_file(path);
    ck_assert_str_eq(text_string(&text), "mine");
    text_release(&text);
    Error error = {0};
    ck_assert(export_file(&session, path, true, &error));
    text = read_file(path);
    ck_assert_ptr_null(strstr(text_string(&text), "mine"));
    text_release(&text);
    ck_assert_uint_eq(files_in(&folder), 1);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(the_terminal_program_exports_no_covered_number) {
    static const char *const refused[] = {"a.csv", "a.npy", "a.tex", "a.py"};
    static const char *const frames[] = {"b.txt", "b.ansi", "b.svg"};
    Session session;
    Folder folder = folder_new();
    Error error = {0};
    char path[300];
    open_shipped(&session, "16.1", "2");
    set_size(&session);
    must(&session, "hide weights");
    must(&session, "focus y 1 1");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        path_in(&folder, refused[i], path);
        ck_assert(!export_uncovered(&session, path, false, &error));
        ck_assert_ptr_nonnull(strstr(said(&error), "covered"));
    }
    ck_assert_uint_eq(files_in(&folder), 0);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        path_in(&folder, frames[i], path);
        ck_assert(export_uncovered(&session, path, false, &error));
        Text text = read_file(path);
        ck_assert_ptr_nonnull(strstr(text_string(&text), "???"));
        ck_assert_ptr_null(strstr(text_string(&text), "1.503490"));
        text_release(&text);
    }
    must(&session, "focus scores 1 1");
    path_in(&folder, "c.csv", path);
    ck_assert(export_uncovered(&session, path, false, &error));
    must(&session, "reveal");
    path_in(&folder, "c.py", path);
    ck_assert(export_uncovered(&session, path, false, &error));
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(an_unknown_ending_and_a_folder_that_is_not_there_are_told) {
    static const char *const endings[] = {".txt", ".ansi", ".svg", ".csv",
                                          ".npy", ".tex",  ".py"};
    Session session;
    open_shipped(&session, "16.1", NULL);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        must_not_export(&session, "/tmp/a.pdf", false, endings[i]);
    must_not_export(&session, "/tmp/x.svg/a", false, ".svg");
    must_not_export(&session, "", false, ".svg");
    must_not_export(&session, "/nowhere/at/all.svg", false, "No such file");
    session_close(&session);
}
END_TEST

START_TEST(what_is_no_file_is_not_replaced_and_a_link_keeps_pointing) {
    Session session;
    Folder folder = folder_new();
    char file[300], link[300], sub[300];
    struct stat is;
    path_in(&folder, "a.txt", file);
    path_in(&folder, "b.txt", link);
    path_in(&folder, "c.txt", sub);
    open_shipped(&session, "16.1", NULL);
    ck_assert_int_eq(mkdir(sub, 0700), 0);
    must_not_export(&session, sub, true, "is a folder");
    write_file(file, "mine");
    ck_assert_int_eq(chmod(file, 0600), 0);
    ck_assert_int_eq(symlink("a.txt", link), 0);
    Error error = {0};
    ck_assert(export_file(&session, link, true, &error));
    ck_assert(lstat(link, &is) == 0 && S_ISLNK(is.st_mode));
    ck_assert(lstat(file, &is) == 0 && is.st_size > 1000 && (is.st_mode & 0777) == 0600);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(a_file_that_does_not_fit_leaves_the_old_one_and_no_other) {
    Session session;
    Folder folder = folder_new();
    struct rlimit limit = {200, 200};
    char path[300];
    path_in(&folder, "a.txt", path);
    open_shipped(&session, "16.1", NULL);
    write_file(path, "mine");
    signal(SIGXFSZ, SIG_IGN); /* this test runs in a process of its own */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    must_not_export(&session, path, true, "File too large");
    Text text = read_file(path);
    ck_assert_str_eq(text_string(&text), "mine");
    ck_assert_uint_eq(files_in(&folder), 1);
    text_release(&text);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(an_undefined_row_is_the_reason_and_nothing_is_written) {
    static const char *const names[] = {"y.csv", "y.npy"};
    Session session;
    Folder folder = folder_new();
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal strict");
    must(&session, "focus y");
    for (size_t i = 0; i < 2; i++) {
        char path[300];
        path_in(&folder, names[i], path);
        must_not_export(&session, path, false, "a valid query has no visible key");
    }
    ck_assert_uint_eq(files_in(&folder), 0);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

/* ---- the frame ---- */

/* Lets an action work on until it has told so often how far it is. */
static bool stop_soon(Session *session, size_t done, size_t total) {
    size_t *left = session->viewer;
    ck_assert_uint_le(done, total);
    return *left && --*left;
}

START_TEST(a_long_action_that_is_stopped_changes_and_writes_nothing) {
    static const char *const endings[] = {"csv", "npy", "tex"};
    Session session;
    size_t left;
    Folder folder = folder_new();
    open_shipped(&session, "16.1", NULL);
    must(&session, "allow 1 2");
    unsigned long long before = digest(&session);
    session.exporter = export_file;
    session.busy = stop_soon;
    session.viewer = &left;
    for (size_t i = 0; i < 3; i++) {
        char line[400];
        snprintf(line, sizeof line, "export %s/a.%s", folder.path, endings[i]);
        left = 2;
        must_fail(&session, line, "export: stopped; nothing was written");
        ck_assert_uint_eq(files_in(&folder), i);
        left = 100;
        must(&session, line);
    }
    left = 2;
    must_fail(&session, "flip * *", "flip: stopped; nothing was changed");
    ck_assert_uint_eq(digest(&session), before);
    left = 100;
    must(&session, "flip * *");
    ck_assert_uint_ne(digest(&session), before);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(a_large_grid_is_written_with_a_yes_only) {
    Session session;
    char line[400];
    Folder folder = folder_new();
    open_shipped(&session, "16.1", NULL);
    session.exporter = export_file;
    session.limit = 179; /* 9 numbers of 20 bytes are more */
    snprintf(line, sizeof line, "export %s/a.csv", folder.path);
    must_fail(&session, line, "with yes at the end");
    ck_assert_uint_eq(files_in(&folder), 0);
    snprintf(line, sizeof line, "export %s/a.csv yes", folder.path);
    must(&session, line);
    snprintf(line, sizeof line, "export %s/a.csv over yes", folder.path);
    must(&session, line);
    session.limit = 180;
    snprintf(line, sizeof line, "export %s/a.csv over", folder.path);
    must(&session, line);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(the_frame_is_the_screen_without_the_prompt) {
    Session session;
    Folder folder = folder_new();
    Frame frame;
    char path[300], *bytes = NULL;
    size_t size = 0;
    path_in(&folder, "a.txt", path);
    open_shipped(&session, "16.2-order", "3");
    frame_init(&frame, WIDTH, HEIGHT);
    view_draw(&session, &frame);
    FILE *memory = open_memstream(&bytes, &size);
    text_write(&frame, memory);
    fclose(memory);
    session_key(&session, ':');
    ck_assert(session.prompt.open);
    must_export(&session, path);
    ck_assert(session.prompt.open);
    Text text = read_file(path);
    ck_assert_str_eq(text_string(&text), bytes);
    text_release(&text);
    free(bytes);
    frame_release(&frame);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

/* Every shipped scene at its last step (all: at each), exported into the folder. */
static size_t export_shipped(const Folder *folder, const char *ending, bool all) {
    Library library = shipped_library();
    size_t count = 0;
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        size_t last = session.scene.step_count;
        for (size_t step = all ? 0 : last; step <= last; step++) {
            char name[120], path[300], line[40];
            snprintf(line, sizeof line, "step %zu", step);
            must(&session, line);
            if (step % 2)
                must(&session, "lang zh");
            snprintf(name, sizeof name, "%s-%zu%s", library.ids.word[i], step, ending);
            path_in(folder, name, path);
            must_export(&session, path);
            count++;
        }
        session_close(&session);
    }
    library_release(&library);
    return count;
}

START_TEST(the_picture_of_every_shipped_scene_is_well_formed) {
    Folder folder = folder_new();
    Text line = {0}, out = {0};
    ck_assert_uint_gt(export_shipped(&folder, ".svg", false), 30);
    text_format(&line, "xmllint --noout %s/*.svg 2>&1", folder.path);
    if (!there("xmllint --version 2>/dev/null"))
        fprintf(stderr, "export: skipped, no xmllint here\n");
    else
        ck_assert_msg(shell(&out, text_string(&line)), "%s", text_string(&out));
    text_release(&line);
    text_release(&out);
    folder_remove(&folder);
}
END_TEST

/* ---- the grid ---- */

START_TEST(a_grid_as_csv_is_what_dump_writes) {
    static const char *const grids[] = {"y", "weights", "masked", "wq", "sums"};
    const char *program = getenv("ATTNSCOPE");
    Session session;
    open_shipped(&session, "16.2-order", "1");
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        Folder folder = folder_new();
        char path[300], line[300];
        Text out = {0};
        path_in(&folder, "a.CSV", path);
        snprintf(line, sizeof line, "focus %s", grids[i]);
        must(&session, line);
        must_export(&session, path);
        snprintf(line, sizeof line, "'%s' --dump %s --step 1 16.2-order",
                 program ? program : "./attnscope", grids[i]);
        ck_assert(shell(&out, line));
        Text text = read_file(path);
        ck_assert_str_eq(text_string(&text), text_string(&out));
        text_release(&text);
        text_release(&out);
        folder_remove(&folder);
    }
    session_close(&session);
}
END_TEST

static double npy_number(const unsigned char *at) {
    uint64_t bits = 0;
    double number;
    for (int i = 7; i >= 0; i--)
        bits = bits << 8 | at[i];
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Processors make 0·inf with a sign and inf + nan without one. */
START_TEST(nan_has_no_sign_whatever_made_it) {
    static const char *const grids[] = {"q",    "k",       "v",   "scores", "masked",
                                        "sums", "weights", "out", "concat", "y"};
    Session session;
    Folder folder = folder_new();
    char path[300], line[40];
    path_in(&folder, "a.npy", path);
    open_text(&session, "attnscope,1\ntitle,en,NaN\ntokens,a,b\nx,inf,0\nx,0,-inf\n"
                        "wq,0,1\nwq,1,0\nwk,1,1\nwk,0,0\nwv,0,1\nwv,1,1\n"
                        "wo,1,0\nwo,0,-1\n");
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        size_t found = 0;
        snprintf(line, sizeof line, "focus %s", grids[i]);
        must(&session, line);
        must_export(&session, path);
        Text text = read_file(path);
        for (size_t at = 128; at + 8 <= text.length; at += 8) {
            double number = npy_number((unsigned char *)text.bytes + at);
            found += isnan(number) != 0;
            ck_assert_msg(!isnan(number) || !signbit(number), "%s", grids[i]);
        }
        ck_assert_uint_gt(found, 0);
        text_release(&text);
        unlink(path);
    }
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(npy_has_its_header_and_every_bit) {
    Session session;
    Folder folder = folder_new();
    char path[300];
    path_in(&folder, "a.npy", path);
    open_shipped(&session, "16.2-order", "1");
    must(&session, "focus masked");
    must_export(&session, path);
    Text text = read_file(path);
    ck_assert_uint_eq(text.length, 128 + 9 * 8);
    ck_assert_mem_eq(text.bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    ck_assert_ptr_nonnull(strstr(
        text.bytes + 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }"));
    ck_assert_int_eq(text.bytes[127], '\n');
    for (size_t i = 0; i < 9; i++) {
        double number = npy_number((unsigned char *)text.bytes + 128 + 8 * i);
        double shown = cell_at(&session, GRID_MASKED, i / 3, i % 3);
        ck_assert_mem_eq(&number, &shown, sizeof number);
    }
    text_release(&text);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

START_TEST(numpy_reads_npy_back_as_the_csv_says) {
    const char *with = python();
    Session session;
    Folder folder = folder_new();
    char npy[300], csv[300];
    path_in(&folder, "a.npy", npy);
    path_in(&folder, "a.csv", csv);
    open_shipped(&session, "16.2-order", "1");
    must(&session, "focus additive");
    must_export(&session, npy);
    must_export(&session, csv);
    Text line = {0}, out = {0};
    text_format(&line,
                "%s -c 'import sys, numpy as np\n"
                "a = np.load(sys.argv[1]); b = np.loadtxt(sys.argv[2], delimiter=\",\")\n"
                "assert a.dtype == np.float64 and a.shape == (3, 3) and (a == b).all()'"
                " %s %s 2>&1",
                with ? with : "", npy, csv);
    ck_assert_msg(!with || shell(&out, text_string(&line)), "%s", text_string(&out));
    text_release(&line);
    text_release(&out);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

static void expect_tex(Session *session, const char *matrix) {
    Folder folder = folder_new();
    char path[300];
    path_in(&folder, "a.tex", path);
    must_export(session, path);
    Text text = read_file(path);
    const char *from = strstr(text_string(&text), "\\begin{bmatrix}\n");
    ck_assert_ptr_nonnull(from);
    ck_assert_str_eq(from, matrix);
    text_release(&text);
    folder_remove(&folder);
}

START_TEST(tex_is_a_matrix_with_the_decimals_shown) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal strict");
    must(&session, "digits 3");
    must(&session, "focus masked");
    expect_tex(&session, "\\begin{bmatrix}\n"
                         "  -\\infty & -\\infty & -\\infty \\\\\n"
                         "  0.707 & -\\infty & -\\infty \\\\\n"
                         "  1.414 & 0.707 & -\\infty\n"
                         "\\end{bmatrix}\n");
    must(&session, "focus weights");
    must(&session, "digits 4");
    expect_tex(&session, "\\begin{bmatrix}\n"
                         "  \\emptyset & \\emptyset & \\emptyset \\\\\n"
                         "  1 & 0 & 0 \\\\\n"
                         "  0.6698 & 0.3302 & 0\n"
                         "\\end{bmatrix}\n");
    must(&session, "edit scores 3 1 nan");
    must(&session, "edit scores 3 2 1e-9");
    must(&session, "set order finite");
    must(&session, "focus masked");
    expect_tex(&session, "\\begin{bmatrix}\n"
                         "  -1 \\cdot 10^{9} & -1 \\cdot 10^{9} & -1 \\cdot 10^{9} \\\\\n"
                         "  0.7071 & -1 \\cdot 10^{9} & -1 \\cdot 10^{9} \\\\\n"
                         "  \\mathrm{NaN} & {\\sim}0 & -1 \\cdot 10^{9}\n"
                         "\\end{bmatrix}\n");
    session_close(&session);
}
END_TEST

/* ---- the script ---- */

/* Runs every script in the folder, each of which has to say that it agrees. */
static bool run_scripts(const char *with, const Folder *folder, Text *out) {
    Text line = {0};
    text_format(&line,
                "%s - '%s' 2>&1 <<'END'\n"
                "import contextlib, glob, io, re, runpy, sys, traceback\n"
                "bad = 0\n"
                "for path in sorted(glob.glob(sys.argv[1] + '/*.py')):\n"
                "    said = io.StringIO()\n"
                "    try:\n"
                "        with contextlib.redirect_stdout(said):\n"
                "            runpy.run_path(path, run_name='__main__')\n"
                "        assert re.search(r'agrees with attnscope: \\d+ numbers',\n"
                "                         said.getvalue()), said.getvalue()\n"
                "    except BaseException:\n"
                "        bad += 1\n"
                "        print(path, traceback.format_exc())\n"
                "sys.exit(bad > 0)\n"
                "END\n",
                with, folder->path);
    bool fine = shell(out, text_string(&line));
    text_release(&line);
    return fine;
}

static void expect_scripts(const Folder *folder, bool agree) {
    const char *with = python();
    Text out = {0};
    if (with)
        ck_assert_msg(run_scripts(with, folder, &out) == agree, "%.3000s",
                      text_string(&out));
    text_release(&out);
}

START_TEST(the_script_of_every_step_of_every_shipped_scene_runs_and_agrees) {
    Folder folder = folder_new();
    ck_assert_uint_gt(export_shipped(&folder, ".py", true), 100);
    expect_scripts(&folder, true);
    folder_remove(&folder);
}
END_TEST

/* Scenes without titles worth showing, which between them set every option. */
static void export_cases(const Folder *folder, const char *cases) {
    DIR *open = opendir(cases);
    ck_assert_msg(open != NULL, "%s", cases);
    for (const struct dirent *entry; (entry = readdir(open));) {
        Session session;
        Error error = {0};
        char from[600], path[300], line[40], *paths[] = {from};
        if (!strstr(entry->d_name, ".csv"))
            continue;
        snprintf(from, sizeof from, "%s/%s", cases, entry->d_name);
        snprintf(path, sizeof path, "%s/%.200s.py", folder->path, entry->d_name);
        ck_assert_msg(session_open(&session, paths, 1, &error), "%s", said(&error));
        snprintf(line, sizeof line, "step %zu", session.scene.step_count);
        must(&session, line);
        must_export(&session, path);
        session_close(&session);
    }
    closedir(open);
}

START_TEST(the_script_agrees_under_every_option) {
    Folder folder = folder_new();
    export_cases(&folder, "tests/cases");
    export_cases(&folder, "tests/cases/random");
    ck_assert_uint_gt(files_in(&folder), 100);
    expect_scripts(&folder, true);
    folder_remove(&folder);
}
END_TEST

/* Puts a line before the comparison. */
static void tamper(const char *path, const char *inserted) {
    Text text = read_file(path), changed = {0};
    const char *at = strstr(text_string(&text), "results = []");
    ck_assert_ptr_nonnull(at);
    text_append_n(&changed, text.bytes, (size_t)(at - text.bytes));
    text_append(&changed, inserted);
    text_append(&changed, at);
    write_file(path, text_string(&changed));
    text_release(&text);
    text_release(&changed);
}

START_TEST(the_script_fails_when_a_number_is_altered) {
    static const char *const lines[] = {
        "shown[0][2][-1, -1] += 1e-6\n", "records[0][\"x\"][0, 0] += 1e-3\n",
        "wq_1[0, 0] += 1e-3\n", "wv_1[-1, -1] = nan\n", "del shown[-1]\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Session session;
        Folder folder = folder_new();
        char path[300];
        path_in(&folder, "a.py", path);
        open_shipped(&session, "16.2-order", "1");
        must_export(&session, path);
        expect_scripts(&folder, true);
        tamper(path, lines[i]);
        expect_scripts(&folder, false);
        session_close(&session);
        folder_remove(&folder);
    }
}
END_TEST

/* A stand-in for PyTorch that takes a mask in the sense told: "mask" True attends. */
static void write_torch(const Folder *folder, const char *mask) {
    char path[300];
    Text text = {0};
    path_in(folder, "torch.py", path);
    text_format(&text,
                "import numpy as np\n"
                "from types import SimpleNamespace\n"
                "class Tensor(np.ndarray):\n"
                "    def numpy(self): return np.asarray(self)\n"
                "def tensor(a): return np.array(a).view(Tensor)\n"
                "def attention(q, k, v, attn_mask=None):\n"
                "    mask = np.asarray(attn_mask)\n"
                "    assert mask.dtype == bool and q.ndim == 4\n"
                "    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])\n"
                "    e = np.exp(np.where(%s, s, -np.inf))\n"
                "    return (e / e.sum(-1, keepdims=True)) @ v\n"
                "nn = SimpleNamespace(functional=SimpleNamespace(\n"
                "    scaled_dot_product_attention=attention))\n",
                mask);
    write_file(path, text_string(&text));
    text_release(&text);
}

static void expect_torch(const char *mask, bool agrees) {
    const char *with = python();
    Session session;
    Folder folder = folder_new();
    char path[300];
    Text line = {0}, out = {0};
    path_in(&folder, "a.py", path);
    open_shipped(&session, "16.2-order", "1");
    must_export(&session, path);
    write_torch(&folder, mask);
    text_format(&line, "PYTHONPATH='%s' %s %s 2>&1", folder.path, with ? with : "", path);
    if (with) {
        ck_assert_msg(shell(&out, text_string(&line)) == agrees, "%s", text_string(&out));
        bool said = strstr(text_string(&out), "attention agrees: 6 numbers") != NULL;
        ck_assert_msg(said == agrees, "%s", text_string(&out));
    }
    text_release(&line);
    text_release(&out);
    session_close(&session);
    folder_remove(&folder);
}

START_TEST(pytorch_is_called_with_the_polarity_it_wants) {
    expect_torch("mask", true);
    expect_torch("~mask", false);
}
END_TEST

START_TEST(pytorch_is_called_only_where_its_call_means_the_same) {
    static const char *const changes[] = {"set order after",  "set softmax queries",
                                          "set scale none",   "set softcap 5",
                                          "set null-logit 0", "edit scores 2 1 4"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        Session session;
        Folder folder = folder_new();
        char path[300];
        path_in(&folder, "a.py", path);
        open_shipped(&session, "16.2-order", "1");
        must(&session, changes[i]);
        must_export(&session, path);
        Text text = read_file(path);
        ck_assert_msg(strstr(text_string(&text), "torch") == NULL, "%s", changes[i]);
        text_release(&text);
        session_close(&session);
        folder_remove(&folder);
    }
}
END_TEST

START_TEST(no_text_of_a_scene_becomes_code) {
    Session session;
    Folder folder = folder_new();
    char path[300];
    path_in(&folder, "a.py", path);
    open_text(&session, "attnscope,1\nid,\"a\rraise SystemExit(3)\"\n"
                        "title,en,\"coding: utf-16\nraise SystemExit(3)\"\n"
                        "record,\"r\nraise SystemExit(3)\"\nq,1,2\nq,3,4\nk,1,2\nk,0,1\n"
                        "record,s\nscores,1,2\nscores,-inf,nan\nv,1\nv,2\n"
                        "record,t\nweights,1,3\nweights,2,2\nrecord,u\ntokens,a,b,c\n");
    must_export(&session, path);
    Text text = read_file(path);
    const char *line = text_string(&text);
    for (; line; line = strpbrk(line, "\r\n"), line = line ? line + 1 : line)
        ck_assert_msg(strncmp(line, "raise", 5) != 0, "%s", line);
    expect_scripts(&folder, true);
    text_release(&text);
    session_close(&session);
    folder_remove(&folder);
}
END_TEST

Suite *export_suite(void) {
    Suite *suite = suite_create("export");
    TCase *test = tcase_create("export");
    tcase_set_timeout(test, 300);
    tcase_add_test(test, an_existing_file_is_replaced_only_when_told_so);
    tcase_add_test(test, the_terminal_program_exports_no_covered_number);
    tcase_add_test(test, an_unknown_ending_and_a_folder_that_is_not_there_are_told);
    tcase_add_test(test, what_is_no_file_is_not_replaced_and_a_link_keeps_pointing);
    tcase_add_test(test, a_file_that_does_not_fit_leaves_the_old_one_and_no_other);
    tcase_add_test(test, an_undefined_row_is_the_reason_and_nothing_is_written);
    tcase_add_test(test, a_long_action_that_is_stopped_changes_and_writes_nothing);
    tcase_add_test(test, a_large_grid_is_written_with_a_yes_only);
    tcase_add_test(test, the_frame_is_the_screen_without_the_prompt);
    tcase_add_test(test, the_picture_of_every_shipped_scene_is_well_formed);
    tcase_add_test(test, a_grid_as_csv_is_what_dump_writes);
    tcase_add_test(test, nan_has_no_sign_whatever_made_it);
    tcase_add_test(test, npy_has_its_header_and_every_bit);
    tcase_add_test(test, numpy_reads_npy_back_as_the_csv_says);
    tcase_add_test(test, tex_is_a_matrix_with_the_decimals_shown);
    tcase_add_test(test, the_script_of_every_step_of_every_shipped_scene_runs_and_agrees);
    tcase_add_test(test, the_script_agrees_under_every_option);
    tcase_add_test(test, the_script_fails_when_a_number_is_altered);
    tcase_add_test(test, pytorch_is_called_with_the_polarity_it_wants);
    tcase_add_test(test, pytorch_is_called_only_where_its_call_means_the_same);
    tcase_add_test(test, no_text_of_a_scene_becomes_code);
    suite_add_tcase(suite, test);
    return suite;
}
