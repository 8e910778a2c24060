#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Regions as Hatchet reads them, by the numbers of made-up streams.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# tree FILE ARGUMENT...: into the file tree.json.
tree () {
    run --format=hatchet "$@"
    cp out tree.json
}

# holds CLAIM EXPRESSION...: of the tree, which is as the reader asks for, too.
holds () {
    claim=$1
    shift
    ok "$claim" "$python" "$here/hatchet_file.py" tree.json "$@"
}

result gap.h5 ranks=4 gap=2 regions=2 calls=2 events=3 os=0 threads=1
in_case "all ranks together"
tree --per=region gap.h5
is "$status:$(cat err)" 0: "nothing is complained of"
holds "the tree is that of the file" \
    '[row["path"] for row in rows] == [("solve",), ("solve", "relax"), ("solve", "halo")]' \
    'kind == "path"'
holds "times are in seconds, without and with regions inside" \
    'of ("solve", "time") == [0] and abs (of ("solve", "time (inc)")[0] - 4.5e-3) < 1e-12' \
    'of ("relax", "time") == of ("relax", "time (inc)")' \
    'unit["time"] == unit["time (inc)"] == unit["MPI time"] == "s"'
holds "time in MPI is, too" \
    'of ("solve", "MPI time") == [0] and of ("halo", "MPI time") == of ("solve", "MPI time (inc)")' \
    'abs (of ("halo", "MPI time")[0] - 1.5e-3) < 1e-12 and of ("relax", "MPI time") == [0]'
holds "entries are whole numbers of all ranks" \
    '[(type (n), n) for n in of ("solve", "entries") + of ("relax", "entries")] == [(int, 3), (int, 6)]'
holds "what is inclusive is the sum of what is below" \
    'adds_up ("time", "MPI time", "PAPI_TOT_INS")'
holds "counts are whole numbers, a region's own ones where the run split them" \
    'of ("solve", "PAPI_TOT_INS") == [0] and of ("solve", "PAPI_TOT_INS (inc)") == [120]' \
    'unit["PAPI_TOT_INS"] is None'
holds "what no region has is no column" \
    'not any ("CYC" in name or "FP_OPS" in name or "mpi::" in name for name in columns)'
holds "a metric is one of the region with what is inside, in its unit" \
    '"mips" not in columns and unit["mips (inc)"] == "MIPS"' \
    'abs (of ("solve", "mips (inc)")[0] - 0.08) < 1e-9'
holds "all else is what is known of the run" \
    'run["command"] == "./solver --size 512" and run["ranks"] == 4 and run["ranks_missing"] == 1' \
    'not any (isinstance (value, (dict, list)) for value in run.values ())'

in_case "each rank"
tree --per=region-rank gap.h5
holds "a rank has its own times" \
    'abs (of ("solve", "time (inc)", 3)[0] - 1.5e-3) < 1e-12' 'adds_up ("time", "PAPI_TOT_INS")'
holds "one that is missing has nothing, not 0" \
    '[(row["rank"], row["nid"]) for row in rows if row["time"] is None] == [(2, 0), (2, 1), (2, 2)]' \
    'all (value is None for row in rows if row["rank"] == 2 for name, value in row.items ()
          if name not in ("Node order", "nid", "rank", "path"))'

in_case "what is asked for"
tree --per=region -e PAPI_TOT_INS -m mips gap.h5
holds "there are these events and metrics" \
    'columns[-3:] == ["PAPI_TOT_INS", "PAPI_TOT_INS (inc)", "mips (inc)"]'
tree --per=region --flat gap.h5
holds "with --flat there is no tree" 'all (len (row["path"]) == 1 for row in rows)' \
    'abs (of ("solve", "time (inc)")[0] - 4.5e-3) < 1e-12'

in_case "a run without times in MPI"
result off.h5 ranks=2 regions=1 events=3 os=0 threads=1
tree --per=region off.h5
holds "there are none" '"time (inc)" in columns and not any ("MPI" in name for name in columns)'

in_case "a file"
run --format=hatchet --per=region -o named.json gap.h5
is "$status:$(cat out err)" 0: "nothing is printed"
cp named.json tree.json
holds "it has the tree" 'len (rows) == 3'

in_case ""
result bare.h5 ranks=2
refuses "--format=hatchet: no regions: the program marked none" --per=region --format=hatchet bare.h5
refuses "no regions of ranks: the program marked none" --per=region-rank --format=hatchet bare.h5
refuses "hpmrun --sample takes them" --per=routine --format=hatchet gap.h5
refuses "hpmrun --sample takes them" --per=line --format=hatchet gap.h5
refuses "hpmrun --sample=callers takes them" --per=caller --format=hatchet gap.h5
refuses "--format=hatchet is about regions and samples" --format=hatchet gap.h5
refuses "--per=region, --per=region-rank, --per=routine, --per=line or --per=caller" \
    --per=thread --format=hatchet gap.h5
refuses "--format=hatchet does not go with --diff" --diff --format=hatchet gap.h5 off.h5
refuses "--format=hatchet does not go with --catalog" --catalog --format=hatchet .
refuses "--sort does not go with --format=hatchet" --per=region --sort=wall --format=hatchet gap.h5
refuses "name one result file at a time" --per=region --format=hatchet gap.h5 off.h5
run --per=region --format=hatchet -o never.json bare.h5
ok "there is no file of what is not there" sh -c "test $status = 2 && ! test -e never.json"

# The library itself, where somebody has it.
cat >hatchet_reads.py <<'END'
import hatchet
frame = hatchet.GraphFrame.from_caliper ("named.json")
assert len (frame.graph) == 3 and frame.dataframe["time (inc)"].max () > 4.4e-3
assert "time" in frame.exc_metrics and "mips (inc)" in frame.inc_metrics
assert frame.metadata["command"] == "./solver --size 512"
ranks = hatchet.GraphFrame.from_caliper ("ranks.json")
assert ranks.dataframe["time"].isna ().sum () == 3 and len (ranks.dataframe) == 12
END
run --format=hatchet --per=region-rank -o ranks.json gap.h5
if have_python hatchet; then
    ok "Hatchet reads it" "$python" hatchet_reads.py
else
    skip "Hatchet reads it" "llnl-hatchet is not installed"
fi
finish
