/* See overview.h. */
#include "view/afar/overview.h"

#include <math.h>
#include <stdint.h>
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
    bool ahead_is_wrong, covered;
    Page *page;            /* NULL: a sentence is made */
    int width, digits;     /* of the page; digits: columns of the longest position */
    FindingEntry *entries; /* [count], `found` findings and then the heads; owned */
    size_t found, count;
} Findings;

static Findings findings_of(const Session *session, Page *page, int width) {
    const Record *record = &session->now->model.records[session->look.record];
    size_t most = record->queries > record->keys ? record->queries : record->keys;
    Findings of = {.session = session,
                   .lang = session->look.lang,
                   .sums = session_survey_sums(session, session->look.head),
                   .ahead_is_wrong = session_ahead_is_wrong(session),
                   .covered = session_covered(session, GRID_WEIGHTS),
                   .page = page,
                   .width = width,
                   .digits = snprintf(NULL, 0, "%ld", session->scene.base + (long)most)};
    of.entries = page ? session_findings(session, &of.count) : NULL;
    while (of.found < of.count && !of.entries[of.found].is_head)
        of.found++;
    return of;
}

/* Returns true if the whole head has been walked. */
static bool is_done(const Findings *of) {
    return of->sums.rows > 0 && of->sums.rows_done == of->sums.rows;
}

static bool is_wrong(FindingKind kind, bool ahead_is_wrong) {
    return kind != FINDING_DIVIDED && (kind != FINDING_AHEAD || ahead_is_wrong);
}

/* Returns the message with the number of findings of a kind, for which it has a place:
 * with the prefix "finding." a name ("%1$zu cells read ahead"), with "finding.say." a
 * sentence. */
static const char *kind_message(const Findings *of, const char *prefix,
                                FindingKind kind) {
    return message_or(of->lang, NULL, "%s%s%s", prefix, kinds[kind].name,
                      of->sums.found[kind] == 1 ? ".one" : "");
}

/* ---- lines ---- */

static void put_kind(const Findings *of, FindingKind kind) {
    bool wrong = is_wrong(kind, of->ahead_is_wrong);
    int role = wrong ? ROLE_TROUBLE : ROLE_NAME;
    page_line(of->page);
    page_put(of->page, 0, role, wrong ? "! " : "");
    page_format(of->page, wrong ? 2 : 0, role, kind_message(of, "finding.", kind),
                of->sums.found[kind]);
}

/* Writes a sum that is close to 1 by its difference from 1. */
static void value_text(const Findings *of, FindingKind kind, double value,
                       char out[CELL_TEXT]) {
    bool sum = kind == FINDING_SUM || kind == FINDING_DIVIDED;
    if (sum && fabs(value - 1) < 1e-6)
        snprintf(out, CELL_TEXT, "1%+.1e", value - 1);
    else
        snprintf(out, CELL_TEXT, "%s",
                 number_text(value, NUMBER_DECIMALS, of->page->ascii).text);
}

/* Writes from column x on how far ahead of its query a key is. */
static void put_distance(const Findings *of, const Finding *finding, int x) {
    long position = query_position(&of->session->now->model, session_place(of->session),
                                   finding->query);
    long far = (long)finding->key - position;
    char words[FIND_TEXT];
    snprintf(words, sizeof words, message(of->lang, "finding.far"), far);
    int rest = page_columns(of->page, words) - snprintf(NULL, 0, "%ld", far);
    page_put_right(of->page, x + rest + of->digits, ROLE_QUIET, words);
}

/* Writes "  q  611   k  902    291 ahead   0.038060", or " 611,902 0.038060". */
static void put_finding(const Findings *of, FindingKind kind, const Finding *finding) {
    Page *page = of->page;
    long base = of->session->scene.base;
    long query = base + (long)finding->query, key = base + (long)finding->key;
    bool wide = of->width >= WIDE, cells = kinds[kind].cells;
    int digits = of->digits, end = wide ? WIDE : 2 * digits + 14;
    char number[CELL_TEXT];
    page_line(page);
    if (wide)
        page_format(page, 2, ROLE_BASE, message(of->lang, "finding.query"), digits,
                    query);
    else
        page_format(page, 2, ROLE_BASE, cells ? "%*ld,%ld" : "%*ld", digits, query, key);
    if (wide && cells)
        page_format(page, page_end(page) + 3, ROLE_BASE, message(of->lang, "finding.key"),
                    digits, key);
    if (wide && kind == FINDING_AHEAD)
        put_distance(of, finding, page_end(page) + 2);
    if (!kinds[kind].value)
        return;
    value_text(of, kind, finding->value, number);
    page_put_right(page, min_int(of->width - 1, end), ROLE_NUMBER, number);
}

