/* Signals while the program has the terminal, and giving it back on every way out.
 *
 * However the program ends (exit, a signal, running out of memory), one routine gives the
 * terminal back: it only writes bytes prepared beforehand and sets the old modes, so that
 * it may run in a handler. Signals that do not end the program are noted, and
 * signals_take returns them. */
#ifndef OUTPUT_SIGNALS_H
#define OUTPUT_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

typedef enum SignalNote {
    NOTE_SUSPEND, /* SIGTSTP */
    NOTE_STOP,    /* SIGINT */
    NOTE_SIZE,    /* SIGWINCH */
    NOTES         /* none has come */
} SignalNote;

/* Takes the signals over. bytes (shorter than 256) go to `output` and modes to `input`
 * when the terminal is given back. Signals that were ignored before stay ignored. */
bool signals_open(int input, int output, const struct termios *modes, const char *bytes);

void signals_close(void); /* restores the old handlers, not the terminal */

/* Returns the first note that has come, and forgets it; NOTES: there is none. */
SignalNote signals_take(void);

/* A descriptor that is readable while a note may have come; signals_take empties it. */
int signals_wake(void);

/* Stops the whole job as Ctrl-Z does; the terminal must have been given back, and no way
 * out does it again meanwhile. Returns once the job is continued, in the background as
 * well: there the next change of the terminal's modes stops it again. */
void signals_stop_job(void);

/* Gives the terminal back, if it has not been given back already, and removes a file that
 * is half written. signals_open lets running out of memory do so, too. */
void signals_restore(void);

#endif
