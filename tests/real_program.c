/* See real_program.h. */
#include "real_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "helpers.h"

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

void write_hostile(const char *path) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(
        "attnscope,1\nid,hostile\n"
        "title,en,\"T\033]52;c;aGk=\a\033P1$r\033\\\033]8;;http://x\033\\y\u202Ertl\u202C\u061C\"\n"
        "tokens,\"a\033[5n\",\"\302\2336n\302\220q\302\234\",\"\u2066b\u2069\u200D\"\n"
        "x,1\nx,2\nx,3\nwq,1\nwk,1\nwv,1,1\n"
        "targets,\"\033[c\",\"\u202Ac\",\"\033[c\"\ncandidates,\"\033[c\",\"\u202Ac\"\n"
        "say,en,\"S\033]0;t\a \033_Gi=1\033\\ \302\237\uFEFF\177\"\n"
        "step,en,\"X\033c\033[?1000h\033Z\"\nexpect,y,1,7,7\n",
        file);
    ck_assert_int_eq(fclose(file), 0);
}

/* The end of a sequence that draws a frame, from behind its ESC; NULL: it does something else. */
static const char *frame_sequence(const char *text) {
    if (*text && strchr("=>MD78", *text))
        return text + 1;
    if (*text == '(')
        return text + 2;
    if (*text != '[')
        return NULL;
    text += 1 + strspn(text + 1, "?0123456789;:");
    return *text && strchr("mHhlKJdGABCDrXPLM@STbt", *text) ? text + 1 : NULL;
}

const char *harm_in(const char *output, bool escapes) {
    for (const char *at = output; *at;) {
        uint32_t code;
        const char *here = at;
        at += utf8_decode(at, strlen(at) < 4 ? strlen(at) : 4, &code);
        bool line = code == '\n' || (escapes && (code == '\r' || code == '\b'));
        if (code == '\033' && escapes)
            at = frame_sequence(at);
        else if (!line && is_harmful(code))
            at = NULL;
        if (!at)
            return here;
    }
    return NULL;
}
