#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that no library can be preloaded into are counted from outside, and
# notice nothing.
# Measures: a program from outside, while it runs.
. "${srcdir:-.}/tests/scope/lib.sh"

outside=$top/tests/scope/outside
[ -x "$outside" ] || skip_all "no program can be linked statically here"
unset HPM_TEST_SANITIZER # hpmrun would warn about it

# under NAME ARGUMENT...: the program, counted, its result being NAME.h5.
under () {
    name=$1
    shift
    "$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o "$name.h5" \
        --backend="$stub" -e stub::N1 "$outside" "$@" >"$name.out" 2>"$name.err"
}

# counts NAME EXPRESSION CLAIM
counts () {
    "$hpmagg" --format=json --per=thread "$1.h5" >"$1.json"
    ok "$1: $3" $known value "$1.json" "$2"
}

# until_true CONDITION...: wait for it, 20 s at least.
until_true () {
    for try in $(seq 1000); do
        "$@" && return
        sleep 0.02
    done
    return 1
}

# Continued by its id, which nobody tells hpmrun.
in_case stop
ok "its result comes, and its status" sh -c "timeout -k 1 120 '$hpmrun' -f \
    --summary=none --checkpoint='$work/checkpoint' --backend=none -o stop.h5 \
    '$outside' stop 7; test \$? = 7"
counts stop 'run["exit_status"] == 7' "its file tells the status that it ended with"
ok "nothing of the snapshots remains" left_nothing
in_case ""

ulimit -c 0
for kind in "exit 0" "exit 5" "exit 255" "raise 6" "raise 9" "raise 11" \
    "raise 15"; do
    name=$(echo "$kind" | tr ' ' -)
    # shellcheck disable=SC2086
    "$outside" $kind >plain 2>&1
    plain_status=$?
    # shellcheck disable=SC2086
    under "$name" $kind
    is $? $plain_status "$name: the exit status is the same"
    ok "$name: hpmrun says nothing" sh -c "! grep hpm '$name.err'"
    counts "$name" 'of ("stub::N1") == 100000' "there is a result"
    ok "$name: nothing of the snapshots remains" left_nothing
done
counts exit-0 'run["scope"] == "the process and its descendants, from outside"
    and run["ranks"] == 1 and run["command"].endswith ("outside exit 0")
    and run["command"].startswith (run["program"])' "the file says what it is"

head -c 100000 /dev/urandom >bytes
under copy copy <bytes
ok "copy: input and output pass byte for byte" cmp bytes copy.out

if [ "$sanitizer" = "" ]; then
    for what in touch child; do
        under $what $what
        counts $what '3000 <= of ("os::MINOR_FAULTS") < 6000' \
            "what the system counts is there, of descendants, too"
        counts $what 'len (data["thread"]) == 1 and run["threads"] == 0
            and event ("os::WAIT_TIME")["quality"] == "unavailable"
            and "outside" in event ("os::WAIT_TIME")["reason"]' \
            "and of what is not known the reason"
    done
    "$hpmagg" touch.h5 >text
    has text "the process and its descendants, from outside" \
        "the summary says so"
fi

# The kernel counts nothing of a program that gains rights.
cp "$outside" setuid
if [ "$(id -u)" = 0 ] && chown 1 setuid && chmod u+s setuid; then
    "$hpmrun" --summary=none -o setuid.h5 --backend="$stub" -e stub::N1 \
        ./setuid exit 3
    is $? 3 "setuid: the exit status is the same"
    counts setuid 'event ("stub::N1")["quality"] == "unavailable"
        and of ("os::USER_TIME") is not None' "what can be counted is there"
else
    skip "a setuid program" "it takes root to make one of another user"
fi

