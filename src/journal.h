/* The journal of the terminal program: all that was changed since it started, so that
 * edits survive its end by a signal. A file journal-PID in the folder of state.h is there
 * as long as something is not saved, and locked as long as its program lives.
 *
 * It is text. First come the scenes that were open ("scene PATH", a line each) and the
 * present one ("start N"), then a line each for an action in the order in which they were
 * made: a letter of JournalKind, a blank, and the action as it is typed. "p R L H" is the
 * record, layer and head that were shown. \n and \\ stand for a line's end and \. A line
 * without an end, which a program was writing when it died, is not read. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "session/session.h"

typedef struct Journal {
    Text lines;  /* all of it */
    size_t kept; /* bytes of it that are in the file */
    Text path;
    int file;    /* -1: there is none now */
    bool off;    /* the scene came from standard input, or nothing can be kept */
    Place place; /* of the last line */
} Journal;

/* A journal that was read, and its file. */
typedef struct Recovered {
    Text lines, path;
} Recovered;

/* Begins a journal of a session in its present state. A recovered one, if there is one
 * (NULL: none), is continued, and its file goes as soon as the new one is there. */
void journal_begin(Journal *journal, const Session *session, Recovered *recovered);

/* Notes an action; see Session.noted. */
void journal_note(Journal *journal, const Session *session, const Noted *noted);

/* Ends it. The file stays if something is not saved and nobody chose to leave. */
void journal_end(Journal *journal, const Session *session);

/* Returns true if a program left a journal when it died; *path: the newest of them. */
bool journal_left(Text *path);

/* Opens the session of the newest journal that was left, and performs its actions. */
bool journal_recover(Recovered *recovered, Session *session, Error *error);

#endif
