/* See survey.h. Rows are walked by their reversed bits: 0, 1/2, 1/4, 3/4, 1/8 … */
#include "math/survey.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "math/pass_inside.h"

static const double sum_tolerance = 1e-12;

enum { TOGETHER = 32 }; /* rows that are made together, at most */

/* A Tile in little memory. Rows are counted once for a line of tiles. */
typedef struct SmallTile {
    float largest;
    uint32_t visible, hidden, ahead, counted, broken;
} SmallTile;

/* The findings that rank highest, sorted. */
typedef struct Best {
    Finding *entry;
    size_t count;
} Best;

struct Survey {
    Pass *pass;
    SurveyArea area;
    bool positions, hidden_count; /* hidden_count: of the order (order.h) */
    size_t down, across;
    SmallTile *tiles; /* [down × across] */
    uint32_t *walked; /* [down] */
    size_t turn;
    unsigned bits;
    SurveySums sums; /* so far; entropy and on_first not yet divided */
    size_t used;     /* rows behind these two */
    Best best[FINDING_KINDS];
};

/* One row while its cells are counted. */
typedef struct Sight {
    const Row *row;
    size_t query;
    size_t ahead_from;         /* first key after the query that no prefix lets in */
    bool fine;                 /* used, and with a value */
    bool noted[FINDING_KINDS]; /* of those that a row has once */
} Sight;

/* ---- the walk ---- */

SurveyArea survey_whole(const Model *model, Place place) {
    SurveyArea area = {
        .rows = model_queries(model, place), .cols = model_keys(model, place), .edge = 1};
    size_t most = area.rows > area.cols ? area.rows : area.cols;
    while ((most + area.edge - 1) / area.edge > SURVEY_SIDE)
        area.edge *= 2;
    return area;
}

Survey *survey_new(Pass *pass, Place place, SurveyArea area, bool positions) {
    Survey *survey = memory_new(1, sizeof *survey);
    survey->pass = pass;
    survey->sums = (SurveySums){
        .place = place, .rows = area.rows, .keys = model_keys(pass->model, place)};
    survey->area = area;
    survey->positions = positions;
    survey->hidden_count =
        order_of(&pass->model->layers[place.layer].options)->hidden_count;
    survey->down = (area.rows + area.edge - 1) / area.edge;
    survey->across = (area.cols + area.edge - 1) / area.edge;
    survey->tiles = memory_new(survey->down * survey->across, sizeof *survey->tiles);
    survey->walked = memory_new(survey->down, sizeof *survey->walked);
    while ((size_t)1 << survey->bits < area.rows)
        survey->bits++;
    return survey;
}

void survey_free(Survey *survey) {
    if (!survey)
        return;
    for (int kind = 0; kind < FINDING_KINDS; kind++)
        free(survey->best[kind].entry);
    free(survey->tiles);
    free(survey->walked);
    free(survey);
}

static size_t reversed(size_t number, unsigned bits) {
    size_t turned = 0;
    for (; bits > 0; bits--, number >>= 1)
        turned = turned << 1 | (number & 1);
    return turned;
}

/* ---- the best of each kind ---- */

static bool ranks_before(const Finding *a, const Finding *b) {
    if (a->rank != b->rank)
        return a->rank > b->rank;
    return a->query != b->query ? a->query < b->query : a->key < b->key;
}

static void found(Survey *survey, FindingKind kind, Finding finding) {
    Best *best = &survey->best[kind];
    survey->sums.found[kind]++;
    if (best->count < FINDINGS_KEPT)
        best->entry = memory_grow(best->entry, best->count++, sizeof *best->entry);
    else if (!ranks_before(&finding, &best->entry[best->count - 1]))
        return;
    size_t at = best->count - 1;
    for (; at > 0 && ranks_before(&finding, &best->entry[at - 1]); at--)
        best->entry[at] = best->entry[at - 1];
    best->entry[at] = finding;
}

