/* See signs.h. */
#include "view/signs.h"

#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"

enum { LEGEND_GAP = 2, LEAST_GAP = 3 };

/* In the order in which the legend names them. */
static const struct {
    Sign sign;
    int role; /* of the sign, up to the first blank */
    const char *id;
} legend[] = {
    {SIGN_COUNTED, ROLE_WRONG, "screen.sign.counted"},
    {SIGN_LEAK, ROLE_WRONG, "screen.sign.leak"},
    {SIGN_SUM, ROLE_WRONG, "screen.sign.sum"},
    {SIGN_DIVIDED, ROLE_WRONG, "screen.sign.divided"},
    {SIGN_CAUSAL, ROLE_HIDDEN, "screen.sign.causal"},
    {SIGN_WINDOW, ROLE_HIDDEN, "screen.sign.window"},
    {SIGN_PADDING, ROLE_HIDDEN, "screen.sign.padding"},
    {SIGN_SEGMENTS, ROLE_HIDDEN, "screen.sign.segments"},
    {SIGN_MASK, ROLE_HIDDEN, "screen.sign.mask"},
    {SIGN_FORCED_OPEN, ROLE_FORCED, "screen.sign.open"},
    {SIGN_FORCED_SHUT, ROLE_FORCED, "screen.sign.shut"},
    {SIGN_EMPTY, ROLE_EMPTY, "screen.sign.empty"},
    {SIGN_UNUSED, ROLE_UNUSED, "screen.sign.unused"},
    {SIGN_UNSCORED, ROLE_QUIET, "screen.sign.unscored"},
    {SIGN_UNSCORED_TARGET, ROLE_QUIET, "screen.sign.unscored-target"},
    {SIGN_NAN, ROLE_EMPTY, "screen.sign.nan"},
    {SIGN_EDITED, ROLE_FORCED, "screen.sign.edited"},
    {SIGN_COVERED, ROLE_COVERED, "screen.sign.covered"},
    {SIGN_CHANGED, ROLE_CHANGED, "screen.sign.changed"},
    {SIGN_TINY, ROLE_NUMBER, "screen.sign.tiny"},
};

enum { LEGENDS = sizeof legend / sizeof *legend };

void signs_see(Screen *screen, Sign sign) {
    screen->seen |= 1U << sign;
}

/* brief: rules in the fewest words. */
static const char *words_of(const Screen *screen, int index, bool brief) {
    char id[64];
    const char *words = message(screen->lang, legend[index].id);
    if (!brief)
        return words;
    snprintf(id, sizeof id, "%s.brief", legend[index].id);
    const char *found = message(screen->lang, id);
    return found == id ? words : found;
}

/* The sign itself in its own role, its words quiet. */
static int sign_draw(Screen *screen, int index, bool brief, int x, int y) {
    const char *words = words_of(screen, index, brief);
    int written =
        frame_text(screen->frame, x, y, screen->width - x, style_of(ROLE_QUIET), words);
    int columns = 0;
    for (const char *at = words; *at && *at != ' '; at++)
        columns += (*at & 0xc0) != 0x80;
    frame_restyle(screen->frame, x, y, columns, 1, style_of(legend[index].role));
    return written;
}

/* Which of the signs fit into the room; returns those that do not, *used the columns. */
static unsigned choose(const Screen *screen, unsigned signs, bool brief, int room,
                       int *used) {
    unsigned rest = signs;
    *used = 0;
    for (int i = 0; i < LEGENDS; i++) {
        unsigned bit = 1U << legend[i].sign;
        int columns = utf8_columns(words_of(screen, i, brief)) + (*used ? LEGEND_GAP : 0);
        if (!(signs & bit) || *used + columns > room)
            continue;
        rest &= ~bit;
        *used += columns;
    }
    return rest;
}

unsigned signs_draw(Screen *screen, unsigned signs, int from, int y) {
    int room = screen->width - 1 - from - LEAST_GAP, used;
    bool brief = choose(screen, signs, false, room, &used) != 0;
    unsigned rest = choose(screen, signs, brief, room, &used);
    int x = screen->width - 1 - used;
    for (int i = 0; i < LEGENDS; i++)
        if (signs & ~rest & (1U << legend[i].sign))
            x += sign_draw(screen, i, brief, x, y) + LEGEND_GAP;
    return rest;
}

int signs_list(Screen *screen, int x, int y, int lines) {
    for (int i = 0, n = 0; i < LEGENDS && n < lines; i++) {
        if (!(screen->seen & (1U << legend[i].sign)))
            continue;
        bool brief = x + utf8_columns(words_of(screen, i, false)) > screen->width;
        if (x + utf8_columns(words_of(screen, i, brief)) > screen->width)
            continue;
        sign_draw(screen, i, brief, x, y++);
        n++;
    }
    return y;
}
