/* Rows and outs, made in blocks when they are first asked for, together with neighbours
 * that cost nothing more, and on threads where there is enough to do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/workers.h"
#include "math/arithmetic.h"
#include "math/block.h"

/* ---- from a block to its rows ---- */

enum { CHUNK = 64 }; /* keys of a panel that are copied to rows together */

/* Whether a lane skipped the steps without a visible key, whose weights are 0. */
static bool lane_skipped(const Block *block, size_t lane) {
    return block_skips(block) && block->lane[lane].status == ROW_OK &&
           !block->lane[lane].undefined;
}

/* Copies the panel to the scores or to the weights of its rows. */
static void copy_panel(const Block *block, Row **rows, bool scores) {
    size_t keys = block->head->keys, lanes = block->panel.queries;
    for (size_t from = 0; from < keys; from += CHUNK)
        for (size_t i = 0; i < block->count; i++) {
            double *to = scores ? rows[i]->scores : rows[i]->weights;
            bool all = scores || !lane_skipped(block, i);
            for (size_t j = from; j < keys && j < from + CHUNK; j++)
                if (all || block->step[j / STEP] & STEP_VISIBLE)
                    to[j] = block->panel.cells[j * lanes + i];
        }
    for (size_t i = 0; i < block->count; i++)
        numbers_settle(scores ? rows[i]->scores : rows[i]->weights, keys);
}

/* ---- columns of softmax=queries ---- */

/* Adds a block's rows to the columns: round 0 to the largest, round 1 to the sums. */
static void columns_add(const Block *block, int round, KeySums *columns) {
    const Options *options = block->head->options;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *reason = block_reasons(block, i);
        for (size_t j = 0; j < block->head->keys; j++) {
            double score = block->panel.cells[j * block->panel.queries + i];
            double masked =
                reason_visible(reason[j]) ? score : masked_score(options, score);
            if (round == 1)
                columns->sum[j] +=
                    exponential(masked - columns->largest[j], block->kernel->fused);
            else if (masked > columns->largest[j])
                columns->largest[j] = masked;
        }
    }
}

static KeySums *columns_of(Pass *pass, Place place) {
    Slot *slot = pass_slot(pass, place);
    if (!slot->columns)
        slot->columns =
            memory_new(pass->model->layers[place.layer].heads, sizeof(KeySums));
    return &slot->columns[place.head];
}

static void columns_begin(const Head *head, KeySums *columns) {
    const Amount *null_logit = &head->options->null_logit;
    columns->largest = memory_new(2 * head->keys, sizeof(double));
    columns->sum = columns->largest + head->keys;
    for (size_t j = 0; j < head->keys; j++)
        columns->largest[j] = null_logit->on ? null_logit->value : -INFINITY;
}

static void columns_end(const Pass *pass, const Head *head, KeySums *columns) {
    const Amount *null_logit = &head->options->null_logit;
    for (size_t j = 0; null_logit->on && j < head->keys; j++)
        columns->sum[j] +=
            exponential(null_logit->value - columns->largest[j], pass->kernel->fused);
}

/* Reads the next block of rows; returns how many. */
static size_t columns_read(Pass *pass, Place place, KeySums *columns) {
    const Head *head = pass_head(pass, place);
    size_t queries = model_queries(pass->model, place), query[KERNEL_QUERIES_MAX];
    if (!columns->largest)
        columns_begin(head, columns);
    size_t first = columns->done % queries;
    size_t count = min_size(queries - first, block_width(pass->kernel, head));
    count = min_size(count, rows_in_time(pass->model, place));
    Block block;
    for (size_t i = 0; i < count; i++)
        query[i] = first + i;
    block_fetch(&block, pass, head, query, count);
    block_scores(&block, true);
    columns_add(&block, columns->done >= queries, columns);
    block_release(&block);
    columns->done += count;
    if (columns->done == 2 * queries)
        columns_end(pass, head, columns);
    return count;
}

