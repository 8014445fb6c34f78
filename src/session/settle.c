/* Settles the rows of a saved what-if, so that the file opens and --check has nothing to
 * say: they are read and judged as the file will be, until none of them fails. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/csv_rows.h"
#include "session/internal.h"

static const char remark[] = "# no longer holds after the changes that were saved:\n";

/* Failures of the rows of a scene: of an expect, a solution or an action at its own line;
 * of errors that no row names, a bit for each kind, at the line of their step, or at 1. */
typedef struct Failures {
    unsigned char *at; /* [lines + 1] */
    size_t count;
} Failures;

/* ---- judging ---- */

/* The words of an error in a row expect,error. */
static const char *const error_words[] = {
    [TROUBLE_EMPTY_ROW] = "a valid query has no visible key",
    [TROUBLE_NO_TARGET] = "no target is scored",
};

static void note_failure(void *context, const Error *failure) {
    Failures *failures = context;
    bool target = error_says(failure, error_words[TROUBLE_NO_TARGET]);
    unsigned kind = target ? TROUBLE_NO_TARGET : TROUBLE_EMPTY_ROW;
    failures->at[failure->message[0].line] |= (unsigned char)(1U << kind);
    failures->count++;
}

/* A scene that is too long to be calculated now is only played. */
static void judge_rows(Session *play, Failures *failures) {
    Tally tally = {.report = note_failure, .context = failures};
    Error error = {0};
    bool fine = play_dry(play, &play->scene, &error) &&
                (work_is_long(&play->scene.model) || check_session(&tally, play, &error));
    if (!fine)
        note_failure(failures, &error);
    states_release(play);
    recipe_release(&play->recipe);
    history_release(&play->history);
    words_release(&play->answered);
}

/* ---- rewriting ---- */

static bool row_is(const RowLine *line, const char *kind) {
    return line->begins && strncmp(line->bytes, kind, strlen(kind)) == 0;
}

/* Returns true at the line where the step after *step begins, which is then the present
 * one. */
static bool step_begins(const Scene *scene, const RowLine *line, size_t *step) {
    bool begins = *step < scene->step_count &&
                  (size_t)scene->steps[*step + 1].number == line->number;
    *step += begins;
    return begins;
}

static void name_errors(unsigned *errors, Text *out) {
    for (size_t i = 0; *errors; i++, *errors >>= 1)
        if (*errors & 1)
            text_format(out, "expect,error,%s\n", error_words[i]);
}

/* Turns rows that fail into comments, with a remark before each run of them, and names
 * errors at the end of their step. */
static void rewrite(const Scene *scene, const Failures *failures, Text *rows) {
    Text out = {0};
    size_t step = 0;
    unsigned errors = 0;
    bool comment = false;
    for (RowLine line = {0}; rows_next_line(&line, rows);) {
        unsigned failed = failures->at[line.number];
        if (step_begins(scene, &line, &step))
            name_errors(&errors, &out);
        if (line.number == 1 || row_is(&line, "step,")) {
            errors |= failed;
            failed = 0;
        }
        if (failed && !comment)
            text_append(&out, remark);
        comment = line.begins ? failed : comment;
        text_append(&out, comment ? "# " : "");
        text_append_n(&out, line.bytes, line.length);
    }
    name_errors(&errors, &out);
    text_release(rows);
    *rows = out;
}

/* ---- the narration ---- */

static bool was_edited(const Session *session) {
    const Entry *entry = session->recipe.last;
    while (entry &&
           !(action_in(session->actions, entry->words.word[0])->flags & ACTION_EDITS))
        entry = entry->before;
    return entry != NULL;
}

/* Finds the steps whose narration tells of other numbers than the file has: the
 * beginning, steps with rows that failed, and all where numbers were edited. */
static void find_marked(const Session *session, const Scene *scene, const Text *rows,
                        bool *marked) {
    bool edited = was_edited(session);
    size_t step = 0;
    for (size_t s = 0; s <= scene->step_count; s++)
        marked[s] = s == 0 || edited;
    for (RowLine line = {0}; rows_next_line(&line, rows);) {
        step_begins(scene, &line, &step);
        marked[step] |= row_is(&line, remark);
    }
}

/* Puts a paragraph that says so before those of the step, in their languages. */
static void put_mark(const Step *step, Text *out) {
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const char *mark = message(lang, "save.original"), *text = NULL;
        bool has = texts_hold(&step->say, lang_names[lang]);
        for (size_t i = 0; has && (text = texts_in(&step->say, lang_names[lang], i)); i++)
            has = strcmp(text, mark) != 0;
        if (has)
            text_format(out, "say,%s,\"%s\"\n", lang_names[lang], mark);
    }
}

static void mark_narration(const Session *session, const Scene *scene, Text *rows) {
    bool *marked = memory_new(scene->step_count + 1, sizeof *marked);
    Text out = {0};
    size_t step = 0;
    find_marked(session, scene, rows, marked);
    for (RowLine line = {0}; rows_next_line(&line, rows);) {
        step_begins(scene, &line, &step);
        if (marked[step] && row_is(&line, "say,")) {
            put_mark(&scene->steps[step], &out);
            marked[step] = false;
        }
        text_append_n(&out, line.bytes, line.length);
    }
    free(marked);
    text_release(rows);
    *rows = out;
}

void settle_rows(const Session *session, const char *path, Text *rows) {
    Session play = {.actions = session->actions};
    Failures failures = {.count = session->recipe.last != NULL};
    while (failures.count &&
           scene_parse(&play.scene, path, text_string(rows), rows->length, false, NULL)) {
        failures = (Failures){memory_new(rows_count_lines(rows) + 1, 1), 0};
        judge_rows(&play, &failures);
        if (failures.count)
            rewrite(&play.scene, &failures, rows);
        else
            mark_narration(session, &play.scene, rows);
        scene_release(&play.scene);
        play = (Session){.actions = session->actions};
        free(failures.at);
    }
}
