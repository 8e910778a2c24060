/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files metric*.c share.
 */
#ifndef HPM_BASE_METRIC_PRIVATE_H
#define HPM_BASE_METRIC_PRIVATE_H

#include "base/cost/cost.h"
#include "base/metric/formula.h"
#include "base/metric/metric.h"
#include "base/text.h"

#define HPM_METRIC_DEFINITIONS_MAX 4096 /* of each kind: bounds recursion */
#define HPM_METRIC_LINE_BYTES 64.0

/* X(identifier, name, unit, 1 if it says something of the machine alone); the
 * order is that of the slots of a binding, where those of HPM_COST_CONSTANTS
 * follow.  */
#define HPM_METRIC_CONSTANTS(X)                                                \
    X (HPM_CONSTANT_WALL, "wall", "s", 0)                                      \
    X (HPM_CONSTANT_THREADS, "threads", "1", 0)                                \
    X (HPM_CONSTANT_RANKS, "ranks", "1", 0)                                    \
    X (HPM_CONSTANT_LINE, "line", "B", 1)                                      \
    X (HPM_CONSTANT_CLOCK, "clock", "Hz", 1)                                   \
    X (HPM_CONSTANT_HOSTS, "hosts", "1", 1)                                    \
    X (HPM_CONSTANT_WIDTH, "width", "1", 1)

enum hpm_metric_constant {
#define HPM_X(identifier, name, unit, machine) identifier,
    HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
        HPM_CONSTANT_COSTS,
    HPM_CONSTANT_COUNT = HPM_CONSTANT_COSTS + HPM_COST_CONSTANT_COUNT
};

/* The constant of that name, -1 if there is none.  */
int hpm_metric_constant_find (const char *name);

/* 1 if the constant says something of the machine, not of the run.  */
int hpm_metric_constant_is_of_machine (int constant);
/* All constants as `in` has them; missing ones have that status.  */
void hpm_metric_constants (struct hpm_metric_value *constants,
                           const struct hpm_metric_input *in);

/* What an operation of two numbers gives.  */
double hpm_formula_apply (enum hpm_formula_operation operation, double a,
                          double b);

/* Run a formula: slots_of[i] is the slot of its name i.  */
struct hpm_metric_value hpm_formula_run (const struct hpm_formula *formula,
                                         const struct hpm_metric_value *slots,
                                         const int *slots_of);

/* What a name in a formula stands for.  */
enum hpm_reference_kind {
    HPM_REFERENCE_CONSTANT,
    HPM_REFERENCE_ALIAS,
    HPM_REFERENCE_EVENT, /* an event or pattern in quotes */
    HPM_REFERENCE_METRIC,
    HPM_REFERENCE_UNKNOWN
};

struct hpm_reference {
    enum hpm_reference_kind kind;
    int index; /* of the constant, alias or metric */
};

struct hpm_reference hpm_metric_refer (const struct hpm_metric_set *set,
                                       const struct hpm_formula_name *name);

/* An order of evaluation: order[0..n-1] gets the metrics such that each comes
 * behind those it is made of; metrics that depend on themselves, or on one that
 * does, are left out, and *circular is the first of them found, or -1.  `state`
 * is room for set->count bytes.  Returns n.  */
int hpm_metric_set_order (const struct hpm_metric_set *set, int *order,
                          char *state, int *circular);

/* Move all definitions of `from` into the set, replacing those of the same name
 * in place.  `from` is empty afterwards.  On failure (-1, no memory or too
 * many) both are as before.  */
int hpm_metric_set_merge (struct hpm_metric_set *set,
                          struct hpm_metric_set *from, struct hpm_error *error);

/* Append an empty definition with that name (copied); NULL without memory. */
struct hpm_metric *hpm_metric_set_append (struct hpm_metric_set *set,
                                          struct hpm_piece name);
struct hpm_alias *hpm_metric_set_append_alias (struct hpm_metric_set *set,
                                               struct hpm_piece name);
struct hpm_group *hpm_metric_set_append_group (struct hpm_metric_set *set,
                                               struct hpm_piece name);

/* Append a copy of a text to a list; NULL without memory, else the copy.  */
char *hpm_metric_list_append (char ***list, int *count, struct hpm_piece text);

/* ---- reading, metric_read.c and metric_words.c --------------------------- */

#define HPM_METRIC_NAME_MAX 63

struct hpm_metric_reader {
    const char *path;
    int line;
    int lenient;               /* skip unknown words */
    struct hpm_metric_set set; /* of this file alone */
    struct hpm_metric *metric; /* the last one begun, or NULL */
    struct hpm_group *group;   /* the same */
    unsigned given;            /* its words so far, a bit each */
    struct hpm_error *error;
};

/* "FILE:LINE: what: "about"".  Returns -1.  */
int hpm_metric_reader_fail (struct hpm_metric_reader *reader, const char *what,
                            struct hpm_piece about);
int hpm_metric_reader_no_memory (struct hpm_metric_reader *reader);
/* Copy a text without control characters.  */
int hpm_metric_reader_text (struct hpm_metric_reader *reader, char **field,
                            struct hpm_piece value);

/* The words of a metric and of a group.  `of` says which of them.  */
struct hpm_metric_word {
    const char *text;
    enum {
        HPM_WORD_DEFINES,
        HPM_WORD_OF_METRIC,
        HPM_WORD_OF_GROUP,
        HPM_WORD_OF_BOTH
    } of;
    int (*take) (struct hpm_metric_reader *reader, struct hpm_piece value);
};
#define HPM_METRIC_FIELD_WORDS 12
extern const struct hpm_metric_word
    hpm_metric_field_words[HPM_METRIC_FIELD_WORDS];

#endif /* HPM_BASE_METRIC_PRIVATE_H */
