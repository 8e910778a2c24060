#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls are timed in the parts of a run that are counted.
# Measures: time in calls, with pauses that a clock tells.
. "${srcdir:-.}/tests/calls/lib.sh"

launch 2 "$hpmrun" --start=paused --mpi=time --backend=none --summary=short \
    --checkpoint="$work" --snapshot=0.05 -o parts.h5 \
    "$top/tests/calls/programs/parts" >out 2>err
is $? 0 "the program ends well"
keep_result parts.h5
"$hpmagg" --format=json --per=rank parts.h5 >parts.json

# has_value EXPRESSION CLAIM; f gives the record of a function.
has_value () {
    ok "$2" $known value parts.json "(lambda f, m: $1) (
        {row['function']: row for row in data['mpi']},
        {row['rank']: row['metrics']['mpi_time'] for row in data['rank']})"
}
has_value "set (f) == {'MPI_Bcast', 'MPI_Reduce_local'}" \
    "calls in a pause are not counted"
has_value "f['MPI_Bcast']['calls'] == 2 * 24" "those in all parts are counted"
has_value "f['MPI_Reduce_local']['calls'] == 2 * 6" \
    "a call that has a part in the counted time counts once"
has_value "f['MPI_Reduce_local']['time_s'] >= 2 * 0.7" \
    "the counted part of a call's time is there"
has_value "all (m[row['rank']] <= row['wall_s'] for row in data['rank'])
    and run['paused_s'] > 0.9" "that in a pause is not"
has_value "f['MPI_Reduce_local']['longest_s'] <= run['wall_s']" \
    "no call is longer than what was counted"
has_value "sum (row['messages'] for row in data['message_sizes']) == 2 * 24
    and sum (row['bytes'] for row in data['message_sizes']) == 2 * 24 * 4000" \
    "messages in a pause are not counted"
# On a busy machine one may pause so much later that they are not judged.
ok "the verdict has an efficiency, or says how long they paused" \
    grep -qE "efficiency (0\.[0-9]* = (processors [0-9.]* x )?balance|unknown: ranks paused for .* to )" err
finish
