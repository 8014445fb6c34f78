/* save FILE writes the present scene as a file that opens again to equal bits; export
 * FILE calls the exporter of the program.
 *
 * The rows before the first step are copied with their comments, expressions and other
 * languages. Then follow the actions of the steps that were walked through and those of
 * the user, each at the record, layer and head where it was made, and then the later
 * steps. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/save.h"
#include "scene/csv_rows.h"
#include "session/internal.h"

/* ---- rows of actions ---- */

/* The state of writing. `play` is a session that performs each row that is written, so
 * that rows are written where they have the meaning that they had. */
typedef struct Writing {
    FILE *file;
    Session play;
    Place place;        /* shown after the rows written so far */
    double tolerance;   /* set by the steps that were walked through; 0: by none */
    bool *dropped;      /* [lines + 1]: later rows that no longer fit; NULL: none */
    const char *folder; /* of the new file, resolved; NULL: unknown */
} Writing;

static void write_words(FILE *file, const Words *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (i)
            fputc(',', file);
        csv_field(file, words->word[i]);
    }
    fputc('\n', file);
}

/* Writes next and prev, because a number before the first step would begin a new record
 * or layer. */
static void write_walk(FILE *file, const char *kind, size_t from, size_t to) {
    for (; from < to; from++)
        fprintf(file, "%s,next\n", kind);
    for (; from > to; from--)
        fprintf(file, "%s,prev\n", kind);
}

static void write_place(Writing *writing, Place to) {
    write_walk(writing->file, "record", writing->place.record, to.record);
    write_walk(writing->file, "layer", writing->place.layer, to.layer);
    if (writing->place.head != to.head)
        fprintf(writing->file, "head,%zu\n", to.head + 1);
    writing->place = to;
}

/* Performs and writes an action. One that only chooses the record, layer or head is
 * written when a later action needs it; grids and lanes that are shown are written last. */
static void write_action(Writing *writing, const Words *words) {
    Session *play = &writing->play;
    const ActionSpec *spec = action_in(play->actions, words->word[0]);
    bool later = spec && (spec->flags & ACTION_PLACE || spec->apply == show_apply ||
                          spec->apply == compare_apply);
    if (!later)
        write_place(writing, session_place(play));
    action_perform(play, words, NULL);
    if (later)
        return;
    write_words(writing->file, words);
    writing->place.head = play->look.head; /* a focus may name a head */
}

/* Returns true if a row belongs to a question or goal, which end with their step. */
static bool of_question(const Line *line) {
    const char *name = line->words.word[0];
    return line->kind == LINE_MISTAKE || line->kind == LINE_SOLUTION ||
           (line->kind == LINE_ACTION &&
            (strcmp(name, "ask") == 0 || strcmp(name, "goal") == 0));
}

/* Returns true for a row of a question that holds in the present state. */
static bool still_asked(const Session *session, size_t step, const Line *line) {
    bool goal = line->kind == LINE_ACTION && strcmp(line->words.word[0], "goal") == 0;
    return step == session->recipe.step &&
           (line->kind == LINE_SOLUTION ? session->recipe.last == NULL
                                        : goal || !session->question.shown);
}

static void write_line(Writing *writing, const Line *line) {
    if (line->kind == LINE_ACTION) {
        write_action(writing, &line->words);
    } else if (line->kind == LINE_TOLERANCE) {
        writing->tolerance = line->tolerance;
    } else if (line->kind != LINE_EXPECT) {
        fputs(line->kind == LINE_MISTAKE ? "mistake," : "solution,", writing->file);
        write_words(writing->file, &line->words);
    }
}

/* Writes the actions of the steps that were walked through. */
static void write_walked(const Session *session, Writing *writing) {
    for (size_t s = 1; s <= session->recipe.step; s++) {
        const Step *step = &session->scene.steps[s];
        for (size_t i = 0; i < step->line_count; i++)
            if (!of_question(&step->lines[i]) || still_asked(session, s, &step->lines[i]))
                write_line(writing, &step->lines[i]);
    }
}

/* Writes the pin that the user brought from another step. */
static void write_pin(const Session *session, Writing *writing) {
    Words words = {0};
    pin_words(session, session->recipe.pin, &words);
    write_action(writing, &words);
    words_release(&words);
}

