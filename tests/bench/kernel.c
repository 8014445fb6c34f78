/* Times the calculation, without any screen: one number a line, in milliseconds of real time.
 *
 *     kernel FOLDER full THREADS       y of every row, q, k and v [H, T, d] from FOLDER, causal
 *     kernel FOLDER toggle THREADS     causal off to on: 45 rows of one head, y of those rows
 *     kernel FOLDER end THREADS        the last 40 rows of one head, under causal
 *     kernel FOLDER flip THREADS       one cell forced, and 45 rows of one head made anew
 *
 * FOLDER holds q, k and v as raw float64 and `shape`: H T d. Each line read from standard input
 * starts one run, so that a script can let programs take turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "math/pass_inside.h"

enum { ROWS_SHOWN = 45, ROWS_AT_END = 40 };

typedef struct Bench {
    Model model;
    size_t heads, positions, width;
    unsigned threads;
} Bench;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static FILE *open_in(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

/* A matrix of its own for each head. */
static void read_part(Bench *bench, const char *folder, const char *name, Part *part) {
    FILE *file = open_in(folder, name);
    for (size_t h = 0; h < bench->heads; h++) {
        part_own(part, h, bench->heads);
        part->own[h] = matrix_new(bench->positions, bench->width);
        for (size_t i = 0; i < bench->positions; i++)
            if (fread(matrix_row_write(&part->own[h], i), sizeof(double), bench->width,
                      file) != bench->width)
                exit(2);
    }
    fclose(file);
}

static void read_model(Bench *bench, const char *folder) {
    Model *model = &bench->model;
    FILE *file = open_in(folder, "shape");
    if (fscanf(file, "%zu %zu %zu", &bench->heads, &bench->positions, &bench->width) != 3)
        exit(2);
    fclose(file);
    model->record_count = model->layer_count = 1;
    model->records = memory_new(1, sizeof *model->records);
    model->layers = memory_new(1, sizeof *model->layers);
    model->records->queries = model->records->keys = bench->positions;
    model->records->padding = memory_new(bench->positions, 1);
    model->layers->heads = model->layers->kv_heads = bench->heads;
    model->layers->options = options_default(bench->heads);
    model->layers->options.causal = CAUSAL_ON;
    read_part(bench, folder, "q", &model->records->part[PART_Q]);
    read_part(bench, folder, "k", &model->records->part[PART_K]);
    read_part(bench, folder, "v", &model->records->part[PART_V]);
}

static Pass *new_pass(const Bench *bench) {
    Pass *pass = pass_new(&bench->model);
    pass->threads = bench->threads;
    return pass;
}

/* ---- what is timed ---- */

static void full(Bench *bench) {
    size_t count = bench->positions * bench->heads * bench->width;
    double *y = memory_new(count, sizeof *y);
    unsigned char *undefined = memory_new(bench->positions, 1);
    memset(y, 1, count * sizeof *y); /* NumPy's results lie in warm memory, too */
    double start = now();
    Pass *pass = new_pass(bench);
    pass_outputs(pass, (Place){0}, 0, bench->positions, y, undefined);
    pass_free(pass);
    printf("%.4f %.17g\n", now() - start, y[count - 1]);
    free(y);
    free(undefined);
}

static double shown(const Bench *bench, size_t first, size_t rows, bool outputs) {
    double start = now();
    Pass *pass = new_pass(bench);
    pass_prepare(pass, (Place){0}, first, rows);
    if (outputs)
        pass_prepare_outputs(pass, (Place){0}, first, rows);
    for (size_t i = first; i < first + rows; i++) {
        pass_row(pass, (Place){0}, i);
        if (outputs)
            pass_y(pass, (Place){0}, i, NULL);
    }
    double took = now() - start;
    pass_free(pass);
    return took;
}

static void toggle(Bench *bench) {
    Options *options = &bench->model.layers->options;
    options->causal = options->causal == CAUSAL_ON ? CAUSAL_OFF : CAUSAL_ON;
    size_t first = (bench->positions - ROWS_SHOWN) / 2;
    printf("%.4f\n", shown(bench, first, ROWS_SHOWN, true));
}

static void end(Bench *bench) {
    printf("%.4f\n", shown(bench, bench->positions - ROWS_AT_END, ROWS_AT_END, false));
}

static void flip(Bench *bench) {
    size_t first = (bench->positions - ROWS_SHOWN) / 2;
    Forces *forces = &bench->model.layers->forces;
    Force cell = {first + 5, first + 6, first, first + 1, FORCE_SHUT};
    if (forces_are(forces, cell))
        cell.state = FORCE_NONE;
    forces_set(forces, cell);
    printf("%.4f\n", shown(bench, first, ROWS_SHOWN, true));
}

int main(int count, char **words) {
    static const struct {
        const char *name;
        void (*run)(Bench *bench);
    } runs[] = {{"full", full}, {"toggle", toggle}, {"end", end}, {"flip", flip}};
    Bench bench = {0};
    char line[64];
    if (count != 4)
        return 2;
    read_model(&bench, words[1]);
    bench.threads = (unsigned)strtoul(words[3], NULL, 10);
    while (fgets(line, sizeof line, stdin))
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
            if (strcmp(words[2], runs[i].name) == 0) {
                runs[i].run(&bench);
                fflush(stdout);
            }
    model_release(&bench.model);
    return 0;
}
