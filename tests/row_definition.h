/* The row of one query of one head by its definition, made slowly; freed with row_free. */
#ifndef ROW_DEFINITION_H
#define ROW_DEFINITION_H

#include "math/pass_inside.h"

Row *row_define(Pass *pass, Place place, size_t query);

#endif
