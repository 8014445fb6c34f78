/* Every number of an explanation is one that the engine made: a value of the row, of one
 * of its steps, an input, an option, a count or a label. Random cells of random models
 * are explained under every kernel that this machine can run, fused and not, as a page
 * with 17 digits and as a line, and each number in the text is looked for among numbers
 * made here by the operations of math/arithmetic.h. Before that the trace itself is held
 * against rows made in blocks, bit for bit. */
#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explain/writer.h"
#include "helpers.h"
#include "math/arithmetic.h"
#include "math/pass_inside.h"
#include "random_model.h"
#include "row_definition.h"
#include "suites.h"

enum { DIGITS = 17, DECIMALS = 13, WIDE = 400 };

/* ---- the engine's numbers ---- */

typedef struct Numbers {
    double *number; /* absolute: a sign may be apart, as in "3 - 4" */
    size_t count, room;
} Numbers;

static void add(Numbers *numbers, double number) {
    if (numbers->count == numbers->room) {
        numbers->room = 2 * numbers->room + 1000;
        numbers->number =
            memory_resize(numbers->number, numbers->room, sizeof *numbers->number);
    }
    if (isfinite(number))
        numbers->number[numbers->count++] = fabs(number);
}

static void add_all(Numbers *numbers, const double *from, size_t count) {
    for (size_t n = 0; from && n < count; n++)
        add(numbers, from[n]);
}

static void add_matrix(Numbers *numbers, const Matrix *matrix) {
    for (size_t i = 0; matrix_present(matrix) && i < matrix->rows; i++)
        add_all(numbers, matrix_row(matrix, i), matrix->cols);
}

static void add_options(Numbers *numbers, const Model *model, Place place) {
    const Layer *layer = &model->layers[place.layer];
    add(numbers, layer->options.scale.value);
    add(numbers, layer->options.fill);
    add(numbers, layer->options.softcap.value);
    add(numbers, layer->options.null_logit.value);
    add(numbers, alibi_slope(place.head, layer->heads));
}

static void add_inputs(Numbers *numbers, const Model *model, Place place) {
    const Record *record = &model->records[place.record];
    for (int part = 0; part < RECORD_PARTS; part++)
        add_matrix(numbers, &record->part[part].common);
    for (size_t l = 0; l < model->layer_count; l++)
        for (int part = 0; part < LAYER_PARTS; part++)
            add_matrix(numbers, &model->layers[l].part[part].common);
    for (size_t n = 0; n < record->scores.count; n++)
        add(numbers, record->scores.edit[n].value);
}

/* The keys with a column, in the order of the page; all others are summed as the rest. */
typedef struct Shown {
    size_t key[KEYS_SHOWN], count;
} Shown;

static bool is_shown(const Shown *shown, size_t key) {
    for (size_t n = 0; n < shown->count; n++)
        if (shown->key[n] == key)
            return true;
    return false;
}

/* a·b of the terms from `first` on, as the engine adds them. */
static double tail(const double *a, const double *b, size_t stride, size_t first,
                   size_t length, bool fused) {
    double sum = 0;
    for (size_t c = first; c < length; c++)
        sum = multiply_add(a[c], b[c * stride], sum, fused);
    return sum;
}

static void add_raw(Numbers *numbers, Pass *pass, Place place, size_t query, size_t key) {
    const Model *model = pass->model;
    const Options *options = &model->layers[place.layer].options;
    size_t width = model_head_width(model, place);
    const double *q = pass_q(pass, place, query, NULL);
    const double *k = pass_k(pass, place, key, NULL);
    const Matrix *given = given_matrix(model, place, PART_SCORES);
    const Matrix *weights = given_matrix(model, place, PART_WEIGHTS);
    double raw = 0;
    if (matrix_present(given))
        raw = matrix_at(given, query, key);
    else if (matrix_present(weights))
        raw = log(matrix_at(weights, query, key) / given_weight_sum(model, place, query));
    else if (q && k) {
        double product = tail(q, k, 1, 0, width, pass->kernel->fused);
        add(numbers, product);
        add(numbers, tail(q, k, 1, TERMS_SHOWN, width, pass->kernel->fused));
        raw = pass_scale(model, place) * product;
    }
    add(numbers, raw);
    add(numbers, options->softcap.value * tanh(raw / options->softcap.value));
    long position = query_position(model, place, query);
    add(numbers, -alibi_slope(place.head, model->layers[place.layer].heads) *
                     (double)(position - (long)key));
}

