/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who may run where, on hosts that are made up.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/binding.h"
#include "tests/tap.h"

/* Two sockets of four cores with two hyper-threads.  */
static const char two_sockets[] = "cores 0-7+8 sockets 0-3,8-11;4-7,12-15 "
                                  "nodes 0:0-3,8-11;1:4-7,12-15";

static struct hpm_topologies topologies;
static struct hpm_binding binding;
static char lines[2000];

/* Ranks that are to come are on hosts of these.  */
static void
begin (const char *host0, const char *host1)
{
    hpm_topologies_release (&topologies);
    if (host0)
        hpm_topologies_take (&topologies, 0, host0);
    if (host1)
        hpm_topologies_take (&topologies, 1, host1);
    hpm_binding_release (&binding);
    hpm_binding_init (&binding);
}

static void
add (int64_t rank, int host, const char *mask)
{
    hpm_binding_add (&binding, rank, host, mask, &mask, 1);
}

/* One line for each row: "socket/node cores (processors) ranks: how".  */
static const char *
shown (void)
{
    struct hpm_binding_rows rows;
    size_t length = 0;

    *lines = '\0';
    if (hpm_binding_finish (&binding, &topologies)
        || hpm_binding_rows_make (&rows, &binding))
        return "no memory";
    for (size_t i = 0; i < rows.count; i++) {
        const struct hpm_binding_row *row = &rows.list[i];

        length += (size_t)snprintf (
            lines + length, sizeof lines - length, "%s%d/%d %s (%s) %s: %s",
            i ? "\n" : "", row->socket, row->node,
            row->cores ? row->cores : "-", row->processors,
            row->ranks ? row->ranks : "-", row->how);
    }
    hpm_binding_rows_release (&rows);
    return lines;
}

static void
add_each (int ranks, const char *format, int second)
{
    char mask[64];

    for (int r = 0; r < ranks; r++) {
        snprintf (mask, sizeof mask, format, r, r + second);
        add (r, 0, mask);
    }
}

static void
unknown (void)
{
    begin (two_sockets, NULL);
    tap_text (shown (), "", "without ranks there are no rows");
    begin (two_sockets, NULL);
    add (0, 0, "");
    add (1, 0, "0-3~");
    add (2, -1, "0");
    tap_text (shown (), "",
              "ranks whose processors are not known are left out");
    begin (NULL, NULL);
    add (0, 0, "0");
    add (1, 0, "2");
    add (2, 0, "4-7");
    tap_text (shown (),
              "-1/-1 - (0,2) 0-1: 1 processor each\n"
              "-1/-1 - (4-7) 2: 4 processors",
              "without cores there are the processors of ranks");
}

static void
own_cores (void)
{
    begin (two_sockets, NULL);
    add_each (8, "%d,%d", 8);
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-3: 1 core each\n"
              "1/1 4-7 (4-7,12-15) 4-7: 1 core each",
              "a core for each rank is a row for each socket");
    begin (two_sockets, NULL);
    add_each (3, "%d", 0);
    tap_text (shown (),
              "0/0 0-2 (0-2,8-10) 0-2: 1/2 core each\n"
              "0/0 3 (3,11) -: no rank\n"
              "1/1 4-7 (4-7,12-15) -: no rank",
              "one hyper-thread of two is told, and cores without a rank");
    begin (two_sockets, NULL);
    add (0, 0, "0-1,8-9");
    add (1, 0, "2-3,10-11");
    add (2, 0, "4-7,12-15");
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-1: 2 cores each\n"
              "1/1 4-7 (4-7,12-15) 2: 4 cores",
              "ranks with several cores are told by their number");
    begin (two_sockets, NULL);
    for (int r = 0; r < 4; r++) {
        char mask[64];

        snprintf (mask, sizeof mask, "%d,%d,%d,%d", r, r + 4, r + 8, r + 12);
        add (r, 0, mask);
    }
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-3: 1 core each of 2\n"
              "1/1 4-7 (4-7,12-15) 0-3: 1 core each of 2",
              "ranks with cores of both sockets are told to have more");
    begin ("cores 0-14:2+1", NULL);
    for (int r = 0; r < 8; r++) {
        char mask[32];

        snprintf (mask, sizeof mask, "%d-%d", 2 * r, 2 * r + 1);
        add (r, 0, mask);
    }
    tap_text (shown (), "-1/-1 0-7 (0-15) 0-7: 1 core each",
              "hyper-threads may follow each other");
}

static void
in_turn (void)
{
    begin (two_sockets, NULL);
    for (int r = 0; r < 8; r++) {
        char mask[32];
        int core = r % 2 * 4 + r / 2;

        snprintf (mask, sizeof mask, "%d,%d", core, core + 8);
        add (r, 0, mask);
    }
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-6:2: 1 core each\n"
              "1/1 4-7 (4-7,12-15) 1-7:2: 1 core each",
              "ranks that go to the sockets in turn are every second one");
}

static void
together (void)
{
    begin (two_sockets, NULL);
    add_each (4, "0-15", 0);
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-3: not bound\n"
              "1/1 4-7 (4-7,12-15) 0-3: not bound",
              "ranks that may use all of a host are not bound");
    begin (two_sockets, NULL);
    add_each (4, "0-3", 0);
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-3: shared by 4\n"
              "1/1 4-7 (4-7,12-15) -: no rank",
              "ranks that share some processors are told so");
    begin (two_sockets, NULL);
    for (int r = 0; r < 8; r++) {
        char mask[32];

        snprintf (mask, sizeof mask, "%d", r / 2 + r % 2 * 8);
        add (r, 0, mask);
    }
    tap_text (shown (),
              "0/0 0-3 (0-3,8-11) 0-7: 2 ranks a core\n"
              "1/1 4-7 (4-7,12-15) -: no rank",
              "two ranks on the hyper-threads of a core are told");
}