const KeySums *pass_columns(Pass *pass, Place place) {
    KeySums *columns = columns_of(pass, place);
    while (columns->done < 2 * model_queries(pass->model, place))
        columns_read(pass, place, columns);
    return columns;
}

static bool along_queries(const Pass *pass, Place place) {
    return pass->model->layers[place.layer].options.softmax == SOFTMAX_QUERIES;
}

bool columns_advance(Pass *pass, Place place, size_t *rows) {
    size_t all = 2 * model_queries(pass->model, place);
    size_t heads =
        along_queries(pass, place) ? pass->model->layers[place.layer].heads : 0;
    for (place.head = 0; place.head < heads; place.head++) {
        KeySums *columns = columns_of(pass, place);
        while (columns->done < all) {
            if (*rows == 0)
                return false;
            *rows -= min_size(*rows, columns_read(pass, place, columns));
        }
    }
    return true;
}

void columns_progress(Pass *pass, Place place, size_t *done, size_t *rows) {
    size_t heads =
        along_queries(pass, place) ? pass->model->layers[place.layer].heads : 0;
    for (place.head = 0; place.head < heads; place.head++) {
        *done += columns_of(pass, place)->done;
        *rows += 2 * model_queries(pass->model, place);
    }
}

/* ---- jobs: a block each ---- */

typedef struct Job {
    Block block;
    Want want;
    Row **row; /* [queries of the block]; NULL with WANT_OUT */
} Job;

enum { FETCHED_MOST = OUTS_MOST }; /* < MATRIX_ROWS_LEAST, so that fetched rows stay */

static void make_rows(Job *job) {
    const Head *head = job->block.head;
    for (size_t i = 0; i < job->block.count; i++) {
        Row *row = job->row[i] = memory_new(1, sizeof *row);
        row->keys = head->keys;
        row->width = head->value_width;
        row->reason = memory_new(row->keys, 1);
        memcpy(row->reason, block_reasons(&job->block, i), row->keys);
        row->weights = memory_new(row->keys + row->width, sizeof(double));
        row->out = row->weights + row->keys;
        if (job->want == WANT_SCORED_ROWS)
            row->scores = memory_new(2 * row->keys, sizeof(double));
    }
}

static void finish_rows(Job *job) {
    const Block *block = &job->block;
    bool keys_axis = block->head->options->softmax == SOFTMAX_KEYS;
    copy_panel(block, job->row, false);
    for (size_t i = 0; i < block->count; i++) {
        Row *row = job->row[i];
        row->status = block->lane[i].status;
        row->undefined = block->lane[i].undefined;
        row->sum = block->sum[i];
        if (keys_axis && row->status == ROW_OK) {
            row->largest = block->largest[i];
            row->denominator = block->denominator[i];
        }
        row->cut_sum = block->cut_sum[i];
        numbers_settle(&row->sum, 1);
        numbers_settle(&row->denominator, 1);
        numbers_settle(&row->cut_sum, 1);
        row->mixed = job->want != WANT_WEIGHTS;
        if (row->width && row->mixed)
            memcpy(row->out, block->out + i * row->width, row->width * sizeof(double));
    }
}

static void work_job(void *context, size_t index) {
    Job *job = (Job *)context + index;
    bool scored = job->want == WANT_SCORED_ROWS;
    block_scores(&job->block, scored);
    if (job->want != WANT_OUT)
        make_rows(job);
    if (scored)
        copy_panel(&job->block, job->row, true);
    block_weights(&job->block);
    if (job->want != WANT_WEIGHTS)
        block_mix(&job->block);
    if (job->want != WANT_OUT)
        finish_rows(job);
    block_release(&job->block);
}

/* Makes the columns that the rows need. That reads every row of square matrices, so it
 * comes before rows are fetched that must stay. */
static void head_ready(Pass *pass, Place place) {
    if (pass_head(pass, place)->options->softmax == SOFTMAX_QUERIES)
        pass_columns(pass, place);
}

