/* The legend explains the signs that occur on this screen. */
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

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
    const char *words = NULL;
    for (; form >= FORM_FULL && !words; form--)
        words = message_or(screen->lang, NULL, "screen.sign.%s%s", legend_of(sign).name,
                           ends[form]);
    return words ? words : "";
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

/* Takes the signs that fit after column `end` off the set. Returns the column where they
 * begin, so that they end at the right edge. */
static int signs_take(const Screen *screen, unsigned *signs, int form, int end) {
    int room = screen->width - 1 - end - LEAST_GAP, used = 0;
    for (int i = 0; i < SIGNS; i++) {
        if (!(*signs & 1U << i))
            continue;
        int columns = utf8_columns(words_of(screen, i, form)) + (used ? LEGEND_GAP : 0);
        if (used + columns > room)
            continue;
        *signs &= ~(1U << i);
        used += columns;
    }
    return screen->width - 1 - used;
}

/* Returns true if all signs that occur fit on the lines. */
static bool signs_fit(const Screen *screen, int form, const int *ends, int lines) {
    unsigned signs = screen->seen;
    for (int i = 0; i < lines; i++)
        signs_take(screen, &signs, form, ends[i]);
    return signs == 0;
}

void legend_write(Screen *screen, const int *ends, int lines, int more, int y) {
    unsigned left = screen->seen;
    int form = FORM_FULL;
    while (form < FORM_LEAST && !signs_fit(screen, form, ends, lines))
        form++;
    if (!signs_fit(screen, form, ends, lines)) { /* the blank line below is used, too */
        form = FORM_BRIEF;
        lines += more;
    }
    while (form < FORM_LEAST && !signs_fit(screen, form, ends, lines))
        form++;
    for (int line = 0; line < lines; line++) {
        unsigned before = left;
        int x = signs_take(screen, &left, form, ends[line]);
        for (int i = 0; i < SIGNS; i++)
            if (before & ~left & 1U << i)
                x += sign_draw(screen, i, form, x, y + line) + LEGEND_GAP;
    }
}

int legend_list(Screen *screen, int x, int y, int lines) {
    for (int i = 0, end = y + lines; i < SIGNS && y < end; i++)
        for (int form = FORM_FULL; screen->seen & 1U << i && form <= FORM_LEAST; form++)
            if (x + utf8_columns(words_of(screen, i, form)) <= screen->width) {
                sign_draw(screen, i, form, x, y++);
                break;
            }
    return y;
}
