/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libperfex(3), for Fortran: functions of INTEGER*4, counts of INTEGER*8.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "include/libperfex.h"
#include "ancestors/seam.h"

int start_counters_ (const int *, const int *);
int
start_counters_ (const int *e0, const int *e1)
{
    return start_counters (*e0, *e1);
}

int read_counters_ (const int *, long long *, const int *, long long *);
int
read_counters_ (const int *e0, long long *c0, const int *e1, long long *c1)
{
    return read_counters (*e0, c0, *e1, c1);
}

int print_counters_ (const int *, const long long *, const int *,
                     const long long *);
int
print_counters_ (const int *e0, const long long *c0, const int *e1,
                 const long long *c1)
{
    return print_counters (*e0, *c0, *e1, *c1);
}

int print_costs_ (const int *, const long long *, const int *,
                  const long long *);
int
print_costs_ (const int *e0, const long long *c0, const int *e1,
              const long long *c1)
{
    return print_costs (*e0, *c0, *e1, *c1);
}

int load_costs_ (const char *, size_t);
int
load_costs_ (const char *file, size_t length)
{
    char path[PATH_MAX];

    while (length && file[length - 1] == ' ')
        length--;
    if (length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy (path, file, length);
    path[length] = '\0';
    return load_costs (path);
}

/* With two "_" (g77).  Without one a compiler would call what C calls.  */
int start_counters__ (const int *, const int *)
    __attribute__ ((alias ("start_counters_")));
int read_counters__ (const int *, long long *, const int *, long long *)
    __attribute__ ((alias ("read_counters_")));
int print_counters__ (const int *, const long long *, const int *,
                      const long long *)
    __attribute__ ((alias ("print_counters_")));
int print_costs__ (const int *, const long long *, const int *,
                   const long long *) __attribute__ ((alias ("print_costs_")));
int load_costs__ (const char *, size_t) __attribute__ ((alias ("load_costs_")));
