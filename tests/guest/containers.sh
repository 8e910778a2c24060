#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs in containers, with hpmmpi in the image and without: bubblewrap, whose
# first process stays outside, and charliecloud, which becomes the program.
. "${srcdir:-.}/tests/guest/lib.sh"

# Programs of the system start here, too, which know no sanitizer.
[ "$sanitizer" != thread ] || skip_all "ThreadSanitizer bears no strangers"
flags="--backend=$stub -e stub::N1"
process=$top/tests/scope/process
export USER="${USER:-$(id -un)}"
c=complete

# counted NAME: two ranks, in one file, with nothing left.
counted () {
    undisturbed "$1"
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$1.h5' >'$1.json'"
    ok "$1: all counts of both ranks are there" $ends_py "$1.json" $c $c
    is "$(ls "$1"*.h5)" "$1.h5" "$1: there is one file"
    ok "$1: nothing of the snapshots remains" left_nothing
}

# serial NAME EXPRESSION CLAIM: of the JSON by thread.
serial () {
    ok "$1: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=thread '$1.h5' >'$1.json'"
    ok "$1: $3" $known value "$1.json" "$2"
}
four='sorted (count_of (row, "stub::N1") for row in data["thread"])
    == [1000, 2000, 3000, 4000]'

# alone NAME COMMAND...: counted without mpirun.
alone () {
    name=$1
    shift
    # shellcheck disable=SC2086
    "$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o "$work/$name.h5" $flags \
        "$@" >"$name.guest" 2>"$name.stderr" </dev/null
    echo $? >"$name.guest-status"
}

# ---- bubblewrap

bwrap="bwrap --dev-bind / /"
if $bwrap true 2>/dev/null; then
    # shellcheck disable=SC2086
    {
        plain bwrap 2 $bwrap "$ends" finalize
        guest bwrap 2 $bwrap "$ends" finalize
        counted bwrap
        $bwrap --unshare-pid --proc /proc "$hpmrun" --checkpoint="$work/checkpoint" \
            --summary=none -o inside.h5 $flags "$process" return >inside.guest \
            2>inside.stderr
        is $? 2 "bwrap, hpmrun inside: the exit status is the same"
        serial inside "$four" "the program's threads are counted"
        flags="$flags --follow-children" alone children $bwrap "$process" return
        is "$(cat children.guest-status)" 2 \
            "bwrap, from outside: the exit status is the same"
        serial children 'run["status"] == "complete" and
            sum (row["role"] == "children" for row in data["thread"]) == 1' \
            "the program is in the row of the children"
    }
else
    skip "bubblewrap" "there is none, or it can make no namespace here"
fi

# ---- charliecloud: an image whose programs are those of the system

# An image with mount points; in $binds what is mounted there.
mkdir image
binds=
for folder in bin sbin lib lib32 lib64 libx32 usr etc opt; do
    if [ -L "/$folder" ]; then
        cp -P "/$folder" "image/$folder"
    elif [ -d "/$folder" ]; then
        mkdir "image/$folder"
        binds="$binds -b /$folder:/$folder"
    fi
done
touch image/etc/passwd image/etc/group image/etc/hosts image/etc/resolv.conf
(cd image && mkdir -p dev proc sys tmp home root run var mnt ".$top")
with="ch-run $binds -b $top:$top image --"
mkdir -p "image$work/checkpoint" "image$work/tmp" tmp
without="ch-run $binds -b $work/checkpoint:$work/checkpoint -b $work/tmp:$work/tmp image --"
# shellcheck disable=SC2086
if $with test -x "$process" 2>ch-run.told; then
    plain ch-run 2 $with "$ends" finalize
    guest ch-run 2 $with "$ends" finalize
    counted ch-run
    alone ch-run-alone $with "$process" return
    is "$(cat ch-run-alone.guest-status)" 2 \
        "ch-run, by itself: the exit status is the same"
    serial ch-run-alone "$four" "the program's threads are counted"
    ok "ch-run, by itself: nothing of the snapshots remains" left_nothing

    # hpmmpi is not in the image; ch-run brings /tmp and the home folder along.
    case $top in
    /tmp/* | "$HOME"/*)
        skip "ch-run, without us" "$top is in every container"
        ;;
    *)
        flags="$flags --follow-children" alone outside sh -c \
            "$without sh -c 'echo in; exit 3'; exit \$?"
        is "$(cat outside.guest outside.guest-status | tr '\n' ' ')" "in 3 " \
            "ch-run, from outside: output and exit status are the same"
        serial outside 'run["status"] == "complete" and
            sum (row["role"] == "children" for row in data["thread"]) == 1' \
            "the program is in the row of the children"
        export TMPDIR="$work/tmp"
        alone lost $without sh -c 'echo in; exit 3'
        is "$(cat lost.guest lost.guest-status | tr '\n' ' ')" "in 3 " \
            "ch-run, without us: output and exit status are the same"
        ok "ch-run, without us: nothing of the snapshots remains" left_nothing
        ok "ch-run, without us: what was counted of ch-run is kept" \
            "$hpmagg" --recover tmp/*.stream-* -o lost.h5 --summary=none
        has lost.stderr "hpmmpi: not counted from here on, because" \
            "ch-run, without us: it is said that it is not counted"
        ;;
    esac
else
    skip "charliecloud" "there is none, or it can make no namespace here: $(
        head -n 1 ch-run.told)"
fi
finish
