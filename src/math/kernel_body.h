/* The kernels for one width of vectors; kernel.c includes this file once for each
 * width. It defines LANES, IN(name) (a name for this width), TARGET (attributes), KEYS
 * (keys at a time), COMPONENTS (vectors of components at a time), Vec, and FUSE, SPLAT,
 * LARGER, SCALE, DIVIDE. */

typedef Vec IN(Loose) __attribute__((aligned(8), may_alias));

TARGET static inline Vec IN(load)(const double *from) {
    return *(const IN(Loose) *)from;
}

TARGET static inline void IN(store)(double *to, Vec value) {
    *(IN(Loose) *)to = value;
}

/* ---- scores ---- */

/* `keys` keys times `vectors` vectors of queries; the sums fill the registers. */
TARGET ALWAYS_INLINE void IN(dots)(Queries q, const double *const *k, Panel panel,
                                   const size_t keys, const size_t vectors) {
    Vec sum[KEYS][KERNEL_VECTORS];
    UNROLL for (size_t j = 0; j < keys; j++) UNROLL for (size_t v = 0; v < vectors; v++)
        sum[j][v] = SPLAT(0);
    const double *key[KEYS];
    UNROLL for (size_t j = 0; j < keys; j++) key[j] = k[j];
    const double *from = q.cells;
    const double *const *next = k + (panel.keys >= 2 * KEYS ? keys : 0);
    for (size_t c = 0; c < q.width; c++, from += vectors * LANES) {
        __builtin_prefetch(next[c % keys] + c / keys * 8);
        Vec query[KERNEL_VECTORS];
        UNROLL for (size_t v = 0; v < vectors; v++) query[v] = IN(load)(from + v * LANES);
        UNROLL for (size_t j = 0; j < keys; j++) {
            Vec component = SPLAT(key[j][c]);
            IN_REGISTER(component);
            UNROLL for (size_t v = 0; v < vectors; v++) sum[j][v] =
                FUSE(query[v], component, sum[j][v]);
        }
    }
    Vec scale = SPLAT(q.scale);
    UNROLL for (size_t j = 0; j < keys; j++) UNROLL for (size_t v = 0; v < vectors; v++)
        IN(store)(panel.cells + (j * vectors + v) * LANES, scale * sum[j][v]);
}

TARGET ALWAYS_INLINE void IN(scores_wide)(Queries q, const double *const *k, Panel panel,
                                          const size_t vectors) {
    for (; panel.keys >= KEYS; panel.keys -= KEYS, k += KEYS) {
        IN(dots)(q, k, panel, KEYS, vectors);
        panel.cells += KEYS * vectors * LANES;
    }
    for (; panel.keys; panel.keys--, k++) {
        IN(dots)(q, k, panel, 1, vectors);
        panel.cells += vectors * LANES;
    }
}

TARGET static void IN(scores)(Queries q, const double *const *k, Panel panel) {
    if (panel.queries == 3 * LANES)
        IN(scores_wide)(q, k, panel, 3);
    else if (panel.queries == 2 * LANES)
        IN(scores_wide)(q, k, panel, 2);
    else
        IN(scores_wide)(q, k, panel, 1);
}

/* ---- softmax: a vector of queries at a time ---- */

TARGET static void IN(largest)(Panel panel, double *largest) {
    for (size_t i = 0; i < panel.queries; i += LANES) {
        Vec most = IN(load)(largest + i);
        for (size_t j = 0; j < panel.keys; j++)
            most = LARGER(IN(load)(panel.cells + j * panel.queries + i), most);
        IN(store)(largest + i, most);
    }
}

TARGET ALWAYS_INLINE Vec IN(exponential)(Vec x) {
    static const double p[] = {EXP_P8, EXP_P7, EXP_P6, EXP_P5, EXP_P4,
                               EXP_P3, EXP_P2, EXP_P1, EXP_P0};
    x = LARGER(SPLAT(EXP_LOWEST), x);
    x = -LARGER(SPLAT(-EXP_HIGHEST), -x);
    Vec rounded = FUSE(x, SPLAT(EXP_LOG2E), SPLAT(EXP_ROUNDER));
    Vec n = rounded - SPLAT(EXP_ROUNDER);
    Vec high = FUSE(-n, SPLAT(EXP_LN2_HIGH), x);
    Vec r = FUSE(-n, SPLAT(EXP_LN2_LOW), high);
    Vec q = SPLAT(EXP_P9);
    UNROLL for (size_t k = 0; k < sizeof p / sizeof *p; k++) q = FUSE(q, r, SPLAT(p[k]));
    Vec low = FUSE(-n, SPLAT(EXP_LN2_LOW), r * r * q);
    return SCALE(SPLAT(1) + (high + low), rounded, n);
}

TARGET static void IN(powers)(Panel panel, const double *largest, double *sum) {
    for (size_t i = 0; i < panel.queries; i += LANES) {
        Vec most = IN(load)(largest + i), total = IN(load)(sum + i);
        for (size_t j = 0; j < panel.keys; j++) {
            double *cell = panel.cells + j * panel.queries + i;
            Vec power = IN(exponential)(IN(load)(cell) - most);
            IN(store)(cell, power);
            total += power;
        }
        IN(store)(sum + i, total);
    }
}

