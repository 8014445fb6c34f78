/* See findings.h. */
#include "view/afar/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "frame/cell.h"
#include "session/language.h"

enum {
    FIND_TEXT = 128,
    NUMBER_DECIMALS = 6,
    WIDE = 40, /* columns from which a finding is told in full */
    TWO_HEADS = 48,
    HEAD_COLUMNS = 26,
    BAR = 16, /* columns of the bar of a weight of 1 on the first key */
    BAR_MOST = 7
};

static const struct {
    const char *name;  /* of its messages */
    bool cells, value; /* it is of cells; it has a number */
    bool zero;         /* worth saying if there is none */
} kinds[FINDING_KINDS] = {
    [FINDING_AHEAD] = {"ahead", true, true, false},
    [FINDING_COUNTED] = {"counted", true, true, false},
    [FINDING_EMPTY] = {"empty", false, false, true},
    [FINDING_SUM] = {"sum", false, true, true},
    [FINDING_NAN] = {"nan", false, false, true},
    [FINDING_INFINITE] = {"infinite", false, false, true},
    [FINDING_DIVIDED] = {"divided", false, true, false},
};

/* The findings of the shown head, as far as it has been walked, and where they go. */
typedef struct Findings {
    const Session *session;
    int lang;
    SurveySums sums;
    bool ahead_is_wrong, covered; /* covered: the numbers are hidden */
    Page *page;                   /* NULL: a sentence is made */
    int width, digits; /* of the page; digits: columns of the longest position */
} Findings;

static Findings findings_of(const Session *session, Page *page, int width) {
    const Record *record = &session->now->model.records[session->look.record];
    size_t most = record->queries > record->keys ? record->queries : record->keys;
    return (Findings){.session = session,
                      .lang = session->look.lang,
                      .sums = session_survey_sums(session, session->look.head),
                      .ahead_is_wrong = session_ahead_is_wrong(session),
                      .covered = session_covered(session, GRID_WEIGHTS),
                      .page = page,
                      .width = width,
                      .digits =
                          snprintf(NULL, 0, "%ld", session->scene.base + (long)most)};
}

/* Returns true if the whole head has been walked. */
static bool is_done(const Findings *of) {
    return of->sums.rows > 0 && of->sums.rows_done == of->sums.rows;
}

static bool is_wrong(FindingKind kind, bool ahead_is_wrong) {
    return kind != FINDING_DIVIDED && (kind != FINDING_AHEAD || ahead_is_wrong);
}

/* Writes how many findings of a kind there are: with the prefix "finding." as a name ("5
 * cells read ahead"), with "finding.say." as a sentence. */
static void count_text(const Findings *of, const char *prefix, FindingKind kind,
                       char out[FIND_TEXT]) {
    size_t count = of->sums.found[kind];
    snprintf(out, FIND_TEXT,
             message_or(of->lang, NULL, "%s%s%s", prefix, kinds[kind].name,
                        count == 1 ? ".one" : ""),
             count);
}

/* ---- lines ---- */

static void put_kind(const Findings *of, FindingKind kind) {
    char words[FIND_TEXT];
    bool wrong = is_wrong(kind, of->ahead_is_wrong);
    count_text(of, "finding.", kind, words);
    page_line(of->page);
    page_format(of->page, 0, wrong ? ROLE_TROUBLE : ROLE_NAME, "%s%s", wrong ? "! " : "",
                words);
}

/* Writes a sum that is close to 1 by its difference from 1. */
static void value_text(const Findings *of, FindingKind kind, double value,
                       char out[CELL_TEXT]) {
    bool sum = kind == FINDING_SUM || kind == FINDING_DIVIDED;
    if (of->covered)
        snprintf(out, CELL_TEXT, "????");
    else if (sum && fabs(value - 1) < 1e-6)
        snprintf(out, CELL_TEXT, "1%+.1e", value - 1);
    else
        number_text(value, NUMBER_DECIMALS, of->page->ascii, out);
}

/* Writes how far ahead of its query a key is. */
static void put_distance(const Findings *of, const Finding *finding, int end) {
    Place place = session_place(of->session);
    char words[FIND_TEXT];
    long position = query_position(&of->session->now->model, place, finding->query);
    snprintf(words, sizeof words, message(of->lang, "finding.far"),
             (long)finding->key - position);
    page_put_right(of->page, end, ROLE_QUIET, words);
}

