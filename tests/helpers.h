/* What several suites need: scenes from a string, sessions on them, numbers out of them. */
#ifndef HELPERS_H
#define HELPERS_H

#include "frame/frame.h"
#include "scene/library.h"
#include "session/mouse.h"
#include "session/session.h"

/* Writes text to a temporary file and opens a session on it; fails the test with the reason. */
void open_text(Session *session, const char *text);

/* Lists the shipped scenes; fails the test with the reason. */
Library shipped_library(void);

/* Opens a shipped scene, by its id, or that of a path, at a step. It has no neighbours. */
void open_shipped(Session *session, const char *id, const char *step);

/* Applies one line; fails the test with the reason. */
void must(Session *session, const char *line);

/* Applies one line that has to fail; the reason must contain `part`, and no bit may change. */
void must_fail(Session *session, const char *line, const char *part);

/* Makes a folder from a template of mkdtemp; it goes, with what is in it, when the test ends,
 * also by a failure: each test is a process of its own. One a test. */
void folder_for_a_test(char *path);

/* From now on the system knows no new files without names, as some do not. */
void files_need_names(bool need);

/* Whether a character moves a cursor, turns a line round, hides, or is none. */
bool is_harmful(uint32_t code);

/* Draws a frame of that size and finds what it shows at (x, y); false: nothing. */
bool click_at(const Session *session, int width, int height, int x, int y, Click *click);

/* Returns the number of errors of the present state, and the first one. */
size_t troubles_of(const Session *session, Trouble *first);

double cell_at(const Session *session, GridId grid, size_t row, size_t col);

/* Every number of every grid of every record, layer and head, as bits, in one digest. */
unsigned long long digest(const Session *session);

/* Whether size, cells and cursor are equal. */
bool frame_same(const Frame *a, const Frame *b);

#endif
