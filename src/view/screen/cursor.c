/* The cell under the cursor, drawn when all else is, between brackets. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "view/screen/screen.h"

enum { LEAST_FITTED = 4 };

static void drop_byte(char *text, size_t at) {
    memmove(text + at, text + at + 1, strlen(text + at));
}

/* At the right edge the ] has no mark to lie on: the field gives it a column, a blank, the zero
 * before the point, or else a decimal. */
void cursor_fill(Screen *screen, const RowView *view, size_t col, const Column *column,
                 const Face *shown) {
    Cursor *cursor = &screen->cursor;
    char *text = cursor->text;
    snprintf(text, sizeof cursor->text, "%s", shown->text);
    if (cursor->x + cursor->cell < screen->width || cursor->cell < LEAST_FITTED)
        return;
    cursor->cell--;
    if (utf8_columns(text) < cursor->cell)
        return;
    if (*text == ' ' || strncmp(text, "0.", 2) == 0) {
        drop_byte(text, 0);
    } else if (strncmp(text, "-0.", 3) == 0) {
        drop_byte(text, 1);
    } else if (column->decimals > 1) {
        Column narrow = *column;
        Face face;
        narrow.decimals--;
        face_make(screen, view, col, &narrow, &face);
        snprintf(text, sizeof cursor->text, "%s", face.text);
    }
}

/* Last of all, since its ] lies on the next cell's mark. */
void cursor_draw(Screen *screen) {
    const Cursor *cursor = &screen->cursor;
    Frame *frame = screen->frame;
    Style style = style_of(ROLE_CURSOR);
    if (!cursor->set)
        return;
    frame_fill(frame, cursor->x, cursor->y, cursor->cell + 1, 1, style);
    frame_text(frame, cursor->x, cursor->y, 1, style, "[");
    frame_text(frame, cursor->x + 1, cursor->y, cursor->cell - 1, style, cursor->text);
    frame_text(frame, cursor->x + cursor->cell, cursor->y, 1, style, "]");
    frame->cursor_x = cursor->x + 1 + (int)strspn(cursor->text, " ");
    frame->cursor_y = cursor->y;
}