static double masked_at(Pass *pass, Place place, size_t query, size_t key) {
    double masked;
    pass_scores(pass, place, query, true, key, 1, &masked);
    return masked;
}

/* Largest and sum of one key over all queries. */
static void column_of(Numbers *numbers, Pass *pass, Place place, size_t key,
                      double *largest, double *sum) {
    const Amount *null_logit = &pass->model->layers[place.layer].options.null_logit;
    size_t queries = model_queries(pass->model, place);
    bool fused = pass->kernel->fused;
    *largest = null_logit->on ? null_logit->value : -INFINITY;
    *sum = 0;
    for (size_t i = 0; i < queries; i++) {
        double masked = masked_at(pass, place, i, key);
        add(numbers, masked);
        *largest = masked > *largest ? masked : *largest;
    }
    for (size_t i = 0; i < queries; i++)
        *sum += exponential(masked_at(pass, place, i, key) - *largest, fused);
    if (null_logit->on)
        *sum += exponential(null_logit->value - *largest, fused);
}

/* Adds exp and softmax of one key; returns its number after the cut. */
static double add_softmax(Numbers *numbers, Pass *pass, Place place, const Row *row,
                          size_t key) {
    const Options *options = &pass->model->layers[place.layer].options;
    bool fused = pass->kernel->fused, visible = reason_visible(row->reason[key]);
    double largest = row->largest, sum = row->denominator, share;
    if (options->softmax == SOFTMAX_QUERIES)
        column_of(numbers, pass, place, key, &largest, &sum);
    double power = exponential(row->masked[key] - largest, fused);
    if (options->softmax == SOFTMAX_QUERIES)
        share = largest == -INFINITY ? 0 : power / sum;
    else
        share = quotient(power, sum, fused);
    add(numbers, largest);
    add(numbers, sum);
    add(numbers, power);
    add(numbers, share);
    return share * (visible ? 1 : 0);
}

/* Adds the sums over the keys without a column: of weights, and of each component. */
static void add_rests(Numbers *numbers, Pass *pass, Place place, const Row *row,
                      const Shown *shown) {
    const Options *options = &pass->model->layers[place.layer].options;
    double weights = 0;
    for (size_t j = 0; j < row->keys; j++)
        weights += is_shown(shown, j) ? 0 : row->weights[j];
    add(numbers, weights);
    for (size_t c = 0; c < row->width; c++) {
        double out = 0;
        for (size_t j = 0; j < row->keys; j++)
            if (!is_shown(shown, j) &&
                (row->status == ROW_EMPTY ||
                 order_mixes(options, reason_visible(row->reason[j]))))
                out = multiply_add(row->weights[j], pass_v(pass, place, j, NULL)[c], out,
                                   pass->kernel->fused);
        add(numbers, out);
    }
}

/* All that one query of one head comes to. */
static void add_row(Numbers *numbers, Pass *pass, Place place, size_t query,
                    const Shown *shown) {
    const Model *model = pass->model;
    const Options *options = &model->layers[place.layer].options;
    size_t width = model_head_width(model, place);
    Row *row = row_define(pass, place, query);
    double cut = 0;
    add_options(numbers, model, place);
    add_all(numbers, row->scores, 2 * row->keys);
    add_all(numbers, row->weights, row->keys + row->width);
    add(numbers, row->sum);
    add(numbers, row->largest);
    add(numbers, row->denominator);
    add(numbers, given_weight_sum(model, place, query));
    add(numbers,
        exponential(options->null_logit.value - row->largest, pass->kernel->fused));
    add_all(numbers, pass_q(pass, place, query, NULL), width);
    for (size_t j = 0; j < row->keys; j++) {
        add_all(numbers, pass_k(pass, place, j, NULL), width);
        add_all(numbers, pass_v(pass, place, j, NULL), row->width);
        add_raw(numbers, pass, place, query, j);
        cut += add_softmax(numbers, pass, place, row, j);
    }
    add(numbers, cut);
    add_rests(numbers, pass, place, row, shown);
    row_free(row);
}

