/* Plays a scene and judges every expect, for --check and save. */
#include <string.h>

#include "session/internal.h"

/* The state of judging; a tolerance holds until the next one, in later steps too. */
typedef struct Play {
    Tally *tally;
    double tolerance;
} Play;

static void count(const Play *play, const Session *session, int line, bool holds,
                  Error *why) {
    if (holds) {
        play->tally->passed++;
        return;
    }
    play->tally->failed++;
    error_locate(why, session->scene.path, line);
    play->tally->report(play->tally->context, why);
}

static bool is_error(const Line *line) {
    return line->kind == LINE_EXPECT && strcmp(line->words.word[0], "error") == 0;
}

static bool judge(Session *session, const Line *line, void *context, Error *error) {
    Play *play = context;
    Error why = {0};
    (void)error;
    if (line->kind == LINE_TOLERANCE)
        play->tolerance = line->tolerance;
    else if (line->kind == LINE_EXPECT && !is_error(line))
        count(play, session, line->number,
              expect_holds(session, &line->words, play->tolerance, &why), &why);
    return true;
}

/* Returns true if an expect,error of the step names this message. */
static bool is_named(const Step *step, const Error *text) {
    for (size_t i = 0; i < step->line_count; i++)
        if (is_error(&step->lines[i]) && error_says(text, step->lines[i].words.word[1]))
            return true;
    return false;
}

/* Judges errors at the end of a step: a named error must be there, and an error that is
 * there must be named. Before the first step, errors may be left for the steps to
 * name. */
static void judge_errors(const Play *play, const Session *session, const Step *step) {
    bool told[2] = {false, false};
    bool entry = step == session->scene.steps && session->scene.step_count > 0;
    TroubleWalk walk = {0};
    for (size_t i = 0; i < step->line_count; i++) {
        Error why = {0};
        if (is_error(&step->lines[i]))
            count(play, session, step->lines[i].number,
                  expect_holds(session, &step->lines[i].words, 0, &why), &why);
    }
    while (!entry && session_trouble_next(session, &walk)) {
        Error text = {0}, why = {0};
        session_trouble_text(session, &walk.trouble, &text);
        if (told[walk.trouble.kind] || is_named(step, &text))
            continue;
        told[walk.trouble.kind] = true; /* one line for each kind is enough */
        error_because(&why, &text, "an error stands that no expect,error names: {cause}");
        count(play, session, step->number ? step->number : 1, false, &why);
    }
}

/* Performs the solutions of a step; returns false if one cannot be. */
static bool perform_solutions(Session *session, const Step *step, int *line,
                              Error *error) {
    for (size_t i = 0; i < step->line_count; i++) {
        if (step->lines[i].kind != LINE_SOLUTION)
            continue;
        *line = step->lines[i].number;
        if (!session_apply(session, &step->lines[i].words, error))
            return false;
    }
    return true;
}

/* Judges the solutions of a step, if it has any, as one: the goal is not met without
 * them, and met with them. They are undone. */
static void judge_solution(const Play *play, Session *session, const Step *step) {
    const Words undo = {.word = (char *[]){"undo"}, .count = 1};
    Error why = {0};
    Look look = session->look;
    int line = 0;
    size_t done = session->history.undo_count;
    bool met = session->question.goal.count && goal_holds(session, play->tolerance, &why);
    bool fine = perform_solutions(session, step, &line, &why);
    if (!line)
        return;
    baseline_follow(session);
    if (met)
        error_set(&why, "the goal is met before its solution, expected it unmet");
    bool reached = fine && !met && goal_holds(session, play->tolerance, &why);
    count(play, session, line, reached, &why);
    while (session->history.undo_count > done && session_apply(session, &undo, &why))
        continue;
    session->look = look;
}

bool check_session(Tally *tally, Session *session, Error *error) {
    const Scene *scene = &session->scene;
    Play play = {.tally = tally, .tolerance = scene->tolerance};
    bool fine = true;
    play_start(session); /* so that lines before the first step are judged in turn */
    for (size_t s = 0; fine && s <= scene->step_count; s++) {
        session->recipe.step = (unsigned)s;
        fine = play_lines(session, s, judge, &play, error);
        baseline_follow(session);
        judge_errors(&play, session, &scene->steps[s]);
        judge_solution(&play, session, &scene->steps[s]);
    }
    return fine;
}
