/* See script.h. The script is written from the state as it is: what a rule does not touch has no
 * line in it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/export.h"
#include "export/script_inside.h"

enum { NUMBERS_MOST = 1 << 18, CELLS_MOST = 1 << 24 };

/* ---- whether it can be done ---- */

static size_t count_part(const Part *part) {
    size_t count = part->common.rows * part->common.cols;
    for (size_t h = 0; h < part->own_count; h++)
        count += part->own[h].rows * part->own[h].cols;
    return count;
}

static bool fits(const Model *model, Error *error) {
    size_t numbers = 0, cells = 0;
    for (size_t r = 0; r < model->record_count; r++) {
        for (size_t p = 0; p < RECORD_PARTS; p++)
            numbers += count_part(&model->records[r].part[p]);
        for (size_t l = 0; l < model->records[r].deeper_layers; l++)
            for (size_t p = 0; p < RECORD_PARTS; p++)
                numbers += count_part(&model->records[r].deeper[l].part[p]);
        for (size_t l = 0; l < model->layer_count; l++)
            cells += model->layers[l].heads * model_queries(model, l, r) *
                     model_keys(model, l, r);
    }
    for (size_t l = 0; l < model->layer_count; l++)
        for (size_t p = 0; p < LAYER_PARTS; p++)
            numbers += count_part(&model->layers[l].part[p]);
    if (numbers <= NUMBERS_MOST && cells <= CELLS_MOST)
        return true;
    return error_set(error,
                     "export: %zu numbers and %zu pairs of query and key are too many for"
                     " a script; expected at most %d and %d",
                     numbers, cells, NUMBERS_MOST, CELLS_MOST);
}

/* ---- traits ---- */

static unsigned source_of(const Model *model, size_t layer, size_t record) {
    if (part_present(given_part(model, layer, record, PART_SCORES)))
        return FROM_SCORES;
    if (part_present(given_part(model, layer, record, PART_WEIGHTS)))
        return FROM_WEIGHTS;
    return model_has_q(model, layer, record) ? FROM_PRODUCT : FROM_NOTHING;
}

static void judge_part(const Part *part, bool *some, bool *all) {
    *some = *some || part_present(part);
    *all = *all && matrix_present(&part->common) && !part_has_own(part);
}

static bool all_finite(const double *numbers, size_t count) {
    bool finite = true;
    for (size_t c = 0; numbers && c < count; c++)
        finite = finite && isfinite(numbers[c]);
    return finite;
}

static void judge_rows(const Script *script, Place place, Traits *traits) {
    Pass *pass = sheet_pass(script->session->now);
    const Model *model = script->model;
    size_t width = model_value_width(model, place.layer, place.record);
    for (size_t i = 0; i < model_queries(model, place.layer, place.record); i++) {
        const Row *row = pass_scored_row(pass, place, i);
        traits->empty = traits->empty || row->status == ROW_EMPTY;
        traits->unused = traits->unused || row->status == ROW_UNUSED;
        for (size_t j = 0; j < row->keys; j++)
            if (isnan(row->scores[j]) || row->scores[j] == INFINITY)
                traits->careful = true;
    }
    for (size_t j = 0; j < model_keys(model, place.layer, place.record); j++)
        if (!all_finite(pass_v(pass, place, j, NULL), width))
            traits->careful = true;
}

static void judge_record(const Script *script, size_t layer, size_t index,
                         Traits *traits) {
    const Model *model = script->model;
    const Record *record = &model->records[index];
    bool values = model_has_v(model, layer, index);
    traits->sources |= source_of(model, layer, index);
    traits->values = traits->values || values;
    traits->values_all = traits->values_all && values;
    traits->segments = traits->segments || record->segments;
    traits->segments_all = traits->segments_all && record->segments;
    judge_part(given_part(model, layer, index, PART_MASK), &traits->mask,
               &traits->mask_all);
    traits->additive =
        traits->additive || given_part(model, layer, index, PART_MASK)->additive;
    traits->deeper = traits->deeper || (layer > 0 && layer <= record->deeper_layers);
    judge_part(given_part(model, layer, index, PART_BIAS), &traits->bias,
               &traits->bias_all);
    for (size_t e = 0; e < record->score_edit_count; e++)
        traits->edits = traits->edits || record->score_edits[e].layer == layer;
    Place place = {.record = index, .layer = layer};
    for (; place.head < model->layers[layer].heads; place.head++)
        judge_rows(script, place, traits);
}

