#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank that has no memory left at the end loses its counts, and nobody waits for
# it: the program ends as it would, wherever the memory ends.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" = "" ] || skip_all "sanitizers have an allocator of their own"

# scarce RANK BLOCKS: 3 ranks, of which RANK gets only BLOCKS more in MPI_Finalize.
# The limit is for a run that hangs.
scarce () {
    rm -rf scarce.h5* checkpoint
    # shellcheck disable=SC2086
    timeout -k 10 120 mpirun --bind-to none -np 3 \
        -x LD_PRELOAD="$top/tests/run/scarce.so" -x SCARCE_RANK="$1" \
        -x SCARCE_AFTER="$2" "$hpmrun" --summary=none --checkpoint="$work/checkpoint" \
        $flags -o scarce.h5 "$programs/leave" finalize >stdout 2>stderr
    is $? 0 "rank $1 without memory after $2 blocks: the program ends well"
}

statuses='[row["status"] for row in rows ("rank")]'
flags=
for blocks in 0 1 4 8; do
    scarce 1 $blocks
    ok "rank 1, $blocks: hpmagg prints JSON" json scarce.h5 --per=rank
    ok "rank 1, $blocks: the others are complete" $known value scarce.h5.json \
        "$statuses[0::2] == ['complete', 'complete']"
done
scarce 1 1000
ok "rank 1, 1000: hpmagg prints JSON" json scarce.h5 --per=rank
ok "rank 1, 1000: all are complete" $known value scarce.h5.json \
    "$statuses == ['complete'] * 3"
for blocks in 0 4 8 12 16; do
    scarce 0 $blocks
    [ -e scarce.h5 ] && echo "a result" >>stderr
    ok "rank 0, $blocks: there is a result, or it is said why there is none" \
        grep -q -e "^hpmmpi: no result file, because" -e "^a result" stderr
done

# Parts that do not fit go one after the other: of 256 rows and more, and 128 KiB.
flags="--summary=none --buffer=1"
ok "no room for all at once: the run ends well" \
    counted 8 turns.h5 "$programs/threads" short 300
ok "no room for all at once: hpmagg prints JSON" json turns.h5 --per=thread
ok "all ranks are complete" $known value turns.h5.json \
    "run['status'] == 'complete' and run['threads'] == 8 * 301"
finish
