/* Files to take home: the frame, the focused grid, or the calculation as a script. */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdio.h>

#include "session/session.h"

/* Writes `path` as its ending says: .txt .ansi .svg the frame (without the prompt), .csv .npy .tex the focused grid, .py the calculation. An existing file is replaced only
 * with `over`; on any failure it is left as it was. */
bool export_file(Session *session, const char *path, SaveMode mode, Error *error);

/* As export_file, but refuses the numbers of a covered grid, and the calculation while
 * anything is covered. A frame shows covers as the screen does. */
bool export_uncovered(Session *session, const char *path, SaveMode mode, Error *error);

/* Writes one grid: as NumPy's .npy 1.0 (float64, C order), or as CSV of 17 digits without
 * a header. False, and nothing written, where a row is undefined; error says why. */
bool export_numbers(Session *session, GridId grid, Place place, bool npy, FILE *file,
                    Error *error);

/* Writes the calculation as a Python script that needs NumPy alone, with an assertion
 * that its result is the one that attnscope shows. False, and nothing written, where it
 * would be too large to be read or run. */
bool export_script(Session *session, FILE *file, Error *error);

#endif