const Finding *survey_findings(const Survey *survey, FindingKind kind, size_t *count) {
    *count = survey->best[kind].count;
    return survey->best[kind].entry;
}

/* ---- one row ---- */

static size_t first_ahead(const Survey *survey, size_t query) {
    const Model *model = survey->pass->model;
    const Options *options = &model->layers[survey->sums.place.layer].options;
    long after = query_position(model, survey->sums.place, query);
    long prefix = options->prefix.on ? (long)options->prefix.value : 0;
    if (!survey->positions)
        return SIZE_MAX;
    after = after + 1 > prefix ? after + 1 : prefix;
    return after > 0 ? (size_t)after : 0;
}

/* Keeps the first finding of its kind in a row. */
static void note(Survey *survey, Sight *sight, FindingKind kind, bool is,
                 Finding finding) {
    if (!is || sight->noted[kind])
        return;
    sight->noted[kind] = true;
    found(survey, kind, finding);
}

/* A cell of a row that is used. */
static void see_cell(Survey *survey, Sight *sight, size_t key, SmallTile *tile) {
    const Row *row = sight->row;
    bool visible = reason_visible((Reason)row->reason[key]);
    double weight = row->weights[key], score = row->scores[key];
    Finding here = {.query = sight->query, .key = key, .value = weight};
    bool readable = visible && score != -INFINITY;
    bool reads = readable && key >= sight->ahead_from;
    bool leaks = !visible && weight != 0, counts = visible || survey->hidden_count;
    if (tile) {
        tile->visible += visible;
        tile->hidden += !visible;
        tile->ahead += reads;
        tile->counted += leaks && !isnan(weight);
        tile->broken += isnan(weight) != 0;
        if ((float)weight > tile->largest)
            tile->largest = (float)weight;
    }
    survey->sums.visible += readable;
    survey->sums.ahead += reads;
    if (!sight->fine)
        return;
    note(survey, sight, FINDING_NAN, isnan(weight) || (counts && isnan(score)), here);
    note(survey, sight, FINDING_INFINITE, counts && score == INFINITY, here);
    here.rank = weight;
    if (reads && !isnan(weight))
        found(survey, FINDING_AHEAD, here);
    if (leaks && !isnan(weight))
        found(survey, FINDING_COUNTED, here);
}

static void see_out(Survey *survey, Sight *sight) {
    const Row *row = sight->row;
    Finding here = {.query = sight->query, .value = row->sum};
    for (size_t c = 0; c < row->width; c++) {
        note(survey, sight, FINDING_NAN, isnan(row->out[c]), here);
        note(survey, sight, FINDING_INFINITE, isinf(row->out[c]), here);
    }
}

static void see_sum(Survey *survey, const Sight *sight) {
    const Model *model = survey->pass->model;
    const Options *options = &model->layers[survey->sums.place.layer].options;
    double sum = sight->row->sum;
    double given = given_weight_sum(model, survey->sums.place, sight->query);
    Finding here = {.query = sight->query, .value = sum, .rank = fabs(sum - 1)};
    if (here.rank > sum_tolerance && !options->null_logit.on)
        found(survey, FINDING_SUM, here);
    here.value = given;
    here.rank = fabs(given - 1);
    const Place *at = &survey->sums.place;
    double error = given_part(model, *at, PART_WEIGHTS)->sum_error;
    if (here.rank > sum_tolerance + error)
        found(survey, FINDING_DIVIDED, here);
}

/* Adds the row to the means, unless it has no number. */
static void sum_up(Survey *survey, const Row *row) {
    double entropy = 0;
    for (size_t j = 0; j < row->keys; j++)
        if (row->weights[j] != 0)
            entropy -= row->weights[j] * log(row->weights[j]);
    if (isnan(entropy))
        return;
    survey->sums.entropy += entropy;
    survey->sums.on_first += row->weights[0];
    survey->used++;
}

