/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every flag of hpmagg, once: the list yields the parser, what goes with what,
 * --help, and by that the completion of shells; hpmagg(1) is checked against
 * it.
 */
#ifndef HPM_AGGREGATE_FLAGS_H
#define HPM_AGGREGATE_FLAGS_H

/* What hpmagg is asked to do, and by which flag: X(use, flag) */
#define HPM_AGG_USES(X)                                                        \
    X (SHOW, "")                                                               \
    X (PRINT_COSTS, "--print-costs")                                           \
    X (SCALING, "--scaling")                                                   \
    X (CATALOG, "--catalog")                                                   \
    X (RECOVER, "--recover")                                                   \
    X (WRITE, "--write")                                                       \
    X (JOIN, "--join")                                                         \
    X (JOIN_FILE, "--join with --output")                                      \
    X (DIFF, "--diff")                                                         \
    X (SPREAD, "--spread")                                                     \
    X (CHECK, "--fail-if, --badge or --history with a FILE")                   \
    X (HISTORY, "--history")                                                   \
    X (LIVE, "--live")                                                         \
    X (HTML, "--html")                                                         \
    X (PICTURE, "--svg or --png")

/* How it is called, for --help.  */
#define HPM_AGG_USAGE                                                          \
    "hpmagg [OPTION...] FILE\n"                                                \
    "       hpmagg --print-costs [OPTION...] [FILE]\n"                         \
    "       hpmagg --scaling FILE FILE... [OPTION...]\n"                       \
    "       hpmagg --diff BASE... --to NEW... [OPTION...]\n"                   \
    "       hpmagg --spread FILE... [OPTION...]\n"                             \
    "       hpmagg --catalog DIR... [OPTION...]\n"                             \
    "       hpmagg --html=PAGE [--history=FILE] FILE... [OPTION...]\n"         \
    "       hpmagg --svg=PICTURE FILE... [OPTION...]\n"                        \
    "       hpmagg --recover PLACE -o FILE [OPTION...]\n"                      \
    "       hpmagg --join FILE FILE... [-o FILE] [OPTION...]\n"                \
    "       hpmagg --live [JOB] [OPTION...]\n"

enum hpm_use {
#define HPM_X(use, flag) HPM_USE_##use,
    HPM_AGG_USES (HPM_X)
#undef HPM_X
        HPM_USE_COUNT
};

/* The parts of --help, which say what a flag is good for:
 * X(section, uses of its flags, heading) */
#define HPM_USE(use) (1u << HPM_USE_##use)
#define HPM_AGG_SECTIONS(X)                                                    \
    X (SHOW, HPM_USE (SHOW) | HPM_USE (JOIN),                                  \
       "Show the result file of a run that hpmrun counted:")                   \
    X (PRINT_COSTS, HPM_USE (PRINT_COSTS),                                     \
       "Print the table of costs of a run, or without a FILE, of this "        \
       "machine:")                                                             \
    X (SCALING, HPM_USE (SCALING),                                             \
       "Compare runs of a program on different numbers of ranks:")             \
    X (DIFF, HPM_USE (DIFF),                                                   \
       "Compare runs of two versions, the base and the new one:")              \
    X (SPREAD, HPM_USE (SPREAD), "Show mean and deviation of several runs:")   \
    X (CHECK, HPM_USE (CHECK) | HPM_USE (DIFF) | HPM_USE (SPREAD),             \
       "Check a run, or with --diff or --spread, several:")                    \
    X (HISTORY, HPM_USE (HISTORY), "Show what --history has written:")         \
    X (CATALOG, HPM_USE (CATALOG),                                             \
       "List and sum up the result files below folders:")                      \
    X (HTML, HPM_USE (HTML),                                                   \
       "Make a page for a browser of one run, or of several side by side:")    \
    X (PICTURE, HPM_USE (PICTURE),                                             \
       "Make a file of one picture of that page, by a browser:")               \
    X (WRITE, HPM_USE (WRITE) | HPM_USE (RECOVER),                             \
       "Make a result file of what a run left behind, or has counted so far:") \
    X (JOIN, HPM_USE (JOIN) | HPM_USE (JOIN_FILE),                             \
       "Join the runs of one command that counted different events each:")     \
    X (LIVE, HPM_USE (LIVE), "Watch a job that runs, once a second:")          \
    X (ANY, ~0u, "Help:")

/* X(section, name, letter or 0, takes, argument, kind, member, help)
 *
 * A flag that stands in several sections goes with the uses of all of them; its
 * first row says what it takes, and where that goes in struct hpm_request: as
 * text, as choice (the place among the words), list, texts, number or flag
 * (1), or none: its being there says all.  */