/* Writes "  q  611   k  902    291 ahead   0.038060", or " 611,902 0.038060". */
static void put_finding(const Findings *of, FindingKind kind, const Finding *finding) {
    Page *page = of->page;
    long base = of->session->scene.base;
    long query = base + (long)finding->query, key = base + (long)finding->key;
    bool wide = of->width >= WIDE;
    char number[CELL_TEXT];
    int x = 2;
    page_line(page);
    if (wide) {
        page_format(page, x, ROLE_BASE, "q %*ld", of->digits, query);
        x += of->digits + 5;
        if (kinds[kind].cells)
            page_format(page, x, ROLE_BASE, "k %*ld", of->digits, key);
        x += of->digits + 3;
    } else {
        page_format(page, x, ROLE_BASE, kinds[kind].cells ? "%*ld,%ld" : "%*ld",
                    of->digits, query, key);
        x += 2 * of->digits + 2;
    }
    if (wide && kind == FINDING_AHEAD)
        put_distance(of, finding, x + of->digits + 7);
    if (!kinds[kind].value)
        return;
    value_text(of, kind, finding->value, number);
    page_put_right(page, min_int(of->width - 1, wide ? WIDE : x + 10), ROLE_NUMBER,
                   number);
}

static void put_head(const Findings *of, size_t head, int x) {
    Page *page = of->page;
    SurveySums sums = session_survey_sums(of->session, head);
    bool wrong = false, shown = head == of->session->look.head;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        wrong = wrong || (sums.found[kind] > 0 && is_wrong((FindingKind)kind, false));
    page_put(page, x, ROLE_TROUBLE, wrong ? "!" : " ");
    page_format(page, x + 1, shown ? ROLE_CROSS : ROLE_BASE, "%3zu", head + 1);
    if (of->covered)
        page_put(page, x + 6, ROLE_COVERED, "????");
    else if (!isnan(sums.entropy))
        page_format(page, x + 6, ROLE_NUMBER, "%4.2f  %6.4f", sums.entropy,
                    sums.on_first);
    int bar = isnan(sums.on_first) || of->covered ? 0 : (int)lround(sums.on_first * BAR);
    if (bar > 0 && bar <= BAR)
        page_format(page, x + 19, ROLE_GOOD, "%.*s", min_int(bar, BAR_MOST), "#######");
}

static void put_head_names(const Findings *of, int columns) {
    page_line(of->page);
    page_put(
        of->page, 0, ROLE_NAME,
        message(of->lang, of->width < WIDE ? "findings.heads.short" : "findings.heads"));
    page_line(of->page);
    for (int c = 0; c < columns; c++)
        page_format(of->page, c * HEAD_COLUMNS, ROLE_QUIET,
                    message(of->lang, "findings.columns"), of->session->scene.base);
}

/* Writes as many of "0 empty rows   0 sums not 1 …" as fit the line. */
static void put_zeros(const Findings *of) {
    int x = 0;
    page_line(of->page);
    for (FindingKind kind = 0; kind < FINDING_KINDS; kind++) {
        char words[FIND_TEXT];
        if (!kinds[kind].zero || of->sums.found[kind])
            continue;
        count_text(of, "finding.", kind, words);
        if (x + page_columns(of->page, words) > of->width)
            continue;
        page_put(of->page, x, ROLE_QUIET, words);
        x = page_end(of->page) + 2;
    }
}

/* ---- the list to choose from ---- */

void findings_list(Page *page, const Session *session, int width) {
    size_t count;
    FindingEntry *entries = session_findings(session, &count);
    Findings of = findings_of(session, page, width);
    page->choice = session->look.choice < count ? session->look.choice : count - 1;
    put_zeros(&of);
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || entries[i].is_head != entries[i - 1].is_head ||
                     entries[i].kind != entries[i - 1].kind;
        if (first && entries[i].is_head) {
            page_line(page);
            put_head_names(&of, 1);
        } else if (first) {
            put_kind(&of, entries[i].kind);
        }
        page_entry_begin(page);
        if (entries[i].is_head) {
            page_line(page);
            put_head(&of, entries[i].head, 0);
        } else {
            put_finding(&of, entries[i].kind, &entries[i].finding);
        }
        page_entry_end(page);
    }
    free(entries);
}

/* ---- beside the picture ---- */

/* Lines for the heads, at most half of all; none if there is one head or little room. */
static int lines_of_heads(size_t heads, int columns, int lines) {
    int needed = ((int)heads + columns - 1) / columns + 2;
    return heads < 2 || lines < 10 ? 0 : min_int(needed, lines / 2);
}

