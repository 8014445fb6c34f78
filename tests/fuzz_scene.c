/* Fuzzer of the scene reader: a file is read, or refused with "FILE:LINE: …"; nothing else.
 *
 *   clang -fsanitize=fuzzer,address,undefined -DFUZZER …    libFuzzer's own main
 *   without -DFUZZER: plays the files named on the command line */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "said.h"
#include "scene/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds) {
    if (!holds)
        abort();
}

/* Reads everything that a scene promises to have. */
static size_t look(const Scene *scene) {
    size_t seen = strlen(scene->id) + strlen(scene->source) + scene->title.count;
    demand(scene->model.record_count > 0 && scene->model.layer_count > 0);
    for (size_t r = 0; r < scene->model.record_count; r++) {
        const Record *record = &scene->model.records[r];
        demand(record->queries > 0 && record->keys > 0);
        for (size_t j = 0; j < record->keys; j++)
            seen += strlen(scene->labels[r].tokens[j]) + record->padding[j];
        for (size_t i = 0; i < record->queries; i++)
            seen += strlen(scene->labels[r].query_tokens[i]) +
                    strlen(scene->labels[r].targets ? scene->labels[r].targets[i] : "") +
                    (record->targets ? (size_t)(record->targets[i] + 2) : 0);
    }
    for (size_t s = 0; s <= scene->step_count; s++)
        for (size_t l = 0; l < scene->steps[s].line_count; l++)
            seen += scene->steps[s].lines[l].words.count;
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Scene scene;
    Error error = {0};
    if (scene_parse(&scene, "fuzz.csv", (const char *)data, size, false, &error)) {
        look(&scene);
        scene_release(&scene);
        return 0;
    }
    demand(strncmp(said(&error), "fuzz.csv:", 9) == 0 && atoi(said(&error) + 9) > 0);
    demand(scene.path == NULL && scene.steps == NULL);
    return 0;
}

#include "fuzz_main.h"
#include "said.h"
