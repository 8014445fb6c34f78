/* See layout.h. A plan gives lines to each part of the screen; then columns.c places the
 * columns.
 *
 * The roomiest plan is tried first, then plans with flatter rows and fewer gaps. If they
 * do not let all bands in, or if a long grid would leave no room for the narration,
 * plan_some begins with the cursor's band and the words, gives up parts in the order of a
 * table until it fits, and grows where lines are left. */
#include "screen/layout.h"

#include "frame/cell.h"
#include "base/minmax.h"

enum { ROWS_KEPT = 8, BANDS_KEPT = 2, SPARE_LABEL = 2, TALLEST = 3 };

/* The lines of each part; 0: it is left out. */
typedef struct Plan {
    int title, switches, tokens, tokens_gap;
    int bands, rows, height;
    int output_gap, output, output_height; /* output: rows of its band */
    int input_gap, input;                  /* of inputs that must be shown */
    int output_heads, input_heads;         /* lines of labels that name heads */
    int ledger_gap, ledger;
    int mean, trouble_gap, trouble, heading, text, arithmetic_gap, hints;
} Plan;

/* ---- places ---- */

/* Takes the next lines for a part. Returns its first line, or ABSENT if it has none. */
static int line_take(int *y, int lines) {
    int line = *y;
    *y += lines;
    return lines > 0 ? line : ABSENT;
}

static Rows rows_take(int *y, int total, int count, int height, int cursor) {
    Rows rows = {*y, window_first(total, count, cursor), count, height};
    *y += count * height;
    return rows;
}

static void place_output(const Content *content, const Plan *plan, int *y, Band *output) {
    bool shown = plan->output > 0;
    *y += plan->bands > 0 && shown ? plan->output_gap : 0;
    output->names = line_take(y, shown);
    output->labels =
        line_take(y, shown && (content->output_labels || plan->output_heads));
    output->rows = rows_take(y, content->output_rows, plan->output, plan->output_height,
                             content->output_row);
}

/* Places the inputs that must be shown, and others if `spare` lines, which no other part
 * needs, are enough. Their rows are as tall as those of the main bands if there are lines
 * left then. */
static void place_input(const Content *content, const Plan *plan, int spare, int *y,
                        Band *input) {
    int rows = plan->input, more = content->input_rows;
    bool gaps = plan->tokens_gap && plan->trouble_gap && plan->arithmetic_gap;
    bool gap = rows > 0 && plan->input_gap;
    if (!rows && gaps && more > 0 && spare >= 1 + more && plan->bands >= content->bands &&
        plan->rows >= content->rows && input->columns.count > 0) {
        rows = more;
        gap = spare > 1 + more;
        spare -= 1 + gap + more;
    }
    int height = rows > 0 ? min_int(plan->height, 1 + max_int(spare, 0) / rows) : 1;
    *y += gap;
    input->names = line_take(y, rows > 0);
    input->labels = line_take(y, rows > 0 && plan->input_heads);
    input->rows = rows_take(y, more, rows, height, 0);
}

/* Places the parts from top to bottom, where `spare` more lines are free. Returns the
 * lines that they take. */
static int place_lines(const Content *content, const Plan *plan, int spare,
                       Layout *layout) {
    int y = 0, bottom = layout->height - 1;
    layout->title = line_take(&y, plan->title);
    layout->switches = line_take(&y, plan->switches);
    layout->tokens = line_take(&y, plan->tokens);
    layout->token_lines = plan->tokens;
    y += plan->tokens_gap;
    layout->main.names = line_take(&y, plan->bands > 0);
    layout->band_count = plan->bands;
    layout->band_first = content->bands == 1
                             ? content->band
                             : window_first(content->bands, plan->bands, content->band);
    layout->main.labels = y++;
    layout->main.rows =
        rows_take(&y, content->rows, plan->rows, plan->height, content->row);
    y = layout_band(layout, layout->band_first + plan->bands);
    place_output(content, plan, &y, &layout->output);
    place_input(content, plan, spare, &y, &layout->input);
    y += plan->ledger_gap;
    layout->ledger = line_take(&y, plan->ledger);
    layout->ledger_lines = plan->ledger;
    y += plan->trouble_gap;
    layout->mean = line_take(&y, plan->mean);
    layout->trouble = line_take(&y, plan->title > 0 ? plan->trouble : 0);
    layout->words_lines = plan->heading + plan->text;
    layout->words = line_take(&y, layout->words_lines);
    layout->text_more = line_take(&y, plan->heading > 0 && plan->text < content->text);
    layout->merged_top = plan->switches == 0;
    layout->merged_bottom = plan->hints == 0;
    layout->hints = bottom;
    layout->arithmetic = bottom - plan->hints;
    if (layout->merged_top)
        layout->switches = plan->bands > 0 ? layout->main.names : layout->output.names;
    return y + plan->arithmetic_gap + 1 + plan->hints;
}

