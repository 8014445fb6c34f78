/* The findings over the whole screen, if there is no room for them beside the picture. */
#include <stdio.h>

#include "session/language.h"
#include "view/afar/findings.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"

/* Leaves one column at the left blank, as in every page. */
static void indent(Page *page) {
    for (size_t i = 0; i < page->count; i++)
        for (size_t p = 0; p < page->lines[i].count; p++)
            page->lines[i].pieces[p].x++;
}

void findings_draw(const Session *session, Frame *frame) {
    Page page;
    char title[FIND_TEXT];
    int lang = session->look.lang;
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    findings_list(&page, session, frame->width - 1);
    indent(&page);
    snprintf(title, sizeof title, message(lang, "findings.title"),
             session->look.head + 1);
    full_page_draw(session, frame,
                   &(FullPage){.title = title, .hint = message(lang, "findings.hint")},
                   &page);
    page_release(&page);
}