static void
free_or_not (void)
{
    begin ("cores 0-3", NULL);
    add (0, 0, "0-3");
    tap_text (shown (), "-1/-1 0-3 (0-3) 0: not bound",
              "one rank that may use all of a host is not bound");
    begin ("cores 0-3", NULL);
    add (0, 0, "0-3");
    add (1, 0, "0");
    tap_text (shown (),
              "-1/-1 0 (0) 0-1: shared by 2\n"
              "-1/-1 1-3 (1-3) 0: not bound",
              "a rank on one processor of many is bound, whoever comes there");
    begin ("cores 0", NULL);
    add (0, 0, "0");
    tap_text (shown (), "-1/-1 0 (0) 0: 1 core",
              "on the only processor of a host nobody is free");
}

static void
uneven (void)
{
    begin ("cores 0-3+4+8+12", NULL);
    add (0, 0, "0,8");
    add (1, 0, "4,12");
    tap_text (shown (),
              "-1/-1 0 (0-12:4) 0-1: 2 ranks a core\n"
              "-1/-1 1-3 (1-3,5-7,9-11,13-15) -: no rank",
              "two ranks that take turns on four hyper-threads are two");
    begin ("cores 0-5", NULL);
    add (0, 0, "0");
    add (1, 0, "1,5");
    add (2, 0, "2");
    tap_text (shown (),
              "-1/-1 0 (0) 0: 1 core\n"
              "-1/-1 1 (1) 1: 1 core of 2\n"
              "-1/-1 2 (2) 2: 1 core\n"
              "-1/-1 3-4 (3-4) -: no rank\n"
              "-1/-1 5 (5) 1: 1 core of 2",
              "a rank with more cores than its neighbours has rows of its own");
    begin ("cores 0,2-3", NULL);
    add (0, 0, "0");
    add (1, 0, "1");
    tap_text (shown (), "-1/-1 - (0-1) 0-1: 1 processor each",
              "a rank on a processor that the host does not tell of is shown");
}

/* The second hyper-threads have every second rank, the first ones each.  */
static void
out_of_step (void)
{
    begin ("cores 0-2+3", NULL);
    add (0, 0, "0");
    add (1, 0, "1");
    add (2, 0, "3");
    add (3, 0, "2");
    add (4, 0, "4");
    tap_text (shown (),
              "-1/-1 0 (0,3) 0,2: 2 ranks a core\n"
              "-1/-1 1 (1,4) 1,4: 2 ranks a core\n"
              "-1/-1 2 (2,5) 3: 1/2 core",
              "cores whose ranks do not go on alike are rows of their own");
}

static void
threads (void)
{
    static const char *const apart[] = { "0", "8" };
    static const char *const wide[] = { "1,9", "1" };
    static const char *const cut[] = { "2", "10~" };

    begin ("cores 0-7+8", NULL);
    hpm_binding_add (&binding, 0, 0, "0", apart, 2);
    hpm_binding_add (&binding, 1, 0, "1,9", wide, 2);
    hpm_binding_add (&binding, 2, 0, "2", cut, 2);
    tap_text (shown (),
              "-1/-1 0 (0,8) 0: 1 core; 2 threads, 1 each\n"
              "-1/-1 1 (1,9) 1: 1 core; 2 threads, 1-2, some the same\n"
              "-1/-1 2 (2,10) 2: 1/2 core\n"
              "-1/-1 3-7 (3-7,11-15) -: no rank",
              "a rank has what its threads have, and these are told where all "
              "are known");
}

/* So many hosts of two ranks, of which the last is filled the other way.  */
static void
add_hosts (int hosts)
{
    for (int host = 0; host < hosts; host++) {
        hpm_topologies_take (&topologies, host, two_sockets);
        add (2 * host, host, host == hosts - 1 ? "1,9" : "0,8");
        add (2 * host + 1, host, host == hosts - 1 ? "0,8" : "1,9");
    }
}

static void
alike (void)
{
    begin (NULL, NULL);
    add_hosts (1001);
    shown ();
    tap_ok (binding.picture_count == 2 && binding.pictures[0].hosts == 1000
                && binding.pictures[1].hosts == 1,
            "a thousand hosts that are filled alike are one picture");
    tap_ok (binding.pictures[1].host == 1000
                && binding.ranks[binding.pictures[1].first].rank == 2000,
            "the host that is filled the other way is another");
    begin ("cores 0-3", "cores 0-1+2");
    add (0, 0, "0");
    add (1, 1, "0");
    shown ();
    tap_ok (binding.picture_count == 2,
            "hosts of other cores are another picture");
    begin ("cores 0-3", "cores 0-3");
    for (int r = 0; r < 8; r++)
        add (r, r % 2, r < 2 ? "0" : r < 4 ? "1" : r < 6 ? "2" : "3");
    tap_ok (!strcmp (shown (), "-1/-1 0-3 (0-3) 0-6:2: 1 core each")
                && binding.pictures[0].hosts == 2,
            "ranks may go to the hosts in turn");
}

int
main (void)
{
    unknown ();
    own_cores ();
    in_turn ();
    together ();
    free_or_not ();
    uneven ();
    out_of_step ();
    threads ();
    alike ();
    hpm_binding_release (&binding);
    hpm_topologies_release (&topologies);
    return tap_done ();
}
