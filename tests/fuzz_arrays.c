/* Fuzzer of sets of arrays: kinds, axes, types, orders and shapes from bytes. They are a model, all of
 * whose numbers can be read and drawn, or refused with a sentence.
 *
 *   clang -fsanitize=fuzzer,address,undefined -DFUZZER …    libFuzzer's own main
 *   without -DFUZZER: plays the files named on the command line */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "session/session.h"
#include "view/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SETS_MOST = 6, LETTERS = 6, WIDTH = 80, HEIGHT = 24 };

/* Bytes to choose by, and the length of each letter of axes. */
typedef struct Bytes {
    const uint8_t *data;
    size_t size, at;
    unsigned length[LETTERS];
} Bytes;

static const char letters[] = "LBHTDQ"; /* K is T */

/* Kinds whose arrays have axes of one sort, and some of these. */
static const struct {
    const char *kinds[8], *axes[8];
} sorts[] = {{{"q", "k", "v", "q", "k", "v", "x", "q"},
              {"TD", "HTD", "BHTD", "BTHD", "BTD", "HDT", "LBHTD", ""}},
             {{"weights", "scores", "mask", "bias", "weights", "mask", "scores", "bias"},
              {"QK", "HQK", "BHQK", "LBHQK", "KQ", "BQK", "QK", ""}},
             {{"tokens", "padding", "segments", "tokens", "query-tokens", "query-padding",
               "query-segments", "padding"},
              {"T", "BT", "T", "BT", "T", "BT", "", "Q"}},
             {{"wq", "wk", "wv", "wo", "wq", "wk", "wv", "wo"},
              {"", "", "", "", "LHDD", "LDD", "DD", "DD"}}};
enum { SORTS = sizeof sorts / sizeof *sorts };

static const char *const suffixes[] = {"", "", "", "", "", "", ".1", ".2"};
static const char *const types[] = {"<f8", "<f8", "<f4", "|b1", "<i8", "|u1", ">f4"};
static const size_t bytes_of[] = {8, 8, 4, 1, 8, 1, 4};
static const char *const rules[] = {"",
                                    "set,causal,on\n",
                                    "set,audit,on\n",
                                    "heads,2\nset,kv-map,tile\n",
                                    "set,mask-values,added\n",
                                    "set,split,raw\nset,merge,raw\n",
                                    "set,pad-keys,on\nset,order,renorm\n"};

static void demand(bool holds) {
    if (!holds)
        abort();
}

static unsigned next(Bytes *bytes) {
    return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0;
}

#define ANY(bytes, list) list[next(bytes) % (sizeof(list) / sizeof *(list))]

/* ---- files ---- */

/* Writes an element: a number of a list, a small whole one, or any bytes. */
static void write_element(Bytes *bytes, size_t type, FILE *file) {
    static const double numbers[] = {0, 1, -1, 0.5, 1, 0, -10000, NAN, -INFINITY, 1e308};
    double number = ANY(bytes, numbers);
    float small = (float)number;
    char other[8] = {(char)(next(bytes) % 4)};
    if (type < 2)
        memcpy(other, &number, sizeof number);
    else if (bytes_of[type] == 4)
        memcpy(other, &small, sizeof small);
    if (next(bytes) == 255)
        memset(other, 0xA5, sizeof other);
    fwrite(other, 1, bytes_of[type], file);
}

/* Writes an array in NumPy's format, as long in each axis as its letter says, or once in a while
 * another length. */
static void write_array(Bytes *bytes, const char *spelled, const char *path) {
    size_t type = next(bytes) % (sizeof types / sizeof *types), count = 1;
    size_t order = next(bytes) % 2;
    Text shape = {0};
    char header[118];
    FILE *file = fopen(path, "wb");
    demand(file != NULL);
    text_append(&shape, "");
    for (const char *at = *spelled ? spelled : "TD"; *at; at++) {
        unsigned change = next(bytes);
        const char *letter = strchr(letters, *at == 'K' ? 'T' : *at);
        unsigned length = bytes->length[letter - letters] + (change == 255);
        text_format(&shape, "%u,", change == 254 ? 0 : length);
        count *= change == 254 ? 0 : length;
    }
    snprintf(header, sizeof header,
             "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", types[type],
             order ? "True" : "False", shape.bytes);
    fprintf(file, "\x93NUMPY\x01%c\x76%c%-117s\n", 0, 0, header);
    for (size_t i = 0; i < count; i++)
        write_element(bytes, type, file);
    fclose(file);
    text_release(&shape);
}

static void write_set(Bytes *bytes, const char *folder, Text *rows) {
    text_append(rows, SCENE_ROWS "title,en,T\n");
    for (int i = 0; i < LETTERS; i++)
        bytes->length[i] = 1 + next(bytes) % 3;
    size_t count = 1 + next(bytes) % SETS_MOST;
    for (size_t i = 0; i < count; i++) {
        Text path = {0};
        size_t sort = next(bytes) % SORTS;
        const char *spelled = ANY(bytes, sorts[sort].axes);
        text_format(&path, "%s/%zu.npy", folder, i);
        text_format(rows, "%s%s,@%s", ANY(bytes, sorts[sort].kinds), ANY(bytes, suffixes),
                    path.bytes);
        text_format(rows, *spelled ? ",%s\n" : "%s\n", spelled);
        write_array(bytes, spelled, path.bytes);
        text_release(&path);
    }
    text_append(rows, ANY(bytes, rules));
}

/* ---- the model ---- */

static void read_grid(Session *session, GridId grid, Place place) {
    if (grid == GRID_DELTA || !grid_exists(session->now, grid, place, NULL))
        return;
    size_t cols = grid_cols(session->now, grid, place);
    double *numbers = memory_new(cols, sizeof *numbers);
    for (size_t row = 0; row < grid_rows(session->now, grid, place); row++)
        grid_row(session->now, grid, place, row, numbers);
    free(numbers);
}

static void read_all(Session *session) {
    const Model *model = &session->now->model;
    for (size_t record = 0; record < model->record_count; record++)
        for (size_t layer = 0; layer < model->layer_count; layer++)
            for (size_t head = 0; head < model->layers[layer].heads; head++)
                for (int grid = 0; grid < GRID_COUNT; grid++)
                    read_grid(session, (GridId)grid,
                              (Place){.record = record, .layer = layer, .head = head});
}

static void draw(Session *session, const char *action) {
    Frame frame;
    session_do(session, action, NULL);
    session->width = WIDTH;
    session->height = HEIGHT;
    frame_init(&frame, WIDTH, HEIGHT);
    view_work(session, WIDTH, HEIGHT, 5);
    view_draw(session, &frame);
    frame_release(&frame);
}

static char folder[] = "/tmp/attnscope-arrays-XXXXXX";

static void remove_folder(void) {
    for (int i = 0; i < SETS_MOST; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%d.npy", folder, i);
        unlink(path);
    }
    rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {.data = data, .size = size};
    Session session;
    Error error = {0};
    Text rows = {0};
    static bool made;
    demand(made || (mkdtemp(folder) && atexit(remove_folder) == 0));
    made = true;
    write_set(&bytes, folder, &rows);
    char *path = rows.bytes;
    if (session_open(&session, &path, 1, &error)) {
        read_all(&session);
        draw(&session, "focus next");
        draw(&session, "findings");
        draw(&session, "text");
        session_close(&session);
    } else {
        demand(error_is_set(&error));
    }
    text_release(&rows);
    return 0;
}

#include "fuzz_main.h"
