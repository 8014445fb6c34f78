/* See findings.h: the page to choose from, and the few lines beside the picture. */
#include "view/afar/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/minmax.h"
#include "frame/cell.h"
#include "session/language.h"

enum {
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

Findings findings_of(const Session *session) {
    return (Findings){.session = session,
                      .lang = session->look.lang,
                      .sums = session_survey_sums(session, session->look.head),
                      .ahead_is_wrong = session_ahead_is_wrong(session)};
}

bool findings_done(const Findings *findings) {
    return findings->sums.rows > 0 && findings->sums.rows_done == findings->sums.rows;
}

bool findings_wrong(const Findings *findings, FindingKind kind) {
    return kind != FINDING_DIVIDED && (kind != FINDING_AHEAD || findings->ahead_is_wrong);
}

bool finding_has_cells(FindingKind kind) {
    return kinds[kind].cells;
}

void findings_count(const Findings *findings, const char *prefix, FindingKind kind,
                    char out[FIND_TEXT]) {
    size_t count = findings->sums.found[kind];
    char id[64];
    snprintf(id, sizeof id, "%s%s%s", prefix, kinds[kind].name, count == 1 ? ".one" : "");
    snprintf(out, FIND_TEXT, message(findings->lang, id), count);
}

/* ---- lines ---- */

typedef struct Maker {
    Findings of;
    Page *page;
    int width, digits; /* digits: columns of the longest position */
} Maker;

static Maker maker_of(Page *page, const Session *session, int width) {
    const Record *record = &session->now->model.records[session->look.record];
    size_t most = record->queries > record->keys ? record->queries : record->keys;
    return (Maker){.of = findings_of(session),
                   .page = page,
                   .width = width,
                   .digits = snprintf(NULL, 0, "%ld", session->scene.base + (long)most)};
}

static void put_kind(const Maker *maker, FindingKind kind) {
    char words[FIND_TEXT];
    bool wrong = findings_wrong(&maker->of, kind);
    findings_count(&maker->of, "finding.", kind, words);
    page_line(maker->page);
    page_format(maker->page, 0, wrong ? ROLE_TROUBLE : ROLE_NAME, "%s%s",
                wrong ? "! " : "", words);
}

/* Writes a sum that is close to 1 by its difference from 1. */
static void value_text(const Maker *maker, FindingKind kind, double value,
                       char out[CELL_TEXT]) {
    bool sum = kind == FINDING_SUM || kind == FINDING_DIVIDED;
    if (session_covered(maker->of.session, GRID_WEIGHTS))
        snprintf(out, CELL_TEXT, "????");
    else if (sum && fabs(value - 1) < 1e-6)
        snprintf(out, CELL_TEXT, "1%+.1e", value - 1);
    else
        number_text(value, NUMBER_DECIMALS, maker->page->ascii, out);
}

/* Writes how far ahead of its query a key is. */
static void put_distance(const Maker *maker, const Finding *finding, int end) {
    Place place = session_place(maker->of.session);
    char words[FIND_TEXT];
    long position = query_position(&maker->of.session->now->model, place.layer,
                                   place.record, finding->query);
    snprintf(words, sizeof words, message(maker->of.lang, "finding.far"),
             (long)finding->key - position);
    page_put_right(maker->page, end, ROLE_QUIET, words);
}

/* Writes "  q  611   k  902    291 ahead   0.038060", or " 611,902 0.038060". */
static void put_finding(const Maker *maker, FindingKind kind, const Finding *finding) {
    Page *page = maker->page;
    long base = maker->of.session->scene.base;
    long query = base + (long)finding->query, key = base + (long)finding->key;
    bool wide = maker->width >= WIDE;
    char number[CELL_TEXT];
    int x = 2;
    page_line(page);
    if (wide) {
        page_format(page, x, ROLE_BASE, "q %*ld", maker->digits, query);
        x += maker->digits + 5;
        if (kinds[kind].cells)
            page_format(page, x, ROLE_BASE, "k %*ld", maker->digits, key);
        x += maker->digits + 3;
    } else {
        page_format(page, x, ROLE_BASE, kinds[kind].cells ? "%*ld,%ld" : "%*ld",
                    maker->digits, query, key);
        x += 2 * maker->digits + 2;
    }
    if (wide && kind == FINDING_AHEAD)
        put_distance(maker, finding, x + maker->digits + 7);
    if (!kinds[kind].value)
        return;
    value_text(maker, kind, finding->value, number);
    page_put_right(page, min_int(maker->width - 1, wide ? WIDE : x + 10), ROLE_NUMBER,
                   number);
}

static void put_head(const Maker *maker, size_t head, int x) {
    Page *page = maker->page;
    SurveySums sums = session_survey_sums(maker->of.session, head);
    bool covered = session_covered(maker->of.session, GRID_WEIGHTS), wrong = false;
    bool shown = head == maker->of.session->look.head;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        wrong = wrong || (sums.found[kind] > 0 && kind != FINDING_AHEAD &&
                          kind != FINDING_DIVIDED);
    page_put(page, x, ROLE_TROUBLE, wrong ? "!" : " ");
    page_format(page, x + 1, shown ? ROLE_CROSS : ROLE_BASE, "%3zu", head + 1);
    if (covered)
        page_put(page, x + 6, ROLE_COVERED, "????");
    else if (!isnan(sums.entropy))
        page_format(page, x + 6, ROLE_NUMBER, "%4.2f  %6.4f", sums.entropy,
                    sums.on_first);
    int bar = isnan(sums.on_first) || covered ? 0 : (int)lround(sums.on_first * BAR);
    if (bar > 0 && bar <= BAR)
        page_format(page, x + 19, ROLE_GOOD, "%.*s", min_int(bar, BAR_MOST), "#######");
}

static void put_head_names(const Maker *maker, int columns) {
    page_line(maker->page);
    page_put(maker->page, 0, ROLE_NAME,
             message(maker->of.lang,
                     maker->width < WIDE ? "findings.heads.short" : "findings.heads"));
    page_line(maker->page);
    for (int c = 0; c < columns; c++)
        page_format(maker->page, c * HEAD_COLUMNS, ROLE_QUIET,
                    message(maker->of.lang, "findings.columns"),
                    maker->of.session->scene.base);
}

/* Writes as many of "0 empty rows   0 sums not 1 …" as fit the line. */
static void put_zeros(const Maker *maker) {
    int x = 0;
    page_line(maker->page);
    for (int kind = 0; kind < FINDING_KINDS; kind++) {
        char words[FIND_TEXT];
        if (!kinds[kind].zero || maker->of.sums.found[kind])
            continue;
        findings_count(&maker->of, "finding.", kind, words);
        if (x + page_columns(maker->page, words) > maker->width)
            continue;
        page_put(maker->page, x, ROLE_QUIET, words);
        x = page_end(maker->page) + 2;
    }
}

/* ---- the list to choose from ---- */

void findings_list(Page *page, const Session *session, int width) {
    size_t count;
    FindingEntry *entries = session_findings(session, &count);
    Maker maker = maker_of(page, session, width);
    page->choice = session->look.choice < count ? session->look.choice : count - 1;
    put_zeros(&maker);
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || entries[i].is_head != entries[i - 1].is_head ||
                     entries[i].kind != entries[i - 1].kind;
        if (first && entries[i].is_head) {
            page_line(page);
            put_head_names(&maker, 1);
        } else if (first) {
            put_kind(&maker, entries[i].kind);
        }
        page_entry_begin(page);
        if (entries[i].is_head) {
            page_line(page);
            put_head(&maker, entries[i].head, 0);
        } else {
            put_finding(&maker, entries[i].kind, &entries[i].finding);
        }
        page_entry_end(page);
    }
    free(entries);
}

