/* A paste: text for the open prompt, or a block of numbers, as spreadsheets copy them,
 * whose first one goes into the cell under the cursor. It is never read as keys. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/internal.h"

enum { CELLS_MOST = 4096 };

/* The cells of the lines, parted by tabs, commas or blanks. */
typedef struct Block {
    char **cell; /* [count] */
    size_t *row, *col;
    size_t count;
} Block;

static void block_release(Block *block) {
    for (size_t i = 0; i < block->count; i++)
        free(block->cell[i]);
    free(block->cell);
    free(block->row);
    free(block->col);
}

static void block_add(Block *block, const char *text, size_t length, size_t row,
                      size_t col) {
    size_t count = block->count + 1;
    block->cell = memory_resize(block->cell, count, sizeof *block->cell);
    block->row = memory_resize(block->row, count, sizeof *block->row);
    block->col = memory_resize(block->col, count, sizeof *block->col);
    block->cell[block->count] = memory_string_n(text, length);
    block->row[block->count] = row;
    block->col[block->count++] = col;
}

/* Reads the lines; returns false if a cell is no number, or there are too many. */
static bool block_read(Block *block, const char *text, Error *error) {
    size_t row = 0, col = 0;
    double number;
    while (*text) {
        size_t length = strcspn(text, "\t, \r\n");
        if (length) {
            block_add(block, text, length, row, col++);
            if (!number_parse(block->cell[block->count - 1], &number, error))
                return error_because(error, error, "paste: {cause}");
        }
        text += length;
        bool ends = *text == '\n' || (*text == '\r' && text[1] != '\n');
        row += ends && col > 0;
        col = ends ? 0 : col;
        text += *text != '\0';
        if (block->count > CELLS_MOST)
            return error_set(error, "paste: more than %d numbers", CELLS_MOST);
    }
    return block->count > 0 || error_set(error, "paste: there is no number in it");
}

/* Writes the block from the cell of an action "edit GRID ROW COL" on, as one change. */
static bool write_block(Session *session, const Block *block, const Words *edit,
                        Error *error) {
    long row = strtol(edit->word[2], NULL, 10), col = strtol(edit->word[3], NULL, 10);
    size_t done = session->history.undo_count;
    bool fine = true;
    session->run = false;
    for (size_t i = 0; fine && i < block->count; i++) {
        Text line = {0};
        text_format(&line, "edit %s %ld %ld %s", edit->word[1], row + (long)block->row[i],
                    col + (long)block->col[i], block->cell[i]);
        session->joining = true;
        fine = session_do(session, text_string(&line), error);
        session->joining = false;
        text_release(&line);
    }
    session->run = false;
    if (!fine && session->history.undo_count > done)
        session_do(session, "undo", NULL);
    return fine;
}

static bool paste_numbers(Session *session, const char *text, Error *error) {
    Text line = {0};
    Words edit = {0};
    Block block = {0};
    if (edit_takes(session, session_shape(session, session->look.grid), NULL))
        edit_line(session, &line);
    words_split(&edit, text_string(&line), NULL);
    text_release(&line);
    bool fine = edit.count == 4
                    ? block_read(&block, text, error) &&
                          write_block(session, &block, &edit, error)
                    : error_set(error, "paste: no number can be written here");
    block_release(&block);
    words_release(&edit);
    return fine;
}

void session_paste(Session *session, const char *text) {
    Error error = {0};
    if (session->look.blank) {
        session->look.blank = false;
    } else if (session->prompt.open) {
        prompt_paste(session, text);
    } else if (session->look.overlay == OVERLAY_NONE) {
        session->notice[0] = '\0';
        if (!paste_numbers(session, text, &error))
            notice_error(session, &error);
    }
}
