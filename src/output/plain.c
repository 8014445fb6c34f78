/* See plain.h. */
#include "output/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "output/sequence.h"
#include "output/signals.h"
#include "output/text.h"
#include "output/tty.h"

struct Plain {
    Keyboard keyboard;
    bool utf8;
    int pending[2]; /* bytes given back, the last one first */
    int pending_count;
    bool ended; /* end of file on the keys */
};

Plain *plain_open(Error *error) {
    Plain *plain = memory_new(1, sizeof *plain);
    Keyboard *keyboard = &plain->keyboard;
    if (!keyboard_open(keyboard, error) ||
        !signals_open(fileno(keyboard->input), STDOUT_FILENO, &keyboard->modes, "")) {
        keyboard_close(keyboard);
        free(plain);
        return NULL;
    }
    plain->utf8 = tty_locale();
    memory_set_hook(signals_restore);
    keyboard_take(keyboard);
    return plain;
}

void plain_close(Plain *plain) {
    if (!plain)
        return;
    keyboard_give_back(&plain->keyboard);
    memory_set_hook(NULL);
    signals_close();
    keyboard_close(&plain->keyboard);
    free(plain);
}

bool plain_utf8(const Plain *plain) {
    return plain->utf8;
}

void plain_size(const Plain *plain, int *width, int *height) {
    bool cut;
    (void)plain;
    if (!tty_size(STDOUT_FILENO, width, height, &cut)) {
        *width = 80;
        *height = 24;
    }
    if (*height > 1)
        --*height; /* the line below the frame is the cursor's */
}

void plain_show(Plain *plain, const Frame *frame) {
    (void)plain;
    fputc('\n', stdout);
    text_write(frame, stdout);
    fflush(stdout);
}

void plain_suspend(Plain *plain) {
    keyboard_give_back(&plain->keyboard);
    signals_stop_job();
    keyboard_take(&plain->keyboard);
}

static int read_byte(Plain *plain) {
    unsigned char byte;
    ssize_t count = read(fileno(plain->keyboard.input), &byte, 1);
    if (count == 1)
        return byte;
    plain->ended = count == 0 || errno != EINTR;
    return BYTE_NONE;
}

static int next_byte(void *data, int milliseconds) {
    Plain *plain = data;
    if (plain->pending_count)
        return plain->pending[--plain->pending_count];
    return tty_wait(fileno(plain->keyboard.input), -1, milliseconds) == TTY_READY
               ? read_byte(plain)
               : BYTE_NONE;
}

static void give_back(void *data, int byte) {
    Plain *plain = data;
    if (plain->pending_count < 2) /* sequence_read never gives back more */
        plain->pending[plain->pending_count++] = byte;
}

static int read_note(Plain *plain) {
    static const int keys[] = {[NOTE_SUSPEND] = KEY_REDRAW,
                               [NOTE_STOP] = KEY_STOP,
                               [NOTE_SIZE] = KEY_SIZE,
                               [NOTES] = KEY_NONE};
    SignalNote note = signals_take();
    if (note == NOTE_SUSPEND)
        plain_suspend(plain);
    return keys[note];
}

int plain_key(Plain *plain, int milliseconds) {
    ByteSource source = {.next = next_byte, .back = give_back, .data = plain};
    for (;;) {
        int key = read_note(plain);
        if (key != KEY_NONE)
            return key;
        TtyState state = plain->pending_count ? TTY_READY
                                              : tty_wait(fileno(plain->keyboard.input),
                                                         signals_wake(), milliseconds);
        if (state == TTY_GONE || plain->ended)
            return KEY_GONE;
        if (state == TTY_QUIET)
            return KEY_NONE;
        if (state == TTY_READY) {
            int byte = next_byte(plain, 0);
            if (byte != BYTE_NONE)
                return sequence_read(&source, byte);
        }
    }
}
