#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a result file may take, with counts that do not compress.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# fits BYTES SETTING...
fits () {
    most=$1
    shift
    stream "$@"
    run --recover stream -o r.h5 --force --summary=none \
        --definitions="$source_folder/metrics"
    size=$(stat -c %s r.h5)
    ok "$* take $size bytes, at most $most" test "$status" = 0 -a \
        "$size" -le "$most"
}

fits 45000 ranks=64 threads=4 events=16 os=0
fits 45000 ranks=64 threads=4 events=4
fits 53500 ranks=64 threads=4 events=16
fits 24000 ranks=1 threads=1
fits 35000 ranks=64 threads=4 events=16 nopmu=1

# Growth is with ranks, threads and events, nothing else.
stream ranks=2000 threads=1 events=16 os=0
run --recover stream -o r.h5 --force --summary=none \
    --definitions="$source_folder/metrics"
size=$(stat -c %s r.h5)
ok "2,000 ranks of 16 counts take $size bytes" test "$size" -lt 260000
finish
