/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a stream says of the whole run.
 */
#include "make_stream.h"

#include <stdio.h>

/* Add "name\0value\0" to a text of so many bytes.  */
static size_t
add_field (char *text, size_t length, const char *name, const char *format,
           long number)
{
    length += (size_t)sprintf (text + length, "%s", name) + 1;
    return length + (size_t)sprintf (text + length, format, number) + 1;
}

void
put_run (void)
{
    static const char *const fixed[][2]
        = { { "working_directory", "/home/user" },
            { "job_id", "4711" },
            { "end_time", "2026-01-02T03:04:15.678Z" },
            { "status", "complete" },
            { "tool_version", "0.1.0" },
            { "mpi_library", "Open MPI v4.1.4" },
            { "cpu_mhz", "2000" } };
    char text[1024];
    size_t length
        = add_field (text, 0, "command", "./solver --size %ld", set.size);

    length
        = add_field (text, length, "program",
                     set.program ? "/home/user/solver%ld" : "/home/user/solver",
                     set.program);
    length = add_field (text, length, "user", set.user ? "user%ld" : "user",
                        set.user);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        length = add_field (text, length, fixed[i][0], fixed[i][1], 0);
    length = add_field (text, length, "start_time",
                        "2026-01-02T03:04:%02ld.678Z", set.at);
    if (set.processor)
        length = add_field (text, length, "cpu_model", "Processor %ld",
                            set.processor);
    if (set.line)
        length = add_field (text, length, "cache_line", "%ld", set.line);
    if (set.early)
        length = add_field (text, length, "scope",
                            "from the start of the process to MPI_Finalize", 0);
    if (set.asked >= 3)
        length = add_field (text, length, "options",
                            set.asked == 3   ? "HPM_START=paused\n"
                            : set.asked == 5 ? "HPM_EVENTS=a,b\nHPM_MPI=no\n"
                                               "HPM_START=now\n"
                            : set.asked == 6 ? "HPM_EVENTS=a,c\nHPM_START=now\n"
                                               "HPM_SAMPLE=10\n"
                                             : "HPM_SIGNALS=USR1,USR2\n",
                            0);
    if (set.asked == 2)
        length = add_field (text, length, "options",
                            "HPM_EVENTS=PAPI_TOT_INS ; os::MAJOR_FAULTS\n", 0);
    if (set.asked == 1)
        length
            = add_field (text, length, "options",
                         "HPM_OUTPUT=\nHPM_FORCE=1\nHPM_SUMMARY=full\n"
                         "HPM_NEWS=1\nHPM_COSTS=1\nHPM_METRICS=none.metric\n",
                         0);
    length = add_field (text, length, "ranks", "%ld",
                        set.said ? set.said : set.ranks);
    put_chunk (HPM_CHUNK_RUN, 0, text, length);
    if (calls_of (0) == 2)
        put_chunk (HPM_CHUNK_REGIONS, 0,
                   "program\0useful\0mpi\0mpi_io\0measuring",
                   set.older ? 26 : 36);
    else
        put_chunk (HPM_CHUNK_REGIONS, 0, "run", 4);
    put_functions (0);
}