static bool plan_fits(const Content *content, int height, const Plan *plan) {
    Layout layout; /* of which only lines are written and read */
    layout.height = height;
    return place_lines(content, plan, 0, &layout) <= height;
}

/* Returns a plan whose heights and gaps around trouble and arithmetic are still to be set. */
static Plan plan_roomiest(const Content *content, int inputs) {
    return (Plan){.title = 1,
                  .switches = 1,
                  .tokens = content->token_lines,
                  .tokens_gap = 1,
                  .bands = content->bands,
                  .rows = content->rows,
                  .output_gap = 1,
                  .output = content->output_rows,
                  .input_gap = 1,
                  .input = inputs,
                  .output_heads = content->output_heads && content->output_rows > 0,
                  .input_heads = content->input_heads && inputs > 0,
                  .ledger_gap = content->ledger > 0,
                  .ledger = content->ledger,
                  .mean = content->mean,
                  .trouble = 1,
                  .heading = content->heading,
                  .text = content->text,
                  .hints = 1};
}

/* ---- giving parts up ---- */

/* The first parts that a plan gives up: gaps and names of heads, then text, all. */
enum { GIVE_GAPS = 6, GIVE_TEXT, GIVE_ALL = 19 };

/* Gives up the first `parts` in their order until the plan fits: all lines at once, or
 * one by one down to `least`. Returns true if it fits. */
static bool plan_shrink(const Content *content, int height, Plan *plan, int parts) {
    bool output = content->output_focused; /* the cursor is in its band */
    const struct {
        int *lines;
        int least;
        bool one_by_one;
    } given_up[GIVE_ALL] = {
        {&plan->tokens_gap, 0, false},
        {&plan->output_gap, 0, false},
        {&plan->input_gap, 0, false},
        {&plan->ledger_gap, 0, false},
        {&plan->output_heads, 0, false},
        {&plan->input_heads, 0, false},
        {&plan->text, 0, true},
        {&plan->bands, output ? 0 : plan->bands, false},
        {&plan->trouble, content->trouble, false},
        {&plan->mean, 0, false},
        {&plan->tokens, 0, false},
        {&plan->heading, 0, false},
        {&plan->title, 0, false},
        {&plan->switches, 0, false},
        {&plan->hints, 0, false},
        {&plan->input, 0, true},
        {&plan->ledger, 0, true},
        {&plan->output, output ? 1 : plan->output, true},
        {&plan->rows, output ? plan->rows : 1, true},
    };
    for (int i = 0; i < parts; i++) {
        int *lines = given_up[i].lines, least = given_up[i].least;
        while (*lines > least && !plan_fits(content, height, plan))
            *lines = given_up[i].one_by_one ? *lines - 1 : least;
    }
    return plan_fits(content, height, plan);
}

/* ---- all bands ---- */

static bool plan_tall(const Content *content, int height, Plan *plan) {
    static const struct {
        int rows, output;
    } tall[] = {{3, 3}, {3, 1}, {2, 2}, {2, 1}, {1, 1}};
    for (size_t i = 0; i < sizeof tall / sizeof *tall; i++)
        for (int gaps = 3; gaps >= 0; gaps--) {
            plan->height = tall[i].rows;
            plan->output_height = tall[i].output;
            plan->tokens_gap = gaps > 0;
            plan->trouble_gap = gaps > 1;
            plan->arithmetic_gap = gaps > 2;
            if (plan_fits(content, height, plan))
                return true;
        }
    return false;
}

static bool plan_whole(const Content *content, int height, int inputs, Plan *plan) {
    bool much = content->rows > ROWS_KEPT || content->bands > BANDS_KEPT ||
                (content->all_or_one && content->bands > 1);
    *plan = plan_roomiest(content, inputs);
    return plan_tall(content, height, plan) ||
           plan_shrink(content, height, plan, much ? GIVE_GAPS : GIVE_TEXT);
}

/* ---- some bands ---- */

/* Raises the lines of a part one by one while the plan fits. */
static void grow(const Content *content, int height, const Plan *plan, int *lines,
                 int most) {
    for (bool fits = true; fits && *lines < most; *lines -= !fits) {
        ++*lines;
        fits = plan_fits(content, height, plan);
    }
}

/* Takes the most lines of text that fit, for which an empty line of trouble is given up.
 * The whole text needs no line that counts missing ones. */
static void grow_text(const Content *content, int height, Plan *plan) {
    Plan tried = *plan;
    tried.trouble = content->trouble;
    for (tried.text = content->text; tried.text > plan->text && plan->heading > 0;
         tried.text--)
        if (plan_fits(content, height, &tried)) {
            *plan = tried;
            return;
        }
}

