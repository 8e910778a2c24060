#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A program with one thread may do with us what it may do without us, and is
# counted before, meanwhile and afterwards.
. "${srcdir:-.}/tests/scope/lib.sh"

lone=$top/tests/scope/lone
flags="$flags --snapshot=0.002"
chmod 1777 "$work" "$work/checkpoint"

# whole NAME: all that the main thread counts is in the result.
whole () {
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=thread '$1.h5' >'$1.json'"
    ok "$1: the main thread's counts are there" $known value "$1.json" '
        count_of (data["thread"][0], "stub::N1") == 1000
        and run["status"] == "complete"'
}

# quiet NAME: nothing was said and nothing is left.
quiet () {
    ok "$1: nothing is said" cmp /dev/null "$1.stderr"
    ok "$1: nothing of the snapshots remains" left_nothing
}

# ThreadSanitizer has a thread of its own as soon as there is one of ours, holds
# signals back, and finds fault with the C library where a thread is cancelled.
kinds="all back threads exit"
if [ "$sanitizer" != thread ]; then
    kinds="$kinds unshare unshare-again unshare-_exit setns by-number keepcaps handler jump
        fork cancel"
fi
for kind in $kinds; do
    alone $kind "$lone" $kind
    same_as_plain $kind
    whole $kind
    quiet $kind
done
alone hide "$lone" hide
same_as_plain hide
whole hide
ok "hide: the reason why bytes are not known is that they are not shown" \
    $known value hide.json '
        event ("os::BYTES_READ")["quality"] == "unavailable"
        and event ("os::BYTES_READ")["reason"].startswith (
            "the process may not read it in /proc")
        and of ("os::USER_TIME") is not None'
quiet hide
not_for_strangers
grep -q done unshare.plain ||
    skip "a namespace of users" "none can be made here"
[ "$(id -u)" = 0 ] ||
    skip "another user" "it takes root to become one"

# The snapshots go on, and belong to whoever the process is.
kinds=
if grep -q done unshare.plain; then
    kinds=unshare-kill
fi
if [ "$(id -u)" = 0 ]; then
    kinds="$kinds user-kill"
fi
for kind in $kinds; do
    alone $kind "$lone" $kind
    same_as_plain $kind
    ls -ln checkpoint >$kind.left
    is "$(ls checkpoint | wc -l)" 1 "$kind: one folder of snapshots"
    ok "$kind: it is recovered" recover $kind --any-owner
    ok "$kind: the main thread is in it" $known value $kind.json '
        run["status"] == "partial" and of ("stub::N1") == 1000'
done
[ ! -f user-kill.left ] ||
    is "$(awk 'NF > 5 { print $3 }' user-kill.left)" 1 \
        "user-kill: the snapshots are the other user's"

# Signals start and stop counting afterwards, too.
flags="$flags --start=paused"
alone paused "$lone" threads
same_as_plain paused
ok "paused: hpmagg prints JSON" sh -c "'$hpmagg' --format=json paused.h5 >paused.json"
ok "paused: nothing was counted" $known value paused.json \
    'of ("stub::N1") == 0 and run["periods"] == 0'
quiet paused

# Programs of the system.
flags="--backend=$stub -e stub::N1 --snapshot=0.002"
known_status () {
    ok "$1: what it became is counted" sh -c "
        '$hpmagg' --format=json --per=thread '$1.h5' >'$1.json' &&
        $known value '$1.json' 'run[\"command\"] == \"$2\"
            and count_of (data[\"thread\"][0], \"stub::N1\") == 1000'"
}
if unshare -r true 2>/dev/null; then
    alone unshare-r unshare -r id -u
    same_as_plain unshare-r
    known_status unshare-r "id -u"
    quiet unshare-r
else
    skip "unshare -r" "no namespace of users can be made here"
fi
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    alone setpriv setpriv --reuid 1 --clear-groups id -u
    same_as_plain setpriv
    known_status setpriv "id -u"
    quiet setpriv

    # Without a result file: the command that is told is for who ran it.
    mkdir theirs
    chmod 1777 theirs
    HPM_WRITER=$(command -v false) "$hpmrun" --summary=none --backend="$stub" \
        -e stub::N1 -o "$work/theirs/x.h5" setpriv --reuid 1 --clear-groups \
        id -u >told.out 2>told
    command=$(sed -n 's/.*with: hpmagg \(--recover .*\)$/\1/p' told)
    # shellcheck disable=SC2086
    ok "setpriv: the command that is told makes a file" \
        "$hpmagg" $command --summary=none -f
    ok "setpriv: which is there" test -s "$(echo "$command" | sed 's/.* -o //')"
    rm -f "$(echo "$command" | sed 's/--recover \([^ ]*\) .*/\1/')"
else
    skip "setpriv" "it takes root and setpriv"
fi
finish
