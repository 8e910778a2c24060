#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files with bytes changed or missing: hpmagg ends with 0 or with 2 and one
# line, whatever it is given.  What to change is drawn from a fixed sequence.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# Under a sanitizer a crash inside HDF5 is reported before hpmagg's own line.
export ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:allocator_may_return_null=1:detect_leaks=0

seed=12345
# draw MAX: a number below it in $drawn.
draw () {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 8 % $1))
}

# spoil FILE: a copy called spoiled with some bytes changed.
spoil () {
    cp "$1" spoiled
    length=$(stat -c %s "$1")
    for change in 1 2 3; do
        draw "$length"
        offset=$drawn
        draw 256
        printf "\\$(printf %o "$drawn")" |
            dd of=spoiled bs=1 seek="$offset" conv=notrunc 2>/dev/null
    done
}

# in_hdf5: a sanitizer's report of the last run is about HDF5, which trusts the
# lengths of texts, and hpmagg then said one line.
in_hdf5 () {
    grep -q 'ERROR: \(Address\|Thread\)Sanitizer' err && [ "$status" = 2 ] &&
        grep '^ *#[0-9]* ' err | grep -v 'mem\(move\|cpy\)' | head -n 1 |
        grep -q ' H5[A-Z]' && [ "$(grep -c '^hpmagg: ' err)" = 1 ]
}

# orderly: the last run ended with 0, or with 2 and at least a line.
orderly () {
    [ "$status" = 0 ] && return 0
    [ "$status" = 2 ] && [ -s err ] && [ "$(wc -l <err)" -le 2 ] && return 0
    in_hdf5 && return 0
    say "round $round: status $status: $(head -c 400 err)"
    cp spoiled "$top/tests/aggregate/spoiled.$$" 2>/dev/null
    return 1
}

rounds=${HPM_FUZZ_ROUNDS:-60}
result good.h5 ranks=3 hosts=2 events=4 holes=1 scaled=1 calls=2
size=$(stat -c %s good.h5)

# HDF5 has no checksum over texts of their own length.
sed 's/PAPI_FP_OPS/PAPI_FP_INS/' good.h5 >spoiled
refuses "spoiled is damaged or cut short (names were changed)" spoiled

sed 's/made up event number 1 /made up event number 9 /' good.h5 >spoiled
refuses "cut short (names were changed): copy it again" spoiled

bad=0
refused=0
round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    spoil good.h5
    run --per=thread --format=json spoiled
    orderly || bad=$((bad + 1))
    [ "$status" = 2 ] && refused=$((refused + 1))
done
is "$bad" 0 "$rounds result files with bytes changed end orderly"
ok "changed files: some of them were refused ($refused)" test "$refused" -gt 0

bad=0
round=0
while [ $round -lt $((rounds / 2)) ]; do
    round=$((round + 1))
    draw "$size"
    head -c "$drawn" good.h5 >spoiled
    run spoiled
    orderly || bad=$((bad + 1))
    [ "$status" = 2 ] || bad=$((bad + 1))
done
is "$bad" 0 "$((rounds / 2)) result files cut short are refused"

bad=0
round=0
stream ranks=3 hosts=2 events=4 calls=2
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    spoil stream
    run --recover spoiled -o r.h5 --force --summary=none \
        --definitions="$here/definitions"
    orderly || bad=$((bad + 1))
done
is "$bad" 0 "$rounds record streams with bytes changed end orderly"
ok "the last file made of them can be read" "$hpmagg" r.h5
is "$(find . -name '.hpmagg*')" "" "no temporary file was left"
finish
