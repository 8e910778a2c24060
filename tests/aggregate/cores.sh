#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks on hyper-threads of the same cores: told where other cores have none of
# them, and nowhere else; and what the file has of it.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# Eight ranks on two hosts of four cores: four on two cores, two cores are free.
judged 'efficiency shared_cores' useful=95 masks=6
says 'host node000: 4 ranks share cores with another rank, as rank 0, while 4 processors are on cores that no rank of this job may use; alike on 1 more host: bind by core (mpirun --map-by core --bind-to core)'
run --summary=short r.h5
says '4 ranks share cores with another rank'
judged 'efficiency shared_cores' useful=95 masks=6 cores=64
says 'while 124 processors are on cores that no rank of this job may use'

# As many are free as share, or nothing is told: six ranks on three cores leave six
# processors of six cores, and four of five.
judged 'efficiency shared_cores' ranks=6 hosts=1 useful=95 masks=6 cores=6
says '6 ranks share cores with another rank, as rank 0, while 6 processors'
hushes 'alike on'
judged 'efficiency' ranks=6 hosts=1 useful=95 masks=6 cores=5
judged 'efficiency' useful=95 masks=6 cores=2
if have_python json; then
    # shellcheck disable=SC2086
    result r.h5 $usual useful=95 masks=6
    ok "that ranks share cores is not refuted" \
        "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
fi
# The third rank has a core of its own.
judged 'efficiency shared_cores' ranks=3 hosts=1 useful=95 masks=6
says '2 ranks share cores with another rank, as rank 0, while 4 processors'

# One processor each, of which nothing is known; those of different hosts; ranks
# that may use all; lists that overlap are another matter.
judged 'efficiency' useful=95 masks=0
judged 'efficiency' ranks=2 hosts=2 useful=95 masks=6
judged 'efficiency' useful=95 masks=3
judged 'efficiency shared_cores' useful=95 masks=7 cores=8
says 'host node001: 4 ranks share cores with another rank, as rank 4, while 12 processors'
hushes 'alike on'
judged 'efficiency shared_cores' useful=95 masks=7 cores=9
says 'host node001: 4 ranks share cores with another rank, as rank 4, while 14 processors'
# What has one of each of 17 cores, and is not looked up, may have all of these.
judged 'efficiency shared_cores' useful=95 masks=9 cores=17
says 'host node001: 4 ranks share cores with another rank, as rank 4, while 30 processors'
hushes 'alike on'
judged 'efficiency' useful=95 masks=8

# Ranks that want no processor, and one that left no record, which may be there.
judged 'efficiency idle' useful=2 masks=6 slow=-2 blocked=93
judged 'not_timed efficiency' useful=95 masks=6 gap=7

# The file has the lists once, and neither them nor their labels without them.
fields () {
    "$python" - "$1" <<'P'
import sys, h5py
file = h5py.File (sys.argv[1], "r")
texts = [text.decode () for text in file["text"][:]]
names = [name.decode () for name in file["rank_field"][:]]
if "cores_allowed" in names:
    record = {name: list (file["rank_record"][i]) for i, name in enumerate (names)}
    print (*[texts[i] for i in record["cores_allowed"]], *record["cpus_online"], texts.count ("0,4"))
else:
    print ("none of", len (names))
P
}
# joined FILE...: one run of them, in joined.h5.
joined () {
    run --join "$@" -o joined.h5 --force --summary=none
    is "$status:$(cat err)" 0: "$* are joined"
}
if have_python h5py; then
    result none.h5 ranks=4 masks=0
    is "$(fields none.h5)" "none of 25" "a file without cores has no fields of them"
    result cores.h5 ranks=4 masks=6
    is "$(fields cores.h5)" "0,4 0,4 1,5 1,5 8 8 8 8 1" "a file has the cores of its ranks"
    result mixed.h5 ranks=3 masks=8
    is "$(fields mixed.h5)" "0,4  1,5 8 0 8 1" \
        "a rank of whole cores beside others has no list of its own"
    result other.h5 ranks=4 masks=6 first=16 at=9
    joined cores.h5 other.h5
    is "$(fields joined.h5)" "0,4 0,4 1,5 1,5 8 8 8 8 1" "a joined file has the cores of its ranks"
    result other.h5 ranks=4 masks=0 first=16 at=9
    joined none.h5 other.h5
    is "$(fields joined.h5)" "none of 25" "a joined file without cores has no fields of them"
else
    skip "what the file has of cores" "there is no h5py"
fi

# Snapshots have the record as a stream has it.
if [ -x "$python" ]; then
    # shellcheck disable=SC2086
    stream $usual useful=95 masks=6
    "$python" "$here/make_checkpoint.py" stream host.checkpoint
    run --recover host.checkpoint -o r.h5 --force --summary=none --definitions="$here/definitions"
    is "$status" 0 "a run of its snapshots has a file"
    run --summary=full r.h5
    judged=recovered
    says 'host node000: 4 ranks share cores with another rank'
fi
finish
