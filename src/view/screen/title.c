/* Draws the first line: the title of the scene, and at the right its place: scene and
 * step, and layer, record and head if there are several. */
#include <stdarg.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

/* How much of the place is written, from the least to the most. */
typedef enum PlaceDetail {
    PLACE_SHORT,
    PLACE_FULL,
    PLACE_STARRED, /* with a sign that something was changed by hand */
    PLACE_CHANGED  /* in words */
} PlaceDetail;

/* Appends one part of the place. */
static void place_add(Text *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_append(place, place->length > 0 ? " · " : "");
    text_format_list(place, format, arguments);
    va_end(arguments);
}

static void place_text(const Screen *screen, PlaceDetail detail, Text *text) {
    const Session *session = screen->session;
    const Place *at = &screen->at.place;
    const Scene *scene = &session->scene;
    bool full = detail >= PLACE_FULL;
    int lang = screen->lang;
    size_t heads = screen->layer->heads, bands = (size_t)screen->layout.band_count;
    size_t layers = screen->model->layer_count, records = screen->model->record_count;
    place_add(text, "%s", scene->own ? message(lang, "screen.own-data") : scene->id);
    if (full && !scene->own)
        place_add(text, message(lang, "screen.scene"), session->recipe.scene + 1,
                  session->scene_count);
    if (layers > 1)
        place_add(text, message(lang, "screen.layer"), at->layer + 1, layers);
    if (records > 1 && (!screen->records || records > bands))
        place_add(text, message(lang, "screen.record.of"), at->record + 1, records);
    if (heads > 1 && !screen->records && heads > bands)
        place_add(text, message(lang, "screen.head.of"), at->head + 1, heads);
    if (scene->step_count > 0)
        place_add(text, message(lang, full ? "screen.step" : "screen.step.short"),
                  session->recipe.step, scene->step_count);
    if (detail == PLACE_STARRED)
        text_append(text, " *");
    if (detail == PLACE_CHANGED)
        place_add(text, "%s", message(lang, "screen.changed"));
}

/* Writes title and place if both fit, or if the place is in its shortest form. */
static bool title_write(Screen *screen, const char *title, PlaceDetail detail) {
    Text place = {0};
    place_text(screen, detail, &place);
    int width = screen->width, y = screen->layout.title;
    int x = width - 1 - utf8_columns(text_string(&place));
    bool fits = 1 + utf8_columns(title) + 2 <= x;
    if (fits || detail == PLACE_SHORT) {
        if (!fits && x <= width / 2 - 2)
            x = width; /* no room for the place */
        frame_text(screen->frame, x, y, width, style_of(ROLE_QUIET), text_string(&place));
        frame_text(screen->frame, 1, y, x - 2, style_of(ROLE_TITLE), title);
    }
    text_release(&place);
    return fits;
}

void title_draw(Screen *screen) {
    const Session *session = screen->session;
    const char *title = texts_in(&session->scene.title, lang_names[screen->lang], 0);
    PlaceDetail detail = session->recipe.last ? PLACE_CHANGED : PLACE_FULL;
    if (screen->layout.title == ABSENT)
        return;
    while (!title_write(screen, title ? title : session->scene.id, detail) &&
           detail > PLACE_SHORT)
        detail--;
}