# Who may execute a file but not read it cannot know what it is, and root reads all.
# unreadable MODE PROGRAM ARGUMENT...: as it is executed by somebody else.
unreadable () {
    cp "$2" unreadable && chown 1 unreadable && chmod "$1" unreadable
    shift 2
    (
        cd / && setpriv --reuid=65534 --regid=65534 --clear-groups \
            "$hpmrun" --summary=none -o "$work/open/unreadable.h5" \
            --backend="$stub" -e stub::N1 "$work/unreadable" "$@"
    ) 2>unreadable.err
}
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups \
    test -x "$hpmrun" 2>/dev/null; then
    chmod 711 "$work"
    mkdir -m 1777 open
    unreadable 0711 "$outside" exit 5
    is $? 5 "unreadable: the exit status is the same"
    has unreadable.err "unreadable cannot be read: if it is linked statically, it is not" \
        "unreadable: that it might not be counted is told"
    ok "unreadable: a static program leaves no result" test ! -e open/unreadable.h5
    unreadable 4711 "$outside" exit 5
    is $? 5 "unreadable setuid: the exit status is the same"
    is "$(cat unreadable.err)" "" "unreadable setuid: nothing is doubted"
    ok "unreadable setuid: it is counted from outside" test -s open/unreadable.h5
    rm -f open/unreadable.h5
    if [ "$sanitizer" = "" ]; then
        unreadable 0711 /bin/true
        ok "unreadable: a program of a dynamic loader is counted" \
            test -s open/unreadable.h5
    fi
else
    skip "an unreadable program" "it takes root, and a folder that others may search"
fi

# Signals: what hpmrun is told, the program is told.
under wait wait &
pid=$!
until_true test -s wait.out
program=$(head -n 1 wait.out)
hpmrun_pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$program/status")
kill -STOP "$program"
ok "when the program stops, so does hpmrun" until_true \
    grep -q "^State:.*T (stopped)" "/proc/$hpmrun_pid/status"
kill -CONT "$hpmrun_pid"
ok "when the program goes on, so does hpmrun" until_true \
    grep -q "^State:.*S (sleeping)" "/proc/$program/status"
kill -TERM "$hpmrun_pid"
wait $pid
is $? 7 "a signal is passed on to the program"
is "$(sed 1d wait.out)" told "the handler of the program runs"
counts wait 'of ("stub::N1") == 100000' "and whose counts are there"

under killed wait &
pid=$!
until_true test -s killed.out
program=$(head -n 1 killed.out)
kill -KILL "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$program/status")"
wait $pid
is $? 137 "hpmrun may be killed"
ended () {
    [ ! -d "/proc/$program" ] || grep -q "^State:.*Z" "/proc/$program/status"
}
ok "when hpmrun is killed, so is the program" until_true ended

# A supervisor that ignores SIGCHLD: the program ignores it, too, and ends.
(
    trap '' CHLD
    exec timeout 60 "$hpmrun" --summary=none -o ignored.h5 --backend="$stub" \
        -e stub::N1 "$outside" exit 5
) >/dev/null 2>&1
is $? 5 "where SIGCHLD is ignored, the program's end is seen, and its status"

# With other options.
"$hpmrun" --start=paused --summary=none -o paused.h5 --backend="$stub" \
    -e stub::N1 "$outside" touch
counts paused 'of ("stub::N1") == 0 and run["periods"] == 0' "nothing counted"
launch 2 "$hpmrun" --summary=none --checkpoint="$work/checkpoint" -o many.h5 \
    --backend="$stub" -e stub::N1 "$outside" exit 0 >/dev/null 2>&1
for rank in 0 1; do
    counts many.$rank "of ('stub::N1') == 100000 + $rank" \
        "each process of mpirun has a file of its own"
done
if [ -x /sbin/ldconfig ]; then
    /sbin/ldconfig -p >plain
    "$hpmrun" --summary=none -o ldconfig.h5 /sbin/ldconfig -p >told
    ok "ldconfig: the output is the same" cmp plain told
    ok "ldconfig: there is a result" test -s ldconfig.h5
else
    skip "ldconfig" "there is none"
fi
finish
