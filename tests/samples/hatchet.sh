#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Samples and regions of real programs as Hatchet reads them.
. "${srcdir:-.}/tests/run/lib.sh"

# tree FILE ARGUMENT...: into the file tree.json.
tree () {
    "$hpmagg" --format=hatchet -o tree.json "$@"
}

# holds CLAIM EXPRESSION...: of the tree, which is as the reader asks for, too.
holds () {
    claim=$1
    shift
    ok "$claim" python3 "$source_folder/tests/aggregate/hatchet_file.py" tree.json "$@"
}

flags="--summary=none --backend=none --sample=1000,callers"
ok "a sampled program runs" counted 2 samples.h5 "$top/tests/samples/callers" main 20
if "$hpmagg" --per=routine samples.h5 | grep -q "not sampled"; then
    skip "trees of samples" "the kernel lets nobody sample"
else
    json samples.h5 --per=routine
    for per in routine line caller; do
        in_case "$per"
        tree --per=$per samples.h5
        holds "nodes are functions" 'kind.startswith ("source.function#")'
        holds "all samples are in the tree" \
            "sum (row[\"samples\"] for row in rows) == $(jq '.run.samples' samples.h5.json)" \
            "sum (row[\"samples (inc)\"] for row in rows if len (row[\"path\"]) == 1) == run[\"samples\"]"
        holds "inclusive samples are the sum of those below" 'adds_up ("samples", "time", "MPI samples")'
        holds "they are time in seconds, each of a period" 'unit["time"] == "s"' \
            'all (abs (row["time"] - 1e-9 * run["sample_period"] * row["samples"]) < 1e-9 for row in rows)'
    done
    in_case ""
    tree --per=caller samples.h5
    deep='[row for row in rows if row["path"][-7:] == ("deep",) + 6 * ("deep_down",)]'
    if jq -e '[.routine[] | select (.routine == "deep_down")] == []' samples.h5.json >seen; then
        skip "what calls itself is a node in itself" "there are no names, or no samples in it"
    else
        holds "what calls itself is a node in itself" "$deep"
    fi
    tree --per=routine samples.h5
    holds "a function is in its object, by its whole path, or the kernel's own" \
        'all (row["path"][0][0] in "/[" or "vdso" in row["path"][0] for row in rows if len (row["path"]) == 2)'
    flags="--summary=none --backend=none --mpi=off --sample=1000"
    ok "it runs without times in MPI" counted 1 off.h5 "$top/tests/samples/callers" main 5
    tree --per=routine off.h5
    holds "there are no samples in MPI then" 'not any ("MPI" in name for name in columns)'
    "$hpmagg" --per=routine --format=csv off.h5 >off.csv
    ok "CSV has no column for them either" sh -c \
        'head -n 1 off.csv | grep -q ,samples, && ! grep -q mpi_samples off.csv'
fi

in_case "odd labels"
ok "a program of them runs" "$hpmrun" -o odd.h5 --summary=none --backend=none "$top/tests/region/odd"
tree --per=region odd.h5
holds "a byte that is no UTF-8 is told, and all else is as it is" \
    'any (node["label"].startswith ("not utf-8: \\xff; turned: \u202e") for node in nodes)'
holds "control characters are escaped as JSON has them" \
    'any ("\t" in node["label"] and "\x1b[31m" in node["label"] for node in nodes)'
holds "a label with slashes is one node" \
    'any (node["label"].count ("/") > 9 and "parent" not in node for node in nodes)'
holds "an empty one has a name" 'any (node["label"] == "(no label)" for node in nodes)'

in_case "recursion"
flags="--summary=none --backend=none --mpi=time"
ok "a program that does it runs" counted 2 deep.h5 "$top/tests/region/recursive"
tree --per=region deep.h5
holds "a region in itself is a node in itself" \
    'any (len (row["path"]) > len (set (row["path"])) for row in rows)'

in_case "ranks that are not in a region"
ok "a program of them runs" counted 3 uneven.h5 "$top/tests/region/uneven"
tree --per=region-rank uneven.h5
holds "they have no entries and no time in it" \
    '[(row["rank"], row["entries"], row["time"] > 0) for row in rows if row["path"][-1] == "alone"]
         == [(0, 1, True), (1, 0, False), (2, 0, False)]'
holds "what they would have as a quotient is not known" \
    'all (row[name] is None for row in rows if row["path"][-1] == "alone" and row["rank"]
          for name in columns if name.startswith ("utilization"))'
finish
