/* See layout.h. First the lines (what stays, how tall), then the columns (lineup.h), then places.
 *
 * Lines are found by trying: the roomiest plan first, then what the table of plans gives up next.
 * Where not even flat rows let all bands in, or a long grid would cost the narration, the plan is
 * built the other way round: the cursor's band and the words, then whatever else still fits. */
#include "view/screen/layout.h"

#include <stddef.h>

#include "frame/cell.h"
#include "base/minmax.h"
#include "view/screen/lineup.h"

enum { ROWS_KEPT = 8, BANDS_KEPT = 2, SPARE_LABEL = 2, TALLEST = 3 };

/* Lines given to each part; 0: it is left out. */
typedef struct Plan {
    int title, switches, strip, strip_gap, names;
    int bands, rows, height;
    int output_gap, output, output_height; /* output: rows of its band, 0: none */
    int mean, trouble_gap, trouble, heading, text, more, arithmetic_gap, hints;
} Plan;

static int plan_lines(const Content *content, const Plan *plan) {
    int lines =
        plan->title + plan->switches + plan->strip + plan->strip_gap + plan->names;
    lines += plan->bands * (1 + plan->rows * plan->height);
    if (plan->output > 0)
        lines += (plan->bands > 0 ? plan->output_gap : 0) + 1 + content->output_labels +
                 plan->output * plan->output_height;
    lines += plan->mean + plan->trouble_gap + plan->trouble + plan->heading + plan->text;
    return lines + plan->more + plan->arithmetic_gap + 1 + plan->hints;
}

static bool plan_fits(const Content *content, int height, const Plan *plan) {
    return plan_lines(content, plan) <= height;
}

static Plan plan_roomiest(const Content *content) {
    return (Plan){.title = 1,
                  .switches = 1,
                  .strip = content->strip,
                  .strip_gap = 1,
                  .names = 1,
                  .bands = content->bands,
                  .rows = content->rows,
                  .height = TALLEST,
                  .output_gap = 1,
                  .output = content->output_rows,
                  .output_height = TALLEST,
                  .mean = content->mean,
                  .trouble_gap = 1,
                  .trouble = 1,
                  .heading = content->heading,
                  .text = content->text,
                  .arithmetic_gap = 1,
                  .hints = 1};
}

/* How many lines of text are left out decides whether a line says so. */
static void set_text(const Content *content, Plan *plan, int lines) {
    plan->text = lines;
    plan->more = lines < content->text;
}

/* ---- all bands ---- */

static bool plan_tall(const Content *content, int height, Plan *plan) {
    static const struct {
        int rows, output;
    } tall[] = {{3, 3}, {3, 1}, {2, 2}, {2, 1}, {1, 1}};
    for (size_t i = 0; i < sizeof tall / sizeof *tall; i++)
        for (int gaps = 2; gaps >= 0; gaps--) {
            plan->height = tall[i].rows;
            plan->output_height = tall[i].output;
            plan->trouble_gap = gaps > 0;
            plan->arithmetic_gap = gaps > 1;
            if (plan_fits(content, height, plan))
                return true;
        }
    return false;
}

static bool plan_whole(const Content *content, int height, Plan *plan) {
    *plan = plan_roomiest(content);
    if (plan_tall(content, height, plan))
        return true;
    plan->strip_gap = 0;
    if (plan_fits(content, height, plan))
        return true;
    plan->output_gap = 0;
    if (plan_fits(content, height, plan))
        return true;
    if (content->rows > ROWS_KEPT || content->bands > BANDS_KEPT ||
        (content->all_or_one && content->bands > 1))
        return false;
    for (int lines = content->text - 1; lines >= 0; lines--) {
        set_text(content, plan, lines);
        if (plan_fits(content, height, plan))
            return true;
    }
    return false;
}

/* ---- some bands ---- */

/* What a plan gives up, in this order, until it fits. */
static void give_text(const Content *content, Plan *plan) {
    set_text(content, plan, plan->text > 0 ? plan->text - 1 : 0);
}

static void give_bands(const Content *content, Plan *plan) {
    if (content->output_focused)
        plan->bands = plan->names = 0;
}

static void give_trouble(const Content *content, Plan *plan) {
    plan->trouble = content->trouble;
}

static void give_mean(const Content *content, Plan *plan) {
    plan->mean = 0;
    (void)content;
}

static void give_strip(const Content *content, Plan *plan) {
    plan->strip = 0;
    (void)content;
}

static void give_heading(const Content *content, Plan *plan) {
    plan->heading = plan->more = 0;
    (void)content;
}

