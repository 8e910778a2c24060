/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All pages, as smaps and numa_maps tell of them.
 */
#include "config.h"

#include "pmpi/pages/page_look.h"

/* What a line of smaps is about, after the one that begins the mapping.  */
static void
take_amount (struct hpm_mapping_record *record, const char *line)
{
    static const char *const touched[]
        = { "Rss", "Shared_Hugetlb", "Private_Hugetlb" };
    static const char *const huge[]
        = { "AnonHugePages", "ShmemPmdMapped", "FilePmdMapped",
            "Shared_Hugetlb", "Private_Hugetlb" };
    int64_t bytes;

    for (unsigned i = 0; i < sizeof touched / sizeof *touched; i++)
        if (hpm_smaps_line_read (&bytes, touched[i], line))
            record->touched += bytes;
    for (unsigned i = 0; i < sizeof huge / sizeof *huge; i++)
        if (hpm_smaps_line_read (&bytes, huge[i], line))
            record->huge += bytes;
    if (hpm_smaps_line_read (&bytes, "Swap", line))
        record->swapped += bytes;
    if (hpm_smaps_line_read (&bytes, "Referenced", line))
        record->used += bytes;
}

static struct hpm_mapping *
begin_part (struct hpm_page_look *look, const struct hpm_maps_line *line)
{
    struct hpm_mapping *mapping = hpm_page_look_begin (look, line);

    if (!mapping)
        return NULL;
    if (look->part_count == HPM_LOOK_PARTS) {
        look->record.unseen += (int64_t)(line->to - line->from);
        return NULL;
    }
    look->parts[look->part_count].from = line->from;
    look->parts[look->part_count++].mapping = mapping;
    return mapping;
}

static int
read_smaps (struct hpm_page_look *look)
{
    struct hpm_mapping *mapping = NULL;
    struct hpm_maps_line part;
    const char *line;

    if (hpm_line_reader_open (&look->reader, "/proc/self/smaps"))
        return -1;
    while ((line = hpm_line_reader_next (&look->reader)))
        if (hpm_maps_line_read (&part, line))
            mapping = begin_part (look, &part);
        else if (mapping)
            take_amount (&mapping->record, line);
    hpm_line_reader_close (&look->reader);
    return look->part_count ? 0 : -1;
}

static void
place (int node, int64_t bytes, void *data)
{
    if (data)
        hpm_mapping_place (data, node, bytes);
}

/* Both files have the mappings in order, and they may have changed between.  */
static int
read_numa_maps (struct hpm_page_look *look)
{
    const char *line;
    uint64_t address;
    int part = 0;

    if (hpm_line_reader_open (&look->reader, "/proc/self/numa_maps"))
        return -1;
    while ((line = hpm_line_reader_next (&look->reader))) {
        struct hpm_mapping *mapping = NULL;

        if (!hpm_numa_line_read (&address, line, place, NULL))
            continue;
        while (part < look->part_count && look->parts[part].from < address)
            part++;
        if (part < look->part_count && look->parts[part].from == address)
            mapping = look->parts[part].mapping;
        hpm_numa_line_read (&address, line, place, mapping);
    }
    hpm_line_reader_close (&look->reader);
    return 0;
}

/* Where there is one node, all is there.  */
static void
place_all (struct hpm_page_look *look)
{
    for (int i = 0; i < look->mappings.count; i++)
        hpm_mapping_place (&look->mappings.list[i], 0,
                           look->mappings.list[i].record.touched);
}

int
hpm_page_tables_read (struct hpm_page_look *look)
{
    if (read_smaps (look))
        return -1;
    if (!read_numa_maps (look))
        return 0;
    if (look->record.nodes > 1)
        return -1;
    place_all (look);
    return 0;
}