/* Adds jobs for at most FETCHED_MOST rows of a ready head; returns their number. */
static size_t jobs_add(Pass *pass, Place place, const size_t *query, size_t count,
                       Want want, Job *job) {
    const Head *head = pass_head(pass, place);
    size_t width = block_width(pass->kernel, head), jobs = 0;
    for (size_t first = 0; first < count; first += width, jobs++) {
        job[jobs].want = want;
        block_fetch(&job[jobs].block, pass, head, query + first,
                    min_size(count - first, width));
    }
    return jobs;
}

/* An upper bound of the jobs for `count` rows of each of `heads`. */
static size_t jobs_most(Pass *pass, Place place, size_t heads, size_t count) {
    size_t width = block_width(pass->kernel, pass_head(pass, place));
    count = min_size(count, FETCHED_MOST);
    return heads * ((count + width - 1) / width);
}

static void jobs_run(Pass *pass, Job *job, size_t count) {
    double work = 0;
    for (size_t n = 0; n < count; n++) {
        const Head *head = job[n].block.head;
        work += (double)job[n].block.count * (double)head->keys *
                (double)(head->width + head->value_width + 8);
    }
    workers_run(work < WORTH_A_THREAD ? 1 : pass->threads, count, work_job, job);
}

/* ---- rows ---- */

void rows_compute(Pass *pass, Place place, const size_t *query, size_t count, Want want,
                  Row **rows) {
    Job *job = memory_new(jobs_most(pass, place, 1, count), sizeof *job);
    head_ready(pass, place);
    for (size_t done = 0; done < count;) {
        size_t more = min_size(count - done, FETCHED_MOST);
        size_t jobs = jobs_add(pass, place, query + done, more, want, job);
        for (size_t n = 0, at = done; n < jobs; at += job[n++].block.count)
            job[n].row = rows + at;
        jobs_run(pass, job, jobs);
        for (size_t n = 0; n < jobs; n++)
            memory_aligned_free(job[n].block.out);
        done += more;
    }
    free(job);
}

static Row **row_place(Pass *pass, Place place, size_t query) {
    Slot *slot = pass_slot(pass, place);
    size_t queries = pass->model->records[place.record].queries;
    if (!slot->rows)
        slot->rows =
            memory_new(pass->model->layers[place.layer].heads * queries, sizeof(Row *));
    return &slot->rows[place.head * queries + query];
}

static bool is_made(const Row *row, Want want) {
    return row && (row->mixed || want == WANT_WEIGHTS) &&
           (row->scores || want != WANT_SCORED_ROWS);
}

static void fill_masked(const Options *options, Row *row) {
    row->masked = row->scores + row->keys;
    for (size_t j = 0; j < row->keys; j++)
        row->masked[j] = reason_visible(row->reason[j])
                             ? row->scores[j]
                             : masked_score(options, row->scores[j]);
    numbers_settle(row->masked, row->keys);
}

/* Makes rows and keeps them. */
static void keep_rows(Pass *pass, Place place, const size_t *query, size_t count,
                      Want want) {
    Row **rows = memory_new(count, sizeof(Row *));
    rows_compute(pass, place, query, count, want, rows);
    for (size_t n = 0; n < count; n++) {
        Row **at = row_place(pass, place, query[n]);
        pass_slot(pass, place)->row_count += !*at;
        row_free(*at);
        *at = rows[n];
        pass->kept += rows[n]->keys + rows[n]->keys / 8 + rows[n]->width;
        if (want != WANT_SCORED_ROWS)
            continue;
        fill_masked(&pass->model->layers[place.layer].options, rows[n]);
        pass->kept += 2 * rows[n]->keys;
    }
    free(rows);
}

