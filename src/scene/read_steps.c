/* The readers of texts, steps, actions and expects, see row_kinds.h. */
#include "scene/row_kinds.h"

#include <string.h>

#include "base/memory.h"

static Step *step_now(Draft *draft) {
    return &draft->scene->steps[draft->scene->step_count];
}

bool in_steps(const Draft *draft) {
    return draft->scene->step_count > 0;
}

char *one_line(const char *text) {
    char *copy = memory_string(text);
    for (char *at = copy; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return copy;
}

static bool check_language(Draft *draft, const CsvRow *row) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    const char *lang = row->field[1];
    size_t length = strlen(lang);
    if (length >= 2 && length <= 16 && strspn(lang, letters) == length)
        return true;
    return fault(draft, row->line,
                 "'%.60s' is no language, expected en or zh: %s,en,TEXT", lang,
                 row->field[0]);
}

static void texts_add(Texts *texts, const CsvRow *row) {
    texts->items = memory_resize(texts->items, texts->count + 1, sizeof *texts->items);
    texts->items[texts->count].lang = memory_string(row->field[1]);
    texts->items[texts->count++].text = one_line(row->field[2]);
}

bool read_title(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    if (texts_hold(&draft->scene->title, row->field[1]))
        return fault(draft, row->line,
                     "duplicate definition: a title in '%s' stands already",
                     row->field[1]);
    texts_add(&draft->scene->title, row);
    return true;
}

enum { SAYS_MAX = 500 };

bool read_say(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    if (step_now(draft)->say.count == SAYS_MAX)
        return fault(draft, row->line,
                     "more than %d paragraphs in one step, expected no more", SAYS_MAX);
    texts_add(&step_now(draft)->say, row);
    return true;
}

bool read_step(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    Scene *scene = draft->scene;
    if (!draft->after_step || texts_hold(&step_now(draft)->heading, row->field[1])) {
        scene->steps =
            memory_resize(scene->steps, ++scene->step_count + 1, sizeof *scene->steps);
        *step_now(draft) = (Step){.number = row->line};
    }
    texts_add(&step_now(draft)->heading, row);
    draft->after_step = true;
    return true;
}

Line *line_add(Draft *draft, LineKind kind, const CsvRow *row) {
    Step *step = step_now(draft);
    step->lines = memory_resize(step->lines, step->line_count + 1, sizeof *step->lines);
    Line *line = &step->lines[step->line_count++];
    *line = (Line){.kind = kind, .number = row->line};
    for (size_t i = kind == LINE_ACTION ? 0 : 1; i < row->count; i++)
        words_add(&line->words, row->field[i]);
    return line;
}

bool read_expect(Draft *draft, const CsvRow *row) {
    line_add(draft, LINE_EXPECT, row);
    return true;
}

bool read_action(Draft *draft, const CsvRow *row) {
    line_add(draft, LINE_ACTION, row);
    return true;
}