static void grow_output(const Content *content, int height, Plan *plan) {
    Plan tried = *plan;
    tried.output = content->output_rows;
    tried.output_height = 1;
    if (plan->output == 0 && plan->rows == content->rows &&
        plan_fits(content, height, &tried))
        *plan = tried;
}

static void plan_some(const Content *content, int height, int inputs, Plan *plan) {
    *plan = plan_roomiest(content, inputs);
    plan->tokens_gap = plan->output_gap = plan->trouble_gap = plan->arithmetic_gap = 0;
    plan->input_gap = plan->ledger_gap = 0;
    plan->height = plan->output_height = plan->bands = 1;
    plan->rows = min_int(content->rows, ROWS_KEPT);
    plan->tokens = content->all_or_one ? content->token_lines_one : content->token_lines;
    plan->output = content->output_focused || content->output_asked
                       ? min_int(content->output_rows, ROWS_KEPT)
                       : 0;
    plan_shrink(content, height, plan, GIVE_ALL);
    grow_text(content, height, plan);
    grow(content, height, plan, &plan->trouble, 1);
    if (plan->bands > 0)
        grow(content, height, plan, &plan->rows, content->rows);
    if (plan->output > 0)
        grow(content, height, plan, &plan->output, content->output_rows);
    if (plan->rows == content->rows && plan->bands > 0 && !content->all_or_one)
        grow(content, height, plan, &plan->bands, content->bands);
    grow_output(content, height, plan);
    if (plan->rows == content->rows && content->all_or_one)
        grow(content, height, plan, &plan->height, TALLEST);
    grow(content, height, plan, &plan->trouble_gap, 1);
    grow(content, height, plan, &plan->arithmetic_gap, 1);
    grow(content, height, plan, &plan->tokens_gap, plan->tokens > 0);
    grow(content, height, plan, &plan->output_gap, plan->output > 0);
    grow(content, height, plan, &plan->ledger_gap, plan->ledger > 0);
}

/* Returns the inputs that are not among the main columns. */
static Columns inputs_left(const Content *content, const Layout *layout) {
    Columns left = {0};
    for (int i = 0; i < content->input.count; i++)
        if (!columns_find(&layout->main.columns, content->input.column[i].grid))
            left.column[left.count++] = content->input.column[i];
    return left;
}

static void place_columns(const Content *content, Layout *layout) {
    const Columns *main = &content->main;
    Columns *columns = &layout->main.columns;
    ColumnRoom room = {.left = content->label,
                       .width = layout->width,
                       .least_sign = max_int(1 + content->positions, 2)};
    if (content->bands > 1)
        room.left = max_int(room.left, content->band_label + 1);
    room.decimals = columns_decimals(main, room, content->digits);
    layout->label_tokens = columns_whole(main, room);
    if (!layout->label_tokens)
        room.left = content->label_short;
    layout->decimals = room.decimals;
    columns_fit(main, room, columns);
    int spare = room.width - 1 - max_int(room.left, columns_end(columns));
    int touches = columns->count > 0 && columns->column[0].labels > 0;
    spare = layout->label_tokens ? max_int(min_int(spare, SPARE_LABEL), touches) : 0;
    if (spare > 0) {
        room.left += spare;
        columns_fit(main, room, columns);
    }
    layout->label = room.left;
    columns_fit(&content->output, room, &layout->output.columns);
    if (content->aligned)
        columns_align(&layout->output.columns, columns, room.left, room.width);
    Columns inputs = inputs_left(content, layout);
    columns_fit(&inputs, room, &layout->input.columns);
}

/* Returns the rows of the inputs if one of them must be shown, else 0. */
static int inputs_asked(const Content *content, const Columns *inputs) {
    for (int i = 0; i < inputs->count; i++)
        if (inputs->column[i].asked)
            return content->input_rows;
    return 0;
}

/* Inputs that must be shown have lines of the ledger, if there is one: they give way to
 * the other bands and the narration. */
static void plan_make(const Content *content, int height, int inputs, Plan *plan) {
    bool lines = content->ledger > 0;
    bool whole = plan_whole(content, height, inputs, plan);
    if (lines && (!whole || plan->text < content->text)) {
        inputs = 0;
        whole = plan_whole(content, height, 0, plan) && plan->text == content->text;
    }
    if (!whole)
        plan_some(content, height, inputs, plan);
}

void layout_make(const Content *content, int width, int height, Layout *layout) {
    Plan plan;
    *layout = (Layout){.width = width, .height = height};
    place_columns(content, layout);
    plan_make(content, height, inputs_asked(content, &layout->input.columns), &plan);
    int spare = height - place_lines(content, &plan, 0, layout);
    place_lines(content, &plan, spare, layout);
}

int layout_band(const Layout *layout, int band) {
    const Rows *rows = &layout->main.rows;
    return layout->main.labels +
           (band - layout->band_first) * (1 + rows->count * rows->height);
}
