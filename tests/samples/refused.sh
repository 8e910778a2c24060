#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What can't be sampled, and what is asked for wrongly.
. "${srcdir:-.}/tests/samples/lib.sh"

# refused VALUE TEXT
refused () {
    "$hpmrun" --sample="$1" -o never.h5 true >out 2>err
    is $? 2 "--sample=$1 ends with status 2"
    has err "$2" "--sample=$1 is refused with what there is"
}
refused nothing "'nothing' can't be sampled; what can is cpu-clock"
refused cpu-clock@0 "cpu-clock is sampled 2 to 10000 times a second"
refused 20000 "cpu-clock is sampled 2 to 10000 times a second"
refused cpu-clock@ "2 to 10000"
refused cycles@3 "between two samples are 10 to"
refused 100x "2 to 10000"
ok "nothing is written" test ! -e never.h5

for error in EPERM ENOSYS; do
    in_case "$error"
    rm -f denied.h5
    "$profile/deny" $error true
    [ $? != 77 ] || skip_all "there are no filters of system calls"
    launch 2 "$profile/deny" $error "$hpmrun" --summary=none --backend=none \
        --sample -o denied.h5 "$profile/profile" plain 2 >out 2>err </dev/null
    is $? 0 "the program runs as without"
    case $error in
    EPERM) why="the kernel or a filter forbids it (perf_event_paranoid, seccomp)" ;;
    *) why="the kernel or a filter has no perf_event_open" ;;
    esac
    is "$(grep -c "^hpmmpi: not sampled, because $why" err)" 1 \
        "one rank says once why it is not sampled"
    { "$hpmagg" --per=routine denied.h5 | tr -s ' \n' ' '; echo; } >shown
    has shown "threads, because $why" "the file says why, too"
    in_case ""
done

# A hardware event where there is none.
if "$hpmrun" --check 2>&1 | grep -q "no hardware counters"; then
    launch 1 "$hpmrun" --summary=none --backend=none --sample=cycles \
        -o cycles.h5 "$profile/profile" plain 2 >out 2>err </dev/null
    has err "not sampled, because this machine does not count cycles, which --sample asks for: --sample=cpu-clock needs no counter" \
        "a hardware event that is not there is told, with what goes instead"
else
    skip "a hardware event that is not there" "this machine has counters"
fi

if [ "$sanitizer" = thread ]; then
    skip "a limit of locked memory" "Open MPI's daemon, built without it, does not bear libtsan"
    finish
fi

# Buffers are locked memory; whoever may lock all of it is never short.
sh -c 'ulimit -l 0; exec "$@"' sh "$hpmrun" --summary=none --backend=none \
    --sample -o locked.h5 "$profile/profile" plain 2 >out 2>err </dev/null
is $? 0 "a limit of locked memory does not stop the program"
finish
