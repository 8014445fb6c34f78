/* Taking something home: the frame, the focused grid, or the calculation as a script. */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdio.h>

#include "session/session.h"

/* Writes `path` as its ending says: .txt .ansi .svg the frame of width × height (without the
 * prompt), .csv .npy .tex the focused grid, .py the calculation. An existing file is replaced only
 * with `over`; on any failure it stands as it was. */
bool export_file(Session *session, const char *path, bool over, int width, int height,
                 Error *error);

/* One grid as CSV, 17 digits a number, no header. False, and nothing written, where a row is
 * undefined; error says why. */
bool export_csv(Session *session, GridId grid, Place place, FILE *file, Error *error);

/* The same as NumPy reads it: .npy 1.0, float64, C order. */
bool export_npy(Session *session, GridId grid, Place place, FILE *file, Error *error);

/* A LaTeX matrix with that many decimals; an undefined row is one of empty sets. */
void export_tex(Session *session, GridId grid, Place place, int decimals, FILE *file);

/* Text of a scene within a comment: it cannot end the line. */
void export_comment(FILE *file, const char *text);

#endif
