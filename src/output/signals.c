/* See signals.h. A handler gets nothing but a number, so its data has to be in static
 * storage: `state` below is written before the handlers are installed, and changed after
 * that only through sig_atomic_t. */
#include "output/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/save.h"

/* The signals that end the program, and those that are noted, as SignalNote numbers
 * them. */
static const int fatal[] = {SIGHUP,  SIGQUIT,   SIGTERM, SIGABRT, SIGSEGV, SIGFPE,
                            SIGILL,  SIGPIPE,   SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2,
                            SIGALRM, SIGVTALRM, SIGPROF, SIGSYS,  SIGTRAP, SIGPOLL};
static const int noted[NOTES] = {SIGTSTP, SIGINT, SIGWINCH};

enum {
    FATAL_COUNT = sizeof fatal / sizeof *fatal,
    STACK_SIZE = 65536,
    RESTORE_MOST = 1000, /* milliseconds */
};

static struct {
    volatile sig_atomic_t armed;
    volatile sig_atomic_t note[NOTES];
    int input, output, wake[2];
    struct termios modes;
    char bytes[256];
    size_t length;
    struct sigaction old_fatal[FATAL_COUNT], old_noted[NOTES];
    stack_t stack;
    bool at_exit;
} state = {.wake = {-1, -1}};

/* Writes the bytes to a terminal that is full, too, if somebody reads from it soon; in
 * vain is not for ever. */
static void write_bytes(void) {
    int flags = fcntl(state.output, F_GETFL);
    long end = clock_milliseconds() + RESTORE_MOST, left = RESTORE_MOST;
    fcntl(state.output, F_SETFL, flags | O_NONBLOCK);
    for (size_t done = 0; done < state.length && left > 0;) {
        ssize_t more = write(state.output, state.bytes + done, state.length - done);
        if (more < 0 && errno != EAGAIN && errno != EINTR)
            break;
        done += more > 0 ? (size_t)more : 0;
        if (more <= 0)
            poll(&(struct pollfd){.fd = state.output, .events = POLLOUT}, 1, (int)left);
        left = end - clock_milliseconds();
    }
    fcntl(state.output, F_SETFL, flags);
}

void signals_restore(void) {
    save_abandon();
    if (!state.armed)
        return;
    state.armed = 0;
    int old_errno = errno;
    sigset_t background, old_mask;
    sigemptyset(&background);
    sigaddset(&background,
              SIGTTOU); /* in the background tcsetattr would stop us for good */
    sigprocmask(SIG_BLOCK, &background, &old_mask);
    write_bytes();
    tcsetattr(state.input, TCSANOW, &state.modes);
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
    errno = old_errno;
}

/* Restores the terminal, then raises the signal for its old handler; it is blocked until
 * this function returns. */
static void handle_fatal(int number) {
    signals_restore();
    for (int i = 0; i < FATAL_COUNT; i++) {
        if (fatal[i] == number)
            sigaction(number, &state.old_fatal[i], NULL);
    }
    raise(number);
}

static void handle_noted(int number) {
    int old_errno = errno;
    for (int i = 0; i < NOTES; i++) {
        if (noted[i] == number)
            state.note[i] = 1;
    }
    ssize_t written = write(state.wake[1], "", 1); /* a full pipe wakes as well */
    (void)written;
    errno = old_errno;
}

static bool is_ignored(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN;
}

static void install(const int *numbers, int count, struct sigaction *old,
                    void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < count; i++) {
        sigaction(numbers[i], NULL, &old[i]);
        if (!is_ignored(&old[i]))
            sigaction(numbers[i], &action, NULL);
    }
}

static void close_pipe(void) {
    for (int i = 0; i < 2; i++) {
        close(state.wake[i]);
        state.wake[i] = -1;
    }
}

/* The pipe must not block: reading from it ends when it is empty. */
static bool open_pipe(void) {
    if (pipe(state.wake) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(state.wake[i], F_SETFD, FD_CLOEXEC);
        if (fcntl(state.wake[i], F_SETFL, O_NONBLOCK) != 0) {
            close_pipe();
            return false;
        }
    }
    return true;
}

bool signals_open(int input, int output, const struct termios *modes, const char *bytes) {
    if (state.wake[0] < 0 && !open_pipe())
        return false;
    state.input = input;
    state.output = output;
    state.modes = *modes;
    state.length = strlen(bytes);
    if (state.length > sizeof state.bytes)
        state.length = sizeof state.bytes;
    memcpy(state.bytes, bytes, state.length);
    if (!state.stack.ss_sp) {
        state.stack = (stack_t){.ss_sp = malloc(STACK_SIZE), .ss_size = STACK_SIZE};
        if (state.stack.ss_sp)
            sigaltstack(&state.stack, NULL);
    }
    if (!state.at_exit)
        state.at_exit = atexit(signals_restore) == 0;
    memory_set_hook(signals_restore);
    guard_set_hook(signals_restore); /* it has the handler of SIGBUS */
    install(fatal, FATAL_COUNT, state.old_fatal, handle_fatal, SA_ONSTACK);
    install(noted, NOTES, state.old_noted, handle_noted, 0);
    state.armed = 1;
    return true;
}

void signals_close(void) {
    guard_set_hook(NULL);
    for (int i = 0; i < FATAL_COUNT; i++)
        sigaction(fatal[i], &state.old_fatal[i], NULL);
    for (int i = 0; i < NOTES; i++)
        sigaction(noted[i], &state.old_noted[i], NULL);
    state.armed = 0;
    stack_t off = {.ss_flags = SS_DISABLE};
    sigaltstack(&off, NULL);
    free(state.stack.ss_sp);
    state.stack = (stack_t){0};
    close_pipe();
}

int signals_wake(void) {
    return state.wake[0];
}

SignalNote signals_take(void) {
    char sink[64];
    while (state.wake[0] >= 0 && read(state.wake[0], sink, sizeof sink) > 0)
        continue;
    int note = 0;
    while (note < NOTES && !state.note[note])
        note++;
    if (note < NOTES)
        state.note[note] = 0;
    return (SignalNote)note;
}

void signals_stop_job(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, NULL, &ours);
    if (is_ignored(&ours))
        return;
    state.armed = 0;
    sigaction(SIGTSTP, &standard, NULL);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
    state.armed = 1;
}
