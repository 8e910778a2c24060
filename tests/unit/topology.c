/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hosts are made of: read of made-up files, told as a text, and taken from
 * it; texts that make no sense.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/topology.h"
#include "pmpi/count/topology.h"
#include "tests/tap.h"

static char root[] = "topology.XXXXXX";
static struct hpm_topology got;

static void
run (const char *command)
{
    if (system (command) != 0)
        exit (99);
}

static void
put (const char *file, const char *text)
{
    char command[PATH_MAX];
    FILE *out;

    snprintf (command, sizeof command, "mkdir -p \"$(dirname '%s/%s')\"", root,
              file);
    run (command);
    snprintf (command, sizeof command, "%s/%s", root, file);
    out = fopen (command, "w");
    if (!out)
        exit (99);
    fprintf (out, "%s\n", text);
    fclose (out);
}

static void
put_cpu (int cpu, const char *name, const char *text)
{
    char file[100];

    snprintf (file, sizeof file, "devices/system/cpu/cpu%d/topology/%s", cpu,
              name);
    put (file, text);
}

static void
forget (void)
{
    char command[100];

    snprintf (command, sizeof command, "rm -rf %s/devices", root);
    run (command);
}

static const char *
told (void)
{
    static char text[HPM_TOPOLOGY_BYTES];

    hpm_topology_read (text, sizeof text, root);
    return text;
}

/* ---- files -------------------------------------------------------------- */

/* Two sockets of two cores, whose second hyper-threads come last.  */
static void
put_machine (const char *core, const char *socket)
{
    forget ();
    put ("devices/system/cpu/online", "0-7");
    for (int i = 0; i < 8; i++) {
        char text[32];

        snprintf (text, sizeof text, "%d,%d", i % 4, i % 4 + 4);
        put_cpu (i, core, text);
        put_cpu (i, socket, i % 4 < 2 ? "0-1,4-5" : "2-3,6-7");
    }
    put ("devices/system/node/online", "0-2");
    put ("devices/system/node/node0/cpulist", "0-1,4-5");
    put ("devices/system/node/node1/cpulist", "2-3,6-7");
    put ("devices/system/node/node2/cpulist", "");
}

static void
files (void)
{
    static const char whole[] = "cores 0-3+4 sockets 0-1,4-5;2-3,6-7 "
                                "nodes 0:0-1,4-5;1:2-3,6-7";

    forget ();
    tap_text (told (), "", "without files nothing is told");
    put_machine ("thread_siblings_list", "core_siblings_list");
    tap_text (told (), whole,
              "cores, sockets and nodes are told, but for one of memory alone");
    put_machine ("core_cpus_list", "package_cpus_list");
    tap_text (told (), whole, "the newer names of the files are known");
    put ("devices/system/cpu/online", "0-6");
    tap_text (told (),
              "cores 0-2+4,3 sockets 0-1,4-5;2-3,6 "
              "nodes 0:0-1,4-5;1:2-3,6-7",
              "a hyper-thread that is not online is of no core");
    put_cpu (2, "package_cpus_list", "x");
    tap_text (told (), "cores 0-2+4,3 nodes 0:0-1,4-5;1:2-3,6-7",
              "where one socket is not known none is told");
    put_cpu (1, "core_cpus_list", "0,4");
    tap_text (told (), "", "a core without its own processor is none");
    put_machine ("thread_siblings_list", "core_siblings_list");
    put ("devices/system/node/online", "");
    tap_text (told (), "cores 0-3+4 sockets 0-1,4-5;2-3,6-7",
              "without nodes the rest is told");
}

/* Processors of a core that follow each other, with some that have one alone.
 */
static void
mixed (void)
{
    forget ();
    put ("devices/system/cpu/online", "0-9");
    for (int i = 0; i < 10; i++) {
        char text[32];

        if (i < 6)
            snprintf (text, sizeof text, "%d-%d", i / 2 * 2, i / 2 * 2 + 1);
        else
            snprintf (text, sizeof text, "%d", i);
        put_cpu (i, "thread_siblings_list", text);
    }
    tap_text (told (), "cores 0-4:2+1,6-9",
              "cores of two processors and of one are told");
    tap_ok (!hpm_topology_parse (&got, told ()) && got.cores == 7
                && got.processors == 10,
            "they are seven cores of ten processors");
    tap_ok (got.core[5] == 4 && got.core[6] == 6,
            "a processor knows the first one of its core");
    tap_ok (got.socket[0] == -1 && got.node[0] == -1,
            "what was not told is not known");
}