static void put_found(const Findings *of, const FindingEntry *entries, size_t count,
                      int lines) {
    int present = 0;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        present += of->sums.found[kind] > 0;
    int room = lines - 2 - present; /* the title and the zeros */
    page_line(of->page);
    page_put(of->page, 0, ROLE_NAME,
             message(of->lang, !is_done(of)       ? "findings.so-far"
                               : of->width < WIDE ? "findings.name.short"
                                                  : "findings.name"));
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || entries[i].kind != entries[i - 1].kind)
            put_kind(of, entries[i].kind);
        if (entries[i].kind != FINDING_DIVIDED && room-- > 0)
            put_finding(of, entries[i].kind, &entries[i].finding);
    }
    put_zeros(of);
}

static void put_heads(const Findings *of, const FindingEntry *heads, size_t count,
                      size_t columns, int lines) {
    size_t down = (count + columns - 1) / columns;
    put_head_names(of, (int)columns);
    for (size_t i = 0; i < down && (int)i + 2 < lines; i++) {
        page_line(of->page);
        for (size_t c = 0; c < columns && c * down + i < count; c++)
            put_head(of, heads[c * down + i].head, (int)c * HEAD_COLUMNS);
    }
}

void findings_brief(Page *page, const Session *session, int width, int lines) {
    Findings of = findings_of(session, page, width);
    size_t count, found = 0,
                  heads = session->now->model.layers[session->look.layer].heads;
    int columns = width >= TWO_HEADS ? 2 : 1;
    int of_heads = lines_of_heads(heads, columns, lines);
    FindingEntry *entries = session_findings(session, &count);
    while (found < count && !entries[found].is_head)
        found++;
    put_found(&of, entries, found, lines - of_heads - (of_heads > 0));
    while (of_heads > 0 && (int)page->count < lines - of_heads)
        page_line(page);
    if (of_heads > 0 && found < count)
        put_heads(&of, entries + found, count - found, (size_t)columns, of_heads);
    free(entries);
}

/* ---- below the picture: a sentence ---- */

/* Returns the most important kind of error that was found; FINDING_KINDS: none was. */
static FindingKind worst_of(const Findings *of) {
    static const FindingKind order[] = {FINDING_EMPTY, FINDING_COUNTED, FINDING_AHEAD,
                                        FINDING_SUM,   FINDING_NAN,     FINDING_INFINITE};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (of->sums.found[order[i]] && is_wrong(order[i], of->ahead_is_wrong))
            return order[i];
    return FINDING_KINDS;
}

/* Returns true if queries read later keys and, but for one key each, no others. */
static bool only_ahead(const SurveySums *sums) {
    return sums->ahead > 0 && sums->visible - sums->ahead <= sums->rows_done;
}

/* Writes the sentence of a kind, or its name if the columns are too few. */
static void say_kind(const Findings *of, FindingKind kind, int columns,
                     char words[FIND_TEXT]) {
    count_text(of, "finding.say.", kind, words);
    if (utf8_columns(words) > columns)
        count_text(of, "finding.", kind, words);
}

/* Writes that nothing is wrong, or a finding that may surprise. */
static void say_nothing(const Findings *of, int columns, char words[FIND_TEXT]) {
    const SurveySums *sums = &of->sums;
    size_t ahead = sums->found[FINDING_AHEAD];
    const char *id = !ahead             ? "finding.say.nothing"
                     : only_ahead(sums) ? "finding.say.only"
                                        : "finding.say.both";
    if (!ahead && sums->found[FINDING_DIVIDED]) {
        say_kind(of, FINDING_DIVIDED, columns, words);
        return;
    }
    if (sums->rows_done == 0)
        return;
    snprintf(words, FIND_TEXT, message(of->lang, id), ahead, sums->visible);
    if (utf8_columns(words) > columns)
        snprintf(words, FIND_TEXT, "%s", message_or(of->lang, NULL, "%s.short", id));
}

void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more) {
    Findings of = findings_of(session, NULL, 0);
    FindingKind worst = worst_of(&of);
    char words[FIND_TEXT] = "";
    const char *so_far = is_done(&of) ? "" : message(of.lang, "finding.so-far");
    *more = "";
    columns -= utf8_columns(so_far);
    if (worst == FINDING_KINDS)
        say_nothing(&of, columns, words);
    else
        say_kind(&of, worst, columns, words);
    if (worst != FINDING_KINDS && kinds[worst].cells)
        *more = message(of.lang, "finding.more");
    else if (worst != FINDING_KINDS && only_ahead(&of.sums))
        *more = message(of.lang, "finding.only");
    if (utf8_columns(*more) > columns)
        *more = "";
    if (*words)
        text_append(sentence, so_far);
    text_append(sentence, words);
}
