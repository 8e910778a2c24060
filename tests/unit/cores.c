/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of processors, and cores of made-up files.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu_list.h"
#include "pmpi/count/cores.h"
#include "tests/tap.h"

static char root[] = "cores.XXXXXX";

/* ---- lists -------------------------------------------------------------- */

/* What a list is when it is read and put: into a text of its own size.  */
static const char *
again (const char *list, size_t size)
{
    static char text[64];
    cpu_set_t cpus;

    CPU_ZERO (&cpus);
    if (hpm_cpu_list_add (&cpus, sizeof cpus, list))
        return "-1";
    hpm_cpu_list_put (text, size, &cpus, sizeof cpus);
    return text;
}

static void
lists (void)
{
    static const char *const none[]
        = { "",    "\n",  "-",    "a",      "0-",
            "0,",  "3-1", "1024", "0-1024", "-1",
            "0 1", " 0",  "0-3~", "1,,2",   "99999999999999999999" };

    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        tap_text (again (none[i], 64), "-1", "text %zu is no list", i);
    tap_text (again ("0\n", 64), "0", "a list may have the end of a line");
    tap_text (again ("8,0-3,5-6,4", 64), "0-6,8", "ranges that meet are one");
    tap_text (again ("0,2,1023", 64), "0,2,1023", "the last one has room");
    tap_text (again ("0,2,4", 7), "0,2,4", "a list that just fits is whole");
    tap_text (again ("0,2,4", 6), "0,2~", "one that does not fit says so");
}

/* ---- cores -------------------------------------------------------------- */

static void
put (const char *file, const char *text)
{
    char command[PATH_MAX];
    FILE *out;

    snprintf (command, sizeof command,
              "mkdir -p \"$(dirname '%s/sys/devices/system/cpu/%s')\"", root,
              file);
    if (system (command) != 0)
        exit (99);
    snprintf (command, sizeof command, "%s/sys/devices/system/cpu/%s", root,
              file);
    out = fopen (command, "w");
    if (!out)
        exit (99);
    fputs (text, out);
    fclose (out);
}

static void
forget (void)
{
    char command[100];

    snprintf (command, sizeof command, "rm -rf %s/sys", root);
    if (system (command) != 0)
        exit (99);
}

/* A machine of `cores` cores, whose second hyper-threads come after all first
 * ones.  */
static void
put_machine (int cores, const char *name)
{
    char file[100], text[100];

    forget ();
    for (int i = 0; i < 2 * cores; i++) {
        snprintf (file, sizeof file, "cpu%d/topology/%s", i, name);
        snprintf (text, sizeof text, "%d,%d\n", i % cores, i % cores + cores);
        put (file, text);
    }
    snprintf (text, sizeof text, "0-%d\n", 2 * cores - 1);
    put ("online", text);
}

/* "CORES of ONLINE" of a mask.  */
static const char *
found (const char *mask)
{
    static char text[200];
    struct hpm_rank_record record;
    char sysfs[sizeof root + sizeof "/sys"];

    snprintf (sysfs, sizeof sysfs, "%s/sys", root);
    memset (&record, 'x', sizeof record);
    snprintf (record.cpus_allowed, sizeof record.cpus_allowed, "%s", mask);
    hpm_cores_find (&record, sysfs);
    snprintf (text, sizeof text, "%s of %d", record.cores_allowed,
              (int)record.cpus_online);
    return text;
}

static void
damaged (void)
{
    forget ();
    tap_text (found ("0"), " of 0", "without files no cores are known");
    put ("cpu0/topology/thread_siblings_list", "1,5\n");
    put ("online", "0-7\n");
    tap_text (found ("0"), " of 0", "a core without its own processor is none");
    put ("cpu0/topology/thread_siblings_list", "0,4\n");
    tap_text (found ("0-1"), " of 0", "half of the cores are not told");
    put ("online", "");
    tap_text (found ("0"), " of 0",
              "nothing is told where it is not known what is online");
}

static void
cores (void)
{
    put_machine (64, "thread_siblings_list");
    tap_text (found (""), " of 0", "no mask has no cores");
    tap_text (found ("0-3~"), " of 0", "a mask that was cut has none");
    tap_text (found ("0"), "0,64 of 128", "a hyper-thread has its core");
    tap_text (found ("64"), "0,64 of 128", "the other one has the same");
    tap_text (found ("0-3"), "0-3,64-67 of 128", "four have four cores");
    tap_text (found ("0,64-65"), "0-1,64-65 of 128",
              "a whole core and half of one are two");
    tap_text (found ("0,64"), " of 0", "a whole core is told by the mask");
    tap_text (found ("0-15"), "0-15,64-79 of 128", "sixteen are looked up");
    tap_text (found ("0-16"), " of 0", "seventeen are not");
    put_machine (2, "core_cpus_list");
    tap_text (found ("1"), "1,3 of 4", "the newer name of the file is known");
    forget ();
    put ("cpu0/topology/thread_siblings_list", "0\n");
    put ("online", "0-1\n");
    tap_text (found ("0"), " of 0", "without hyper-threads nothing is told");
}

int
main (void)
{
    if (!mkdtemp (root))
        return 99;
    lists ();
    damaged ();
    cores ();
    forget ();
    remove (root);
    return tap_done ();
}
