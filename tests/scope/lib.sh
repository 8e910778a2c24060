# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of processes without mpirun share.  $process is the program
# whose threads are known.

. "${srcdir:-.}/tests/guest/lib.sh"

process=$top/tests/scope/process
flags="--backend=$stub -e stub::N1,stub::N3"

# alone NAME COMMAND...: without us and with us, the result being NAME.h5; stdout
# in NAME.plain and NAME.guest, exit statuses in NAME.plain-status and
# NAME.guest-status.
#
# One that hangs fails its test, and not all that would come after it.
limited="timeout --foreground -k 10 300"
alone () {
    name=$1
    shift
    $limited "$@" >"$name.plain" 2>"$name.plain-stderr" </dev/null
    echo $? >"$name.plain-status"
    # shellcheck disable=SC2086
    $limited env -u GUEST_SANITIZER "$hpmrun" --checkpoint="$work/checkpoint" --snapshot=0.1 --summary=none \
        -o "$work/$name.h5" $flags "$@" >"$name.guest" 2>"$name.stderr" \
        </dev/null
    echo $? >"$name.guest-status"
    [ ! -f "$name.h5" ] || keep_result "$name.h5"
}

# Under ThreadSanitizer the library cannot be loaded into programs that were
# built without it, and its own thread is there before ours: tests end here.
not_for_strangers () {
    [ "$sanitizer" != thread ] || finish
}

# same_as_plain NAME: stdout and the exit status are the same.
same_as_plain () {
    ok "$1: the program's output is the same" cmp "$1.plain" "$1.guest"
    is "$(cat "$1.guest-status")" "$(cat "$1.plain-status")" \
        "$1: the exit status is the same"
}

# threads NAME: its JSON, by thread, and that all counts are there.  The thread of
# ThreadSanitizer's own was never seen.
threads () {
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=thread '$1.h5' >'$1.json'"
    [ "$sanitizer" != thread ] || return 0
    ok "$1: all counts of all threads are there" \
        $known threads "$1.json" 1 1-3
}