static void write_entries(Writing *writing, const Entry *last) {
    size_t count = entry_count(last, NULL);
    const Entry **entries = entry_list(last, count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(entries[i]->words.word[0], "guess") == 0)
            continue;
        show_place(&writing->play, entry_place(entries[i]));
        write_action(writing, &entries[i]->words);
    }
    free(entries);
}

static void write_shown(GridSet shown, FILE *file) {
    fputs("show", file);
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (shown & GRID_BIT(g))
            fprintf(file, ",%s", grid_table[g].name);
    fputs(shown & SHOWN_SHAPES ? ",shapes\n" : "\n", file);
}

/* Writes the lanes that are open, at the place where they were opened. */
static void write_compared(const Session *session, Writing *writing) {
    Words words = {0};
    compared_write(&session->compared, &words);
    write_place(writing, session->compared.place);
    write_words(writing->file, &words);
    words_release(&words);
}

static void write_actions(const Session *session, Writing *writing) {
    writing->play = (Session){.scene = session->scene, .actions = session->actions};
    play_steps(&writing->play, 0, NULL);
    writing->place = session_place(&writing->play);
    write_walked(session, writing);
    if (session->recipe.pin && !step_sets_baseline(session, session->recipe.step))
        write_pin(session, writing);
    write_entries(writing, session->recipe.last);
    if (session_lanes(session))
        write_compared(session, writing);
    write_place(writing, session_place(session));
    if (session->look.shown)
        write_shown(session->look.shown, writing->file);
    if (session->look.grid != GRID_DELTA)
        fprintf(writing->file, "focus,%s,%ld,%ld\n", grid_table[session->look.grid].name,
                session->scene.base + (long)session->look.row,
                session->scene.base + (long)session->look.col);
    states_release(&writing->play);
}

/* ---- rows of arrays, whose files are named from where the scene is saved ---- */

static bool check_arrays(const Scene *scene, const char *path, const char *folder,
                         Error *error) {
    for (size_t i = 0; folder && i < scene->array_count; i++)
        if (!path_below(scene->arrays[i].file, folder))
            return error_set(
                error,
                "save: %s: %s does not lie in its folder or below; expected a "
                "file beside it",
                path, scene->arrays[i].file);
    return true;
}

static const ArrayRow *array_row(const Scene *scene, size_t line) {
    for (size_t i = 0; i < scene->array_count; i++)
        if ((size_t)scene->arrays[i].line == line)
            return &scene->arrays[i];
    return NULL;
}

static void write_array_row(const ArrayRow *row, const char *folder, FILE *file) {
    Text name = {0};
    const char *seen = folder ? path_below(row->file, folder) : NULL;
    text_format(&name, "@%s", seen ? seen : row->file);
    fprintf(file, "%s,", row->kind);
    csv_field(file, text_string(&name));
    if (row->axes) {
        fputc(',', file);
        csv_field(file, row->axes);
    }
    fputc('\n', file);
    text_release(&name);
}

/* ---- the file's own rows ---- */

/* Copies lines first..last, counted from 1; last 0 is the end of the file. A last line
 * without an end gets one, and dropped rows become comments. */
static void copy_lines(const Writing *writing, const Scene *scene, size_t first,
                       size_t last) {
    FILE *file = writing->file;
    const ArrayRow *array = NULL;
    bool comment = false;
    for (RowLine line = {0}; rows_next_line(&line, &scene->text);) {
        char stop = line.bytes[line.length - 1];
        comment = line.begins ? writing->dropped[line.number] : comment;
        array = line.begins ? array_row(scene, line.number) : array;
        if (line.number < first || (last && line.number > last))
            continue;
        if (array && line.begins)
            write_array_row(array, writing->folder, file);
        if (array)
            continue;
        fputs(comment ? "# no longer fits: " : "", file);
        fwrite(line.bytes, 1, line.length, file);
        if (stop != '\n' && stop != '\r')
            fputc('\n', file);
    }
}

/* Returns the line of the next expect, if no tolerance comes before it; else 0. */
static size_t first_expect(const Scene *scene, size_t step) {
    for (; step <= scene->step_count; step++)
        for (size_t i = 0; i < scene->steps[step].line_count; i++) {
            const Line *line = &scene->steps[step].lines[i];
            if (line->kind != LINE_ACTION)
                return line->kind == LINE_EXPECT ? (size_t)line->number : 0;
        }
    return 0;
}

