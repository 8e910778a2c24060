/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Node-level events of a made-up sysfs.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/event/node_event.h"
#include "tests/tap.h"

static char root[] = "/tmp/hpm-node-XXXXXX";

/* A file below the devices, with its folders.  */
static void
put (const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf (path, sizeof path, "%s/bus/event_source/devices/%s", root, name);
    for (char *slash = path + 1; (slash = strchr (slash, '/')); slash++) {
        *slash = '\0';
        mkdir (path, 0777);
        *slash = '/';
    }
    file = fopen (path, "w");
    if (!file || fputs (text, file) < 0 || fclose (file)) {
        printf ("Bail out! cannot write %s\n", path);
        exit (99);
    }
}

/* As the kernel shows energy and a memory controller, and what is wrong.  */
static void
make_tree (void)
{
    put ("power/type", "9\n");
    put ("power/cpumask", "0,18\n");
    put ("power/format/event", "config:0-7\n");
    put ("power/events/energy-pkg", "event=0x02\n");
    put ("power/events/energy-pkg.scale", "2.3283064365386962890625e-10\n");
    put ("power/events/energy-pkg.unit", "Joules\n");
    put ("uncore_imc_0/type", "14\n");
    put ("uncore_imc_0/cpumask", "0-1,4\n");
    put ("uncore_imc_0/format/event", "config:0-7\n");
    put ("uncore_imc_0/format/umask", "config:8-15,32-35\n");
    put ("uncore_imc_0/format/filter", "config1:4\n");
    put ("uncore_imc_0/events/cas_count_read",
         "event=0x04,umask=0xf03,filter\n");
    put ("uncore_imc_0/events/cas_count_read.scale", "6.103515625e-5\n");
    put ("uncore_imc_0/events/cas_count_read.unit", "MiB\n");
    put ("uncore_imc_0/events/clockticks", "event=0x00\n");
    put ("uncore_imc_0/events/large", "event=0x100\n");
    put ("uncore_imc_0/events/other", "event=0x1,threshold=2\n");
    put ("uncore_imc_0/events/nonsense", "event=many\n");
    put ("cpu/type", "4\n");
    put ("cpu/format/event", "config:0-7\n");
    put ("cpu/events/cycles", "event=0x3c\n");
    put ("badmask/type", "15\n");
    put ("badmask/cpumask", "none\n");
    put ("badmask/events/e", "config=1\n");
    put ("badtype/type", "-1\n");
    put ("badtype/cpumask", "0\n");
    put ("badtype/events/e", "config=1\n");
    put ("amd_umc_0/type", "20\n");
    put ("amd_umc_0/cpumask", "0\n");
    put ("amd_umc_0/format/event", "config:0-7\n");
    put ("amd_umc_0/format/rdwrmask", "config:8-9\n");
}

static void
test_names (void)
{
    static const char *const wrong[] = { "",
                                         "/",
                                         "//",
                                         "power",
                                         "power/",
                                         "power//",
                                         "/energy-pkg/",
                                         "power/energy-pkg",
                                         "power/energy-pkg/x",
                                         "../power/energy-pkg/",
                                         "power/../energy-pkg/",
                                         "power/a b/",
                                         "PAPI_TOT_INS",
                                         "sde:::a::b/c/" };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        tap_ok (!hpm_node_event_is (wrong[i]), "\"%s\" is no node-level event",
                wrong[i]);
    tap_ok (hpm_node_event_is ("power/energy-pkg/"),
            "power/energy-pkg/ is a node-level event");
    tap_ok (hpm_node_event_is ("power/event=0x2/"),
            "power/event=0x2/ is a node-level event");
    tap_ok (hpm_node_event_is ("amd_umc_0/event=0x0a,rdwrmask=0x1/"),
            "an event of several terms is a node-level one");
    tap_ok (!hpm_node_event_is ("amd,umc/event=0x0a/"),
            "no PMU has a comma in its name");
}

static void
refuse (const char *name, const char *part)
{
    struct hpm_node_event event;
    struct hpm_error error = { "" };

    tap_ok (hpm_node_event_read (&event, root, name, &error) == -1
                && strstr (error.text, part),
            "refused: %s: %s", name, error.text);
    hpm_node_event_release (&event);
}

static void
test_wrong (void)
{
    refuse ("PAPI_TOT_INS", "not of the form");
    refuse ("nowhere/energy-pkg/", "no PMU nowhere");
    refuse ("badtype/e/", "no PMU badtype");
    refuse ("cpu/cycles/", "has no cpumask");
    refuse ("badmask/e/", "has no cpumask");
    refuse ("power/energy-none/", "no event energy-none");
    refuse ("uncore_imc_0/large/", "not encoded");
    refuse ("uncore_imc_0/other/", "not encoded");
    refuse ("uncore_imc_0/nonsense/", "not encoded");
    refuse ("power/event=/", "not encoded");
    refuse ("power/event=0x/", "not encoded");
}

