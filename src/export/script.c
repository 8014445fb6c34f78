/* The calculation as a script: head, numbers, one function a layer, and the comparison of
 * its result with that of attnscope. Nothing that is off has a line in it. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "export/export.h"
#include "export/script_parts.h"
#include "frame/frame.h"

enum { NUMBERS_MOST = 1 << 18, CELLS_MOST = 1 << 24 };

/* ---- whether it can be done ---- */

static size_t count_numbers(const Part *parts, size_t count) {
    size_t numbers = 0;
    for (size_t p = 0; p < count; p++) {
        numbers += parts[p].common.rows * parts[p].common.cols;
        for (size_t h = 0; h < parts[p].own_count; h++)
            numbers += parts[p].own[h].rows * parts[p].own[h].cols;
    }
    return numbers;
}

static bool fits(const Model *model, Error *error) {
    size_t numbers = 0, cells = 0;
    for (size_t r = 0; r < model->record_count; r++) {
        const Record *record = &model->records[r];
        numbers += count_numbers(record->part, RECORD_PARTS);
        for (size_t l = 0; l < record->deeper_layers; l++)
            numbers += count_numbers(record->deeper[l].part, RECORD_PARTS);
        for (Place at = {.record = r}; at.layer < model->layer_count; at.layer++)
            cells += model->layers[at.layer].heads * model_queries(model, at) *
                     model_keys(model, at);
    }
    for (size_t l = 0; l < model->layer_count; l++)
        numbers += count_numbers(model->layers[l].part, LAYER_PARTS);
    if (numbers <= NUMBERS_MOST && cells <= CELLS_MOST)
        return true;
    return error_set(error,
                     "export: %zu numbers and %zu pairs of query and key are too many for"
                     " a script; expected at most %d and %d",
                     numbers, cells, NUMBERS_MOST, CELLS_MOST);
}

/* ---- head and tail ---- */

/* Lists the options that are not as they start. */
static void write_options(const Script *script, size_t layer) {
    bool all_default = true;
    fprintf(script->file, "# Layer %zu:", layer + 1);
    for (size_t i = 0; i < option_count; i++) {
        char value[80];
        const Options *options = &script->model->layers[layer].options;
        if (option_is_default(&option_table[i], options))
            continue;
        option_write(&option_table[i], options, value, sizeof value);
        fprintf(script->file, " %s=%s", option_table[i].name, value);
        all_default = false;
    }
    fputs(all_default ? " every option as it starts\n" : ", all else as it starts\n",
          script->file);
}

static void write_head(const Script *script) {
    const Session *session = script->session;
    const char *lang = lang_names[session->look.lang];
    const char *title = texts_in(&session->scene.title, lang, 0);
    Text text = {0};
    text_append(&text, "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# ");
    frame_spell(false, session->scene.id, &text);
    text_append(&text, ": ");
    frame_spell(false, title ? title : "", &text);
    text_append(&text, "\n# The calculation that attnscope shows");
    if (session->recipe.step)
        text_format(&text, " at step %u", session->recipe.step);
    text_append(&text, session->recipe.last ? ", with what was changed by hand." : ".");
    script_line(script, 0, "%s", text_string(&text));
    text_release(&text);
    for (size_t l = 0; l < script->model->layer_count; l++)
        write_options(script, l);
    fputs(
        "# In here everything counts from 0. It needs NumPy alone.\n"
        "import numpy as np\n\n"
        "inf, nan = np.inf, np.nan\n"
        "np.seterr(all=\"ignore\")  # a row without a key is 0/0 until it is filled\n\n",
        script->file);
}

/* A mask that is added leaves few digits of a score: 1e9 takes nine of its sixteen. */
static double tolerance(const Script *script) {
    double least = 1e-9;
    for (size_t l = 0; l < script->model->layer_count; l++) {
        const Options *options = &script->model->layers[l].options;
        double lost = fabs(options->fill) * 1e-15;
        bool exact = script_holds(script, l, "first -softcap -from-weights");
        if (order_of(options)->hidden_score == HIDDEN_PLUS_FILL && !exact &&
            isfinite(lost) && lost > least)
            least = lost;
    }
    return least;
}

static const char check_text[] =
    "    results += list(result) if result.ndim == 3 else [result]\n"
    "\n"
    "count = 0\n"
    "assert len(results) == len(shown)\n"
    "for mine, (name, undefined, theirs) in zip(results, shown):\n"
    "    assert mine.shape == theirs.shape, name\n"
    "    rows = [i for i in range(len(theirs)) if i not in undefined]\n"
    "    np.testing.assert_allclose(mine[rows], theirs[rows], rtol=$tolerance,\n"
    "                               atol=$tolerance, err_msg=name)\n"
    "    count += theirs[rows].size\n"
    "print(f\"$result agrees with attnscope: {count} numbers\")";

static void write_check(Script *script) {
    size_t last = script->model->layer_count - 1;
    char least[40];
    script_number(tolerance(script), least);
    script_define(script, "tolerance", "%s", least);
    script_define(script, "result",
                  script_holds(script, last, "values") ? "y" : "weights");
    script_text(script, last, 0,
                "\nresults = []\nfor record in records:\n    result = layer_1(record)");
    for (size_t l = 1; l <= last; l++)
        script_line(script, 1, "result = layer_%zu(record, result)", l + 1);
    script_text(script, last, 0, check_text);
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

/* Conditions of a layer that PyTorch's function calculates in the same way. */
static const char torch_call[] =
    "from-product -from-scores -from-weights -from-nothing -lacks-values -careful -edits"
    " -has-bias -hidden-count -softmax=queries scale=auto -bias=alibi -softcap -null-logit";

static void judge(Script *script) {
    script->facts = script_facts(script->session);
    for (size_t l = 0; l < script->model->layer_count; l++) {
        script_fact(&script->facts[l], "positions",
                    script_reads_positions(script->model, l));
        script_fact(&script->facts[l], "torch", script_holds(script, l, torch_call));
    }
}

bool export_script(Session *session, FILE *file, Error *error) {
    Script script = {.session = session, .model = &session->now->model, .file = file};
    if (!fits(script.model, error))
        return false;
    judge(&script);
    write_head(&script);
    script_records(&script);
    script_parameters(&script);
    if (script_anywhere(&script, "torch"))
        script_line(&script, 0, "calls = []  # for PyTorch, at the end");
    script_helpers(&script);
    for (size_t l = 0; l < script.model->layer_count; l++)
        script_layer(&script, l);
    script_line(&script, 0, "\n");
    script_shown(&script);
    write_check(&script);
    if (script_anywhere(&script, "torch"))
        fputs(torch_text, file);
    for (size_t w = 0; w < script.word_count; w++)
        text_release(&script.word[w].text);
    free(script.facts);
    return true;
}