static void write_ahead(const Session *session, const Writing *writing) {
    const Scene *scene = &session->scene;
    size_t next = session->recipe.step + 1;
    if (next > scene->step_count)
        return;
    size_t first = (size_t)scene->steps[next].number;
    size_t expect = writing->tolerance > 0 ? first_expect(scene, next) : 0;
    if (expect) {
        copy_lines(writing, scene, first, expect - 1);
        fputs("tolerance,", writing->file);
        csv_numbers(writing->file, &writing->tolerance, 1);
        first = expect;
    }
    copy_lines(writing, scene, first, 0);
}

/* Writes the rows of the scene, and appends them to a text. */
static void write_scene(const Session *session, const char *folder, Text *rows) {
    const Scene *scene = &session->scene;
    char *bytes = NULL;
    size_t length = 0;
    Writing writing = {.file = open_memstream(&bytes, &length), .folder = folder};
    if (!writing.file)
        memory_exhausted();
    size_t first = scene->step_count ? (size_t)scene->steps[1].number : 0;
    writing.dropped =
        memory_new(rows_count_lines(&scene->text) + 1, sizeof *writing.dropped);
    for (size_t i = 0; i < scene->steps[0].line_count; i++) {
        const Line *line = &scene->steps[0].lines[i];
        writing.dropped[line->number] =
            of_question(line) && !still_asked(session, 0, line);
    }
    if (first != 1)
        copy_lines(&writing, scene, 1, first ? first - 1 : 0);
    write_actions(session, &writing);
    write_ahead(session, &writing);
    free(writing.dropped);
    bool fine = !ferror(writing.file);
    if (fclose(writing.file) != 0 || !fine || !bytes)
        memory_exhausted(); /* fclose may fail in silence, and then there are no bytes */
    text_append_n(rows, bytes, length);
    free(bytes);
}

/* Reads FILE [over [in-place]]. A file that another program has changed wants `over` once
 * more. */
static bool parse_mode(Session *session, const Words *words, SaveMode *mode,
                       Error *error) {
    static const char *const modes[] = {NULL, NULL, "over", "in-place"};
    const char *name = words->word[0], *path = words->word[1];
    for (size_t i = 2; i < words->count; i++)
        if (strcmp(words->word[i], modes[i]) != 0)
            return error_set(error, "%s: %s: expected %s FILE [over [in-place]]", name,
                             words->word[i], name);
    *mode = (SaveMode)(words->count - 2);
    if (*mode == SAVE_NEW || !seen_changed(&session->seen, path))
        return true;
    seen_note(&session->seen, path);
    return error_set(error,
                     "%s has changed on disk since it was read or written here; %s %s "
                     "over, once more, replaces it",
                     path, name, path);
}

static void tell_written(Session *session, const Words *words) {
    seen_note(&session->seen, words->word[1]);
    notice_tell(session, "notice.written", words->word[1]);
}

/* A yes at the end is for a large file. */
bool export_apply(Session *session, const Words *words, Error *error) {
    SaveMode mode;
    size_t limit = session->limit;
    bool yes = words->count > 2 && strcmp(words->word[words->count - 1], "yes") == 0;
    Words others = {words->word, words->count - yes};
    if (!parse_mode(session, &others, &mode, error))
        return false;
    if (!session->exporter)
        return error_set(error, "export: there is nothing here to draw a frame");
    session->limit = yes ? 0 : limit;
    bool fine = session->exporter(session, words->word[1], mode, error);
    session->limit = limit;
    if (!fine)
        return false;
    tell_written(session, words);
    return true;
}

bool save_apply(Session *session, const Words *words, Error *error) {
    Save save;
    SaveMode mode;
    if (!parse_mode(session, words, &mode, error))
        return false;
    const char *path = words->word[1];
    char *folder = path_folder(path);
    FILE *file = check_arrays(&session->scene, path, folder, error)
                     ? save_open(&save, "save", path, mode, error)
                     : NULL;
    if (file) {
        Text rows = {0};
        write_scene(session, folder, &rows);
        settle_rows(session, path, &rows);
        fwrite(rows.bytes, 1, rows.length, file);
        text_release(&rows);
    }
    free(folder);
    if (!file || !save_close(&save, true, error))
        return false;
    if (session->recipe.last)
        session->recipe.last->saved = true;
    tell_written(session, words);
    return true;
}