/* The least `known` of this layer and those before it. */
static size_t least_known(const Model *model, size_t layer) {
    size_t least = 0;
    for (size_t l = 0; l <= layer; l++) {
        const Count *known = &model->layers[l].options.known;
        if (known->on && (!least || known->value < least))
            least = known->value;
    }
    return least;
}

static void judge(Script *script) {
    const Model *model = script->model;
    bool moved = false;
    script->traits = memory_new(model->layer_count, sizeof *script->traits);
    for (size_t r = 0; r < model->record_count; r++) {
        const Record *record = &model->records[r];
        moved = moved || query_position(model, 0, r, 0) != 0;
        for (size_t j = 0; j < record->keys; j++)
            script->padding = script->padding || record->padding[j];
        for (size_t i = 0; i < record->queries; i++)
            script->padding = script->padding || query_is_padding(record, i);
    }
    for (size_t l = 0; l < model->layer_count; l++) {
        Traits *traits = &script->traits[l];
        *traits = (Traits){.values_all = true,
                           .mask_all = true,
                           .bias_all = true,
                           .segments_all = true,
                           .known = least_known(model, l)};
        for (size_t r = 0; r < model->record_count; r++)
            judge_record(script, l, r, traits);
        script->position = script->position || script_reads_positions(model, l);
    }
    script->offset = script->position && moved;
}

/* ---- PyTorch ---- */

bool script_torch(const Script *script, size_t layer) {
    const Options *options = &script->model->layers[layer].options;
    const Traits *traits = &script->traits[layer];
    return traits->sources == FROM_PRODUCT && traits->values_all && !traits->careful &&
           !traits->edits && !traits->bias && !order_of(options)->hidden_count &&
           options->softmax == SOFTMAX_KEYS && options->scale.kind == SCALE_AUTO &&
           options->bias == BIAS_NONE && !options->softcap.on && !options->null_logit.on;
}

static bool any_torch(const Script *script) {
    for (size_t l = 0; l < script->model->layer_count; l++)
        if (script_torch(script, l))
            return true;
    return false;
}

static const char torch_text[] =
    "\n"
    "# The same heads through PyTorch, where it is there. Its attn_mask has the same sense as\n"
    "# visible: True = may attend. Rows that see no key are not asked for.\n"
    "try:\n"
    "    import torch\n"
    "except ImportError:\n"
    "    torch = None\n"
    "if torch is None or not hasattr(torch.nn.functional, \"scaled_dot_product_attention\"):\n"
    "    print(\"no PyTorch with scaled_dot_product_attention here: not tried\")\n"
    "else:\n"
    "    count = 0\n"
    "    for q, k, v, visible, out, rows in calls:\n"
    "        q, k, v, mask = (torch.tensor(part)[None] for part in (q, k, v, visible))\n"
    "        attention = torch.nn.functional.scaled_dot_product_attention\n"
    "        theirs = attention(q, k, v, attn_mask=mask)[0].numpy()\n"
    "        np.testing.assert_allclose(theirs[rows], out[rows], rtol=1e-9, atol=1e-9)\n"
    "        count += out[rows].size\n"
    "    print(f\"scaled_dot_product_attention agrees: {count} numbers\")\n";

/* ---- the script ---- */

