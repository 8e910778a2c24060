#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every number of a result file against a naive reference that knows what was
# in the record stream.
. "${srcdir:-.}/tests/aggregate/lib.sh"

if ! have_python h5py; then
    echo "1..0 # SKIP no h5py for $python (Debian: python3-h5py)"
    exit 0
fi

# compare SETTING...
compare () {
    result r.h5 "$@"
    rm -rf json
    mkdir json
    for per in job host rank thread; do
        run --per=$per --format=json -o json/$per.json r.h5
        [ "$status" = 0 ] || cat err
    done
    ok "all numbers: $*" \
        env PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1 "$python" \
        "$here/check.py" r.h5 json "$@"
}

compare ranks=3 gap=0
compare ranks=3 nopmu=1
compare ranks=5 holes=1
compare ranks=4 said=6 gap=1 partial=2
compare ranks=1 threads=1 events=1 os=0
compare ranks=1 threads=64
compare ranks=64 threads=2
compare ranks=7 hosts=3 mpi=2
compare ranks=6 mpmd=1
compare ranks=4 scaled=1
compare ranks=16 threads=1 huge=1 events=3
compare ranks=9 equal=1
compare ranks=3 unknown=1
compare ranks=3 end=0
compare ranks=2 events=0
compare ranks=2 os=0 threads=3
compare ranks=5 calls=1 threads=1
compare ranks=7 calls=1 threads=3 hosts=3 mpi=1
compare ranks=6 calls=2 threads=2 hosts=2 holes=1
compare ranks=6 calls=2 unrecorded=3 gap=1 partial=4 said=8
compare ranks=4 calls=1 mpmd=1
# Programs of one job with other settings: nothing is malformed.
for calls in 0 1 2; do
    for odd in 0 1 2; do
        compare ranks=5 calls=$calls odd=$odd threads=2 events=3 scaled=1
    done
done
compare ranks=5 calls=0 odd=2 mpmd=1 holes=1 gap=2
compare ranks=4 calls=2 threads=2 older=1
compare ranks=4 calls=1 threads=2 inexact=1
compare ranks=4 calls=2 bytes=4000000000000

# A stream cut anywhere gives the ranks before the cut.
stream ranks=4 events=3
size=$(stat -c %s stream)
for bytes in $((size - 1)) $((size - 40)) $((size - 2000)) $((size / 2)); do
    head -c "$bytes" stream >cut.stream
    run --recover cut.stream -o cut.h5 --force --summary=short
    ok "a stream cut at $bytes of $size bytes makes a file" test "$status" = 0
    has err "was cut short" "a stream cut at $bytes of $size bytes: it is said that it was cut short"
done
run --format=json cut.h5
has out '"status": "partial"' "its status is partial"
run cut.h5
has out "of 4 ranks left no record" "the summary says how many are missing"

# The large counts of a file that never had its own metrics.
cat >mine.metric <<'END'
event a = PAPI_TOT_INS
metric twice
  title Twice
  unit 1
  formula 2 * a
  about No more than a test.
END
result r.h5 ranks=4 hosts=2
run --metrics=./mine.metric,twice,ipc --format=json --per=host r.h5
is "$status" 0 "new definitions are applied to an old file"
ok "a run of strange numbers is whole to its ranks and hosts" "$python" -c '
import json
found = json.load (open ("out"))
sums = {e["name"]: e["total"] for e in found["events"]}
assert [m["name"] for m in found["metrics"]] == ["twice", "ipc"]
assert found["metrics"][0]["total"] == 2.0 * sums["PAPI_TOT_INS"]
for host in found["host"]:
    assert host["metrics"]["twice"] == 2.0 * host["counts"]["PAPI_TOT_INS"]
    assert host["ranks"] == 2'
run -m mine.metric --format=json r.h5
is "$status:$(grep -c '"name": "twice"' out)" 0:1 "a file may follow the letter"

# Lines are of the size the run found, 64 bytes where it did not say.
cat >line.metric <<'END'
event lines = PAPI_TOT_INS
metric traffic
  title Traffic
  unit MiB
  formula line * lines / 1048576
END
for line in 0 128; do
    result line.h5 ranks=2 line=$line
    run --metrics=./line.metric,traffic --format=json --per=rank line.h5
    ok "a line of ${line} bytes" "$python" -c '
import json, sys
line = int (sys.argv[1]) or 64
found = json.load (open ("out"))
lines = {e["name"]: e["total"] for e in found["events"]}["PAPI_TOT_INS"]
assert found["metrics"][0]["total"] == line * lines / 2**20
for rank in found["rank"]:
    counts = rank["counts"]["PAPI_TOT_INS"]
    assert rank["metrics"]["traffic"] == line * counts / 2**20' "$line"
done

# Groups of metrics.
cat >groups.metric <<'END'
group speed
metrics mips ipc
group sums
metrics user_time, ipc
END
names () {
    "$python" -c 'import json; print (*(m["name"] for m in json.load (
        open ("out"))["metrics"]))' 2>&1
}
refuses "no group 'speed' in the definitions, which have none" -g speed r.h5
refuses "no group 'sped' in the definitions; there are speed, sums" \
    --metrics=./groups.metric --groups=sped r.h5
refuses "-g: the list has an empty name" --metrics=./groups.metric -g speed,,sums r.h5
run --metrics=./groups.metric -g speed --format=json r.h5
is "$(names)" "mips ipc" "-g shows the metrics of a group, in its order"
run --metrics=./groups.metric,user_time --groups=speed --format=json r.h5
is "$(names)" "user_time mips ipc" "behind those asked for by name"
run --metrics=./groups.metric -g speed -g sums --format=json r.h5
is "$(names)" "mips ipc user_time" "groups may be given one by one"

# Calls that were recorded and not made are no calls that were not recorded.
result silent.h5 ranks=2 calls=1 threads=1 events=1 silent=1
run --format=json silent.h5
ok "a program without calls of MPI has a list of none" grep -q '"mpi": \[\]' out
result unknown.h5 ranks=2 threads=1 events=1
run --format=json unknown.h5
is "$(grep -c '"mpi":' out)" 0 "one whose calls were not recorded has no list"

# The size of a broadcast is that of what each rank gets, or sends.
for ranks in 2 6; do
    result bcast.h5 ranks=$ranks calls=1 threads=1 events=1 broadcast=1 \
        bytes=100000 story=1
    run --mpi=MPI_Bcast bcast.h5
    ok "a broadcast of 100,000 bytes on $ranks ranks has that mean size" \
        grep -q '^MPI_Bcast .* 97.66 KiB$' out || cat out
    run bcast.h5
    ok "the verdict tells the same mean size on $ranks ranks" sh -c \
        "tr -s ' \n' ' ' <out | grep -q 'in MPI_Bcast, mean size 97.7 KiB'" ||
        cat out
done
finish