TARGET static void IN(divide)(Panel panel, const double *sum, double *total) {
    for (size_t i = 0; i < panel.queries; i += LANES) {
        Vec by = IN(load)(sum + i), all = IN(load)(total + i);
        Vec inverse = SPLAT(1) / by;
        for (size_t j = 0; j < panel.keys; j++) {
            double *cell = panel.cells + j * panel.queries + i;
            Vec share = DIVIDE(IN(load)(cell), by, inverse);
            IN(store)(cell, share);
            all += share;
        }
        IN(store)(total + i, all);
    }
}

/* ---- mix ---- */

/* `queries` queries by `vectors` vectors of components, from component `at` on. */
TARGET ALWAYS_INLINE void IN(mix_block)(Panel panel, Mix mix, const size_t queries,
                                        const size_t vectors) {
    Vec sum[MIX_QUERIES_MAX][COMPONENTS];
    UNROLL for (size_t i = 0; i < queries; i++)
        UNROLL for (size_t c = 0; c < vectors; c++) sum[i][c] =
            IN(load)(mix.out + i * mix.width + c * LANES);
    const double *weight = panel.cells;
    for (size_t j = 0; j < panel.keys; j++, weight += panel.queries) {
        const double *value = mix.v[j] + mix.at;
        __builtin_prefetch(mix.next[j] + mix.at + mix.line * LANES);
        Vec share[MIX_QUERIES_MAX];
        UNROLL for (size_t i = 0; i < queries; i++) share[i] = SPLAT(weight[i]);
        UNROLL for (size_t c = 0; c < vectors; c++) {
            Vec component = IN(load)(value + c * LANES);
            IN_REGISTER(component);
            UNROLL for (size_t i = 0; i < queries; i++) sum[i][c] =
                FUSE(share[i], component, sum[i][c]);
        }
    }
    UNROLL for (size_t i = 0; i < queries; i++)
        UNROLL for (size_t c = 0; c < vectors; c++)
            IN(store)(mix.out + i * mix.width + c * LANES, sum[i][c]);
}

TARGET ALWAYS_INLINE void IN(mix_queries)(Panel panel, Mix mix, size_t count,
                                          const size_t queries, const size_t vectors) {
    mix.out += mix.at;
    for (; count >= queries; count -= queries) {
        IN(mix_block)(panel, mix, queries, vectors);
        mix.line = mix.line + 1 < vectors ? mix.line + 1 : 0;
        panel.cells += queries;
        mix.out += queries * mix.width;
    }
    for (; count; count--) {
        IN(mix_block)(panel, mix, 1, vectors);
        panel.cells++;
        mix.out += mix.width;
    }
}

/* The last components, where a whole vector no longer fits. */
TARGET static void IN(mix_component)(Panel panel, Mix mix, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double sum = mix.out[i * mix.width + mix.at];
        for (size_t j = 0; j < panel.keys; j++)
            sum = FUSE_ONE(panel.cells[j * panel.queries + i], mix.v[j][mix.at], sum);
        mix.out[i * mix.width + mix.at] = sum;
    }
}

TARGET static void IN(mix_some)(Panel panel, Mix mix, size_t count) {
    for (; mix.at + COMPONENTS * LANES <= mix.width; mix.at += COMPONENTS * LANES)
        IN(mix_queries)(panel, mix, count, 3, COMPONENTS);
    for (; mix.at + 2 * LANES <= mix.width; mix.at += 2 * LANES)
        IN(mix_queries)(panel, mix, count, MIX_QUERIES_MAX, 2);
    for (; mix.at + LANES <= mix.width; mix.at += LANES)
        IN(mix_queries)(panel, mix, count, MIX_QUERIES_MAX, 1);
    for (; mix.at < mix.width; mix.at++)
        IN(mix_component)(panel, mix, count);
}

/* Mixes as many keys at a time as the nearest cache holds, and fetches the next. */
TARGET static void IN(mix)(Panel panel, size_t count, const double *const *v,
                           size_t width, double *out) {
    for (size_t from = 0; from < panel.keys; from += MIX_KEYS) {
        Panel some = panel;
        some.keys = panel.keys - from < MIX_KEYS ? panel.keys - from : MIX_KEYS;
        some.cells += from * panel.queries;
        Mix mix = {.v = v + from, .next = v + from, .width = width, .out = out};
        if (from + 2 * MIX_KEYS <= panel.keys)
            mix.next += MIX_KEYS;
        IN(mix_some)(some, mix, count);
    }
}

static const Kernel IN(kernel) = {
    .name = NAME,
    .fused = FUSED,
    .lanes = LANES,
    .scores = IN(scores),
    .largest = IN(largest),
    .powers = IN(powers),
    .divide = IN(divide),
    .mix = IN(mix),
};

#undef IN
#undef NAME
#undef FUSED
#undef LANES
#undef TARGET
#undef KEYS
#undef COMPONENTS
#undef Vec
#undef FUSE
#undef FUSE_ONE
#undef SPLAT
#undef LARGER
#undef SCALE
#undef DIVIDE
