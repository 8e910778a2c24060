#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A table that -o names is there whole or not at all, and takes the place of no
# result file.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# tables ARGUMENT...: what a table must never do, for a command that makes one.
tables () {
    "$hpmagg" "$@" >wanted 2>err
    run "$@" -o table
    is "$status:$(cat out err)" 0: "$1: a table is written"
    ok "$1: the table is as it would be shown" cmp -s wanted table

    echo "kept" >old
    ln -sf old link
    run "$@" -o link
    is "$status" 0 "$1: a link is written through"
    ok "$1: the table is where the link leads" cmp -s wanted old
    ok "$1: the link is one still" test -h link

    refuses "good.h5 is an HDF5 file" "$@" -o good.h5
    ok "$1: the result file is as it was" cmp -s good.h5 same.h5
    refuses "cannot write /dev/full: No space left" "$@" -o /dev/full

    # A disk that is full half-way.
    echo "kept" >old
    # Room for what it says, and for no table.
    said=$(trap '' XFSZ
           ulimit -f 1
           "$hpmagg" "$@" -o old 2>&1)
    is "$?:$(cat old)" 2:kept "$1: on a full disk the old file stays"
    is "$said" "hpmagg: cannot write old: File too large" "$1: it says that the disk is full"
    is "$(find . -name '.hpmagg-*')" "" "$1: nothing else is left on a full disk"
    # A signal that nobody ignored for us.
    said=$(ulimit -f 1
           "$hpmagg" "$@" -o old 2>&1)
    is "$?:$said:$(cat old)" "2:hpmagg: cannot write old: File too large:kept" \
        "$1: a limit of the size of files is told as a full disk is"
    is "$(find . -name '.hpmagg-*')" "" "$1: nothing else is left at a limit of the size of files"
}

result good.h5 ranks=64 events=3
cp good.h5 same.h5
result other.h5 ranks=2 events=3
tables --per=rank good.h5
tables --format=json good.h5
tables --print-costs good.h5
tables --scaling --format=json good.h5 other.h5

# "-" is the standard output, and no file of that name.
for name in good.h5 none.h5; do
    run --per=rank $name
    mv out wanted
    wanted=$status
    run --per=rank $name -o -
    ok "-o - writes to the standard output what is there of $name without it" \
        test "$status:$(cat out)" = "$wanted:$(cat wanted)"
done
ok "-o - makes no file" test ! -e ./-
"$hpmagg" --per=rank good.h5 -o - >/dev/full 2>err
is "$?:$(cat err)" "2:hpmagg: cannot write the output: No space left on device" \
    "a full disk behind -o - is told in one line"

# A pipe is no file to replace.
mkfifo pipe
cat pipe >got &
run --format=csv good.h5 -o pipe
wait $!
is "$status" 0 "a table goes into a pipe"
"$hpmagg" --format=csv good.h5 >wanted
ok "the pipe gets the whole table" cmp -s wanted got
ok "the pipe is one still" test -p pipe

finish