static void put_head(const Findings *of, size_t head, int x) {
    Page *page = of->page;
    SurveySums sums = session_survey_sums(of->session, head);
    bool wrong = false, shown = head == of->session->look.head;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        wrong = wrong || (sums.found[kind] > 0 && is_wrong((FindingKind)kind, false));
    page_put(page, x, ROLE_TROUBLE, wrong ? "!" : " ");
    page_format(page, x + 1, shown ? ROLE_CROSS : ROLE_BASE, "%3zu", head + 1);
    if (!isnan(sums.entropy))
        page_format(page, x + 6, ROLE_NUMBER, "%4.2f  %6.4f", sums.entropy,
                    sums.on_first);
    int bar = isnan(sums.on_first) ? 0 : (int)lround(sums.on_first * BAR);
    if (bar > 0 && bar <= BAR)
        page_format(page, x + 19, ROLE_GOOD, "%.*s", min_int(bar, BAR_MOST), "#######");
}

/* Writes as many of "0 empty rows   0 sums not 1 …" as fit the line. */
static void put_zeros(const Findings *of) {
    int x = 0;
    page_line(of->page);
    for (FindingKind kind = 0; kind < FINDING_KINDS; kind++) {
        char words[FIND_TEXT];
        if (!kinds[kind].zero || of->sums.found[kind])
            continue;
        snprintf(words, sizeof words, kind_message(of, "finding.", kind), (size_t)0);
        if (x + page_columns(of->page, words) > of->width)
            continue;
        page_put(of->page, x, ROLE_QUIET, words);
        x = page_end(of->page) + 2;
    }
}

/* ---- the lists ---- */

/* Puts the findings kind by kind, each as an entry; of a brief list the first `room`. */
static void put_found(const Findings *of, bool brief, int room) {
    for (size_t i = 0; i < of->found; i++) {
        const FindingEntry *entry = &of->entries[i];
        if (i == 0 || entry->kind != entry[-1].kind)
            put_kind(of, entry->kind);
        if (brief && (entry->kind == FINDING_DIVIDED || room-- <= 0))
            continue;
        page_entry_begin(of->page);
        put_finding(of, entry->kind, &entry->finding);
        page_entry_end(of->page);
    }
}

/* Puts the heads in columns; an entry is a line of them. */
static void put_heads(const Findings *of, size_t columns, size_t lines) {
    const FindingEntry *heads = of->entries + of->found;
    size_t count = of->count - of->found, down = (count + columns - 1) / columns;
    Page *page = of->page;
    if (count == 0 || lines == 0)
        return;
    page_line(page);
    page_put(
        page, 0, ROLE_NAME,
        message(of->lang, of->width < WIDE ? "findings.heads.short" : "findings.heads"));
    page_line(page);
    for (size_t c = 0; c < columns; c++)
        page_format(page, (int)c * HEAD_COLUMNS, ROLE_QUIET,
                    message(of->lang, "findings.columns"), of->session->scene.base);
    for (size_t i = 0; i < down && i + 2 < lines; i++) {
        page_entry_begin(page);
        page_line(page);
        page_entry_end(page);
        for (size_t c = 0; c < columns && c * down + i < count; c++)
            put_head(of, heads[c * down + i].head, (int)c * HEAD_COLUMNS);
    }
}

/* Puts that the weights are covered, if they are: all findings follow from them. */
static bool put_covered(const Findings *of) {
    if (!of->covered)
        return false;
    page_line(of->page);
    page_wrap(of->page, 0, 0, of->width, ROLE_COVERED,
              message(of->lang, "explain.covered"));
    return true;
}

void findings_list(Page *page, const Session *session, int width) {
    Findings of = findings_of(session, page, width);
    page->choice = min_size(session->look.choice, of.count - 1);
    if (!put_covered(&of))
        put_zeros(&of);
    put_found(&of, false, 0);
    if (of.found < of.count)
        page_line(page);
    put_heads(&of, 1, SIZE_MAX);
    free(of.entries);
}

