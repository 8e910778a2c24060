/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What runs are compared by: the numbers of a run, each with a key that is the
 * same in every run of the program.
 */
#ifndef HPM_AGGREGATE_QUANTITY_H
#define HPM_AGGREGATE_QUANTITY_H

/* What a number is about; X(identifier, word, what stands before the key's
 * name).  */
#define HPM_QUANTITY_KINDS(X)                                                  \
    X (JOB, "job", "")                                                         \
    X (METRIC, "metric", "")                                                   \
    X (FUNCTION, "function", "")                                               \
    X (REGION, "region", "region:")                                            \
    X (SITE, "site", "site:")                                                  \
    X (EVENT, "event", "")

enum hpm_quantity_kind {
#define HPM_X(identifier, word, before) HPM_QUANTITY_##identifier,
    HPM_QUANTITY_KINDS (HPM_X)
#undef HPM_X
        HPM_QUANTITY_KIND_COUNT
};

/* Behind the key of a number that may be known as a range: its lower end.  */
#define HPM_QUANTITY_LEAST "_least"
/* These numbers; X(key).  */
#define HPM_QUANTITY_RANGES(X) X ("overall") X ("processors")

/* A text of a run, of which others should have the same; X(identifier,
 * field of HPM_RUN_FIELDS, what it is called).  */
#define HPM_COMPARED_TEXTS(X)                                                  \
    X (COMMAND, command, "command")                                            \
    X (PROGRAM, program, "program")                                            \
    X (STATUS, status, "status")                                               \
    X (PROCESSOR, cpu_model, "processor")                                      \
    X (MPI_LIBRARY, mpi_library, "MPI library")                                \
    X (TOOL, tool_version, "version of hpmmpi")                                \
    X (DOMAIN, domain, "domain")                                               \
    X (SCOPE, scope, "scope")                                                  \
    X (OPTIONS, options, "list of settings")

enum hpm_compared_text {
#define HPM_X(identifier, field, name) HPM_COMPARED_##identifier,
    HPM_COMPARED_TEXTS (HPM_X)
#undef HPM_X
        HPM_COMPARED_TEXT_COUNT
};

struct hpm_quantity {
    enum hpm_quantity_kind kind;
    char *key;           /* owned */
    const char *name;    /* in the key: function, path, metric ...  */
    const char *measure; /* "time", "calls" ..., "" for none; not owned */
    char unit[24];
    double value;
    int is_count; /* 1: of what the program does; the same in every run, unless
                     it does something else */
};

/* A run, as far as it is compared.  */
struct hpm_compared_run {
    const char *path;                    /* the caller's */
    char *text[HPM_COMPARED_TEXT_COUNT]; /* "" if unknown; owned */
    char *start, *hosts; /* ISO 8601; names; "" if unknown; owned */
    char *job;           /* of the batch system, "" for none; owned */
    double ranks, threads;
    double wall;               /* ns */
    struct hpm_quantity *list; /* owned, by kind and key when sorted */
    int count, capacity;
    int recorded; /* a bit for each kind of which a name that is not in the list
                     has 0 of everything */
    int is_empty; /* 1: nothing was counted, so that nothing is known */
};

const char *hpm_quantity_kind_word (enum hpm_quantity_kind kind);

/* An empty run of unknown texts.  Returns 0, or -1 without memory; release
 * either way.  */
int hpm_compared_run_init (struct hpm_compared_run *run, const char *path);
void hpm_compared_run_release (struct hpm_compared_run *run);

/* Add a number; one of NAN is none.  A second one of the same kind, name and
 * measure is added to the first when the list is sorted.  Returns 0, or -1
 * without memory.  */
int hpm_quantity_add (struct hpm_compared_run *run, enum hpm_quantity_kind kind,
                      const char *name, const char *measure, const char *unit,
                      double value, int is_count);

/* When all are added.  */
void hpm_compared_run_sort (struct hpm_compared_run *run);

/* The order of a list; and whether two quantities are the same one.  */
int hpm_quantity_compare (const void *a, const void *b);

/* The number of that key; of several the one whose kind stands first.  NULL for
 * none.  */
const struct hpm_quantity *
hpm_quantity_find (const struct hpm_compared_run *run, const char *key);

/* The key of the number that this one is the lower end of; NULL: of none.  */
const char *hpm_quantity_whole (const char *key);

/* The key of its lower end; NULL: it is never a range.  */
const char *hpm_quantity_least (const char *key);

#endif /* HPM_AGGREGATE_QUANTITY_H */
