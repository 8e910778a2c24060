#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks in a control group that may use half a processor: the verdict says so, and
# nothing of it where the group has no limit.  That needs a group of our own.
# Measures: processor time that a control group allows.
. "${srcdir:-.}/tests/run/lib.sh"

# group FOLDER: make a control group there, if it can have a limit.
group () {
    [ -d "$1" ] || return 1
    group=$1/hpmmpi-test-$$
    mkdir "$group" 2>/dev/null || return 1
    limit -1 && return
    rmdir "$group"
    return 1
}

# limit QUOTA: microseconds of every 50 ms, -1 for none.
limit () {
    if [ -f "$group/cpu.max" ]; then
        [ "$1" = -1 ] && set -- max
        echo "$1 50000" >"$group/cpu.max"
    else
        [ -f "$group/cpu.cfs_quota_us" ] || return 1
        echo "$1" >"$group/cpu.cfs_quota_us" && echo 50000 >"$group/cpu.cfs_period_us"
    fi 2>/dev/null
}

# inside COMMAND...: run it in the group.
inside () {
    # shellcheck disable=SC2016
    sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

leave () {
    [ -z "$group" ] || rmdir "$group" 2>/dev/null
}

group=
group /sys/fs/cgroup/cpu || group /sys/fs/cgroup/cpu,cpuacct || group /sys/fs/cgroup \
    || skip_all "no control group with a limit can be made"
trap 'leave; rm -rf "$work"' EXIT
inside true || skip_all "no process can be moved into a control group"

# run_inside FILE: two ranks that compute and meet, in the group.
run_inside () {
    rm -f "$1"
    inside timeout -k 10 600 mpirun --bind-to none -np 2 "$hpmrun" --force --summary=none -o "$1" \
        "$top/tests/truth/causes" balanced 0.2 >/dev/null 2>err
}

ok "ranks run in a group without a limit" run_inside free.h5
ok "a group without a limit is told of no rank" sh -c \
    "! '$hpmagg' --per=rank --format=json free.h5 | grep -q throttled_s"
ok "nothing is said of a limit where there is none" sh -c "! '$hpmagg' free.h5 | grep cgroup"
limit 25000
# Where other work has the processors the limit may stop nobody for long, so that a
# run in which it did is waited for.
stopped () {
    "$hpmagg" --per=rank --format=json limited.h5 | jq -e '
        [.rank[] | .throttled_s] as $stopped | [.rank[] | .wall_s] as $lived |
        ($stopped | max) > 0.15 * ($lived | add)' >/dev/null
}
command -v jq >/dev/null || skip_all "there is no jq"
for try in 1 2 3 4 5 6 7 8; do
    run_inside limited.h5 && stopped && break
done
ok "a run in a group that may use half a processor has a file" test -f limited.h5
if stopped; then
    "$hpmagg" limited.h5 | tr -s '\n ' '  ' >out
    ok "the verdict says that the limit of half a processor stopped them" \
        grep -q "a cgroup's limit of 0.5 processor stopped ranks of " out
    ok "it does not say that other work had their processors" \
        sh -c "! grep -q 'other work had' out"
else
    skip "the verdict says that the limit stopped them" \
        "other work had the processors for longer than the limit stopped anybody"
fi
for file in free limited; do
    ok "nothing that is said of $file.h5 is refuted" \
        python3 "$source_folder/tests/truth/refute.py" "$hpmagg" $file.h5
done
finish
