/* See findings.h: the sentence below the picture. */
#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/afar/findings.h"

/* Returns the most important kind of error that was found; FINDING_KINDS: none was. */
static FindingKind worst_of(const Findings *findings) {
    static const FindingKind kinds[] = {FINDING_EMPTY, FINDING_COUNTED, FINDING_AHEAD,
                                        FINDING_SUM,   FINDING_NAN,     FINDING_INFINITE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (findings->sums.found[kinds[i]] && findings_wrong(findings, kinds[i]))
            return kinds[i];
    return FINDING_KINDS;
}

/* Returns true if queries read later keys and, but for one key each, no others. */
static bool only_ahead(const SurveySums *sums) {
    return sums->ahead > 0 && sums->visible - sums->ahead <= sums->rows_done;
}

/* Writes the sentence of a kind, or its name if the columns are too few. */
static void say_kind(const Findings *findings, FindingKind kind, int columns,
                     char words[FIND_TEXT]) {
    findings_count(findings, "finding.say.", kind, words);
    if (utf8_columns(words) > columns)
        findings_count(findings, "finding.", kind, words);
}

/* Writes that nothing is wrong, or a finding that may surprise. */
static void say_nothing(const Findings *findings, int columns, char words[FIND_TEXT]) {
    const SurveySums *sums = &findings->sums;
    size_t ahead = sums->found[FINDING_AHEAD];
    const char *id = !ahead             ? "finding.say.nothing"
                     : only_ahead(sums) ? "finding.say.only"
                                        : "finding.say.both";
    char shorter[32];
    if (!ahead && sums->found[FINDING_DIVIDED]) {
        say_kind(findings, FINDING_DIVIDED, columns, words);
        return;
    }
    if (sums->rows_done == 0)
        return;
    snprintf(shorter, sizeof shorter, "%s.short", id);
    snprintf(words, FIND_TEXT, message(findings->lang, id), ahead, sums->visible);
    if (utf8_columns(words) > columns)
        snprintf(words, FIND_TEXT, "%s", message(findings->lang, shorter));
}

void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more) {
    Findings findings = findings_of(session);
    FindingKind worst = worst_of(&findings);
    char words[FIND_TEXT] = "";
    const char *so_far =
        findings_done(&findings) ? "" : message(findings.lang, "finding.so-far");
    *more = "";
    columns -= utf8_columns(so_far);
    if (worst == FINDING_KINDS)
        say_nothing(&findings, columns, words);
    else
        say_kind(&findings, worst, columns, words);
    if (worst != FINDING_KINDS && finding_has_cells(worst))
        *more = message(findings.lang, "finding.more");
    else if (worst != FINDING_KINDS && only_ahead(&findings.sums))
        *more = message(findings.lang, "finding.only");
    if (utf8_columns(*more) > columns)
        *more = "";
    if (*words)
        text_append(sentence, so_far);
    text_append(sentence, words);
}
