/* Beside the picture: the whole head as a map with the box of what is shown, the scale, what was
 * found. */
#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/afar/tiles.h"
#include "view/screen/words.h"

enum { LEGEND_LEFT = 36, MAP_NAME = 34 };

/* ---- the map ---- */

static void map_draw(Screen *screen, const TilesLayout *layout) {
    const Dots *map = &layout->map;
    const Survey *whole = session_survey(screen->session, screen->session->look.head);
    Text name = {0}, spelt = {0};
    text_format(&name,
                message(screen->lang,
                        layout->panel_width < MAP_NAME ? "tiles.map.short" : "tiles.map"),
                map->area.edge, map->area.edge);
    frame_spell(screen->ascii, text_string(&name), &spelt);
    frame_text(screen->frame, map->x, layout->names, screen->width - map->x,
               style_of(ROLE_QUIET), text_string(&spelt));
    text_release(&name);
    text_release(&spelt);
    dots_draw(screen, map, whole, &layout->picture.area);
}

/* ---- the scale ---- */

/* From the largest weight down, as the ramp goes. */
static const struct {
    double weight;
    const char *words;
} scale[] = {{1, "1"},           {0.31623, "0.3"},       {0.1, "0.1"},
             {0.031623, "0.03"}, {0.01, "0.01"},         {0.0031623, "0.003"},
             {0.001, "0.001"},   {0.00031623, "0.0003"}, {0.0001, "≤ 0.0001"}};

enum { SCALE = sizeof scale / sizeof *scale };

static const struct {
    Dot dot;
    const char *id;
} kinds[] = {{{ENTRY_EDGE + HEAT_STEPS / 2, '\\', 1}, "tiles.partly"},
             {{ROLE_HIDDEN, ' ', 1}, "tiles.hidden"},
             {{ROLE_TROUBLE, '!', 1}, "tiles.wrong"},
             {{ROLE_GOOD, 'o', 1}, "tiles.box"}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static int words_at(Screen *screen, int x, int y, const char *words) {
    Text spelt = {0};
    frame_spell(screen->ascii, words, &spelt);
    int columns = frame_text(screen->frame, x, y, screen->width - x, style_of(ROLE_QUIET),
                             text_string(&spelt));
    text_release(&spelt);
    return columns;
}

static void tall_legend_draw(Screen *screen, const TilesLayout *layout) {
    int x = layout->panel + LEGEND_LEFT, y = layout->picture.y;
    words_at(screen, x, y++, message(screen->lang, "tiles.scale"));
    for (int i = 0; i < SCALE; i++, y++) {
        Dot dot = dot_of_weight(scale[i].weight, false);
        dot_put(screen, x, y, dot, dot);
        words_at(screen, x + 3, y, scale[i].words);
    }
    y++;
    for (int i = 0; i < KINDS - !layout->has_map; i++, y++) {
        dot_put(screen, x, y, kinds[i].dot, kinds[i].dot);
        words_at(screen, x + 3, y, message(screen->lang, kinds[i].id));
    }
}

static void flat_legend_draw(Screen *screen, const TilesLayout *layout) {
    int x = 1, y = layout->legend;
    x += words_at(screen, x, y, message(screen->lang, "tiles.scale.flat")) + 1;
    for (int i = SCALE - 1; i >= 0 && x < screen->width; i--, x++) {
        Dot dot = dot_of_weight(scale[i].weight, false);
        dot_put(screen, x, y, dot, dot);
    }
    x += 1 + words_at(screen, x + 1, y, "1") + 2;
    for (int i = 0; i < KINDS - !layout->has_map; i++) {
        const char *words = message(screen->lang, kinds[i].id);
        if (x + 3 + utf8_columns(words) > screen->width)
            return;
        dot_put(screen, x, y, kinds[i].dot, kinds[i].dot);
        x += 2 + words_at(screen, x + 2, y, words) + 2;
    }
}

void legend_draw(Screen *screen, const TilesLayout *layout) {
    if (layout->tall_legend)
        tall_legend_draw(screen, layout);
    else
        flat_legend_draw(screen, layout);
}

/* ---- findings ---- */

static void findings_draw_in(Screen *screen, Area area) {
    const Session *session = screen->session;
    bool list = session->look.overlay == OVERLAY_FINDINGS;
    Page page;
    if (area.height <= 0)
        return;
    page_init(&page, list ? ROLE_OVERLAY : ROLE_GROUND, screen->ascii);
    if (list) {
        findings_list(&page, session, area.width);
        page_show(&page, screen->frame, area, session->look.scroll);
    } else {
        findings_brief(&page, session, area.width, area.height);
        page_draw(&page, screen->frame, area, 0);
    }
    page_release(&page);
}

void panel_draw(Screen *screen, const TilesLayout *layout) {
    if (layout->has_map)
        map_draw(screen, layout);
    findings_draw_in(screen, layout->findings);
}
