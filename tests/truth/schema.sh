#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# JSON of hpmagg is as doc/hpmagg.schema.json says, member by member, of results of
# each other test.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python json jsonschema || {
    echo "1..0 # SKIP there is no python3-jsonschema"
    exit 0
}
schema=$source_folder/doc/hpmagg.schema.json
tab=$(printf '\t')

# check [CASE]: what deviates in the JSON of calls, into deviates.
check () {
    "$python" "$source_folder/tests/truth/schema.py" "$hpmagg" "$schema" "$@" \
        <calls >seen 2>&1
    sed '$d' seen >deviates
    sed -n '$s/^/# /p' seen
}

# holds CLAIM: nothing of it deviates.
holds () {
    check
    is "$(head -n 5 deviates)" "" "$1"
}

result one.h5 ranks=2 hosts=1 events=3 calls=1
result more.h5 ranks=2 hosts=1 events=3 calls=1 first=3
result two.h5 ranks=4 hosts=2 mpi=1 holes=1 scaled=1 events=6
result lost.h5 ranks=4 said=6 gap=1 partial=2 nopmu=1 events=6
result marked.h5 ranks=4 regions=3 events=3 calls=2
"$hpmagg" --join one.h5 more.h5 -o joined.h5 --force >said 2>&1 ||
    bail_out "$(cat said)"

for file in one two lost marked joined; do
    echo "result${tab}--costs$tab$file.h5"
    for per in host rank thread region region-rank; do
        echo "result${tab}--per=$per$tab$file.h5"
    done
done >calls
holds "results that are made up are as the schema says"
for word in host rank thread region region_rank costs joined efficiency; do
    ok "$word is among them" grep -q "\b$word=" seen
done
documents=$(sed -n '$s/.*\bresult=\([0-9]*\).*/\1/p' seen)
for case in "a strange member" "a member less"; do
    check "$case" >one
    is "$(wc -l <deviates)" "$documents" "the schema refuses each document: $case"
done

{
    echo "comparison${tab}--diff${tab}one.h5${tab}--to${tab}two.h5"
    echo "comparison${tab}--spread${tab}one.h5${tab}two.h5"
    echo "scaling${tab}--scaling${tab}one.h5${tab}two.h5"
    echo "catalog${tab}--catalog${tab}."
} >calls
holds "comparisons, scalings and catalogs are as the schema says"

if ls -d "$top"/tests/truth/kept/*/ >folders 2>/dev/null; then
    sed 's,/$,,' folders | while read -r folder; do
        set -- "$folder"/*.h5
        [ -f "$1" ] || continue
        echo "result$tab$1"
        # Rows of a test that makes such.
        case ${folder##*/} in
            calls-sites.sh) rows=site ;;
            guest-*) rows=host ;;
            line-phases.sh) rows="interval interval-rank phase" ;;
            line-*) rows="interval phase" ;;
            pages-*) rows=mapping ;;
            region-*) rows="region region-rank" ;;
            run-binding.sh) rows=binding ;;
            run-*) rows=thread ;;
            samples-*) rows="routine line caller" ;;
            stat-*) rows=rank ;;
            *) rows= ;;
        esac
        for per in $rows; do
            printf "result\t--per=$per\t%s\n" "$@" | head -n 4
        done
    done >calls
    holds "results of other tests are as the schema says"
else
    skip "results of other tests are as the schema says" "no test left a result file"
fi
finish
