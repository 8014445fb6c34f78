/* The legend explains the signs that occur on this screen. */
#include "view/screen/screen.h"

#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"

enum { LEGEND_GAP = 2, LEAST_GAP = 3 };

_Static_assert(SIGNS <= 32, "the signs that were seen are the bits of an unsigned");

/* The role of a sign (its words up to the first blank) and the end of its message id. */
typedef struct Legend {
    int role;
    const char *name;
} Legend;

static Legend legend_of(int sign) {
    static const Legend legend[SIGNS] = {
        [SIGN_COUNTED] = {ROLE_WRONG, "counted"},
        [SIGN_LEAK] = {ROLE_WRONG, "leak"},
        [SIGN_SUM] = {ROLE_WRONG, "sum"},
        [SIGN_DIFFERS] = {ROLE_WRONG, "differs"},
        [SIGN_SAME] = {ROLE_GOOD, "same"},
        [SIGN_CLOSE] = {ROLE_QUIET, "close"},
        [SIGN_DIVIDED] = {ROLE_WRONG, "divided"},
        [SIGN_EMPTY] = {ROLE_EMPTY, "empty"},
        [SIGN_UNUSED] = {ROLE_UNUSED, "unused"},
        [SIGN_UNSCORED] = {ROLE_QUIET, "unscored"},
        [SIGN_UNSCORED_TARGET] = {ROLE_QUIET, "unscored-target"},
        [SIGN_NAN] = {ROLE_EMPTY, "nan"},
        [SIGN_EDITED] = {ROLE_FORCED, "edited"},
        [SIGN_COVERED] = {ROLE_COVERED, "covered"},
        [SIGN_CHANGED] = {ROLE_CHANGED, "changed"},
        [SIGN_TINY] = {ROLE_NUMBER, "tiny"},
    };
    Reason reason = (Reason)(sign - SIGN_REASON);
    if (sign < SIGN_REASON || reason >= REASONS)
        return legend[sign];
    return (Legend){reason_forced(reason) ? ROLE_FORCED : ROLE_HIDDEN,
                    rule_table[reason].name};
}

/* The forms of a legend, from the fullest to the shortest. */
enum { FORM_FULL, FORM_BRIEF, FORM_LEAST };

/* Returns the words of a form, or of the next fuller form that exists. */
static const char *words_of(const Screen *screen, int sign, int form) {
    static const char *const ends[] = {"", ".brief", ".least"};
    char id[64];
    for (; form >= FORM_FULL; form--) {
        snprintf(id, sizeof id, "screen.sign.%s%s", legend_of(sign).name, ends[form]);
        const char *found = message(screen->lang, id);
        if (found != id)
            return found;
    }
    return "";
}

/* Draws a sign in its role and its words in ROLE_QUIET. Returns the columns. */
static int sign_draw(Screen *screen, int sign, int form, int x, int y) {
    const char *words = words_of(screen, sign, form);
    int written =
        frame_text(screen->frame, x, y, screen->width - x, style_of(ROLE_QUIET), words);
    int columns = 0;
    for (const char *at = words; *at && *at != ' '; at++)
        columns += (*at & 0xc0) != 0x80;
    frame_restyle(screen->frame, x, y, columns, 1, style_of(legend_of(sign).role));
    return written;
}

/* Finds the signs that fit into the room. Returns the others, and sets *used to the
 * columns of those that fit. */
static unsigned choose(const Screen *screen, unsigned signs, int form, int room,
                       int *used) {
    unsigned rest = signs;
    *used = 0;
    for (int i = 0; i < SIGNS; i++) {
        if (!(signs & 1U << i))
            continue;
        int columns = utf8_columns(words_of(screen, i, form)) + (*used ? LEGEND_GAP : 0);
        if (*used + columns > room)
            continue;
        rest &= ~(1U << i);
        *used += columns;
    }
    return rest;
}

static int room_after(const Screen *screen, int end) {
    return screen->width - 1 - end - LEAST_GAP;
}

/* Returns the signs that fit on none of the lines. */
static unsigned left_over(const Screen *screen, unsigned signs, int form, const int *ends,
                          int lines) {
    int used;
    for (int i = 0; i < lines; i++)
        signs = choose(screen, signs, form, room_after(screen, ends[i]), &used);
    return signs;
}

static unsigned line_draw(Screen *screen, unsigned signs, int form, int end, int y) {
    int used;
    unsigned rest = choose(screen, signs, form, room_after(screen, end), &used);
    int x = screen->width - 1 - used;
    for (int i = 0; i < SIGNS; i++)
        if (signs & ~rest & 1U << i)
            x += sign_draw(screen, i, form, x, y) + LEGEND_GAP;
    return rest;
}

void legend_write(Screen *screen, const int *ends, int lines, int more, int y) {
    unsigned signs = screen->seen;
    int form = FORM_FULL, used = lines;
    while (form < FORM_LEAST && left_over(screen, signs, form, ends, used))
        form++;
    if (left_over(screen, signs, form, ends,
                  used)) /* the blank line below is used, too */
        for (form = FORM_BRIEF, used = lines + more;
             form < FORM_LEAST && left_over(screen, signs, form, ends, used); form++)
            continue;
    for (int i = 0; i < used; i++)
        signs = line_draw(screen, signs, form, ends[i], y + i);
}

int legend_list(Screen *screen, int x, int y, int lines) {
    for (int i = 0, n = 0; i < SIGNS && n < lines; i++) {
        int form = FORM_FULL;
        if (!(screen->seen & 1U << i))
            continue;
        while (form < FORM_LEAST &&
               x + utf8_columns(words_of(screen, i, form)) > screen->width)
            form++;
        if (x + utf8_columns(words_of(screen, i, form)) > screen->width)
            continue;
        sign_draw(screen, i, form, x, y++);
        n++;
    }
    return y;
}