/* Adds x, and for each column of the weights the sum of the terms that are not
 * written. */
static void add_projections(Numbers *numbers, Pass *pass, Place place, size_t position) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t length = model_width(pass->model, place);
    const double *x = pass_x(pass, place, position, NULL);
    for (int part = PART_WQ; part <= PART_WV; part++) {
        const Matrix *weights = &layer->part[part].common;
        for (size_t c = 0; matrix_present(weights) && c < weights->cols; c++)
            add(numbers, tail(x, matrix_row(weights, 0) + c, weights->cols, TERMS_SHOWN,
                              length, pass->kernel->fused));
    }
    add_all(numbers, x, x ? length : 0);
}

/* concat, y, and concat·W_O in the order of W_O's own rows. */
static void add_output(Numbers *numbers, Pass *pass, Place place, size_t query) {
    const Layer *layer = &pass->model->layers[place.layer];
    const Matrix *wo = &layer->part[PART_WO].common;
    size_t width = model_concat_width(pass->model, place);
    size_t columns = model_output_width(pass->model, place);
    double *own = memory_new(width + 1, sizeof *own);
    add_all(numbers, pass_y(pass, place, query, NULL), columns);
    const double *concat = pass_concat(pass, place, query, NULL);
    add_all(numbers, concat, width);
    for (size_t r = 0; matrix_present(wo) && r < width; r++)
        own[wo_row_at(layer, r)] = concat[r];
    for (size_t c = 0; matrix_present(wo) && c < columns; c++)
        add(numbers, tail(own, matrix_row(wo, 0) + c, wo->cols, TERMS_SHOWN, width,
                          pass->kernel->fused));
    free(own);
}

static void add_loss(Numbers *numbers, Pass *pass, Place place, size_t query) {
    size_t columns = model_output_width(pass->model, place);
    const double *y = pass_y(pass, place, query, NULL);
    double largest = -INFINITY, sum = 0;
    for (size_t c = 0; c < columns; c++)
        largest = y[c] > largest ? y[c] : largest;
    for (size_t c = 0; c < columns; c++) {
        sum += exp(y[c] - largest);
        add(numbers, exp(y[c] - largest));
    }
    LossTrace loss = pass_loss(pass, place.record, query);
    add(numbers, loss.probability);
    add(numbers, loss.loss);
    add(numbers, sum);
}

static int by_size(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* ---- the numbers of a text ---- */

static const Writer page_writer = {.digits = DIGITS};
static const Writer line_writer = {.formula = &(const Formula){0}, .digits = DECIMALS};

/* Whether the token is how one of the numbers is written. */
static bool is_known(const Numbers *numbers, const Writer *writer, const char *token) {
    double value = strtod(token, NULL), slack = value * 1e-10;
    size_t first = 0, last = numbers->count;
    while (first < last) {
        size_t middle = (first + last) / 2;
        if (numbers->number[middle] < value - slack - 1e-12)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < numbers->count && numbers->number[first] <= value + slack + 1e-12;
         first++)
        if (strcmp(number_in(writer, numbers->number[first]).text, token) == 0)
            return true;
    return false;
}

/* The number that begins at text, without a sign; whole numbers are counts and labels:
 * false. */
static bool is_number(const char *text, char token[80]) {
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    strtod(text, &end);
    snprintf(token, 80, "%.*s", (int)(end - text), text);
    return strpbrk(token, ".e") != NULL;
}

static size_t check_numbers(const Numbers *numbers, const Writer *writer,
                            const char *text, const char *about) {
    size_t found = 0;
    char token[80];
    for (const char *at = text; *at;) {
        if (!isdigit((unsigned char)*at) ||
            (at > text && isalpha((unsigned char)at[-1]))) {
            at++;
            continue;
        }
        bool whole = !is_number(at, token);
        ck_assert_msg(whole || is_known(numbers, writer, token),
                      "%s: the engine made no %s\n%s", about, token, text);
        found += !whole;
        at += strlen(token);
    }
    return found;
}

/* The keys of the line "query 3   1  … 5  6  …" (as users count, from 1). */
static Shown shown_keys(const char *text) {
    Shown shown = {.count = 0};
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += strspn(line, " \n");
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "query ", 6) != 0 ||
            strspn(line + 6, "0123456789 …") < length - 6)
            continue;
        char *at = strchr(line + 6, ' ');
        while (at && at < line + length && shown.count < KEYS_SHOWN) {
            size_t key = strtoul(at, &at, 10);
            if (key)
                shown.key[shown.count++] = key - 1;
            at += strspn(at, " …");
        }
        break;
    }
    return shown;
}

