/* Questions: guesses, their verdicts, hints and goals. See question.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/number.h"
#include "session/internal.h"

/* ---- guesses ---- */

void ask_tell(Session *session, const Words *words) {
    (void)words;
    if (session->question.asks == 1)
        session->question.since = entry_count(session->recipe.last, NULL);
}

/* Returns the decimals of a plain number, as typed; -1 of anything else. */
static int decimals_of(const char *text) {
    size_t whole, decimals = 0;
    text += *text == '-' || *text == '+';
    whole = strspn(text, "0123456789");
    text += whole;
    if (*text == '.') {
        decimals = strspn(++text, "0123456789");
        text += decimals;
    }
    return *text || whole + decimals == 0 ? -1 : (int)decimals;
}

/* Returns true if the number, rounded to the decimals that were typed, is the guess. Two
 * decimals are needed, unless the number has fewer; the value of an expression is exact. */
static bool guess_meets(const char *guess, double number) {
    static const double last_bits = 1e-12, whole_within = 1e-9, within = 1e-6;
    double value, apart;
    int decimals = decimals_of(guess);
    if (!number_parse(guess, &value, NULL))
        return false;
    if (isnan(value) || isnan(number) || isinf(value) || isinf(number))
        return (isnan(value) && isnan(number)) || value == number;
    apart = decimals < 0   ? within
            : decimals < 2 ? whole_within
                           : 0.5 * pow(10, -decimals) * (1 + whole_within);
    return fabs(number - value) <= fmax(apart, last_bits * fabs(number));
}

static bool guess_right(const Session *session, GridCell cell, const char *guess) {
    RowState state;
    double number =
        grid_cell(session->now, cell.grid, cell.place, cell.row, cell.col, &state);
    return state != ROWSTATE_UNDEFINED && guess_meets(guess, number);
}

/* Finds the cell of a guess that was made at a place: in the grid that it names, where an
 * ask at that place comes first, or else in that of the last ask. */
static bool guess_cell(const Session *session, const Words *words, Place at,
                       GridCell *cell) {
    const Question *question = &session->question;
    bool named = words->count > 4, found = false;
    const char *row = words->word[1 + named], *col = words->word[2 + named];
    long head = -1;
    GridId grid = question->ask[question->asks - 1].grid;
    if (named && !grid_parse(words->word[1], &grid, &head, NULL))
        return false;
    grid = session_alone(session, grid);
    for (size_t i = question->asks; i-- > 0;) {
        const Ask *ask = &question->ask[i];
        GridCell at_ask = {grid, ask->place, 0, 0};
        if (ask->grid != grid || (head >= 0 && ask->place.head != (size_t)head) ||
            !parse_position(session, row, "row",
                            grid_rows(session->now, grid, ask->place), &at_ask.row,
                            NULL) ||
            !parse_position(session, col, "column",
                            grid_cols(session->now, grid, ask->place), &at_ask.col,
                            NULL) ||
            !ask_has(ask, at_ask))
            continue;
        bool here = ask->place.record == at.record && ask->place.head == at.head;
        if (!found || here)
            *cell = at_ask;
        found = true;
        if (here || !named)
            break;
    }
    return found;
}

typedef struct Guess {
    GridCell cell;
    const char *text;
} Guess;

/* Lists the last guess of each cell, the newest first. The caller frees the list. */
static Guess *guesses(const Session *session, size_t *count) {
    const Question *question = &session->question;
    size_t entries = question->asks ? entry_count(session->recipe.last, NULL) : 0;
    Guess *list = NULL;
    *count = 0;
    for (const Entry *entry = session->recipe.last; entries > question->since;
         entry = entry->before, entries--) {
        const Words *words = &entry->words;
        Guess guess = {.text = words->word[words->count - 1]};
        size_t i = 0;
        if (strcmp(words->word[0], "guess") != 0 ||
            !guess_cell(session, words, entry_place(entry), &guess.cell))
            continue;
        while (i < *count && !same_cell(list[i].cell, guess.cell))
            i++;
        if (i < *count)
            continue;
        list = memory_resize(list, *count + 1, sizeof *list);
        list[(*count)++] = guess;
    }
    return list;
}

