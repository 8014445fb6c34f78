/* Models of one layer with random numbers, shapes and rules. The same seed draws the same model. */
#ifndef RANDOM_MODEL_H
#define RANDOM_MODEL_H

#include "math/model.h"

/* xorshift64*, the same everywhere; the state is not 0. */
typedef struct Random {
    unsigned long long state;
} Random;

size_t random_below(Random *random, size_t count); /* from 0 to count - 1 */
bool random_one_in(Random *random, size_t count);
double random_number(Random *random); /* from -2 to 2 */
double random_wild(Random *random);   /* now and then nan, inf, or far from 1 */
Matrix random_matrix(Random *random, size_t rows, size_t cols,
                     double (*cell)(Random *random));

void random_rules(Random *random, Options *options); /* who sees whom */
Model random_model(unsigned long long seed);

/* Two layers that make q, k and v [T, H·head_width] of x [T, width], and merge heads in every way. */
Model random_layers(unsigned long long seed, size_t width, size_t head_width);

#endif
