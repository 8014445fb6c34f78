/* Escape sequences of keys that terminfo does not tell of, and of all else that a terminal may
 * send by itself: they are read to their end, so that no part of one counts as a key. */
#ifndef OUTPUT_SEQUENCE_H
#define OUTPUT_SEQUENCE_H

/* What follows ESC, a character at a time. Zero it to begin. */
typedef struct Sequence {
    char kind;     /* '[' and 'O': a key's. ']', 'P', '_': a string up to BEL or ESC \ */
    char text[12]; /* of a key's sequence; longer ones mean nothing */
    int length;
} Sequence;

typedef enum SequenceState {
    SEQUENCE_MORE, /* goes on */
    SEQUENCE_DONE, /* that was the last character */
    SEQUENCE_NONE  /* no sequence: ESC, and then keys of their own */
} SequenceState;

SequenceState sequence_add(Sequence *sequence, int character);

/* The key of a character that is part of no sequence. */
int sequence_plain(int character);

/* The key that a sequence is: KEY_OTHER where it means nothing here. */
int sequence_key(const Sequence *sequence);

#endif
