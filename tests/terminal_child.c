/* See terminal_child.h. */
#include "terminal_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/memory.h"

static void set_environment(const PtyOptions *options) {
    setenv("XDG_STATE_HOME", "/dev/null", 1); /* nothing is remembered */
    setenv("TERM", options->term ? options->term : "xterm-256color", 1);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    unsetenv("ESCDELAY");
    for (const char *const *each = options->environment; each && *each; each++) {
        const char *equals = strchr(*each, '=');
        char *name =
            memory_string_n(*each, equals ? (size_t)(equals - *each) : strlen(*each));
        if (equals)
            setenv(name, equals + 1, 1);
        else
            unsetenv(name);
        free(name);
    }
}

static void run_program(const PtyOptions *options) {
    if (options->input) {
        int input = open(options->input, O_RDONLY);
        dup2(input, STDIN_FILENO);
        close(input);
    }
    if (options->no_hangup)
        signal(SIGHUP, SIG_IGN);
    if (options->body)
        exit(options->body());
    execvp(options->arguments[0], (char *const *)options->arguments);
    _exit(127);
}

static void standard_signals(void) {
    for (int number = 1; number < 32; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The shell's part. Signals of the driver are taken with sigwait, one at a time. */
static void run_shell(const PtyOptions *options, int report) {
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    sigaddset(&watched, SIGUSR1);
    sigaddset(&watched, SIGUSR2);
    sigaddset(&watched, SIGTTOU);
    sigprocmask(SIG_BLOCK, &watched, NULL);
    pid_t program = fork();
    if (program == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        standard_signals();
        close(report);
        run_program(options);
    }
    setpgid(program, program);
    tcsetpgrp(STDIN_FILENO, program);
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    ssize_t written = write(report, &program, sizeof program);
    sigdelset(&watched, SIGTTOU);
    for (;;) {
        int number, status;
        sigwait(&watched, &number);
        if (number == SIGUSR1)
            tcsetpgrp(STDIN_FILENO, program);
        if (number != SIGCHLD)
            kill(-program, SIGCONT);
        while (waitpid(program, &status, WNOHANG | WUNTRACED) == program) {
            tcsetpgrp(STDIN_FILENO, getpid());
            if (WIFSTOPPED(status))
                continue;
            written += write(report, &status, sizeof status);
            _exit(written > 0 ? 0 : 1);
        }
    }
}

void child_run(const PtyOptions *options, int slave, int report) {
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++)
        dup2(slave, i);
    if (slave > 2)
        close(slave);
    standard_signals();
    set_environment(options);
    if (options->job)
        run_shell(options, report);
    close(report);
    run_program(options);
}
