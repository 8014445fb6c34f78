/* Fuzzer of a whole session: actions and keys from bytes, and frames of any size in between. No
 * action crashes, fails without a word or leaves a frame that no terminal could show; writing is off.
 *
 *   clang -fsanitize=fuzzer,address,undefined -DFUZZER …    libFuzzer's own main
 *   without -DFUZZER: plays the files named on the command line */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "session/action.h"
#include "view/view.h"
#include "viewer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MOST = 60 };

static void demand(bool holds) {
    if (!holds)
        abort();
}

/* ---- scenes, of which the first byte takes one ---- */

#define SHAPES                                                                           \
    "heads,2\ntokens,a,b,c,PAD\nx,1,0\nx,0,1\nx,1,1\nx,0,0\nwq,1,0,2,1\nwq,0,1,1,0\n"    \
    "wk,1,0,1,0\nwk,0,1,0,1\nwv,1,0,1,0\nwv,0,2,0,1\nwo,1,0\nwo,0,1\nwo,1,0\nwo,0,1\n"

static const char *const scenes[] = {
    SCENE_ROWS "title,en,T\n" SHAPES "set,pad-keys,on\nsay,en,A\nstep,en,B\nset,causal,on"
               "\nsay,en,C\nstep,en,D\nask,weights,2\nmistake,2,1,0.9,en,No.\nstep,en,E\n"
               "goal,visible,1,1,0\nsolution,set,causal,strict\n",
    SCENE_ROWS "title,en,T\ncandidates,a,b\ntargets,b,a\nrecord,1\ntokens,a,b\n"
               "scores,1,2\nscores,ln(9),4\nv,1,0\nv,0,1\nrecord,2\ntokens,b,PAD\n"
               "scores,0,0\nscores,1,1\nv,5,6\nv,7,8\nsay,en,A\nstep,en,B\npin\n"
               "compare,order\nfocus,loss,1,1\n",
    SCENE_ROWS "title,en,T\n" SHAPES "layer,2\nwq,1,0,2,1\nwq,0,1,1,0\nwk,1,0,1,0\n"
               "wk,0,1,0,1\nwv,1,0,1,0\nwv,0,2,0,1\nwo,1,0\nwo,0,1\nwo,1,0\nwo,0,1\n"
               "step,en,B\nset,residual,on\nperturb,2,5,5\nfocus,y,1,1\n"};

/* ---- actions ---- */

static bool refuse(Session *session, const Words *words, Error *error) {
    (void)session;
    return error_set(error, "%s: no files here", words->word[0]);
}

/* The table of actions, of which none writes a file. The caller frees it. */
static ActionSpec *harmless_actions(void) {
    ActionSpec *table = memory_new(action_count + 1, sizeof *table);
    memcpy(table, action_table, action_count * sizeof *table);
    for (size_t i = 0; i < action_count; i++)
        if (strcmp(table[i].name, "save") == 0 || strcmp(table[i].name, "export") == 0)
            table[i].apply = refuse;
    return table;
}

static const char *const scraps[] = {
    "1",    "2",   "3",       "*",       "on",       "off",          "next",
    "prev", "-1",  "ln(9)",   "nan",     "-inf",     "1e308",        "weights.2",
    "2,1",  "far", "targets", "padding", "back",     "q >= k",       "\"",
    "s*2",  "0.5", "果",      "all",     "as is:\"", "'a: flip 1 2'"};

/* Appends a word that a byte stands for: one of a list, and a blank. */
static void put_word(Text *line, unsigned list, unsigned index) {
    enum { SCRAPS = sizeof scraps / sizeof *scraps };
    const char *word = list == 0   ? action_table[index % action_count].name
                       : list == 1 ? option_table[index % option_count].name
                       : list == 2 ? grid_table[index % GRID_COUNT].name
                                   : scraps[index % SCRAPS];
    text_format(line, "%s ", word);
}

/* Reads a line: bytes from 128 on say that the next one is a word of a list. */
static size_t read_line(const uint8_t *data, size_t size, Text *line) {
    size_t at = 0;
    text_clear(line);
    text_append(line, "");
    while (at < size && data[at] != '\n') {
        if (data[at] >= 128 && at + 1 < size) {
            put_word(line, data[at] % 4, data[at + 1]);
            at++;
        } else if (data[at] && data[at] < 128) {
            text_append_n(line, (const char *)data + at, 1);
        }
        at++;
    }
    return at < size ? at + 1 : at;
}

/* ---- frames ---- */

static void check_frame(const Frame *frame) {
    demand(frame->cursor_x < frame->width && frame->cursor_y < frame->height);
    for (int i = 0; i < frame->width * frame->height; i++) {
        const Cell *cell = &frame->cells[i];
        demand(cell->glyph == 0 || utf8_safe(cell->glyph) == cell->glyph);
        demand(cell->style.fore < ENTRY_COUNT && cell->style.back < ENTRY_COUNT);
    }
}

static void draw(Session *session, Viewer *viewer, unsigned size) {
    session->width = 1 + (int)(size * 7 % 170);
    session->height = 1 + (int)(size * 3 % 50);
    frame_resize(&viewer->frame, session->width, session->height);
    viewer->frame.ascii = size % 5 == 0;
    view_work(session, session->width, session->height, 2);
    viewer_draw(viewer);
    check_frame(&viewer->frame);
}

/* ---- a session ---- */

/* '!' begins keys, '@' a frame; all else is an action. */
static void perform(Session *session, Viewer *viewer, const Text *line) {
    Error error = {0};
    if (line->bytes[0] == '!')
        for (size_t i = 1; i < line->length; i++)
            viewer_key(viewer, line->bytes[i]);
    else if (line->bytes[0] == '@')
        draw(session, viewer, (unsigned)line->length * 37 + (uint8_t)line->bytes[1]);
    else
        demand(viewer_do(viewer, line->bytes, &error) || error_is_set(&error));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Session session;
    Viewer viewer;
    Error error = {0};
    Text line = {0};
    if (size == 0)
        return 0;
    char *path = memory_string(scenes[data[0] % (sizeof scenes / sizeof *scenes)]);
    demand(session_open(&session, &path, 1, &error));
    ActionSpec *table = harmless_actions();
    session.actions = table;
    viewer_open(&viewer, &session, 80, 24);
    size_t at = 1;
    for (int lines = 0; at < size && lines < LINES_MOST; lines++) {
        at += read_line(data + at, size - at, &line);
        perform(&session, &viewer, &line);
    }
    draw(&session, &viewer, data[0]);
    viewer_close(&viewer);
    session_close(&session);
    text_release(&line);
    free(table);
    free(path);
    return 0;
}

#include "fuzz_main.h"
