/* See forces.h. */
#include "math/forces.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"

static Force *list_copy(const Force *list, size_t count) {
    Force *copy = count ? memory_new(count, sizeof *copy) : NULL;
    if (count)
        memcpy(copy, list, count * sizeof *copy);
    return copy;
}

Forces forces_copy(const Forces *forces) {
    Forces copy = *forces;
    copy.line = list_copy(forces->line, forces->lines);
    copy.run = list_copy(forces->run, forces->runs);
    return copy;
}

void forces_release(Forces *forces) {
    free(forces->line);
    free(forces->run);
    *forces = (Forces){.lines = 0};
}

/* ---- reading ---- */

static bool has(const Force *force, size_t query, size_t key) {
    return query >= force->query && query < force->queries && key >= force->key &&
           key < force->keys;
}

static bool meet(const Force *a, const Force *b) {
    return a->query < b->queries && b->query < a->queries && a->key < b->keys &&
           b->key < a->keys;
}

/* Returns true if b is a part of a. */
static bool covers(const Force *a, const Force *b) {
    return a->query <= b->query && b->queries <= a->queries && a->key <= b->key &&
           b->keys <= a->keys;
}

size_t forces_first(const Forces *forces, size_t query) {
    size_t low = 0, high = forces->runs;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (forces->run[middle].query < query)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void forces_lines(const Forces *forces, size_t query, size_t from, size_t to,
                  signed char *state) {
    memset(state + from, FORCE_NONE, to - from);
    for (size_t i = 0; i < forces->lines; i++) {
        const Force *line = &forces->line[i];
        size_t first = max_size(line->key, from), end = min_size(line->keys, to);
        if (query >= line->query && query < line->queries && first < end)
            memset(state + first, line->state, end - first);
    }
}

static ForceState of_lines(const Forces *forces, size_t query, size_t key) {
    for (size_t i = forces->lines; i-- > 0;)
        if (has(&forces->line[i], query, key))
            return forces->line[i].state;
    return FORCE_NONE;
}

ForceState forces_at(const Forces *forces, size_t query, size_t key) {
    for (size_t i = forces_first(forces, query);
         i < forces->runs && forces->run[i].query == query && forces->run[i].key <= key;
         i++)
        if (has(&forces->run[i], query, key))
            return forces->run[i].state;
    return of_lines(forces, query, key);
}

bool forces_are(const Forces *forces, Force all) {
    for (size_t i = forces_first(forces, all.query);
         i < forces->runs && forces->run[i].query < all.queries; i++) {
        const Force *run = &forces->run[i];
        if (covers(run, &all))
            return run->state == all.state;
        if (meet(run, &all) && run->state != all.state)
            return false;
    }
    for (size_t i = forces->lines; i-- > 0;)
        if (meet(&forces->line[i], &all))
            return covers(&forces->line[i], &all) && forces->line[i].state == all.state;
    return all.state == FORCE_NONE;
}

static bool list_same(const Force *a, const Force *b, size_t count) {
    size_t i = 0;
    while (i < count && covers(&a[i], &b[i]) && covers(&b[i], &a[i]) &&
           a[i].state == b[i].state)
        i++;
    return i == count;
}

bool forces_same(const Forces *a, const Forces *b) {
    return a->lines == b->lines && a->runs == b->runs &&
           list_same(a->line, b->line, a->lines) && list_same(a->run, b->run, a->runs);
}

/* ---- writing ---- */

static void list_append(Force **list, size_t *count, Force force) {
    *list = memory_resize(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = force;
}

void forces_append(Forces *forces, Force run) {
    Force *last = forces->runs ? &forces->run[forces->runs - 1] : NULL;
    if (run.key >= run.keys)
        return;
    if (last && last->query == run.query && last->keys == run.key &&
        last->state == run.state)
        last->keys = run.keys;
    else
        list_append(&forces->run, &forces->runs, run);
}

/* Takes the cells of a rectangle out of the runs, and lines that it covers. */
static void take_out(Forces *forces, const Force *cells) {
    Forces left = {.lines = 0};
    for (size_t i = 0; i < forces->runs; i++) {
        Force before = forces->run[i], after = before;
        if (meet(&before, cells)) {
            before.keys = min_size(before.keys, cells->key);
            after.key = max_size(after.key, cells->keys);
            forces_append(&left, before);
        }
        forces_append(&left, after);
    }
    for (size_t i = 0; i < forces->lines; i++)
        if (!covers(cells, &forces->line[i]))
            list_append(&left.line, &left.lines, forces->line[i]);
    forces_release(forces);
    *forces = left;
}

static void insert_run(Forces *forces, Force run) {
    size_t at = forces_first(forces, run.query);
    while (at < forces->runs && forces->run[at].query == run.query &&
           forces->run[at].key < run.key)
        at++;
    list_append(&forces->run, &forces->runs, run);
    memmove(&forces->run[at + 1], &forces->run[at], (forces->runs - 1 - at) * sizeof run);
    forces->run[at] = run;
}

void forces_set(Forces *forces, Force force) {
    take_out(forces, &force);
    if (force.queries > force.query + 1) {
        list_append(&forces->line, &forces->lines, force);
        return;
    }
    bool over = force.state != FORCE_NONE;
    for (size_t i = 0; i < forces->lines; i++)
        over = over || meet(&forces->line[i], &force);
    if (over)
        insert_run(forces, force);
}
