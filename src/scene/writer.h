/* Writes CSV as the reader reads it. */
#ifndef SCENE_WRITER_H
#define SCENE_WRITER_H

#include <stddef.h>
#include <stdio.h>

/* One field, quoted only where it must be. */
void csv_field(FILE *file, const char *field);

/* A row of 17-digit numbers. */
void csv_numbers(FILE *file, const double *numbers, size_t count);

#endif