bool guess_apply(Session *session, const Words *words, Error *error) {
    const char *text = words->word[words->count - 1];
    GridCell cell;
    double value;
    if (session->question.asks == 0 || session->question.shown)
        return error_set(error, "guess: nothing is asked here; ask GRID does");
    if (!guess_cell(session, words, session_place(session), &cell))
        return error_set(error, "guess: no such cell is asked for: %s %s %s",
                         words->word[1], words->word[2],
                         words->count > 4 ? words->word[3] : "");
    if (!number_parse(text, &value, error))
        return false;
    session->unchanged = session_answer(session, cell).guess &&
                         strcmp(session_answer(session, cell).guess, text) == 0;
    return true;
}

/* ---- answers ---- */

/* Returns true if the guess was judged, or, for NULL, if the cell was looked up. */
static bool was_answered(const Question *question, GridCell cell, const char *guess) {
    for (size_t i = 0; i < question->answered_count; i++) {
        const Answered *one = &question->answered[i];
        if (same_cell(one->cell, cell) &&
            (guess ? one->guess && strcmp(one->guess, guess) == 0 : !one->guess))
            return true;
    }
    return false;
}

static void answered_add(Question *question, GridCell cell, const char *guess) {
    question->answered = memory_resize(question->answered, question->answered_count + 1,
                                       sizeof *question->answered);
    question->answered[question->answered_count++] =
        (Answered){cell, guess ? memory_string(guess) : NULL};
}

static AnswerState state_of(const Session *session, GridCell cell, const char *guess) {
    const Question *question = &session->question;
    if (was_answered(question, cell, NULL))
        return ANSWER_LOOKED_UP;
    if (!guess)
        return ANSWER_NONE;
    if (!was_answered(question, cell, guess))
        return ANSWER_GUESS;
    return guess_right(session, cell, guess) ? ANSWER_RIGHT : ANSWER_WRONG;
}

Answer session_answer(const Session *session, GridCell cell) {
    const Ask *ask = ask_of(session, cell);
    if (!ask)
        return (Answer){ANSWER_NONE, NULL};
    cell.grid = ask->grid;
    size_t count, i = 0;
    Guess *list = guesses(session, &count);
    while (i < count && !same_cell(list[i].cell, cell))
        i++;
    const char *text = i < count ? list[i].text : NULL;
    free(list);
    return (Answer){state_of(session, cell, text), text};
}

bool session_covers(const Session *session, GridCell cell) {
    if (!covered_in(session, cell.grid, cell.place.layer))
        return false;
    AnswerState state = session_answer(session, cell).state;
    return state != ANSWER_RIGHT && state != ANSWER_LOOKED_UP;
}

Score session_score(const Session *session) {
    const Question *question = &session->question;
    Score score = {.tried = question->wrong};
    size_t count;
    Guess *list = guesses(session, &count);
    for (size_t i = 0; i < question->asks; i++)
        score.asked += question->ask[i].rows * question->ask[i].cols;
    for (size_t i = 0; i < question->answered_count; i++)
        score.looked_up += !question->answered[i].guess;
    for (size_t i = 0; i < count; i++) {
        AnswerState state = state_of(session, list[i].cell, list[i].text);
        score.guessed += state == ANSWER_GUESS;
        score.right += state == ANSWER_RIGHT;
        score.wrong += state == ANSWER_WRONG;
    }
    free(list);
    return score;
}

/* Judges the guesses that were not judged yet; returns how many. */
static size_t judge_guesses(Session *session) {
    Question *question = &session->question;
    size_t count, judged = 0;
    Guess *list = question->shown ? NULL : guesses(session, &count);
    for (size_t i = 0; list && i < count; i++) {
        if (state_of(session, list[i].cell, list[i].text) != ANSWER_GUESS)
            continue;
        answered_add(question, list[i].cell, list[i].text);
        question->wrong += !guess_right(session, list[i].cell, list[i].text);
        judged++;
    }
    free(list);
    return judged;
}

void session_uncover(Session *session) {
    session->covered = session->hidden = 0;
    session->question.shown = session->question.asks > 0;
}

void reveal_apply(Session *session) {
    if (judge_guesses(session) == 0)
        session_uncover(session);
}

/* ---- mistakes ---- */

/* Returns the cursor's cell, in the grid that an ask of it has. */
static GridCell cursor_asked(const Session *session) {
    const Look *look = &session->look;
    GridId grid = session_alone(session, session_shape(session, look->grid));
    return (GridCell){grid, session_place(session), look->row, look->col};
}

/* Returns 0 if no guess that was judged wrong is that mistake; else more in the cursor's
 * cell, and more in the language. */
