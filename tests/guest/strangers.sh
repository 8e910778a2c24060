#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What threads of ours do while the program runs takes no number of a
# descriptor, not for a moment, and no memory of the program's malloc.
. "${srcdir:-.}/tests/guest/lib.sh"

[ -z "$sanitizer" ] || skip_all "a sanitizer has a malloc and threads of its own"
strangers=$top/tests/guest/strangers

# alone_in WHAT OPTION...: whether it sees nobody, while snapshots are taken.
alone_in () {
    what=$1
    shift
    timeout 60 "$hpmrun" "$@" --snapshot=0.01 --summary=none -f \
        --checkpoint="$work/checkpoint" -o strangers.h5 "$strangers" "$what"
}

for what in numbers memory; do
    in_case "$what"
    ok "the program is alone" timeout 60 "$strangers" "$what"
    ok "it is so with snapshots of what the system counts" \
        alone_in "$what" --backend=none
    keep_result strangers.h5
    ok "it is so with those of counters" \
        alone_in "$what" -e perf::TASK-CLOCK,perf::PAGE-FAULTS
    ok "it is so in a process by itself" \
        alone_in "$what" --backend=none --scope=process --mpi=off
done
ok "nothing of the snapshots remains" left_nothing
finish
