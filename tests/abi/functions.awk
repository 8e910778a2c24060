# SPDX-License-Identifier: BSD-3-Clause
#
# The functions of MPI in the standard ABI of MPI 5, as signatures.table has them.
#
#   awk -v what=functions|library -f functions.awk signatures.table
#
# functions: prototypes for tests/abi/mpi.h.  library: functions that hand on to
# those of Open MPI, for tests/abi/library.c, which has what they convert with.

BEGIN {
    # What an int is converted by that is no rank, tag, count or so.
    convert["Win_lock", 1] = "lock_type"
    convert["File_open", 3] = "file_mode"
    convert["File_seek", 3] = "whence"
    convert["Comm_get_attr", 2] = "attribute"
    convert["Init_thread", 3] = "to_level"
    # Arrays of types.
    convert["Alltoallw", 4] = convert["Alltoallw", 8] = "types"
    convert["Ialltoallw", 4] = convert["Ialltoallw", 8] = "types"
    convert["Neighbor_alltoallw", 4] = convert["Neighbor_alltoallw", 8] = "types"
    convert["Ineighbor_alltoallw", 4] = convert["Ineighbor_alltoallw", 8] = "types"
    # Whose last argument is one status.
    with_status = "^(Recv|Sendrecv|Sendrecv_replace|Mrecv|I?M?[Pp]robe|Improbe|" \
        "Wait|Waitany|Test|Testany|Request_get_status|" \
        "File_(read|write)(_at|_shared|_ordered)?(_all)?(_end)?)$"
    # What library.c does after them, by the name of the function.
    split("Waitall Waitsome Cart_shift Topo_test Query_thread Init_thread Comm_split", list)
    for (i in list)
        after[list[i]] = 1
    type["int"] = "int"
    type["ints"] = type["pointer"] = "const void *"
    type["aint"] = "intptr_t"
    type["count"] = "int64_t"
    type["handle"] = "MPI_Comm"
}

/^#/ || !/:/ || /_c:/ { next }

{
    name = substr($1, 1, length($1) - 1)
    parameters = arguments = ""
    for (i = 2; i <= NF; i++) {
        n = i - 1
        by = (name, n) in convert ? convert[name, n] : $i == "handle" ? "handle" : $i == "int" ? "rank" : ""
        parameters = parameters (n > 1 ? ", " : "") type[$i] " a" n
        arguments = arguments (n > 1 ? ", " : "") (by ? by " (a" n ")" : "a" n)
    }
    if (!parameters)
        parameters = "void"
    if (what == "functions")
        print "int MPI_" name " (" parameters ");\nint PMPI_" name " (" parameters ");"
    else if (name !~ /^Get_count/)
        library()
}

function library(    last, list) {
    last = "a" NF - 1
    if (name ~ with_status)
        sub(last "$", last " ? \\&status : NULL", arguments)
    if (name == "Waitall")
        sub(/a3$/, "room", arguments)
    if (name == "Waitsome")
        sub(/a5$/, "room", arguments)
    print "int PMPI_" name " (" parameters ")\n{"
    print "    static int (*next) (" parameters ");\n    int result;"
    if (name ~ with_status)
        print "    struct open_mpi_status status = { 0 };"
    if (name ~ /^Wait(all|some)$/)
        print "    struct open_mpi_status room[ROOM];"
    print "    if (!next)\n        *(void **)&next = real (\"PMPI_" name "\");"
    print "    result = next ? next (" arguments ") : MISSING;"
    if (name ~ with_status)
        print "    tell_status (" last ", &status);"
    if (name in after)
        print "    after_" name " (" (name ~ /^Wait/ ? "room, " : "") all() ");"
    print "    return result;\n}"
    print "int MPI_" name " (" parameters ") __attribute__ ((weak, alias (\"PMPI_" name "\")));"
}

function all(    text, n) {
    for (n = 1; n < NF; n++)
        text = text (n > 1 ? ", " : "") "a" n
    return text
}
