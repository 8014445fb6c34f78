/* Draws lines of words: above the grids the title of the scene and its place; below them
 * the mean loss, trouble or verdict, heading and text of the step. */
#include "base/utf8.h"
#include "math/trace.h"
#include "session/language.h"
#include "session/tasks.h"
#include "screen/screen.h"

enum { TERMS_SHOWN = 4 };

/* ---- the title, and at the right the place ---- */

/* How much of the place is written, from the least to the most. */
typedef enum PlaceDetail {
    PLACE_SHORT,
    PLACE_FULL,
    PLACE_STARRED, /* with a sign that something was changed by hand */
    PLACE_CHANGED  /* in words */
} PlaceDetail;

/* Begins the next part of the place. */
static Text *next_part(Text *place) {
    text_append(place, " · ");
    return place;
}

static void place_text(const Screen *screen, PlaceDetail detail, Text *text) {
    const Session *session = screen->session;
    const Place *at = &screen->at.place;
    const Scene *scene = &session->scene;
    bool full = detail >= PLACE_FULL;
    size_t heads = screen->layer->heads, bands = (size_t)screen->layout.band_count;
    size_t layers = screen->model->layer_count, records = screen->model->record_count;
    text_append(text, scene->own ? say(screen, "screen.own-data") : scene->id);
    if (full && !scene->own)
        text_format(next_part(text), say(screen, "screen.scene"),
                    (size_t)session->recipe.scene + 1, session->scene_count);
    if (layers > 1)
        text_format(next_part(text), say(screen, "screen.layer"), at->layer + 1, layers);
    if (records > 1 && (!screen->records || records > bands))
        text_format(next_part(text), say(screen, "screen.record.of"), at->record + 1,
                    records);
    if (heads > 1 && !screen->records && heads > bands)
        text_format(next_part(text), say(screen, "screen.head.of"), at->head + 1, heads);
    if (scene->step_count > 0)
        text_format(next_part(text),
                    say(screen, full ? "screen.step" : "screen.step.short"),
                    (size_t)session->recipe.step, scene->step_count);
    if (detail == PLACE_STARRED)
        text_append(text, " *");
    if (detail == PLACE_CHANGED)
        text_append(next_part(text), say(screen, "screen.changed"));
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
    PlaceDetail detail = screen->changed ? PLACE_CHANGED : PLACE_FULL;
    Text told = {0};
    if (screen->layout.title == ABSENT)
        return;
    session_told(session, title ? title : session->scene.id, &told);
    while (!title_write(screen, text_string(&told), detail) && detail > PLACE_SHORT)
        detail--;
    text_release(&told);
}

/* ---- the mean loss ---- */

/* Writes " = (a + b) / 2" if there are few terms. */
static void terms_write(const Screen *screen, size_t divisor, Pen *pen) {
    const char *before = " = (";
    const Model *model = screen->model;
    Place last = {.layer = model->layer_count - 1};
    for (; last.record < model->record_count && divisor <= TERMS_SHOWN; last.record++)
        for (size_t i = 0; i < model_queries(model, last); i++) {
            if (!query_scored(model, last.record, i))
                continue;
            double loss = pass_loss(sheet_pass(screen->now), last.record, i).loss;
            pen_format(pen, ROLE_NUMBER, "%s%s", before, written(screen, loss).text);
            before = " + ";
        }
    if (divisor <= TERMS_SHOWN)
        pen_format(pen, ROLE_NUMBER, ") / %zu", divisor);
}

/* Writes the mean, its terms and its divisor, or why there is none. */
static void mean_value_write(const Screen *screen, Pen *pen) {
    double mean;
    size_t divisor;
    LossState state;
    bool known = session_mean_seen(screen->session, &state, &mean, &divisor);
    if (session_covered(screen->session, GRID_LOSS)) {
        pen_text(pen, ROLE_COVERED, "????");
    } else if (!known) {
        pen_spell(pen, ROLE_QUIET, "…");
    } else if (state == LOSS_NO_TARGET) {
        pen_text(pen, ROLE_QUIET, "-"); /* the line of trouble gives the reason */
    } else if (state != LOSS_FINE) {
        pen_text(pen, ROLE_QUIET, say(screen, "screen.mean.undefined"));
    } else {
        pen_text(pen, ROLE_NAME, written(screen, mean).text);
        terms_write(screen, divisor, pen);
        pen->x += 3;
        pen->end--;
        pen_whole(pen, ROLE_QUIET, say(screen, "screen.mean.divisor"), divisor);
    }
}

