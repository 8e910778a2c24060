/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/binding/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
hpm_topologies_release (struct hpm_topologies *topologies)
{
    hpm_text_table_release (&topologies->kinds);
    free (topologies->of_host);
    memset (topologies, 0, sizeof *topologies);
}

static int
make_room (struct hpm_topologies *topologies, int host)
{
    int hosts = host < 16 ? 16 : 2 * host, *of_host;

    if (host < topologies->hosts)
        return 0;
    of_host = realloc (topologies->of_host, (size_t)hosts * sizeof *of_host);
    if (!of_host)
        return -1;
    if (!topologies->hosts)
        hpm_text_table_init (&topologies->kinds);
    for (int i = topologies->hosts; i < hosts; i++)
        of_host[i] = -1;
    topologies->of_host = of_host;
    topologies->hosts = hosts;
    return 0;
}

/* Hosts are mostly alike: a text that is there is sound.  */
static int
makes_sense (const struct hpm_topologies *topologies, const char *text)
{
    struct hpm_topology *topology;
    int sound;

    if (topologies->hosts
        && hpm_text_table_find (&topologies->kinds, text) >= 0)
        return 1;
    topology = malloc (sizeof *topology);
    sound = topology && !hpm_topology_parse (topology, text);
    free (topology);
    return sound;
}

int
hpm_topologies_take (struct hpm_topologies *topologies, int host,
                     const char *text)
{
    if (!makes_sense (topologies, text))
        return 0;
    if (make_room (topologies, host))
        return -1;
    topologies->of_host[host] = hpm_text_table_add (&topologies->kinds, text);
    return topologies->of_host[host] < 0 ? -1 : 0;
}

const char *
hpm_topologies_get (const struct hpm_topologies *topologies, int host)
{
    int kind = host >= 0 && host < topologies->hosts ? topologies->of_host[host]
                                                     : -1;

    return kind < 0 ? NULL : topologies->kinds.texts[kind];
}

/* ---- in a file ---------------------------------------------------------- */

static void
put_hosts (FILE *out, const struct hpm_topologies *topologies, int kind)
{
    const int *of_host = topologies->of_host;
    const char *between = "";

    for (int i = 0; i < topologies->hosts; i++) {
        int first = i;

        if (of_host[i] != kind)
            continue;
        while (i + 1 < topologies->hosts && of_host[i + 1] == kind)
            i++;
        fprintf (out, first < i ? "%s%d-%d" : "%s%d", between, first, i);
        between = ",";
    }
}

char *
hpm_topologies_text (const struct hpm_topologies *topologies)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    for (int kind = 0; topologies->hosts && kind < topologies->kinds.count;
         kind++) {
        put_hosts (out, topologies, kind);
        fprintf (out, " %s\n", topologies->kinds.texts[kind]);
    }
    if (!fclose (out))
        return text;
    free (text);
    return NULL;
}

/* The line at hand.  */
static int
read_line (struct hpm_topologies *topologies, char *line, int hosts)
{
    char *text = strchr (line, ' '), *at = line;
    int failed = 0;

    if (!text)
        return 0;
    *text++ = '\0';
    while (!failed && *at) {
        char *end;
        long first = strtol (at, &end, 10), last = first;

        if (*end == '-')
            last = strtol (end + 1, &end, 10);
        if (end == at || first < 0 || last < first || last >= hosts
            || (*end && *end != ','))
            return 0;
        for (long i = first; !failed && i <= last; i++)
            failed = hpm_topologies_take (topologies, (int)i, text);
        at = end + (*end == ',');
    }
    return failed;
}

int
hpm_topologies_read (struct hpm_topologies *topologies, const char *text,
                     int hosts)
{
    char *copy = strdup (text), *left = NULL;
    int failed = !copy;

    for (char *line = copy ? strtok_r (copy, "\n", &left) : NULL;
         line && !failed; line = strtok_r (NULL, "\n", &left))
        failed = read_line (topologies, line, hosts);
    free (copy);
    return failed ? -1 : 0;
}