/* ---- sessions on models ---- */

static void add_zeros(Text *text, const char *kind, size_t rows, size_t cols) {
    for (size_t i = 0; i < rows; i++) {
        text_append(text, kind);
        for (size_t c = 0; c < cols; c++)
            text_append(text, ",0");
        text_append(text, "\n");
    }
}

/* A scene of the model's shape; of several layers all make q, k and v of x. */
static void shape_text(const Model *model, Text *text) {
    static const char *const weights[] = {"wq", "wk", "wv"};
    const Record *record = &model->records[0];
    const Matrix *x = &record->part[PART_X].common;
    text_append(text, "attnscope,1\ntitle,en,T\n");
    if (!matrix_present(x)) {
        add_zeros(text, "scores", record->queries, record->keys);
        return;
    }
    add_zeros(text, "x", x->rows, x->cols);
    for (size_t l = 0; l < model->layer_count; l++) {
        if (l > 0)
            text_format(text, "layer,%zu\n", l + 1);
        for (size_t n = 0; n < 3; n++)
            add_zeros(text, weights[n], x->cols, x->cols);
    }
}

/* A session whose present is the model; it belongs to the session now. */
static void open_model(Session *session, Model model, const Kernel *kernel) {
    Text text = {0};
    shape_text(&model, &text);
    open_text(session, text_string(&text));
    text_release(&text);
    model_release(&session->now->model);
    session->now->model = model;
    sheet_forget(session->now);
    sheet_pass(session->now)->kernel = kernel;
    session->look.digits = DIGITS;
}

static void page_text(const Session *session, const GridCell *of, Text *text) {
    Page page;
    Text title = {0};
    explain_question(session, *of, &title);
    page_init(&page, ROLE_OVERLAY, false);
    page_line(&page);
    page_put(&page, 0, ROLE_TITLE, text_string(&title));
    explain_page(&page, session, *of, WIDE);
    page_plain(&page, text);
    page_release(&page);
    text_release(&title);
}

static void line_text(const Session *session, const GridCell *of, Text *text) {
    RowState state;
    grid_cell(session->now, of->grid, of->place, of->row, of->col, &state);
    Formula formula = {.session = session,
                       .of = *of,
                       .decimals = DECIMALS,
                       .room = WIDE,
                       .text = text,
                       .note = text};
    if (state != ROWSTATE_UNDEFINED) /* the screen says why it is undefined */
        explain_formula(&formula);
}

/* Everything that the explanation of a cell may draw on. */
static void add_subject(Numbers *numbers, Pass *pass, Place place, const GridCell *of,
                        const Shown *shown) {
    const Model *model = pass->model;
    bool raw = false;
    for (size_t l = 0; l < model->layer_count; l++)
        raw = raw || model->layers[l].options.merge == RESHAPE_RAW ||
              model->layers[l].options.split == RESHAPE_RAW;
    add_inputs(numbers, model, place);
    bool head = grid_table[of->grid].per_head;
    size_t layers = of->grid >= GRID_PROB && of->grid <= GRID_SCORED ? model->layer_count
                                                                     : place.layer + 1;
    for (place.layer = head ? place.layer : 0; place.layer < layers; place.layer++) {
        size_t queries = model_queries(model, place);
        for (size_t i = raw ? 0 : of->row; i < queries && (raw || i == of->row); i++) {
            for (size_t h = 0; h < model->layers[place.layer].heads; h++)
                if (!head || h == place.head || raw)
                    add_row(numbers, pass, (Place){0, place.layer, h}, i, shown);
            if (model_has_v(model, place))
                add_output(numbers, pass, place, i);
        }
        for (size_t i = 0; i < model_keys(model, place); i++)
            add_projections(numbers, pass, place, i);
        if (model->loss == LOSS_LOGITS && place.layer + 1 == model->layer_count &&
            of->row < queries)
            add_loss(numbers, pass, place, of->row);
    }
    qsort(numbers->number, numbers->count, sizeof *numbers->number, by_size);
}