static void mean_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.mean);
    if (pen.y == ABSENT)
        return;
    pen_text(&pen, ROLE_NAME, say(screen, "screen.mean"));
    pen.x++;
    mean_value_write(screen, &pen);
}

/* ---- trouble and verdict ---- */

static long query_number(const Screen *screen, size_t query) {
    return number_of(screen, AXIS_QUERY, query);
}

static void trouble_text(const Screen *screen, bool full, Text *text) {
    const Trouble *trouble = &screen->trouble;
    const Place *at = &trouble->place;
    if (trouble->kind == TROUBLE_NO_TARGET) {
        text_append(text, say(screen, "screen.trouble.target"));
        return;
    }
    text_format(text, say(screen, full ? "screen.trouble.empty" : "screen.trouble.short"),
                at->record + 1, at->layer + 1, at->head + 1,
                query_number(screen, trouble->query),
                screen->session->scene.labels[at->record].query_tokens[trouble->query]);
}

/* Tells whether the rows before the perturbed one moved. */
static void prefix_text(const Screen *screen, bool full, Text *text) {
    static const char *const ids[][2] = {
        {"screen.verdict.short", "screen.verdict.short-one"},
        {"screen.verdict.moved", "screen.verdict.moved-one"},
    };
    const Verdict *verdict = &screen->verdict;
    if (verdict->rows == 0) {
        text_append(text, say(screen, "screen.verdict.none"));
        return;
    }
    bool one = verdict->rows == 1;
    long first = query_number(screen, 0), last = query_number(screen, verdict->rows - 1);
    if (verdict->exact) {
        const char *same = one ? "screen.verdict.same-one" : "screen.verdict.same";
        text_format(text, say(screen, same), first, last);
        return;
    }
    text_format(text, say(screen, ids[full][one]), first,
                written(screen, verdict->largest).text,
                query_number(screen, verdict->row),
                number_of(screen, AXIS_OUTPUT, verdict->col), verdict->first.layer + 1,
                verdict->first.head + 1, query_number(screen, verdict->first_row), last);
}

/* Tells whether y is as pinned. */
static void pin_text(const Screen *screen, bool full, Text *text) {
    const Verdict *verdict = &screen->verdict;
    const char *same = verdict->rows == verdict->all ? "screen.verdict.pin.same"
                                                     : "screen.verdict.pin.rows";
    const char *moved = full ? "screen.verdict.pin.moved" : "screen.verdict.pin.short";
    if (verdict->exact) {
        text_format(text, say(screen, same), verdict->rows, verdict->all);
        return;
    }
    text_format(text, say(screen, moved), query_number(screen, verdict->first_row),
                written(screen, verdict->largest).text,
                query_number(screen, verdict->row),
                number_of(screen, AXIS_OUTPUT, verdict->col));
    if (screen->model->record_count > 1)
        text_format(text, say(screen, "screen.verdict.record"), verdict->record + 1);
}

static void verdict_text(const Screen *screen, bool full, Text *text) {
    if (screen->session->baseline.kind == BASELINE_PERTURB)
        prefix_text(screen, full, text);
    else
        pin_text(screen, full, text);
}

/* A change since a pin is no fault. */
static int verdict_role(const Screen *screen) {
    bool perturb = screen->session->baseline.kind == BASELINE_PERTURB;
    return screen->verdict.exact ? ROLE_GOOD : perturb ? ROLE_TROUBLE : ROLE_BASE;
}