static void
test_cpus (void)
{
    static const char *const wrong[]
        = { "",    ",",   "0,",        "a",           "-1",  "1-",
            "3-1", "0-4", "0,1,2,3,4", "99999999999", "0 1", "0x" };
    int cpus[4];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        tap_ok (hpm_node_cpus (wrong[i], cpus, 4) == -1,
                "no list of processors: \"%s\"", wrong[i]);
    tap_ok (hpm_node_cpus ("0-1, 7", cpus, 4) == 3 && cpus[0] == 0
                && cpus[1] == 1 && cpus[2] == 7,
            "\"0-1, 7\" are three");
}

static void
test_energy (void)
{
    struct hpm_node_event event;
    struct hpm_error error = { "" };

    tap_ok (!hpm_node_event_read (&event, root, "power/energy-pkg/", &error),
            "energy is found");
    tap_ok (event.type == 9 && event.config[0] == 2 && !event.config[1],
            "energy has its encoding");
    tap_near (event.scale, 0x1p-32, 1e-15, "energy has its scale");
    tap_text (event.unit, "J", "energy has its unit");
    tap_ok (event.cpu_count == 2 && event.cpus[1] == 18,
            "energy is read on a processor of each socket");
    hpm_node_event_release (&event);
    tap_ok (!hpm_node_event_read (&event, root, "power/event=0x05/", &error)
                && event.config[0] == 5,
            "a term stands for an event");
    tap_text (event.unit, "1", "a term has no unit");
    hpm_node_event_release (&event);
}

static void
test_memory (void)
{
    struct hpm_node_event event;
    struct hpm_error error = { "" };

    tap_ok (!hpm_node_event_read (&event, root, "uncore_imc_0/cas_count_read/",
                                  &error),
            "an event of several terms");
    tap_ok (event.config[0] == 0xf00000304 && event.config[1] == 0x10,
            "bits go where the format says");
    tap_ok (event.cpu_count == 3, "a mask may have a range");
    tap_text (event.unit, "MiB", "the unit of the traffic is found");
    tap_near (event.scale, 64.0 / 1048576, 1e-15,
              "the scale of the traffic is a line each");
    hpm_node_event_release (&event);
}

/* The driver of AMD's controllers has no names for their events: lines read are
 * event 0x0a with rdwrmask 1.  */
static void
test_unnamed (void)
{
    struct hpm_node_event event;
    struct hpm_error error = { "" };

    tap_ok (
        !hpm_node_event_read (&event, root, "amd_umc_0/config=0x10a/", &error)
            && event.config[0] == (0x0a | 1 << 8),
        "an event that the kernel has no name for");
    hpm_node_event_release (&event);
    tap_ok (!hpm_node_event_read (&event, root,
                                  "amd_umc_0/event=0x0a,rdwrmask=0x1/", &error)
                && event.config[0] == (0x0a | 1 << 8),
            "its terms are taken as perf takes them");
    hpm_node_event_release (&event);
}

static int
append (const char *name, void *data)
{
    strcat (strcat (data, " "), name);
    return 0;
}

static int
stop (const char *name, void *data)
{
    append (name, data);
    return 1;
}

static void
test_list (void)
{
    char names[1000] = "";

    hpm_node_event_list (root, append, names);
    tap_text (names,
              " amd_umc_0/config=0x10a/ amd_umc_0/config=0x20a/"
              " badmask/e/ badtype/e/ power/energy-pkg/"
              " uncore_imc_0/cas_count_read/ uncore_imc_0/clockticks/"
              " uncore_imc_0/large/ uncore_imc_0/nonsense/"
              " uncore_imc_0/other/",
              "all events of PMUs with a mask are listed");
    *names = '\0';
    hpm_node_event_list (root, stop, names);
    tap_text (names, " amd_umc_0/config=0x10a/",
              "until somebody has seen enough");
    *names = '\0';
    hpm_node_event_list ("/nowhere", append, names);
    tap_text (names, "", "none where there is no sysfs");
}

int
main (void)
{
    char command[64];

    if (!mkdtemp (root))
        return 99;
    make_tree ();
    test_names ();
    test_wrong ();
    test_cpus ();
    test_energy ();
    test_memory ();
    test_unnamed ();
    test_list ();
    snprintf (command, sizeof command, "rm -rf %s", root);
    return system (command) ? 99 : tap_done ();
}