/* Options that are not as they start, layer by layer. */
static void write_options(const Script *script, size_t layer) {
    const Options *options = &script->model->layers[layer].options;
    bool all_default = true;
    char text[80];
    fprintf(script->file, "# Layer %zu:", layer + 1);
    for (size_t i = 0; i < option_count; i++) {
        if (option_is_default(&option_table[i], options))
            continue;
        fprintf(script->file, " %s", script_option(options, option_table[i].name, text));
        all_default = false;
    }
    fputs(all_default ? " every option as it starts\n" : ", all else as it starts\n",
          script->file);
}

static void write_head(const Script *script) {
    const Session *session = script->session;
    const char *lang = lang_names[session->look.lang];
    const char *title = texts_in(&session->scene.title, lang, 0);
    fputs("#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# ", script->file);
    export_comment(script->file, session->scene.id);
    fputs(": ", script->file);
    export_comment(script->file, title ? title : "");
    fputs("\n# The calculation that attnscope shows", script->file);
    if (session->recipe.step)
        fprintf(script->file, " at step %zu", session->recipe.step);
    fputs(session->recipe.last ? ", with what was changed by hand.\n" : ".\n",
          script->file);
    for (size_t l = 0; l < script->model->layer_count; l++)
        write_options(script, l);
    fputs(
        "# In here everything counts from 0. It needs NumPy alone.\n"
        "import numpy as np\n\n"
        "inf, nan = np.inf, np.nan\n"
        "np.seterr(all=\"ignore\")  # a row without a key is 0/0 until it is filled\n\n",
        script->file);
}

/* Masks that are added leave few digits of a score: 1e9 takes nine of its sixteen. */
static double tolerance(const Script *script) {
    double least = 1e-9;
    for (size_t l = 0; l < script->model->layer_count; l++) {
        const Options *options = &script->model->layers[l].options;
        double lost = fabs(options->fill) * 1e-15;
        bool exact =
            l == 0 && script->traits[l].sources != FROM_WEIGHTS && !options->softcap.on;
        if (order_of(options)->hidden_score == HIDDEN_PLUS_FILL && !exact &&
            isfinite(lost) && lost > least)
            least = lost;
    }
    return least;
}

static void write_check(const Script *script) {
    size_t layers = script->model->layer_count;
    const char *what = script->traits[layers - 1].values ? "y" : "weights";
    char least[40];
    script_number(tolerance(script), least);
    script_line(script, 0, "\nresults = []");
    script_line(script, 0, "for record in records:");
    script_line(script, 1, "result = layer_1(record)");
    for (size_t l = 1; l < layers; l++)
        script_line(script, 1, "result = layer_%zu(record, result)", l + 1);
    script_line(script, 1, "results += list(result) if result.ndim == 3 else [result]");
    script_line(script, 0, "\ncount = 0");
    script_line(script, 0, "assert len(results) == len(shown)");
    script_line(script, 0, "for mine, (name, undefined, theirs) in zip(results, shown):");
    script_line(script, 1, "assert mine.shape == theirs.shape, name");
    script_line(script, 1,
                "rows = [i for i in range(len(theirs)) if i not in undefined]");
    script_line(script, 1,
                "np.testing.assert_allclose(mine[rows], theirs[rows], rtol=%s,", least);
    script_line(script, 1, "                           atol=%s, err_msg=name)", least);
    script_line(script, 1, "count += theirs[rows].size");
    script_line(script, 0, "print(f\"%s agrees with attnscope: {count} numbers\")", what);
}

bool script_write(Session *session, FILE *file, Error *error) {
    Script script = {.session = session, .model = &session->now->model, .file = file};
    if (!fits(script.model, error))
        return false;
    judge(&script);
    write_head(&script);
    script_records(&script);
    script_parameters(&script);
    if (any_torch(&script))
        script_line(&script, 0, "calls = []  # for PyTorch, at the end");
    script_helpers(&script);
    for (size_t l = 0; l < script.model->layer_count; l++)
        script_layer(&script, l);
    script_line(&script, 0, "\n");
    script_shown(&script);
    write_check(&script);
    if (any_torch(&script))
        fputs(torch_text, file);
    free(script.traits);
    return true;
}
