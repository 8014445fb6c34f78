/* The explanation of the cursor's cell: beside the main screen if that is wide, else over
 * the grids. With lanes, it is that of the lane in focus. */
#include "explain/explain.h"

#include "session/language.h"
#include "view/lanes/lanes.h"
#include "view/pages/full_page.h"

/* Writes the question; of a lane, with the value that it has. */
static void question_text(const FullPage *full, const Session *session, GridCell of,
                          const char *value, Text *title) {
    Text question = {0};
    explain_question(session, of, &question);
    if (value)
        text_format(title, message(full->lang, "explain.lane"),
                    value_word(full->lang, session->look.compare->name, value),
                    text_string(&question));
    else
        text_append(title, text_string(&question));
    text_release(&question);
}

void explanation_make(FullPage *full) {
    Session session = *full->session; /* owns nothing */
    const Look *look = &session.look;
    const char *value = NULL;
    Sheet *lane = lane_sheet(full->session, &value);
    GridCell of = {look->grid, session_place(&session), look->row, look->col};
    if (lane)
        session.now = lane;
    explain_page(&full->page, &session, of, full->width - 1);
    if (explain_exists(&session, of))
        question_text(full, &session, of, lane ? value : NULL, &full->title);
    if (lane)
        sheet_release(lane);
}
