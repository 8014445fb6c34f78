/* See overview.h: the map of the whole head with a box around the shown part, the legend,
 * and the findings. */
#include "base/utf8.h"
#include "session/language.h"
#include "view/afar/findings.h"
#include "view/afar/overview.h"

enum { LEGEND_LEFT = 36, MAP_NAME = 34 };

static void map_draw(Screen *screen, const OverviewLayout *layout) {
    const Picture *map = &layout->map;
    const Survey *whole = session_survey(screen->session, screen->session->look.head);
    const char *id = layout->side_width < MAP_NAME ? "tiles.map.short" : "tiles.map";
    Pen pen = screen_pen(screen, map->x, layout->names);
    pen_format(&pen, ROLE_QUIET, message(screen->lang, id), map->area.edge,
               map->area.edge);
    picture_draw(screen, map, whole, &layout->picture.area);
}

/* ---- the legend ---- */

/* From the largest weight down. */
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
} kind[] = {{{ENTRY_EDGE + HEAT_STEPS / 2, '\\', 1}, "tiles.partly"},
            {{ROLE_HIDDEN, ' ', 1}, "tiles.hidden"},
            {{ROLE_TROUBLE, '!', 1}, "tiles.wrong"},
            {{ROLE_GOOD, 'o', 1}, "tiles.box"}};

enum { KINDS = sizeof kind / sizeof *kind };

static void tall_legend_draw(Screen *screen, const OverviewLayout *layout) {
    Pen pen = screen_pen(screen, 0, layout->picture.y);
    int x = layout->side + LEGEND_LEFT, kinds = KINDS - !layout->has_map;
    pen.x = x;
    pen_spell(&pen, ROLE_QUIET, message(screen->lang, "tiles.scale"));
    for (int i = 0; i < SCALE + kinds; i++) {
        bool of_scale = i < SCALE;
        Dot dot = of_scale ? dot_of_weight(scale[i].weight, false) : kind[i - SCALE].dot;
        pen.x = x + 3;
        pen.y += i == SCALE ? 2 : 1;
        dot_put(screen, x, pen.y, dot, dot);
        pen_spell(&pen, ROLE_QUIET,
                  of_scale ? scale[i].words : message(screen->lang, kind[i - SCALE].id));
    }
}

static void flat_legend_draw(Screen *screen, const OverviewLayout *layout) {
    Pen pen = screen_pen(screen, 1, layout->legend);
    pen_spell(&pen, ROLE_QUIET, message(screen->lang, "tiles.scale.flat"));
    pen.x++;
    for (int i = SCALE - 1; i >= 0 && pen.x < pen.end; i--, pen.x++) {
        Dot dot = dot_of_weight(scale[i].weight, false);
        dot_put(screen, pen.x, pen.y, dot, dot);
    }
    pen.x++;
    pen_spell(&pen, ROLE_QUIET, "1");
    pen.x += 2;
    for (int i = 0; i < KINDS - !layout->has_map; i++) {
        const char *words = message(screen->lang, kind[i].id);
        if (pen.x + 3 + utf8_columns(words) > pen.end)
            return;
        dot_put(screen, pen.x, pen.y, kind[i].dot, kind[i].dot);
        pen.x += 2;
        pen_spell(&pen, ROLE_QUIET, words);
        pen.x += 2;
    }
}

void overview_legend_draw(Screen *screen, const OverviewLayout *layout) {
    if (layout->tall_legend)
        tall_legend_draw(screen, layout);
    else
        flat_legend_draw(screen, layout);
}

/* ---- findings ---- */

static void side_findings_draw(Screen *screen, Area area) {
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

void side_draw(Screen *screen, const OverviewLayout *layout) {
    if (layout->has_map)
        map_draw(screen, layout);
    side_findings_draw(screen, layout->findings);
}