#define HPM_AGG_FLAGS(X)                                                       \
    X (SHOW, per, 'p', value,                                                  \
       "job|host|rank|thread|region|interval|site|region-rank|phase|routine|"  \
       "line|mapping|caller|interval-rank|interval-host|binding",              \
       choice, show.per,                                                       \
       "what a row stands for; of the job (default), the summary")             \
    X (SHOW, sort, 's', value, "KEY", text, show.sort,                         \
       "with --per: order by an event or a metric, largest first, or by "      \
       "rank, thread, host or wall; \"-\" before KEY turns it round")          \
    X (SHOW, flat, 0, nothing, "", flag, show.flat,                            \
       "with --per=region: by label, whatever is around it")                   \
    X (SHOW, events, 'e', maybe, "LIST", list, show.selection.events,          \
       "show raw counts, too; of these events (\"*\" matches)")                \
    X (SHOW, metrics, 'm', maybe, "LIST", list, metrics,                       \
       "show all metrics, or these; a name with \"/\" or at the end "          \
       "\".metric\" is a file of definitions to apply")                        \
    X (SHOW, groups, 'g', value, "LIST", list, show.groups,                    \
       "show the metrics of these groups")                                     \
    X (SHOW, summary, 0, value, "none|short|full", choice, write.summary,      \
       "with full, tell all: findings, functions of MPI, metrics, counts; "    \
       "none is for what writes a file")                                       \
    X (SHOW, mpi, 0, maybe, "LIST", list, show.selection.mpi,                  \
       "show all functions of MPI, or these, and sizes of messages")           \
    X (SHOW, costs, 0, maybe, "FILE", text, show.costs,                        \
       "show what events cost, by the table of costs of the run; with a "      \
       "FILE, by that table over it")                                          \
    X (SHOW, format, 'F', value,                                               \
       "text|csv|json|openmetrics|collapsed|hatchet", choice, show.format,     \
       "text is the default; openmetrics has the job alone; collapsed is for " \
       "flame graphs of regions, routines, lines or callers, hatchet for the " \
       "Python library of that name")                                          \
    X (SHOW, output, 'o', value, "FILE", text, show.output,                    \
       "write there, not to the standard output")                              \
    X (PRINT_COSTS, print_costs, 0, nothing, "", none, use, "print the table") \
    X (PRINT_COSTS, costs, 0, maybe, "FILE", none, use,                        \
       "with this table over it")                                              \
    X (PRINT_COSTS, output, 'o', value, "FILE", none, use,                     \
       "write the table of a run there, not to the standard output")           \
    X (SCALING, scaling, 0, maybe, "strong|weak", choice, scaling.weak,        \
       "the same problem (strong, the default), or one that grows with the "   \
       "ranks")                                                                \
    X (SCALING, reference, 0, value, "FILE", text, scaling.reference,          \
       "compare with this one of the files, not with the smallest run")        \
    X (SCALING, format, 'F', value, "text|csv|json", none, use,                \
       "text is the default")                                                  \
    X (SCALING, output, 'o', value, "FILE", none, use,                         \
       "write there, not to the standard output")                              \
    X (DIFF, diff, 0, nothing, "", none, use,                                  \
       "compare runs: FILEs and folders of the base, --to, and of the new "    \
       "version; of two files the second is new")                              \
    X (DIFF, to, 0, nothing, "", none, use,                                    \
       "what stands behind it is new, what stands before it the base")         \
    X (DIFF, format, 'F', value, "text|csv|json", none, use,                   \
       "text is the default")                                                  \
    X (DIFF, output, 'o', value, "FILE", none, use,                            \
       "write there, not to the standard output")                              \
    X (SPREAD, spread, 0, nothing, "", none, use,                              \
       "of all quantities, of which the keys are told")                        \
    X (SPREAD, format, 'F', value, "text|csv|json", none, use,                 \
       "text is the default")                                                  \
    X (SPREAD, output, 'o', value, "FILE", none, use,                          \
       "write there, not to the standard output")                              \
    X (CHECK, fail_if, 0, value, "CONDITION", texts, compare.conditions,       \
       "end with status 3 where it holds, and 2 where nobody knows: "          \
       "\"overall < 0.8\", or with --diff \"wall > +5 %\"")                    \
    X (CHECK, badge, 0, value, "FILE", text, compare.badge,                    \
       "write a small SVG picture of a quantity")                              \
    X (CHECK, quantity, 0, value, "KEY", text, compare.quantity,               \
       "that quantity, not the run time (wall)")                               \
    X (CHECK, history, 0, value, "FILE", text, compare.history,                \
       "append a line of CSV for each new run")                                \
    X (HISTORY, history, 0, value, "FILE", none, use,                          \
       "without a FILE of a run, show the course of each quantity")            \
    X (HISTORY, output, 'o', value, "FILE", none, use,                         \
       "write there, not to the standard output")                              \
    X (CATALOG, catalog, 0, nothing, "", none, use,                            \
       "list jobs, and sums of them by program and by user")                   \
    X (CATALOG, format, 'F', value, "text|csv|json|openmetrics", none, use,    \
       "text is the default")                                                  \
    X (CATALOG, output, 'o', value, "FILE", none, use,                         \
       "write there, not to the standard output")                              \
    X (HTML, html, 0, value, "PAGE", text, html.output,                        \
       "the file to write, which needs no other and no network")               \
    X (HTML, open, 0, nothing, "", flag, html.open,                            \
       "show it when it is written, by xdg-open")                              \
    X (HTML, source, 0, value, "FOLDER", text, html.source,                    \
       "with lines of the program's source, of files below this folder alone") \
    X (HTML, metrics, 'm', maybe, "LIST", none, use,                           \
       "these metrics alone, and files of definitions to apply")               \
    X (HTML, history, 0, value, "FILE", none, use,                             \
       "with the course of each quantity over the runs in this file, which "   \
       "stays as it is; a run's FILE may be left out then")                    \
    X (PICTURE, svg, 0, value, "FILE", text, picture.svg, "write it as SVG")   \
    X (PICTURE, png, 0, value, "FILE", text, picture.png,                      \
       "write it as PNG of twice its size; both may be asked for")             \
    X (PICTURE, picture, 0, value,                                             \
       "account|hosts|ranks|binding|regions|callers|course|course-account|"    \
       "rank-times|sizes",                                                     \
       text, picture.name, "which one it is (default: account)")               \
    X (PICTURE, source, 0, value, "FOLDER", none, use,                         \
       "as for the page; no picture has lines of source in it")                \
    X (PICTURE, metrics, 'm', maybe, "LIST", none, use,                        \
       "these metrics alone, and files of definitions to apply")               \
    X (WRITE, recover, 'r', value, "PLACE", text, write.stream,                \
       "a record stream, or the folder of a run's snapshots "                  \
       "(/dev/shm/hpmmpi-*); they are kept")                                   \
    X (WRITE, write, 'w', value, "STREAM", text, write.stream,                 \
       "a record stream, with the settings of its run; it is removed "         \
       "afterwards")                                                           \
    X (WRITE, any_owner, 0, nothing, "", flag, write.any_owner,                \
       "recover what another user left, too")                                  \
    X (WRITE, output, 'o', value, "FILE", none, use, "the result file")        \
    X (WRITE, force, 'f', nothing, "", flag, write.force,                      \
       "replace an existing file")                                             \
    X (WRITE, summary, 0, value, "none|short|full", none, use,                 \
       "what to print to stderr (default: short)")                             \
    X (WRITE, metrics, 'm', value, "FILE", none, use,                          \
       "more definitions of metrics")                                          \
    X (WRITE, costs, 0, maybe, "FILE", none, use,                              \
       "tell what events cost; with a FILE, by this table")                    \
    X (WRITE, definitions, 0, value, "DIR", text, write.definitions,           \
       "the folder of definitions, not the installed one")                     \
    X (WRITE, done_fd, 0, value, "N", number, write.done_fd,                   \
       "write one line to descriptor N at the end")                            \
    X (JOIN, join, 'j', nothing, "", none, use, "show the FILEs as one")       \
    X (JOIN, output, 'o', value, "FILE", none, use,                            \
       "make a result file of them, do not show it")                           \
    X (JOIN, summary, 0, value, "none|short|full", none, use,                  \
       "what to print of that file to stderr (default: short)")                \
    X (JOIN, force, 'f', nothing, "", none, use,                               \
       "join runs that are not alike; replace a file")                         \
    X (LIVE, live, 0, nothing, "", none, use,                                  \
       "the only job of yours that runs, or JOB: the name of the folder of "   \
       "its snapshots, or the number of one of its processes")                 \
    X (LIVE, sort, 's', value, "KEY", none, use,                               \
       "order by rank, host, wall, cpu, mpi, state or an event; \"-\" before " \
       "KEY turns it round")                                                   \
    X (LIVE, events, 'e', maybe, "LIST", none, use,                            \
       "show these events, not those that the run was asked for")              \
    X (LIVE, any_owner, 0, nothing, "", none, use,                             \
       "a job of another user's, too")                                         \
    X (ANY, help, 'h', nothing, "", flag, help, "show this help")              \
    X (ANY, version, 'V', nothing, "", flag, version, "show the version")

#endif /* HPM_AGGREGATE_FLAGS_H */
