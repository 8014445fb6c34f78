/* Draws the words below the grids: the mean loss, trouble or verdict, heading and text of
 * the step. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "session/tasks.h"
#include "frame/page.h"
#include "view/screen/words.h"

enum { TERMS_SHOWN = 4, MEAN_DECIMALS = 6 };

/* ---- the mean loss ---- */

/* Appends " = (a + b) / 2" if there are few terms. */
static void mean_terms(const Screen *screen, size_t divisor, Text *text) {
    Pass *pass = sheet_pass(screen->session->now);
    const char *plus = "";
    if (divisor > TERMS_SHOWN)
        return;
    text_append(text, " = (");
    for (size_t r = 0; r < screen->model->record_count; r++)
        for (size_t i = 0; i < screen_queries(screen, r); i++) {
            double probability, loss;
            char number[CELL_TEXT];
            if (i >= model_queries(screen->model, screen->model->layer_count - 1, r) ||
                !query_scored(screen->model, r, i))
                continue;
            pass_loss(pass, r, i, &probability, &loss);
            number_text(loss, MEAN_DECIMALS, screen->ascii, number);
            text_format(text, "%s%s", plus, number);
            plus = " + ";
        }
    text_format(text, ") / %zu", divisor);
}

/* Writes the mean, its terms and its divisor, or why there is none. */
static void mean_value_draw(Screen *screen, Pen *pen) {
    double mean;
    size_t divisor;
    LossState state;
    Text text = {0};
    char number[CELL_TEXT];
    bool known = session_mean_seen(screen->session, &state, &mean, &divisor);
    if (session_covered(screen->session, GRID_LOSS)) {
        pen_text(pen, ROLE_COVERED, "????");
    } else if (!known) {
        pen_text(pen, ROLE_QUIET, screen->ascii ? "..." : "…");
    } else if (state == LOSS_NO_TARGET) {
        pen_text(pen, ROLE_QUIET, "-"); /* the line of trouble gives the reason */
    } else if (state != LOSS_FINE) {
        pen_text(pen, ROLE_QUIET, message(screen->lang, "screen.mean.undefined"));
    } else {
        number_text(mean, MEAN_DECIMALS, screen->ascii, number);
        pen_text(pen, ROLE_NAME, number);
        mean_terms(screen, divisor, &text);
        pen_text(pen, ROLE_NUMBER, text_string(&text));
        text_clear(&text);
        text_format(&text, message(screen->lang, "screen.mean.divisor"), divisor);
        pen->x += 3;
        pen->end--;
        pen_whole(pen, ROLE_QUIET, text_string(&text));
        text_release(&text);
    }
}

static void mean_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.mean);
    if (pen.y == ABSENT)
        return;
    pen_text(&pen, ROLE_NAME, message(screen->lang, "screen.mean"));
    pen.x++;
    mean_value_draw(screen, &pen);
}

/* ---- trouble and verdict ---- */

static void trouble_text(const Screen *screen, const Trouble *trouble, bool full,
                         Text *text) {
    const Session *session = screen->session;
    if (trouble->kind == TROUBLE_NO_TARGET) {
        text_append(text, message(screen->lang, "screen.trouble.target"));
        return;
    }
    const Labels *labels = &session->scene.labels[trouble->place.record];
    text_format(
        text,
        message(screen->lang, full ? "screen.trouble.empty" : "screen.trouble.short"),
        trouble->place.record + 1, trouble->place.layer + 1, trouble->place.head + 1,
        session_number_of(session, AXIS_QUERY, trouble->query),
        labels->query_tokens[trouble->query]);
}

static void verdict_text(const Screen *screen, const Verdict *verdict, bool full,
                         Text *text) {
    const Session *session = screen->session;
    char number[CELL_TEXT];
    long first = session_number_of(session, AXIS_QUERY, 0);
    long last = first + (long)verdict->rows - 1;
    bool one = verdict->rows == 1;
    if (verdict->rows == 0) {
        text_append(text, message(screen->lang, "screen.verdict.none"));
        return;
    }
    if (verdict->exact) {
        text_format(text,
                    message(screen->lang,
                            one ? "screen.verdict.same-one" : "screen.verdict.same"),
                    first, last);
        return;
    }
    const char *id = full  ? one ? "screen.verdict.moved-one" : "screen.verdict.moved"
                     : one ? "screen.verdict.short-one"
                           : "screen.verdict.short";
    number_text(verdict->largest, MEAN_DECIMALS, screen->ascii, number);
    text_format(text, message(screen->lang, id), first, last, number,
                session_number_of(session, AXIS_QUERY, verdict->row),
                session_number_of(session, AXIS_OUTPUT, verdict->col),
                verdict->first.layer + 1, verdict->first.head + 1,
                session_number_of(session, AXIS_QUERY, verdict->first_row));
}

/* Writes a sentence in its long form, texts[1], if that fits, else in the short one.
 * Releases both. */
static void sentence_write(Screen *screen, int role, Text texts[2], Pen *pen) {
    bool full = pen->x + utf8_columns(text_string(&texts[1])) <= screen->width - 1;
    pen->end = screen->width - 1;
    pen_spell(pen, role, text_string(&texts[full]));
    pen->end = screen->width;
    text_release(&texts[0]);
    text_release(&texts[1]);
}

static void trouble_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.trouble);
    Text texts[2] = {{0}, {0}};
    if (pen.y == ABSENT)
        return;
    if (screen->has_trouble) {
        for (int full = 0; full < 2; full++)
            trouble_text(screen, &screen->trouble, full, &texts[full]);
        sentence_write(screen, ROLE_TROUBLE, texts, &pen);
        if (screen->troubles > 0)
            pen_format(&pen, ROLE_TROUBLE, message(screen->lang, "screen.trouble.others"),
                       screen->troubles);
        pen.x += 3;
    }
    if (session_covered(screen->session, GRID_Y)) {
        pen.end = screen->width - 1;
        if (screen->session->baseline.kind == BASELINE_PERTURB)
            pen_text(&pen, ROLE_COVERED, "????");
    } else if (screen->has_verdict) {
        for (int full = 0; full < 2; full++)
            verdict_text(screen, &screen->verdict, full, &texts[full]);
        sentence_write(screen, screen->verdict.exact ? ROLE_GOOD : ROLE_TROUBLE, texts,
                       &pen);
    }
}

/* ---- the step ---- */

static void put_texts(const Screen *screen, Page *page, int role, const Texts *texts) {
    const char *text;
    for (size_t i = 0; (text = texts_in(texts, lang_names[screen->lang], i)); i++) {
        page_line(page);
        page_wrap(page, 1, 1, screen->width - 1, role, text);
    }
}

static void more_draw(Screen *screen, size_t lines, int y) {
    char key[64];
    Pen pen = screen_pen(screen, 1, y);
    key_of_action(screen->lang, "text", key);
    pen_text(&pen, ROLE_KEY, key);
    pen.x++;
    pen_format(&pen, ROLE_HINT,
               message(screen->lang, lines == 1 ? "screen.line" : "screen.lines"), lines);
}

static void step_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    const Step *step = &screen->session->scene.steps[screen->session->recipe.step];
    Page page;
    if (layout->heading == ABSENT)
        return;
    page_init(&page, ROLE_GROUND, screen->ascii);
    put_texts(screen, &page, ROLE_HEADING, &step->heading);
    put_texts(screen, &page, ROLE_NARRATION, &step->say);
    size_t room = (size_t)layout->heading_lines + (size_t)layout->text_lines;
    if (layout->text_more != ABSENT && page.count == room + 1)
        room++;
    Area area = {0, layout->heading, screen->width, (int)room};
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
