/* See overlays.h. */
#include "view/pages/overlays.h"

OverlaySize overlay_size(const Session *session, const Frame *frame) {
    switch (session->look.overlay) {
    case OVERLAY_HELP:
        return help_size(session, frame);
    case OVERLAY_LIST:
        return list_size(session, frame);
    case OVERLAY_TEXT:
        return text_size(session, frame);
    case OVERLAY_EXPLAIN:
        return explain_size(session, frame);
    case OVERLAY_LEDGER:
        return ledger_size(session, frame);
    case OVERLAY_FINDINGS:
        return findings_size(session, frame);
    case OVERLAY_NONE:
        break;
    }
    return (OverlaySize){0};
}

void overlay_click(const Session *session, const Frame *frame, int y, Click *click) {
    Overlay overlay = session->look.overlay;
    click->kind = CLICK_PAGE;
    if ((overlay == OVERLAY_HELP && help_click(session, frame, y, click)) ||
        (overlay == OVERLAY_LIST && list_click(session, frame, y, click)) ||
        (overlay == OVERLAY_FINDINGS && findings_click(session, frame, y, click)))
        click->kind = CLICK_ENTRY;
}
