/* See real_program.h. */
#include "real_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

Pty *start_on(PtyOptions options, const char *a, const char *b, const char *c) {
    const char *program = getenv("ATTNSCOPE");
    const char *arguments[] = {program ? program : "./attnscope", a, b, c, NULL};
    options.arguments = arguments;
    Pty *pty = pty_start(&options);
    ck_assert_ptr_nonnull(pty);
    return pty;
}

void shows(Pty *pty, const char *text) {
    ck_assert_msg(pty_wait(pty, text, SOON), "\"%s\" does not come:\n%s", text,
                  pty_text(pty));
}

void shows_no_more(Pty *pty, const char *text) {
    ck_assert_msg(pty_wait_gone(pty, text, SOON), "\"%s\" stays:\n%s", text,
                  pty_text(pty));
}

void leaves(Pty *pty, int status) {
    int found = pty_status(pty, SOON);
    ck_assert_msg(found == status, "status %d, expected %d:\n%s", found, status,
                  pty_text(pty));
    pty_free(pty);
}

void write_long(char path[], size_t length) {
    int file = mkstemps(path, 4);
    FILE *scene = file >= 0 ? fdopen(file, "w") : NULL;
    ck_assert_ptr_nonnull(scene);
    fputs("attnscope,1\nid,long\ntitle,en,Long\nheads,4\n", scene);
    for (const char *kind = "qk"; *kind; kind++)
        for (size_t i = 0; i < length; i++)
            fprintf(scene, "%c,%zu,1,%zu,2,%zu,3,%zu,4\n", *kind, i % 13, i % 7, i % 11,
                    i % 5);
    fputs("set,causal,on\n", scene);
    ck_assert_int_eq(fclose(scene), 0);
}

void check_given_back(Pty *pty, const struct termios *before) {
    struct termios after;
    int x, y;
    ck_assert(pty_modes(pty, &after));
    ck_assert_uint_eq(after.c_lflag, before->c_lflag);
    ck_assert_uint_eq(after.c_iflag, before->c_iflag);
    ck_assert_uint_eq(after.c_oflag, before->c_oflag);
    ck_assert(!pty_alternate(pty));
    ck_assert(pty_cursor(pty, &x, &y) && !pty_reports_mouse(pty));
}

struct termios standard_modes(void) {
    static const char *const arguments[] = {"true", NULL};
    Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
    struct termios modes;
    ck_assert(pty_modes(pty, &modes));
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
    return modes;
}