static void give_title(const Content *content, Plan *plan) {
    plan->title = plan->trouble = 0;
    (void)content;
}

static void give_hints(const Content *content, Plan *plan) {
    plan->hints = 0;
    (void)content;
}

static void give_switches(const Content *content, Plan *plan) {
    plan->switches = 0;
    (void)content;
}

static void give_rows(const Content *content, Plan *plan) {
    int *rows = content->output_focused && plan->bands == 0 ? &plan->output : &plan->rows;
    *rows = *rows > 1 ? *rows - 1 : 1;
}

static const struct {
    void (*give)(const Content *content, Plan *plan);
    int times;
} given_up[] = {
    {give_text, 64}, {give_bands, 1},   {give_trouble, 1}, {give_mean, 1},
    {give_strip, 1}, {give_heading, 1}, {give_title, 1},   {give_switches, 1},
    {give_hints, 1}, {give_rows, 64},
};

static void plan_shrink(const Content *content, int height, Plan *plan) {
    for (size_t i = 0; i < sizeof given_up / sizeof *given_up; i++)
        for (int n = 0; n < given_up[i].times; n++) {
            if (plan_fits(content, height, plan))
                return;
            given_up[i].give(content, plan);
        }
}

/* Raises a part by one while it fits; parts lie in the plan as ints. */
static void grow(const Content *content, int height, Plan *plan, size_t part, int most) {
    for (;;) {
        Plan tried = *plan;
        int *lines = (int *)((char *)&tried + part);
        if (*lines >= most)
            return;
        ++*lines;
        if (!plan_fits(content, height, &tried))
            return;
        *plan = tried;
    }
}

