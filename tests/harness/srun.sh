#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# tests/guest/slurm.sh: which runs of srun are made again, and how often.
. "${srcdir:-.}/tests/guest/slurm.sh"

# A srun whose first $deaths runs end with $dies, having said $out and $err.
cat >"$work/fake" <<'END'
echo x >>tries
[ "$(wc -l <tries)" -le "$deaths" ] || { echo "4 ranks"; exit 0; }
printf '%s' "$out"
printf '%b' "$err" >&2
exit "$dies"
END
frame='[n1:7] Failing at address: (nil)\n[n1:7] [ 0] libc.so.6(+0x3c050)\n'
srun="sh $work/fake"

# runs TRIES STATUS CLAIM
runs () {
    rm -f tries "$slurm/again"
    export deaths dies out err
    launch 4 ends finalize >made 2>said
    is "$? $(($(wc -l <tries)))" "$2 $1" "$3"
}

deaths=0 dies=139 out='' err=$frame
runs 1 0 "a run that ends well is made once"
deaths=2
runs 3 0 "one that Open MPI ends by a jump to address 0 is made again"
is "$(cat made) $(cat said)" "4 ranks " "what the last one says is what is heard"
is "$(grep -c '^TRIED AGAIN: .*: ends finalize$' "$slurm/again")" 2 "both are told"
deaths=3 dies=139
runs 3 139 "three times is the program's end"
deaths=1 out='4 ranks'
runs 1 139 "a run whose program has said a line is made once"
out='' err="$frame[n1:7] [ 1] libhpmmpi.so(hpm_start+0x7)\\n"
runs 1 139 "a run that dies in a function is made once"
err='[n1:7] Failing at address: 0x10\n[n1:7] [ 0] libc.so.6(+0x3c050)\n'
runs 1 139 "a run that dies of another address is made once"
err=$frame dies=137
runs 1 137 "a run that is killed is made once"
rm -f "$slurm/again"
finish
