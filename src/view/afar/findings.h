/* The findings in the shown head, and the heads by entropy: as a page to choose from, in
 * few lines beside the picture, and as a sentence. */
#ifndef VIEW_AFAR_FINDINGS_H
#define VIEW_AFAR_FINDINGS_H

#include "frame/page.h"
#include "session/tasks.h"

/* Puts all findings, and the heads in one column, as entries in the order of
 * session_findings. */
void findings_list(Page *page, const Session *session, int width);

/* Puts the heaviest findings and some heads, in at most so many lines. */
void findings_brief(Page *page, const Session *session, int width, int lines);

/* Appends the most important finding as a sentence, shortened if it needs more columns.
 * *more is a second sentence that says how to read the picture then, or "". */
void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more);

#endif
