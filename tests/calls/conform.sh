#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The program gets what it would get without us, however it is looked at.
. "${srcdir:-.}/tests/calls/lib.sh"

sorted () {
    sort stdout
}

launch 2 "$programs/conform" >stdout 2>stderr </dev/null ||
    bail_out "conform does not run"
sorted >plain
ok "the plain program finds what it looks for" grep -q "truncated: 15" plain
for mode in off time split; do
    ok "--mpi=$mode: the program ends well" streamed $mode 2 "$programs/conform"
    ok "--mpi=$mode gives the same results" sh -c 'sort stdout | diff plain -'
done
streamed off 2 "$programs/conform"
ok "--mpi=off notes nothing" compare value 'data["functions"] == []'

# Preloaded by hand, in either order, and beside one another's absence.
by_hand () {
    rm -f result.h5* stream
    launch 2 -x LD_PRELOAD="$1" -x HPM_MPI=time -x HPM_OUTPUT="$work/result.h5" \
        -x HPM_SUMMARY=none -x HPM_WRITER=/bin/false "$programs/conform" \
        >stdout 2>stderr </dev/null && mv result.h5.stream-* stream
}
for order in "$library:$calls_library" "$calls_library:$library"; do
    in_case "${order##*/} last"
    ok "the program ends well preloaded by hand" by_hand "$order"
    ok "the results are the same" sh -c 'sort stdout | diff plain -'
    ok "the calls are those of the program alone" compare value \
        'all(c["calls"] == 1 for k in ranks for c in k["calls"] if c["name"] in ("MPI_Allgather", "MPI_Bcast", "MPI_Comm_size")) and not any(c["name"] in ("MPI_Gather", "MPI_Get_processor_name") for k in ranks for c in k["calls"])'
done
in_case "without the wrappers"
ok "the program ends well preloaded by hand" by_hand "$library"
ok "the results are the same" sh -c 'sort stdout | diff plain -'
ok "there is one message" test "$(grep -c 'libhpmmpi-calls.so is not preloaded' \
    stderr)" = 1
in_case
rm -f result.h5*
launch 2 -x LD_PRELOAD="$calls_library" "$programs/conform" >stdout 2>stderr \
    </dev/null
ok "the wrappers alone do no harm" sh -c 'sort stdout | diff plain -'
LD_PRELOAD="$library:$calls_library" sh -c 'exit 7'
is $? 7 "both do no harm in a program that is none of MPI's"
finish
