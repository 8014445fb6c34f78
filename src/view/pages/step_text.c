/* All words of the present step over the whole screen: title, source, tokens with their
 * targets, narration, and the legend of every glyph. It is for small terminals and for
 * reading aloud. */
#include <stdio.h>
#include <stdlib.h>

#include "session/language.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"

enum { LEGEND_AT = 14 };

static const struct {
    const char *glyph; /* NULL: the message of id and "-sign" */
    int role;
    const char *id;
} legend[] = {
    {"·", ROLE_HIDDEN, "text.legend.hidden"},
    {NULL, ROLE_HIDDEN, "text.legend.rules"},
    {"+ x", ROLE_FORCED, "text.legend.forced"},
    {"#", ROLE_FORCED, "text.legend.edited"},
    {"!", ROLE_WRONG, "text.legend.wrong"},
    {NULL, ROLE_WRONG, "text.legend.switch"},
    {"∅", ROLE_EMPTY, "text.legend.empty"},
    {"--", ROLE_UNUSED, "text.legend.unused"},
    {"0 1", ROLE_NUMBER, "text.legend.exact"},
    {"~0", ROLE_NUMBER, "text.legend.tiny"},
    {"-∞ +∞", ROLE_EMPTY, "text.legend.infinite"},
    {"NaN", ROLE_EMPTY, "text.legend.nan"},
    {"-", ROLE_NUMBER, "text.legend.unscored"},
    {"( )", ROLE_QUIET, "text.legend.unscored-target"},
    {"????", ROLE_COVERED, "text.legend.covered"},
    {"*", ROLE_CHANGED, "text.legend.changed"},
    {"[ ]", ROLE_CURSOR, "text.legend.cursor"},
    {"▸ ▾", ROLE_CROSS, "text.legend.cross"},
    {"= ~ !", ROLE_GOOD, "text.legend.verdict"},
};

typedef struct Writing {
    const Session *session;
    Page *page;
    int width, lang;
} Writing;

static void put_paragraph(Writing *to, int role, const char *text) {
    page_line(to->page);
    page_wrap(to->page, 1, 1, to->width - 1, role, text);
}

static void put_texts(Writing *to, int role, const Texts *texts) {
    const char *text;
    for (size_t i = 0; (text = texts_in(texts, lang_names[to->lang], i)); i++)
        put_paragraph(to, role, text);
}

/* Puts a word, on a new line if it does not fit. */
static void put_word(Writing *to, int role, const char *word) {
    int at = page_end(to->page) + 3;
    if (at > 4 && at + page_columns(to->page, word) > to->width - 1) {
        page_line(to->page);
        at = 1;
    }
    page_put(to->page, at > 4 ? at : 1, role, word);
}

/* Puts positions with their tokens and, of queries, their targets. */
static void put_positions(Writing *to, Axis axis) {
    const Session *session = to->session;
    const Labels *labels = session_labels(session);
    size_t at = session->look.record;
    const Record *record = &session->now->model.records[at];
    bool keys = axis == AXIS_KEY, targets = !keys && record->targets;
    size_t count = keys ? record->keys : record->queries;
    page_line(to->page);
    if (keys)
        page_put(to->page, 1, ROLE_QUIET, message(to->lang, "text.keys"));
    for (size_t i = 0; i < count; i++) {
        Text word = {0};
        const char *target = targets ? session->now->targets[at][i] : "";
        text_format(&word, "%ld %s", session_number_of(session, axis, i),
                    keys ? labels->tokens[i] : labels->query_tokens[i]);
        if (targets)
            text_format(&word, " → %s", *target ? target : "-");
        put_word(to, ROLE_LABEL, text_string(&word));
        text_release(&word);
    }
}

static void put_tokens(Writing *to) {
    const Labels *labels = session_labels(to->session);
    if (*labels->name || to->session->now->model.record_count > 1) {
        page_line(to->page);
        page_format(to->page, 1, ROLE_NAME, message(to->lang, "text.record"),
                    to->session->look.record + 1, labels->name);
    }
    put_positions(to, AXIS_QUERY);
    if (labels->has_query_tokens)
        put_positions(to, AXIS_KEY);
}

static void put_legend(Writing *to) {
    for (size_t i = 0; i < sizeof legend / sizeof *legend; i++) {
        char sign[40];
        snprintf(sign, sizeof sign, "%s-sign", legend[i].id);
        page_line(to->page);
        page_put(to->page, 2, legend[i].role,
                 legend[i].glyph ? legend[i].glyph : message(to->lang, sign));
        page_wrap(to->page, LEGEND_AT, LEGEND_AT, to->width - 1, ROLE_BASE,
                  message(to->lang, legend[i].id));
    }
}

static void text_make(Page *page, const Session *session, int width) {
    Writing to = {session, page, width, session->look.lang};
    const Step *step = &session->scene.steps[session->recipe.step];
    if (session->scene.source && *session->scene.source)
        put_paragraph(&to, ROLE_QUIET, session->scene.source);
    page_line(page);
    put_tokens(&to);
    page_line(page);
    put_texts(&to, ROLE_HEADING, &step->heading);
    put_texts(&to, ROLE_NARRATION, &step->say);
    page_line(page);
    page_line(page);
    page_put(page, 1, ROLE_NAME, message(to.lang, "text.legend"));
    put_legend(&to);
}

void text_draw(const Session *session, Frame *frame) {
    int lang = session->look.lang;
    const char *title = texts_in(&session->scene.title, lang_names[lang], 0);
    Page page;
    Text place = {0};
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    text_make(&page, session, frame->width);
    full_page_place(session, &place);
    full_page_draw(session, frame,
                   &(FullPage){.title = title ? title : session->scene.id,
                               .place = text_string(&place),
                               .hint = message(lang, "text.hint")},
                   &page);
    text_release(&place);
    page_release(&page);
}
