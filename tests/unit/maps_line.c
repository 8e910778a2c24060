/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernel says of mappings, as recorded on a host of two nodes, and
 * what becomes of it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "pmpi/pages/mappings.h"

#include "tests/tap.h"

/* ---- lines -------------------------------------------------------------- */

static void
check_maps (void)
{
    static const char *const bad[] = { "",
                                       "Rss:                   8 kB",
                                       "VmFlags: rd ex mr mw me",
                                       "7f00-",
                                       "7f00 rw-p",
                                       "7f00-6f00 rw-p 00000000 00:00 0",
                                       "7f00-8f00 rw 00000000 00:00 0" };
    struct hpm_maps_line line;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_ok (!hpm_maps_line_read (&line, bad[i]), "'%s' begins no mapping",
                bad[i]);
    tap_ok (hpm_maps_line_read (&line, "55ac3d272000-55ac3d274000 r-xp "
                                       "00001000 fe:00 1185   /usr/bin/a b"),
            "a line of maps begins a mapping");
    tap_ok (line.from == 0x55ac3d272000 && line.to == 0x55ac3d274000,
            "it has its addresses");
    tap_ok (!strcmp (line.access, "r-xp"), "it has its access");
    tap_ok (!strcmp (line.name, "/usr/bin/a b"), "its name may have a blank");
    tap_ok (hpm_maps_line_read (&line, "7f0000-7f2000 rw-p 00000000 00:00 0 ")
                && !*line.name,
            "it may have no name");
}

static void
check_smaps (void)
{
    int64_t bytes = -1;

    tap_ok (hpm_smaps_line_read (&bytes, "Rss", "Rss:                1644 kB")
                && bytes == 1644 * 1024,
            "an amount of smaps is in bytes");
    tap_ok (
        !hpm_smaps_line_read (&bytes, "Swap", "SwapPss:               0 kB"),
        "an amount of a longer name is another");
    tap_ok (!hpm_smaps_line_read (&bytes, "Rss", "Rss:  12 MB"),
            "an amount in another unit is none");
}

struct nodes {
    int count, node[8];
    int64_t bytes[8];
};

static void
note (int node, int64_t bytes, void *data)
{
    struct nodes *nodes = data;

    nodes->node[nodes->count] = node;
    nodes->bytes[nodes->count++] = bytes;
}

static void
check_numa (void)
{
    static const char both[]
        = "7f2a10000000 default anon=9000 dirty=9000 active=0 N0=6000 N1=3000 "
          "kernelpagesize_kB=4";
    static const char large[]
        = "2aaaaac00000 interleave:0-1 file=/anon_hugepage\\040(deleted) huge "
          "anon=3 dirty=3 N0=1 N1=2 kernelpagesize_kB=2048";
    static const char named[]
        = "7f2a20000000 prefer:1 file=/data/N7=N8=9 mapped=2 N1=2 "
          "kernelpagesize_kB=4";
    struct nodes nodes = { 0 };
    uint64_t address;

    tap_ok (hpm_numa_line_read (&address, both, note, &nodes)
                && address == 0x7f2a10000000,
            "a line of numa_maps has an address");
    tap_ok (nodes.count == 2 && nodes.node[0] == 0 && nodes.node[1] == 1
                && nodes.bytes[0] == 6000 * 4096
                && nodes.bytes[1] == 3000 * 4096,
            "what is on two nodes is told by node");
    nodes.count = 0;
    tap_ok (hpm_numa_line_read (&address, large, note, &nodes)
                && nodes.count == 2 && nodes.bytes[1] == 2 << 21,
            "huge pages are counted in their size");
    nodes.count = 0;
    tap_ok (hpm_numa_line_read (&address, named, note, &nodes)
                && nodes.count == 1 && nodes.node[0] == 1,
            "the name of a file is no node");
    nodes.count = 0;
    tap_ok (hpm_numa_line_read (&address, "7f2a30000000 default", note, &nodes)
                && !nodes.count,
            "what was never touched is on no node");
    tap_ok (!hpm_numa_line_read (&address, "", note, &nodes),
            "an empty line of numa_maps is none");
}

static void
check_cpus (void)
{
    tap_ok (hpm_cpu_list_has ("0-3,8,10-11\n", 3)
                && hpm_cpu_list_has ("0-3,8,10-11\n", 8)
                && hpm_cpu_list_has ("0-3,8,10-11\n", 11),
            "processors of a list are in it");
    tap_ok (!hpm_cpu_list_has ("0-3,8,10-11\n", 4)
                && !hpm_cpu_list_has ("\n", 0) && !hpm_cpu_list_has ("", 0),
            "others are not");
}

/* ---- mappings ----------------------------------------------------------- */

static struct hpm_mappings mappings;

static struct hpm_mapping *
add (const char *text)
{
    struct hpm_maps_line line;

    return hpm_maps_line_read (&line, text)
               ? hpm_mappings_add (&mappings, &line)
               : NULL;
}

static int
is (const char *text, enum hpm_mapping_kind kind)
{
    const struct hpm_mapping *mapping = add (text);

    return mapping && mapping->record.kind == (int)kind;
}