static void grow_text(const Content *content, int height, Plan *plan) {
    for (int lines = content->text; lines > plan->text && plan->heading + plan->more > 0;
         lines--) {
        Plan tried = *plan;
        set_text(content, &tried, lines);
        if (!plan_fits(content, height, &tried))
            continue;
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

static void plan_some(const Content *content, int height, Plan *plan) {
    *plan = plan_roomiest(content);
    plan->strip_gap = plan->output_gap = plan->trouble_gap = plan->arithmetic_gap = 0;
    plan->height = plan->output_height = plan->bands = 1;
    plan->rows = min_int(content->rows, ROWS_KEPT);
    plan->strip = content->all_or_one ? content->strip_one : content->strip;
    plan->output = content->output_focused ? min_int(content->output_rows, ROWS_KEPT) : 0;
    plan_shrink(content, height, plan);
    grow_text(content, height, plan);
    if (plan->bands > 0)
        grow(content, height, plan, offsetof(Plan, rows), content->rows);
    if (plan->output > 0)
        grow(content, height, plan, offsetof(Plan, output), content->output_rows);
    if (plan->rows == content->rows && plan->bands > 0 && !content->all_or_one)
        grow(content, height, plan, offsetof(Plan, bands), content->bands);
    grow_output(content, height, plan);
    if (plan->rows == content->rows && content->all_or_one)
        grow(content, height, plan, offsetof(Plan, height), TALLEST);
    grow(content, height, plan, offsetof(Plan, trouble_gap), 1);
    grow(content, height, plan, offsetof(Plan, arithmetic_gap), 1);
    grow(content, height, plan, offsetof(Plan, strip_gap), plan->strip > 0);
    grow(content, height, plan, offsetof(Plan, output_gap), plan->output > 0);
}

/* ---- places ---- */

/* The next line for a part of `lines` lines; ABSENT where it has none. */
static int line_take(int *y, int lines) {
    int line = *y;
    *y += lines;
    return lines > 0 ? line : ABSENT;
}

int window_first(int total, int shown, int cursor) {
    if (cursor < shown || shown <= 0)
        return 0;
    int step = shown > 1 ? shown / 2 : 1;
    int first = ((cursor - shown) / step + 1) * step;
    return first + shown > total ? total - shown : first;
}

static void place_output(const Content *content, const Plan *plan, int *y,
                         Layout *layout) {
    layout->output_names = ABSENT;
    if (plan->output == 0)
        return;
    *y += plan->bands > 0 ? plan->output_gap : 0;
    layout->output_names = line_take(y, 1);
    layout->output_labels = content->output_labels;
    *y += content->output_labels;
    layout->output_rows = (Rows){
        .y = *y,
        .first = window_first(content->output_rows, plan->output, content->output_row),
        .count = plan->output,
        .height = plan->output_height};
    *y += plan->output * plan->output_height;
}

/* Lines that nothing needs hold the inputs. */
static void place_input(const Content *content, const Plan *plan, int spare, int *y,
                        Layout *layout) {
    layout->input_names = ABSENT;
    bool gaps = plan->strip_gap && plan->trouble_gap && plan->arithmetic_gap;
    if (!gaps || content->input_rows == 0 || spare < 1 + content->input_rows ||
        plan->bands < content->bands || plan->rows < content->rows)
        return;
    *y += spare > 1 + content->input_rows;
    layout->input_names = line_take(y, 1);
    layout->input_rows = (Rows){.y = *y, .count = content->input_rows, .height = 1};
    *y += content->input_rows;
}

static void place_lines(const Content *content, const Plan *plan, Layout *layout) {
    int y = 0, spare = layout->height - plan_lines(content, plan);
    layout->title = line_take(&y, plan->title);
    layout->switches = line_take(&y, plan->switches);
    layout->strip = line_take(&y, plan->strip);
    layout->strip_lines = plan->strip;
    y += plan->strip_gap;
    layout->names = line_take(&y, plan->names);
    layout->band_count = plan->bands;
    layout->band_first = window_first(content->bands, plan->bands, content->band);
    layout->band_top = y;
    layout->rows = (Rows){.y = 1,
                          .first = window_first(content->rows, plan->rows, content->row),
                          .count = plan->rows,
                          .height = plan->height};
    y += plan->bands * (1 + plan->rows * plan->height);
    place_output(content, plan, &y, layout);
    place_input(content, plan, spare, &y, layout);
    y += plan->trouble_gap;
    layout->mean = line_take(&y, plan->mean);
    layout->trouble = line_take(&y, plan->trouble);
    layout->heading = line_take(&y, plan->heading);
    layout->text = line_take(&y, plan->text);
    layout->text_more = line_take(&y, plan->more);
    layout->heading_lines = plan->heading;
    layout->text_lines = plan->text;
    layout->merged_top = plan->switches == 0;
    layout->merged_bottom = plan->hints == 0;
    layout->hints = layout->height - 1;
    layout->arithmetic = layout->height - 1 - plan->hints;
    if (layout->merged_top)
        layout->switches = layout->names != ABSENT ? layout->names : layout->output_names;
}

static Span span_of(const Content *content, int width, int label) {
    int sign = 1 + content->positions;
    return (Span){.left = label, .width = width, .least_sign = sign < 2 ? 2 : sign};
}

static void place_columns(const Content *content, Layout *layout) {
    int label = content->label;
    if (content->bands > 1 && label <= content->band_label)
        label = content->band_label + 1;
    Span span = span_of(content, layout->width, label);
    layout->tokens = true;
    span.decimals = lineup_decimals(&content->hall, span, content->digits);
    if (!lineup_whole(&content->hall, span)) {
        span.left = content->label_short;
        layout->tokens = false;
    }
    layout->decimals = span.decimals;
    lineup_make(&content->hall, span, &layout->hall);
    int spare = span.width - span.left - lineup_width(&layout->hall);
    if (layout->tokens && spare > 0) {
        span.left += min_int(spare, SPARE_LABEL);
        lineup_make(&content->hall, span, &layout->hall);
    }
    layout->label = span.left;
    lineup_make(&content->output, span, &layout->output);
    Wants rest = {0}; /* the inputs that do not stand in the hall */
    for (int i = 0; i < content->input.count; i++)
        if (!lineup_find(&layout->hall, content->input.want[i].grid))
            rest.want[rest.count++] = content->input.want[i];
    lineup_make(&rest, span, &layout->input);
    if (layout->input.count == 0)
        layout->input_names = ABSENT;
}

void layout_make(const Content *content, int width, int height, Layout *layout) {
    Plan plan;
    *layout = (Layout){.width = width, .height = height};
    layout->tiny = width < LEAST_WIDTH || height < LEAST_HEIGHT;
    if (layout->tiny)
        return;
    if (!plan_whole(content, height, &plan))
        plan_some(content, height, &plan);
    place_lines(content, &plan, layout);
    place_columns(content, layout);
}

int layout_band(const Layout *layout, int band) {
    return layout->band_top +
           (band - layout->band_first) * (1 + layout->rows.count * layout->rows.height);
}

const Column *lineup_find(const Lineup *lineup, int grid) {
    for (int i = 0; i < lineup->count; i++)
        if (lineup->column[i].grid == grid)
            return &lineup->column[i];
    return NULL;
}
