#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What the tools may execute, in millions of instructions: figures that no load of
# the machine changes, and which libraries of another version do.  Each is what
# callgrind counted when the line was last written, and may grow by a tenth.
# Whoever makes something cheaper writes the new figure here.
. "${srcdir:-.}/tests/aggregate/lib.sh"

limits='
write-small   27.2
write-large  214.9
summary       24.9
rows-text     78.4
rows-csv      87.1
rows-json    112.4
'

[ -n "$sanitizer" ] && [ "$sanitizer" != none ] && skip_all "no sanitizer bears valgrind"
command -v valgrind >/dev/null || skip_all "there is no valgrind"
grep -qs '^VERSION_ID="12"' /etc/os-release && [ "$(uname -m)" = x86_64 ] ||
    skip_all "the figures are of Debian 12 on x86-64"
ldd "$hpmagg" | grep -q libhdf5 && skip_all "the figures are of a static HDF5"

# costs NAME ARGUMENT...: hpmagg, and its child, within the limit of that name.
costs () {
    name=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$hpmagg" "$@" \
        >out 2>log </dev/null
    status=$?
    counted=$(sed -n 's/^==.*Collected : //p' log |
        awk '{ sum += $1 } END { printf "%.1f", sum / 1e6 }')
    limit=$(echo "$limits" | awk -v name="$name" '$1 == name { print $2 }')
    ok "$name executes $counted million instructions, of $limit and a tenth" \
        awk -v counted="$counted" -v limit="$limit" -v status="$status" \
        'BEGIN { exit !(status == 0 && counted > 0 && counted <= 1.1 * limit) }'
}

definitions=--definitions=$source_folder/metrics
stream ranks=1 threads=1 events=4
costs write-small --write=stream -o small.h5 "$definitions"
stream ranks=2000 threads=1 events=16 os=0 hosts=20
costs write-large --write=stream -o large.h5 --summary=none "$definitions"
costs summary large.h5
for format in text csv json; do
    costs "rows-$format" --per=rank --format="$format" large.h5
done
finish
