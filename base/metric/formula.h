/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A formula as a program for a stack machine, and the names it refers to.
 * Pure; private to the metrics.
 */
#ifndef HPM_BASE_FORMULA_H
#define HPM_BASE_FORMULA_H

#include "base/error.h"

#define HPM_FORMULA_DEPTH 64 /* values on the stack, levels of nesting */

/* X(identifier, values taken off the stack, values put on it) */
#define HPM_FORMULA_OPERATIONS(X)                                              \
    X (HPM_FORMULA_NUMBER, 0, 1)                                               \
    X (HPM_FORMULA_NAME, 0, 1)                                                 \
    X (HPM_FORMULA_NEGATE, 1, 1)                                               \
    X (HPM_FORMULA_ADD, 2, 1)                                                  \
    X (HPM_FORMULA_SUBTRACT, 2, 1)                                             \
    X (HPM_FORMULA_MULTIPLY, 2, 1)                                             \
    X (HPM_FORMULA_DIVIDE, 2, 1)                                               \
    X (HPM_FORMULA_MIN, 2, 1)                                                  \
    X (HPM_FORMULA_MAX, 2, 1)                                                  \
    X (HPM_FORMULA_FIRST, 2, 1)

/* X(name, operation): functions of two arguments.  */
#define HPM_FORMULA_FUNCTIONS(X)                                               \
    X ("min", HPM_FORMULA_MIN)                                                 \
    X ("max", HPM_FORMULA_MAX)                                                 \
    X ("first", HPM_FORMULA_FIRST)

enum hpm_formula_operation {
#define HPM_X(identifier, takes, gives) identifier,
    HPM_FORMULA_OPERATIONS (HPM_X)
#undef HPM_X
};

struct hpm_formula_step {
    enum hpm_formula_operation operation;
    double number; /* of NUMBER */
    int name;      /* of NAME: index into names */
};

struct hpm_formula_name {
    char *text; /* owned; without the quotes */
    int quoted; /* 1: an event name or pattern */
};

struct hpm_formula {
    struct hpm_formula_step *steps;
    int step_count;
    struct hpm_formula_name *names; /* each once */
    int name_count;
    int chooses; /* 1: has first() */
};

/* Parse; the program never needs more than HPM_FORMULA_DEPTH stack cells and
 * leaves one value.  Returns a malloc'ed formula, or NULL with an error that
 * quotes the place.  */
struct hpm_formula *hpm_formula_parse (const char *text,
                                       struct hpm_error *error);
/* 1 for "min" and the like.  */
int hpm_formula_is_function (const char *name);
void hpm_formula_destroy (struct hpm_formula *formula);

#endif /* HPM_BASE_FORMULA_H */