/* ---- beside the picture ---- */

/* Lines for the heads, at most half of all; none if there is one head or little room. */
static int lines_of_heads(const Maker *maker, size_t heads, int lines) {
    int columns = maker->width >= TWO_HEADS ? 2 : 1;
    int needed = ((int)heads + columns - 1) / columns + 2;
    if (heads < 2 || lines < 10)
        return 0;
    return min_int(needed, lines / 2);
}

static void put_found(const Maker *maker, const FindingEntry *entries, size_t count,
                      int lines) {
    int present = 0;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        present += maker->of.sums.found[kind] > 0;
    int room = lines - 2 - present; /* the title and the zeros */
    page_line(maker->page);
    page_put(maker->page, 0, ROLE_NAME,
             message(maker->of.lang, !findings_done(&maker->of) ? "findings.so-far"
                                     : maker->width < WIDE      ? "findings.name.short"
                                                                : "findings.name"));
    for (size_t i = 0; i < count && !entries[i].is_head; i++) {
        if (i == 0 || entries[i].kind != entries[i - 1].kind)
            put_kind(maker, entries[i].kind);
        if (entries[i].kind != FINDING_DIVIDED && room-- > 0)
            put_finding(maker, entries[i].kind, &entries[i].finding);
    }
    put_zeros(maker);
}

static void put_heads(const Maker *maker, const FindingEntry *heads, size_t count,
                      int lines) {
    size_t columns = maker->width >= TWO_HEADS ? 2 : 1;
    size_t down = (count + columns - 1) / columns;
    put_head_names(maker, (int)columns);
    for (size_t i = 0; i < down && (int)i + 2 < lines; i++) {
        page_line(maker->page);
        for (size_t c = 0; c < columns && c * down + i < count; c++)
            put_head(maker, heads[c * down + i].head, (int)c * HEAD_COLUMNS);
    }
}

void findings_brief(Page *page, const Session *session, int width, int lines) {
    Maker maker = maker_of(page, session, width);
    size_t count, found = 0;
    FindingEntry *entries = session_findings(session, &count);
    while (found < count && !entries[found].is_head)
        found++;
    size_t total = session->now->model.layers[session->look.layer].heads;
    int of_heads = lines_of_heads(&maker, total, lines);
    put_found(&maker, entries, found, lines - of_heads - (of_heads > 0));
    while (of_heads > 0 && (int)page->count < lines - of_heads)
        page_line(page);
    if (of_heads > 0 && found < count)
        put_heads(&maker, entries + found, count - found, of_heads);
    free(entries);
}
