/* Paths of files, cut into their parts. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

/* The part after the last slash. */
const char *path_name(const char *path);

/* The ending of the name, with its dot: ".csv"; "" where there is none. */
const char *path_ending(const char *path);

/* The name without an ending, where it has that one and more. The caller frees it. */
char *path_stem(const char *path, const char *ending);

/* The path, resolved: absolute and without links. The caller frees it; NULL: it is not
 * there, as errno says. */
char *path_real(const char *path);

/* The folder of a path, resolved. The caller frees it; NULL: it is not there. */
char *path_folder(const char *path);

/* The part of a resolved path below a resolved folder; NULL: it lies elsewhere. */
const char *path_below(const char *path, const char *folder);

#endif