/* Writes a sentence in its long form if that fits, else in the short one. */
static void sentence_write(const Screen *screen, int role,
                           void (*tell)(const Screen *, bool full, Text *), Pen *pen) {
    Text text = {0};
    pen->end = screen->width - 1;
    tell(screen, true, &text);
    if (pen->x + utf8_columns(text_string(&text)) > pen->end) {
        text_clear(&text);
        tell(screen, false, &text);
    }
    pen_spell(pen, role, text_string(&text));
    pen->end = screen->width;
    text_release(&text);
}

static void trouble_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.trouble);
    if (pen.y == ABSENT)
        return;
    if (screen->has_trouble) {
        sentence_write(screen, ROLE_TROUBLE, trouble_text, &pen);
        if (screen->troubles > 0)
            pen_format(&pen, ROLE_TROUBLE, say(screen, "screen.trouble.others"),
                       screen->troubles);
        pen.x += 3;
    }
    if (session_covers_change(screen->session, GRID_Y)) {
        pen.end = screen->width - 1;
        if (screen->has_verdict)
            pen_text(&pen, ROLE_COVERED, "????");
    } else if (screen->has_verdict) {
        sentence_write(screen, verdict_role(screen), verdict_text, &pen);
    }
}

/* ---- the step ---- */

static void words_put(const Screen *screen, Page *page, int role, const char *words) {
    Text told = {0};
    session_told(screen->session, words, &told);
    page_line(page);
    page_wrap(page, 1, 1, screen->width - 1, role, text_string(&told));
    text_release(&told);
}

void texts_put(const Screen *screen, Page *page, int role, const Texts *texts) {
    const char *text;
    for (size_t i = 0; (text = texts_in(texts, lang_names[screen->lang], i)); i++)
        words_put(screen, page, role, text);
}

static void more_draw(Screen *screen, size_t lines, int y) {
    Pen pen = screen_pen(screen, 1, y);
    pen_text(&pen, ROLE_KEY, key_of_action(screen, "text").text);
    pen.x++;
    pen_format(&pen, ROLE_HINT, say(screen, lines == 1 ? "screen.line" : "screen.lines"),
               lines);
    key_region(&pen, 1, key_code_of_action("text"));
}

/* Puts the changes since the step, and the key that goes back; after that the heading
 * if it fits, because the words tell of the step as written. */
static void change_put(const Screen *screen, const Texts *heading, Page *page) {
    const char *text = texts_in(heading, lang_names[screen->lang], 0);
    Text words = {0};
    text_append(&words, say(screen, "screen.since"));
    session_changes(screen->session, &words);
    words_put(screen, page, ROLE_CHANGED, text_string(&words));
    page_put(page, page_end(page) + 3, ROLE_KEY, key_of_action(screen, "reset").text);
    page_put(page, page_end(page) + 1, ROLE_HINT, say(screen, "screen.since.back"));
    int at = page_end(page) + 3;
    text_clear(&words);
    session_told(screen->session, text ? text : "", &words);
    if (at + utf8_columns(text_string(&words)) < screen->width)
        page_put(page, at, ROLE_QUIET, text_string(&words));
    text_release(&words);
}

static void step_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    const Step *step = &screen->session->scene.steps[screen->session->recipe.step];
    Page page;
    if (layout->words == ABSENT)
        return;
    const char *mistake = session_mistake(screen->session);
    page_init(&page, ROLE_GROUND, screen->ascii);
    if (mistake)
        words_put(screen, &page, ROLE_TROUBLE, mistake);
    else if (screen->tells_change)
        change_put(screen, &step->heading, &page);
    else
        texts_put(screen, &page, ROLE_HEADING, &step->heading);
    texts_put(screen, &page, ROLE_NARRATION, &step->say);
    size_t room = (size_t)layout->words_lines;
    if (layout->text_more != ABSENT && page.count == room + 1)
        room++;
    Area area = {0, layout->words, screen->width, (int)room};
    page_draw(&page, screen->frame, area, 0);
    if (layout->text_more != ABSENT && page.count > room)
        more_draw(screen, page.count - room, layout->text_more);
    page_release(&page);
}

void narration_draw(Screen *screen) {
    mean_draw(screen);
    trouble_draw(screen);
    step_draw(screen);
}
