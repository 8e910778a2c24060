/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flags of a command line, from a table: how they are read, and what --help
 * says of them.  The tools' alone.
 */
#ifndef HPM_BASE_FLAG_H
#define HPM_BASE_FLAG_H

#include <stdio.h>

#include "base/error.h"

enum hpm_takes {
    HPM_TAKES_nothing,
    HPM_TAKES_value,  /* --name=VALUE, --name VALUE, -nVALUE or -n VALUE */
    HPM_TAKES_maybe,  /* --name or --name=VALUE; its letter takes one */
    HPM_TAKES_switch, /* --name, --name=0 or --name=1 */
    HPM_TAKES_foreign /* another program's: -name, -name4, --name, --name=4; it
                         goes before ours, but for one of the same name, and is
                         offered to nobody */
};

struct hpm_flag {
    const char *name; /* "output"; "_" stands for "-" */
    char letter;      /* 0: none */
    enum hpm_takes takes;
    const char *argument; /* "FILE"; "off|ranks": one of these; "|" may
                             stand before the first */
    const char *initial;  /* a default to be told, or "" */
    const char *help;
    const char *variable; /* of the environment; NULL: none */
};

/* What was found: a place in the table, and what follows.  */
struct hpm_flag_found {
    int flag;
    const char *value; /* in argv, never empty; NULL: none */
    int choice;        /* its place, where the argument is "A|B" and there is
                          a value */
    int operands;      /* how many stand before it, where they are mixed */
    char name[40];     /* as the user wrote it: "--output", "-o" */
};

typedef int hpm_flag_fn (const struct hpm_flag_found *found, void *data,
                         struct hpm_error *error);

/* Call `take` for every flag of argv[1] on, up to its first -1.  Flags end at
 * "--" or at the first argument that is none; with `mixed`, flags may follow
 * such.  Prefixes of names are not taken.  Returns -1 with an error that names
 * the flag, and the nearest one where it is unknown; or 0, and *operands are
 * the other arguments, with a NULL at the end: behind one another in argv.  */
int hpm_flags_read (const struct hpm_flag *flags, int count, char **argv,
                    int mixed, hpm_flag_fn *take, void *data, char ***operands,
                    struct hpm_error *error);

/* Two columns, 80 wide.  */
void hpm_flags_print (FILE *out, const struct hpm_flag *flags, int count);

#endif /* HPM_BASE_FLAG_H */