static void prepare(Pass *pass, Place place, size_t first, size_t count, Want want) {
    size_t queries = model_queries(pass->model, place), wanted = 0, now;
    if (first >= queries)
        return;
    count = min_size(count, queries - first);
    pass_head(pass, place); /* may make the layers before and drop kept rows */
    size_t *query = memory_new(count, sizeof *query);
    for (size_t i = first; i < first + count; i++)
        if (!is_made(*row_place(pass, place, i), want))
            query[wanted++] = i;
    for (size_t done = 0; done < wanted; done += now) {
        now = pass_rows_now(pass, place, wanted - done);
        if (now == 0)
            break;
        keep_rows(pass, place, query + done, now, want);
    }
    free(query);
}

/* Returns a row of zeroes, which is read for one that comes too late. */
static Row *no_row(Pass *pass, Place place) {
    Slot *slot = pass_slot(pass, place);
    if (slot->no_row)
        return slot->no_row;
    Row *row = slot->no_row = memory_new(1, sizeof *row);
    row->keys = model_keys(pass->model, place);
    row->width = model_value_width(pass->model, place);
    row->reason = memory_new(row->keys, 1);
    row->scores = memory_new(2 * row->keys, sizeof(double));
    row->masked = row->scores + row->keys;
    row->weights = memory_new(row->keys + row->width, sizeof(double));
    row->out = row->weights + row->keys;
    row->mixed = true;
    return row;
}

void pass_prepare(Pass *pass, Place place, size_t first, size_t count) {
    prepare(pass, place, first, count, WANT_ROWS);
}

/* With few keys the out costs next to nothing. */
static Want weights_wanted(const Pass *pass, Place place) {
    enum { MANY_KEYS = 512 };
    return model_keys(pass->model, place) < MANY_KEYS ? WANT_ROWS : WANT_WEIGHTS;
}

void pass_prepare_weights(Pass *pass, Place place, size_t first, size_t count) {
    prepare(pass, place, first, count, weights_wanted(pass, place));
}

static const Row *row_wanted(Pass *pass, Place place, size_t query, Want want) {
    if (is_made(*row_place(pass, place, query), want))
        return *row_place(pass, place, query);
    pass_make_room(pass);
    prepare(pass, place, query / NEIGHBOURS * NEIGHBOURS, NEIGHBOURS, want);
    const Row *row = *row_place(pass, place, query);
    return is_made(row, want) ? row : no_row(pass, place);
}

const Row *pass_row(Pass *pass, Place place, size_t query) {
    return row_wanted(pass, place, query, WANT_ROWS);
}

const Row *pass_weights(Pass *pass, Place place, size_t query) {
    return row_wanted(pass, place, query, weights_wanted(pass, place));
}

const Row *pass_scored_row(Pass *pass, Place place, size_t query) {
    return row_wanted(pass, place, query, WANT_SCORED_ROWS);
}

/* ---- outs of all heads ---- */

void outs_compute(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *undefined) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t width = model_value_width(pass->model, place);
    size_t query[FETCHED_MOST], start[HEADS_MAX], jobs = 0;
    place.head = 0; /* the head asked from may be one of a layer that has more */
    Job *job = memory_new(jobs_most(pass, place, layer->heads, count), sizeof *job);
    for (size_t i = 0; i < count; i++) {
        query[i] = first + i;
        undefined[i] = 0;
    }
    for (place.head = 0; place.head < layer->heads; place.head++) {
        start[layer->options.head_order.entry[place.head]] = place.head * width;
        head_ready(pass, place);
    }
    for (place.head = 0; place.head < layer->heads; place.head++)
        jobs += jobs_add(pass, place, query, count, WANT_OUT, job + jobs);
    jobs_run(pass, job, jobs);
    for (size_t n = 0; n < jobs; n++) {
        const Block *block = &job[n].block;
        double *to = numbers + start[block->head->place.head];
        for (size_t i = 0; i < block->count; i++) {
            size_t row = block->query[i].rule.query - first;
            undefined[row] |= block->lane[i].undefined;
            if (width)
                memcpy(to + row * layer->heads * width, block->out + i * width,
                       width * sizeof *to);
        }
        memory_aligned_free(block->out);
    }
    free(job);
}
