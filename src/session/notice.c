/* The notice: a line about the last action, such as an error. */
#include "session/internal.h"

#include <stdio.h>

#include "session/language.h"

void notice_set(Session *session, bool trouble, const char *text) {
    snprintf(session->notice, sizeof session->notice, "%s", text);
    session->notice_trouble = trouble;
}

void notice_tell(Session *session, const char *id, const char *word) {
    Text text = {0};
    text_format(&text, message(session->look.lang, id), word);
    notice_set(session, false, text_string(&text));
    text_release(&text);
}

void notice_error(Session *session, const Error *error) {
    Text text = {0};
    error_text(error, session->look.lang, &text);
    notice_set(session, true, text_string(&text));
    text_release(&text);
}

void no_tell(Session *session, const Words *words) {
    (void)session, (void)words;
}