/* Lines for the heads, at most half of all; none if there is one head or little room. */
static int lines_of_heads(size_t heads, int columns, int lines) {
    int needed = ((int)heads + columns - 1) / columns + 2;
    return heads < 2 || lines < 10 ? 0 : min_int(needed, lines / 2);
}

void findings_brief(Page *page, const Session *session, int width, int lines) {
    Findings of = findings_of(session, page, width);
    size_t heads = session->now->model.layers[session->look.layer].heads;
    int columns = width >= TWO_HEADS ? 2 : 1, present = 0;
    int of_heads = lines_of_heads(heads, columns, lines);
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        present += of.sums.found[kind] > 0;
    page_line(page);
    page_put(page, 0, ROLE_NAME,
             message(of.lang, !is_done(&of)  ? "findings.so-far"
                              : width < WIDE ? "findings.name.short"
                                             : "findings.name"));
    /* All but the title, the names of kinds, the zeros, and the heads below a blank. */
    put_found(&of, true, lines - 2 - present - of_heads - (of_heads > 0));
    if (!put_covered(&of))
        put_zeros(&of);
    while (of_heads > 0 && (int)page->count < lines - of_heads)
        page_line(page);
    put_heads(&of, (size_t)columns, (size_t)of_heads);
    free(of.entries);
}

/* ---- below the picture: a sentence ---- */

/* Returns the most important kind of error that was found, or rows that were divided if
 * nothing else is to be told; FINDING_KINDS: there is neither. */
static FindingKind worst_of(const Findings *of) {
    static const FindingKind order[] = {FINDING_EMPTY, FINDING_COUNTED, FINDING_AHEAD,
                                        FINDING_SUM,   FINDING_NAN,     FINDING_INFINITE};
    const size_t *found = of->sums.found;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (found[order[i]] && is_wrong(order[i], of->ahead_is_wrong))
            return order[i];
    return found[FINDING_DIVIDED] && !found[FINDING_AHEAD] ? FINDING_DIVIDED
                                                           : FINDING_KINDS;
}

/* Writes the sentence of a kind; without a kind, that nothing is wrong or a finding
 * that may surprise. It has a shorter form for fewer columns. */
static void sentence_write(const Findings *of, FindingKind kind, bool only_ahead,
                           int columns, char words[FIND_TEXT]) {
    size_t ahead = of->sums.found[FINDING_AHEAD], count = ahead;
    const char *id = !ahead       ? "finding.say.nothing"
                     : only_ahead ? "finding.say.only"
                                  : "finding.say.both";
    const char *sentence = message(of->lang, id);
    const char *brief = message_or(of->lang, NULL, "%s.short", id);
    if (kind < FINDING_KINDS) {
        count = of->sums.found[kind];
        sentence = kind_message(of, "finding.say.", kind);
        brief = kind_message(of, "finding.", kind);
    }
    snprintf(words, FIND_TEXT, sentence, count, of->sums.visible);
    if (utf8_columns(words) > columns)
        snprintf(words, FIND_TEXT, brief, count, of->sums.visible);
}

void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more) {
    Findings of = findings_of(session, NULL, 0);
    const SurveySums *sums = &of.sums;
    FindingKind worst = worst_of(&of);
    bool error = worst < FINDING_KINDS && worst != FINDING_DIVIDED;
    /* Queries read later keys and, but for one key each, no others. */
    bool only_ahead = sums->ahead > 0 && sums->visible - sums->ahead <= sums->rows_done;
    char words[FIND_TEXT];
    const char *so_far = is_done(&of) ? "" : message(of.lang, "finding.so-far");
    columns -= utf8_columns(so_far);
    *more = !error               ? ""
            : kinds[worst].cells ? message(of.lang, "finding.more")
            : only_ahead         ? message(of.lang, "finding.only")
                                 : "";
    if (utf8_columns(*more) > columns)
        *more = "";
    if (of.covered)
        *more = "";
    if (sums->rows_done == 0 || of.covered)
        return;
    sentence_write(&of, worst, only_ahead, columns, words);
    text_append(sentence, so_far);
    text_append(sentence, words);
}