static int mistake_fits(const Session *session, const Ask *ask, const Words *words) {
    GridCell cell;
    double value;
    if (!mistake_cell(session, ask, words, &cell) ||
        !number_parse(words->word[2], &value, NULL))
        return 0;
    Answer answer = session_answer(session, cell);
    if (answer.state != ANSWER_WRONG || !guess_meets(answer.guess, value))
        return 0;
    return 1 + 2 * same_cell(cell, cursor_asked(session)) +
           (strcmp(words->word[3], lang_names[session->look.lang]) == 0);
}

const char *session_mistake(const Session *session) {
    const Question *question = &session->question;
    const Step *step = &session->scene.steps[session->recipe.step];
    const char *told = NULL;
    size_t asks = 0;
    int best = 0;
    for (size_t i = 0; i < step->line_count && asks <= question->asks; i++) {
        const Line *line = &step->lines[i];
        const Words *words = &line->words;
        if (line->kind == LINE_ACTION)
            asks += strcmp(words->word[0], "ask") == 0;
        if (line->kind != LINE_MISTAKE || asks == 0 || question->shown)
            continue;
        int fits = mistake_fits(session, &question->ask[asks - 1], words);
        if (fits > best) {
            told = words->word[4];
            best = fits;
        }
    }
    return told;
}

/* ---- hints ---- */

int session_hint(const Session *session, GridCell cell) {
    const Question *question = &session->question;
    cell.grid = session_alone(session, cell.grid);
    return same_cell(question->hinted, cell) ? question->hints : HINT_FORM;
}

void hint_apply(Session *session) {
    Question *question = &session->question;
    GridCell cell = cursor_asked(session);
    if (!session_covers(session, cell)) {
        notice_tell(session, "notice.not-covered", "");
        return;
    }
    question->hints = session_hint(session, cell) + 1;
    question->hinted = cell;
    if (question->hints == HINT_ALL)
        answered_add(question, cell, NULL);
}

/* ---- the goal ---- */

bool goal_apply(Session *session, const Words *words, Error *error) {
    Question *question = &session->question;
    Words goal = {0};
    for (size_t i = 1; i < words->count; i++)
        words_add(&goal, words->word[i]);
    if (!expect_check(session, &goal, error)) {
        words_release(&goal);
        return false;
    }
    words_release(&question->goal);
    question->goal = goal;
    question->goal_place = session_place(session);
    return true;
}

bool goal_holds(const Session *session, double tolerance, Error *found) {
    const Question *question = &session->question;
    Session at = *session;
    at.look.record = question->goal_place.record;
    at.look.layer = question->goal_place.layer;
    at.look.head = question->goal_place.head;
    return expect_holds(&at, &question->goal, tolerance, found);
}

/* Returns the tolerance at the end of the present step. */
static double tolerance_now(const Session *session) {
    double tolerance = session->scene.tolerance;
    for (size_t s = 0; s <= session->recipe.step; s++)
        for (size_t i = 0; i < session->scene.steps[s].line_count; i++)
            if (session->scene.steps[s].lines[i].kind == LINE_TOLERANCE)
                tolerance = session->scene.steps[s].lines[i].tolerance;
    return tolerance;
}

bool session_goal(const Session *session, bool *met, size_t *actions) {
    Error found;
    if (session->question.goal.count == 0)
        return false;
    *met = goal_holds(session, tolerance_now(session), &found);
    *actions = 0;
    for (const Entry *entry = session->recipe.last; entry; entry = entry->before)
        *actions += strcmp(entry->words.word[0], "guess") != 0;
    return true;
}

/* ---- questions that were answered ---- */

static bool is_answered(const Session *session) {
    Score score = session_score(session);
    bool met = true;
    size_t actions;
    bool goal = session_goal(session, &met, &actions);
    return (goal || score.asked > 0) && met && score.right == score.asked;
}

void question_note(Session *session) {
    Text name = {0};
    if ((!session->question.asks && !session->question.goal.count) ||
        !is_answered(session))
        return;
    char *id = path_stem(session->scene.path, ".csv");
    text_format(&name, "%s %u", id, session->recipe.step);
    free(id);
    if (words_find(&session->answered, text_string(&name)) == session->answered.count)
        words_add(&session->answered, text_string(&name));
    text_release(&name);
}

size_t session_answered(const Session *session, const char *id) {
    size_t length = strlen(id), count = 0;
    for (size_t i = 0; i < session->answered.count; i++) {
        const char *name = session->answered.word[i], *step = strrchr(name, ' ');
        count += step == name + length && strncmp(name, id, length) == 0;
    }
    return count;
}