/* Returns how many numbers of the page were looked for. */
static size_t check_cell(Session *session, const GridCell *of, const char *about) {
    Text text = {0};
    Numbers numbers = {0};
    char where[120];
    page_text(session, of, &text);
    Shown shown = shown_keys(text_string(&text));
    add_subject(&numbers, sheet_pass(session->now), session_place(session), of, &shown);
    snprintf(where, sizeof where, "%s, %s, %s %zu %zu", about,
             sheet_pass(session->now)->kernel->name, grid_table[of->grid].name, of->row,
             of->col);
    size_t found = check_numbers(&numbers, &page_writer, text_string(&text), where);
    text_clear(&text);
    line_text(session, of, &text);
    found += check_numbers(&numbers, &line_writer, text_string(&text), where);
    free(numbers.number);
    text_release(&text);
    return found;
}

/* One cell of every grid that there is, at a random place. */
static size_t check_grids(Session *session, Random *random, const char *about) {
    const Model *model = &session->now->model;
    size_t found = 0;
    for (int g = 0; g < GRID_COUNT; g++) {
        session->look.layer = random_below(random, model->layer_count);
        session->look.head =
            random_below(random, model->layers[session->look.layer].heads);
        GridCell of = {.grid = (GridId)g, .place = session_place(session)};
        if (of.grid == GRID_DELTA ||
            !grid_exists(session->now, of.grid, session_place(session), NULL))
            continue;
        size_t rows = grid_rows(session->now, of.grid, session_place(session));
        size_t cols = grid_cols(session->now, of.grid, session_place(session));
        if (rows == 0 || cols == 0)
            continue;
        of.row = random_below(random, rows);
        of.col = random_below(random, cols);
        found += check_cell(session, &of, about);
    }
    return found;
}

/* ---- the trace against rows made in blocks ---- */

static void same(double traced, double made, const char *what, unsigned long long seed) {
    numbers_settle(&traced, 1);
    numbers_settle(&made, 1);
    ck_assert_msg(same_bits(traced, made), "seed %llu: %s is %a, not %a", seed, what,
                  traced, made);
}

/* Sums are those of the terms, term by term, whatever the kernel took at a time. */
static void compare_sums(Trace *trace, const Row *row, double powers, double cuts,
                         unsigned long long seed) {
    Terms weights = trace_weights(trace);
    same(terms_sum(&weights, NULL), row->sum, "sum of weights", seed);
    terms_release(&weights);
    if (row->status != ROW_UNUSED && !row->undefined)
        for (size_t c = 0; c < row->width; c++) {
            Terms mix = trace_mix(trace, c);
            same(terms_sum(&mix, NULL), row->out[c], "out", seed);
            terms_release(&mix);
        }
    if (row->status != ROW_OK || row->undefined)
        return;
    if (trace->options->softmax == SOFTMAX_KEYS)
        same(powers + trace->null_term, row->denominator, "sum of exp", seed);
    if (order_of(trace->options)->cut)
        same(cuts, row->cut_sum, "sum of what is cut", seed);
}