static void
check_kinds (void)
{
    memset (&mappings, 0, sizeof mappings);
    tap_ok (is ("1000-3000 rw-p 0 00:00 0    [heap]", HPM_MAPPING_HEAP),
            "the heap is told as such");
    tap_ok (is ("10000000-20000000 rw-p 0 00:00 0", HPM_MAPPING_ANONYMOUS),
            "a large anonymous mapping is one by itself");
    tap_ok (is ("20000000-20001000 rw-p 0 00:00 0", HPM_MAPPING_OTHERS),
            "a small one is one of others");
    tap_ok (!add ("30000000-30001000 ---p 0 00:00 0"), "a guard is none");
    tap_ok (is ("30001000-30801000 rw-p 0 00:00 0", HPM_MAPPING_THREAD_STACK),
            "what is behind a guard is a stack");
    tap_ok (
        !add ("40000000-44000000 ---p 0 00:00 0")
            && is ("44000000-48000000 rw-p 0 00:00 0", HPM_MAPPING_ANONYMOUS),
        "what is behind much that was set aside is no stack");
    tap_ok (is ("50000000-50200000 rw-p 0 00:0f 7    /anon_hugepage (deleted)",
                HPM_MAPPING_HUGE),
            "memory of MAP_HUGETLB is told as such");
    tap_ok (is ("51000000-51200000 rw-s 0 00:0f 7    /dev/shm/x",
                HPM_MAPPING_SHARED)
                && is ("52000000-52200000 rw-s 0 00:0f 7    /SYSV00000000 "
                       "(deleted)",
                       HPM_MAPPING_SHARED),
            "shared memory is told as such");
    tap_ok (is ("53000000-53200000 rw-s 0 fe:00 7    /scratch/data",
                HPM_MAPPING_FILE)
                && is ("54000000-54200000 r-xp 0 fe:00 7    /home/a.solver",
                       HPM_MAPPING_FILE),
            "a file is told as such");
    tap_ok (is ("55000000-55200000 r-xp 0 fe:00 7    /lib/libm.so.6",
                HPM_MAPPING_LIBRARIES)
                && is ("56000000-56200000 r-xp 0 fe:00 8    /lib/libz.so",
                       HPM_MAPPING_LIBRARIES),
            "libraries are told as such");
    tap_ok (
        add ("57000000-57001000 r-xp 0 fe:00 8    /lib/libz.so")->record.parts
            == 3,
        "all libraries are one");
    tap_ok (!add ("7ffd0000-7ffd2000 r-xp 0 00:00 0    [vdso]"),
            "what the kernel puts there is none");
    tap_ok (
        is ("7ffe0000-7fff0000 rw-p 0 00:00 0    [stack]", HPM_MAPPING_STACK),
        "the stack is told as such");
}

static void
check_room (void)
{
    struct hpm_mapping *last = NULL;
    char line[128];

    memset (&mappings, 0, sizeof mappings);
    for (unsigned long i = 1; i < 2 * HPM_MAPPINGS; i++) {
        snprintf (line, sizeof line, "%lx-%lx rw-p 0 00:00 0", i << 32,
                  (i << 32) + (2 << 20));
        last = add (line);
    }
    tap_ok (mappings.count == HPM_MAPPINGS
                && last == &mappings.list[HPM_MAPPINGS - 1],
            "what there is no room for is in the last");
    tap_ok (last->record.kind == HPM_MAPPING_OTHERS
                && last->record.parts == HPM_MAPPINGS,
            "it is told as others, with how many");
}

/* The large one comes last.  */
static void
check_largest (void)
{
    struct hpm_mapping *last = NULL;
    unsigned long count = 2 * HPM_MAPPINGS;
    struct hpm_maps_line line;
    char text[128];

    memset (&mappings, 0, sizeof mappings);
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned long i = 1; i <= count; i++) {
            snprintf (text, sizeof text, "%lx-%lx rw-p 0 00:00 0", i << 32,
                      (i << 32) + ((i == count ? 64ul : 2ul) << 20));
            hpm_maps_line_read (&line, text);
            if (pass)
                last = hpm_mappings_add (&mappings, &line);
            else
                hpm_mappings_expect (&mappings, &line);
        }
        if (!pass)
            hpm_mappings_begin (&mappings);
    }
    tap_ok (last->record.kind == HPM_MAPPING_ANONYMOUS
                && last->record.size == 64 << 20,
            "the largest has room wherever it comes");
    tap_ok (mappings.count == HPM_MAPPINGS_ANONYMOUS + 1,
            "as many as there is room for are told, and the others");
    last = add ("ffff00000000-ffff00001000 rw-p 0 00:00 0    [stack]");
    tap_ok (last->record.kind == HPM_MAPPING_STACK,
            "behind them the stack has room");
}

static void
check_names (void)
{
    char name[400];
    const struct hpm_maps_line line = { 1 << 20, 2 << 20, "rw-p", name };
    const struct hpm_mapping *mapping;

    memset (&mappings, 0, sizeof mappings);
    memset (name, 'x', sizeof name - 1);
    memcpy (name, "/first", 6);
    memcpy (name + sizeof name - 5, "last", 5);
    mapping = hpm_mappings_add (&mappings, &line);
    tap_ok (strlen (mapping->name) == HPM_MAPPING_NAME - 1
                && strstr (mapping->name, "last"),
            "of a long path the end is kept");
}

int
main (void)
{
    check_maps ();
    check_smaps ();
    check_numa ();
    check_cpus ();
    check_kinds ();
    check_room ();
    check_largest ();
    check_names ();
    return tap_done ();
}
