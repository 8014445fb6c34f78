/* Signals while the terminal is ours, and giving it back on every way out.
 *
 * However the program ends (exit, a signal, running out of memory), one routine gives the terminal
 * back: it writes bytes prepared beforehand and sets the old modes, nothing else, so that it may
 * run in a handler. Signals that are no end are noted and told by signals_take. */
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

/* Takes the signals over. bytes (shorter than 256) go to `output` and modes to `input` when the
 * terminal is given back. Signals that were ignored before stay ignored. */
bool signals_open(int input, int output, const struct termios *modes, const char *bytes);

void signals_close(void); /* as they were before; does not give the terminal back */

/* Returns the first note that has come, and forgets it; NOTES: there is none. */
SignalNote signals_take(void);

/* A descriptor that is readable while a note may have come; signals_take empties it. */
int signals_wake(void);

/* Stops the whole job as Ctrl-Z does; the terminal must have been given back, and no way out does it
 * again meanwhile. Returns once the job is continued, in the background as well: there the next
 * change of the terminal's modes stops it again. */
void signals_stop_job(void);

/* Gives the terminal back, once. */
void signals_restore(void);

#endif