static void compare_row(Pass *pass, Pass *blocks, Place place, size_t query,
                        unsigned long long seed) {
    const Row *row = pass_scored_row(blocks, place, query);
    Trace trace = trace_open(pass, place, query);
    double powers = 0, cuts = 0;
    for (size_t j = 0; j < row->keys; j++) {
        KeyTrace key = trace_key(&trace, j);
        ck_assert_msg(key.reason == row->reason[j], "seed %llu: reason", seed);
        same(key.score, row->scores[j], "score", seed);
        same(key.masked, row->masked[j], "masked", seed);
        same(key.weight, row->weights[j], "weight", seed);
        powers += key.counts ? key.power : 0;
        cuts += key.cut;
        if (trace.q && j % 7 == 0) {
            Terms product = trace_product(&trace, j);
            same(key.product, terms_sum(&product, NULL), "q·k", seed);
            terms_release(&product);
        }
    }
    compare_sums(&trace, row, powers, cuts, seed);
}

static void compare_model(const Model *model, const Kernel *kernel,
                          unsigned long long seed) {
    Pass *pass = pass_new(model), *blocks = pass_new(model);
    pass->kernel = blocks->kernel = kernel;
    for (size_t l = 0; l < model->layer_count; l++)
        for (size_t h = 0; h < model->layers[l].heads; h++)
            for (size_t i = 0; i < model_queries(model, (Place){.layer = l}); i++)
                compare_row(pass, blocks, (Place){0, l, h}, i, seed);
    pass_free(pass);
    pass_free(blocks);
}

enum { SEEDS = 10, TRACED = 25 };

START_TEST(a_trace_has_the_bits_of_the_rows_made_in_blocks) {
    for (unsigned n = 0; n < TRACED; n++) {
        unsigned long long seed = (unsigned)_i * TRACED + n;
        Model model = random_model(seed);
        for (size_t k = 0; kernel_at(k); k++)
            compare_model(&model, kernel_at(k), seed);
        model_release(&model);
    }
}
END_TEST

static const double *vector_of(Pass *pass, Place place, RecordPart part, size_t position,
                               bool *undefined) {
    return part == PART_Q   ? pass_q(pass, place, position, undefined)
           : part == PART_K ? pass_k(pass, place, position, undefined)
                            : pass_v(pass, place, position, undefined);
}

static void compare_projections(Pass *pass, Place place, size_t position, size_t width,
                                unsigned long long seed) {
    for (int part = PART_Q; part <= PART_V; part++)
        for (size_t c = 0; c < width; c++) {
            bool undefined;
            const double *made =
                vector_of(pass, place, (RecordPart)part, position, &undefined);
            Terms terms = trace_projection(pass, place, (RecordPart)part, position, c);
            if (!undefined)
                same(terms_sum(&terms, NULL), made[c], "x·W", seed);
            terms_release(&terms);
        }
}

static void compare_output(Pass *pass, Place place, size_t query, size_t width,
                           unsigned long long seed) {
    bool undefined;
    double *y = memory_new(width, sizeof *y);
    memcpy(y, pass_y(pass, place, query, &undefined), width * sizeof *y);
    for (size_t c = 0; !undefined && c < width; c++) {
        Terms terms = trace_output(pass, place, query, c);
        double sum = terms_sum(&terms, NULL);
        if (pass->model->layers[place.layer].options.residual)
            sum += pass_x(pass, place, query, NULL)[c];
        same(sum, y[c], "y", seed);
        terms_release(&terms);
    }
    free(y);
}

START_TEST(terms_of_projections_and_outputs_add_up_to_their_bits) {
    enum { WIDTH = 11, HEAD_WIDTH = 5 };
    for (unsigned n = 0; n < SEEDS; n++)
        for (size_t k = 0; kernel_at(k); k++) {
            unsigned long long seed = (unsigned)_i * SEEDS + n;
            Model model = random_layers(seed, WIDTH, HEAD_WIDTH);
            Pass *pass = pass_new(&model);
            pass->kernel = kernel_at(k);
            model.layers[0].options.split = n % 3 == 0 ? RESHAPE_RAW : RESHAPE_HEADS;
            for (size_t l = 0; l < 2; l++)
                for (size_t i = 0; i < model_queries(&model, (Place){.layer = l}); i++) {
                    Place place = {0, l, i % model.layers[l].heads};
                    compare_projections(pass, place, i, HEAD_WIDTH, seed);
                    compare_output(pass, place, i, WIDTH, seed);
                }
            pass_free(pass);
            model_release(&model);
        }
}
END_TEST

/* ---- explanations ---- */