static void see_row(Survey *survey, Sight *sight) {
    const Row *row = sight->row;
    const SurveyArea *area = &survey->area;
    size_t line = (sight->query - area->row) / area->edge;
    SmallTile *tiles = &survey->tiles[line * survey->across];
    survey->walked[line]++;
    if (row->status == ROW_UNUSED)
        return;
    sight->fine = row->status == ROW_OK && !row->undefined;
    for (size_t j = 0; j < row->keys; j++) {
        bool inside = j >= area->col && j - area->col < area->cols;
        see_cell(survey, sight, j, inside ? &tiles[(j - area->col) / area->edge] : NULL);
    }
    if (row->status == ROW_EMPTY)
        found(survey, FINDING_EMPTY, (Finding){.query = sight->query});
    if (!sight->fine)
        return;
    see_out(survey, sight);
    see_sum(survey, sight);
    sum_up(survey, row);
}

/* Writes the next `most` rows of the walk to query[]; returns their number. */
static size_t next_rows(Survey *survey, size_t most, size_t *query) {
    size_t count = 0;
    for (; count < most && survey->sums.rows_done + count < survey->area.rows;
         survey->turn++) {
        size_t index = reversed(survey->turn, survey->bits);
        if (index < survey->area.rows)
            query[count++] = survey->area.row + index;
    }
    return count;
}

/* Makes rows sorted by query, since neighbours see nearly the same keys, and
 * looks at them in the order of the walk, so that sums do not depend on how many
 * were made together. */
static size_t walk_together(Survey *survey, size_t most) {
    size_t query[TOGETHER], sorted[TOGETHER] = {0};
    size_t count = next_rows(survey, most, query);
    Row *rows[TOGETHER], *row = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > query[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = query[i];
    }
    rows_compute(survey->pass, survey->sums.place, sorted, count, WANT_SCORED_ROWS, rows);
    for (size_t i = 0; i < count; i++) {
        for (size_t n = 0; n < count; n++)
            row = sorted[n] == query[i] ? rows[n] : row;
        Sight sight = {
            .query = query[i], .row = row, .ahead_from = first_ahead(survey, query[i])};
        see_row(survey, &sight);
    }
    for (size_t i = 0; i < count; i++)
        row_free(rows[i]);
    survey->sums.rows_done += count;
    return count;
}

bool survey_advance(Survey *survey, size_t rows) {
    while (rows > 0 && survey->sums.rows_done < survey->area.rows)
        rows -= walk_together(survey, min_size(rows, TOGETHER));
    return survey->sums.rows_done == survey->area.rows;
}

/* ---- results ---- */

SurveyArea survey_area(const Survey *survey) {
    return survey->area;
}

SurveySums survey_sums(const Survey *survey) {
    SurveySums sums = survey->sums;
    double used = (double)survey->used;
    sums.entropy = survey->used ? sums.entropy / used : NAN;
    sums.on_first = survey->used ? sums.on_first / used : NAN;
    return sums;
}

Tile survey_tile(const Survey *survey, size_t row, size_t rows, size_t col, size_t cols) {
    const SurveyArea *area = &survey->area;
    Tile sum = {0};
    size_t top = (row - area->row) / area->edge, left = (col - area->col) / area->edge;
    size_t bottom = (row - area->row + rows + area->edge - 1) / area->edge;
    size_t right = (col - area->col + cols + area->edge - 1) / area->edge;
    for (size_t i = top; i < bottom && i < survey->down; i++) {
        sum.rows += survey->walked[i];
        for (size_t j = left; j < right && j < survey->across; j++) {
            const SmallTile *tile = &survey->tiles[i * survey->across + j];
            sum.visible += tile->visible;
            sum.hidden += tile->hidden;
            sum.ahead += tile->ahead;
            sum.counted += tile->counted;
            sum.broken += tile->broken;
            if ((double)tile->largest > sum.largest)
                sum.largest = (double)tile->largest;
        }
    }
    return sum;
}
