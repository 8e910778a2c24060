#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a result file may take, with counts that do not compress.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# fits BYTES SETTING...: 1,000 of them are long_name and units of all datasets.
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

fits 49500 ranks=64 threads=4 events=16 os=0
fits 53600 ranks=64 threads=4 events=4
fits 67600 ranks=64 threads=4 events=16
fits 98900 ranks=64 threads=4 events=16 calls=1
fits 171700 ranks=64 threads=4 events=16 calls=2
fits 34300 ranks=1 threads=1
fits 48900 ranks=64 threads=4 events=16 nopmu=1

# Growth is with ranks, threads and events, nothing else.
stream ranks=2000 threads=1 events=16 os=0
run --recover stream -o r.h5 --force --summary=none \
    --definitions="$source_folder/metrics"
size=$(stat -c %s r.h5)
ok "2,000 ranks of 16 counts take $size bytes" test "$size" -lt 260000

# The summary reads no detail: its memory does not grow with the ranks.  In kB.
peak () {
    "$python" -c '
import resource, subprocess, sys
subprocess.run (sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print (resource.getrusage (resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
if [ -n "$sanitizer" ] || ! have_python resource; then
    skip "memory of the summary" "no $python, or a sanitizer, which takes more"
else
    result few.h5 ranks=20 hosts=2 threads=1 events=16 os=0 calls=1
    result many.h5 ranks=10000 hosts=100 threads=1 events=16 os=0 calls=1
    few=$(peak "$hpmagg" few.h5)
    many=$(peak "$hpmagg" many.h5)
    ok "the summary of 10,000 ranks takes $many kB, that of 20 takes $few" \
        test "$many" -lt $((few + 4000))
fi
finish