/* Texts that no buffer of the given size has room for.  */
static void
short_of_room (void)
{
    char text[16];

    hpm_topology_read (text, sizeof text, root);
    tap_text (text, "", "a text that does not fit is not told");
}

/* ---- texts -------------------------------------------------------------- */

static void
senseless (void)
{
    static const char *const texts[] = { "",
                                         "0-3",
                                         "cores",
                                         "cores ",
                                         "cores a",
                                         "cores 3-1",
                                         "cores 0-3:0",
                                         "cores 0-3+",
                                         "cores 0-3+0",
                                         "cores 0-3+2",
                                         "cores 0,0",
                                         "cores 4096",
                                         "cores 0-4095+1",
                                         "cores 99999999999999999999",
                                         "cores 0-3 ",
                                         "cores 0-3 sockets",
                                         "cores 0-3 sockets 0-1;1-3",
                                         "cores 0-3 nodes 0-3",
                                         "cores 0-3 nodes 0:0-1;",
                                         "cores 0-3 nodes 0:0-3 sockets 0-3",
                                         "cores 0-3\ncores 0-3" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        tap_ok (hpm_topology_parse (&got, texts[i]) == -1,
                "text %zu makes no sense: \"%.20s\"", i, texts[i]);
}

static void
sensible (void)
{
    tap_ok (!hpm_topology_parse (
                &got, "cores 0-3+4 sockets 0-1,4-5;2-3,6-7 nodes 4:0-7")
                && got.cores == 4 && got.sockets == 2 && got.nodes == 1,
            "a text has the numbers of its cores, sockets and nodes");
    tap_ok (got.core[7] == 3 && got.socket[5] == 0 && got.socket[6] == 1
                && got.node[7] == 4 && got.core[8] == -1,
            "each processor has its place");
    tap_ok (!hpm_topology_parse (&got, "cores 0-3 sockets 0-2:2;1,3")
                && got.socket[2] == 0 && got.socket[3] == 1,
            "every second processor may be of a socket");
}

/* ---- hosts -------------------------------------------------------------- */

static void
hosts (void)
{
    struct hpm_topologies made = { .hosts = 0 }, loaded = { .hosts = 0 };
    char *text;

    for (int host = 0; host < 1000; host++)
        if (host != 7 && host != 9)
            hpm_topologies_take (&made, host, "cores 0-3");
    hpm_topologies_take (&made, 9, "cores 0-1+2");
    hpm_topologies_take (&made, 7, "cores nonsense");
    text = hpm_topologies_text (&made);
    tap_text (text, "0-6,8,10-999 cores 0-3\n9 cores 0-1+2\n",
              "hosts that are alike have one line");
    tap_ok (!hpm_topologies_read (&loaded, text, 1000), "it is read");
    tap_ok (!strcmp (hpm_topologies_get (&loaded, 999), "cores 0-3")
                && !strcmp (hpm_topologies_get (&loaded, 9), "cores 0-1+2"),
            "each host has its own again");
    tap_ok (!hpm_topologies_get (&loaded, 7)
                && !hpm_topologies_get (&loaded, 5000)
                && !hpm_topologies_get (&loaded, -1),
            "a host that told nothing has none");
    tap_ok (!hpm_topologies_read (
                &loaded, "7 cores 0-3 x\n1000 cores 0\nx\n7-3 cores 0\n", 1000)
                && !hpm_topologies_get (&loaded, 7)
                && !hpm_topologies_get (&loaded, 1000),
            "lines that make no sense are dropped");
    free (text);
    hpm_topologies_release (&made);
    text = hpm_topologies_text (&made);
    tap_text (text, "", "where no host told anything there is no line");
    free (text);
    hpm_topologies_release (&loaded);
}

int
main (void)
{
    if (!mkdtemp (root))
        return 99;
    senseless ();
    sensible ();
    files ();
    mixed ();
    short_of_room ();
    hosts ();
    forget ();
    remove (root);
    return tap_done ();
}