enum { MODELS = 5, DEEP_MODELS = 2 };

START_TEST(every_number_of_an_explanation_is_the_engines) {
    size_t found = 0;
    for (unsigned n = 0; n < MODELS; n++)
        for (size_t k = 0; kernel_at(k); k++) {
            unsigned long long seed = (unsigned)_i * MODELS + n;
            Random random = {seed + 99};
            Session session;
            char about[40];
            snprintf(about, sizeof about, "seed %llu", seed);
            open_model(&session, random_model(seed), kernel_at(k));
            found += check_grids(&session, &random, about);
            session_close(&session);
        }
    ck_assert_uint_ge(found, 300);
}
END_TEST

START_TEST(so_it_is_of_layers_with_projections_and_of_the_loss) {
    size_t found = 0;
    for (unsigned n = 0; n < DEEP_MODELS; n++)
        for (size_t k = 0; kernel_at(k); k++) {
            unsigned long long seed = (unsigned)_i * DEEP_MODELS + n;
            Random random = {seed + 99};
            Session session;
            char about[40];
            Model model = random_layers(seed, 11, 5);
            Record *record = &model.records[0];
            model.loss = n % 2 ? LOSS_LOGITS : LOSS_NONE;
            model.candidates = 11;
            record->targets = memory_new(record->queries, sizeof *record->targets);
            for (size_t i = 0; i < record->queries; i++)
                record->targets[i] = (int)random_below(&random, 12) - 1;
            snprintf(about, sizeof about, "layers, seed %llu", seed);
            open_model(&session, model, kernel_at(k));
            found += check_grids(&session, &random, about);
            session_close(&session);
        }
    ck_assert_uint_ge(found, 300);
}
END_TEST

static const char cancelling[] = "attnscope,1\ntitle,en,T\n"
                                 "q,1,0.1\nk,-0.02,0.2\nk,0,0\nv,1\nv,2\n";

/* q·k is 0 where every product is rounded and 1e-18 where a·b + c is rounded once. */
START_TEST(products_that_cancel_are_explained_as_the_engine_adds_them) {
    for (size_t k = 0; kernel_at(k); k++) {
        Session session;
        Text text = {0};
        open_text(&session, cancelling);
        sheet_forget(session.now);
        sheet_pass(session.now)->kernel = kernel_at(k);
        session.look.digits = DIGITS;
        for (size_t col = 0; col < 2; col++)
            for (int g = GRID_SCORES; g <= GRID_OUT; g++)
                if (col < grid_cols(session.now, (GridId)g, (Place){0}))
                    check_cell(&session, &(GridCell){(GridId)g, {0}, 0, col},
                               "cancelling");
        page_text(&session, &(GridCell){GRID_SCORES, {0}, 0, 0}, &text);
        Written number = number_in(&page_writer, cell_at(&session, GRID_SCORES, 0, 0));
        const char *first = strstr(text_string(&text), "score = ");
        ck_assert_ptr_nonnull(first);
        ck_assert_msg(strstr(first, number.text) < strstr(first, "scores["), "%s in\n%s",
                      number.text, text_string(&text));
        text_release(&text);
        session_close(&session);
    }
}
END_TEST

Suite *trace_suite(void) {
    Suite *suite = suite_create("trace");
    TCase *bits = tcase_create("bits"), *numbers = tcase_create("numbers");
    tcase_set_timeout(bits, 120);
    tcase_set_timeout(numbers, 120);
    tcase_add_test(numbers, products_that_cancel_are_explained_as_the_engine_adds_them);
    tcase_add_loop_test(numbers, every_number_of_an_explanation_is_the_engines, 0, SEEDS);
    tcase_add_loop_test(numbers, so_it_is_of_layers_with_projections_and_of_the_loss, 0,
                        SEEDS);
    tcase_add_loop_test(bits, a_trace_has_the_bits_of_the_rows_made_in_blocks, 0, SEEDS);
    tcase_add_loop_test(bits, terms_of_projections_and_outputs_add_up_to_their_bits, 0,
                        3);
    suite_add_tcase(suite, bits);
    suite_add_tcase(suite, numbers);
    return suite;
}
