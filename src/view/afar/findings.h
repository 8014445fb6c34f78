/* What was found in the shown head, and its heads by entropy: as a page to choose from, in few lines
 * beside the picture, and as a sentence. */
#ifndef VIEW_AFAR_FINDINGS_H
#define VIEW_AFAR_FINDINGS_H

#include "frame/page.h"
#include "session/work.h"

/* Puts all that was found, and the heads in one column, as entries numbered as session_findings has
 * them. */
void findings_list(Page *page, const Session *session, int width);

/* Puts the heaviest findings and some heads, in at most so many lines. */
void findings_brief(Page *page, const Session *session, int width, int lines);

/* Appends the most important finding as a sentence, in at most so many columns if it can be. *more
 * is a second sentence that says how to read the picture then, or "". */
void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more);

/* ---- shared by the files of findings ---- */

enum { FIND_TEXT = 128 };

typedef struct Findings {
    const Session *session;
    int lang;
    SurveySums sums; /* of the shown head, as far as it has been walked */
    bool ahead_is_wrong;
} Findings;

Findings findings_of(const Session *session);
bool findings_done(const Findings *findings); /* the whole head has been walked */
bool findings_wrong(const Findings *findings, FindingKind kind);
bool finding_has_cells(FindingKind kind); /* else it is of rows */

/* How many there are of a kind, in words: prefix "finding." for a name ("5 cells read ahead"),
 * "finding.say." for a sentence. */
void findings_count(const Findings *findings, const char *prefix, FindingKind kind,
                    char out[FIND_TEXT]);

#endif
