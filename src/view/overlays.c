/* See overlays.h. */
#include "view/overlays.h"

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
    case OVERLAY_NONE:
        break;
    }
    return (OverlaySize){0};
}
