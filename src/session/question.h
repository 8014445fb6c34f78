/* Questions of a step: the cells it asks for, the user's guesses, and its goal.
 *
 * ask covers grids and asks for cells of them. guess is an action of the history, so undo
 * takes it back; the guesses are read from the history. reveal judges the guesses that
 * were not judged before, and uncovers the right ones. The state of a cell follows from
 * these and from its present number. goal names a row that the user's own actions shall
 * bring about. */
#ifndef SESSION_QUESTION_H
#define SESSION_QUESTION_H

#include "base/text.h"
#include "sheet/grid.h"

enum { ASKS_MAX = 16 };

/* An ask: `rows` rows from `row` on, and `cols` columns from `col` on. */
typedef struct Ask {
    GridId grid; /* as session_alone makes it */
    Place place;
    size_t row, col, rows, cols;
} Ask;

/* A guess that was judged, as it was typed; guess NULL: a cell that was looked up. */
typedef struct Answered {
    GridCell cell;
    char *guess;
} Answered;

typedef struct Question {
    Ask ask[ASKS_MAX];
    size_t asks;
    size_t since; /* entries of the recipe before the question */
    bool shown;   /* reveal has uncovered everything */
    Answered *answered;
    size_t answered_count;
    size_t wrong;    /* guesses that were wrong when they were judged */
    GridCell hinted; /* the cell of which `hint` has told something, and how much */
    int hints;
    Words goal; /* GRID ROW v1 v2 …, as an expect has it; empty: none */
    Place goal_place;
} Question;

/* How far hint has told a covered cell. */
enum { HINT_FORM, HINT_NUMBERS, HINT_RESULTS, HINT_ALL };

typedef enum AnswerState {
    ANSWER_NONE, /* the cell is not asked for, or has no guess */
    ANSWER_GUESS,
    ANSWER_RIGHT,
    ANSWER_WRONG,
    ANSWER_LOOKED_UP
} AnswerState;

typedef struct Answer {
    AnswerState state;
    const char *guess; /* as typed; of a guess, or a wrong one */
} Answer;

/* The cells of a question by their state. */
typedef struct Score {
    size_t asked, guessed, right, wrong, looked_up;
    size_t tried; /* wrong guesses that were judged, those of right cells included */
} Score;

#endif
