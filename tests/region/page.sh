#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Marked regions on the page of hpmagg --html.
. "${srcdir:-.}/tests/run/lib.sh"

command -v chromium >/dev/null || skip_all "chromium is not installed"
"$hpmagg" --html=none.html none.h5 2>&1 | grep -q "built without D3" &&
    skip_all "this build has no pages"
browse="/usr/bin/env python3 $source_folder/tests/aggregate/browse.py"
flags="--summary=none --backend=$top/tests/calls/work_backend.so --events=work::DONE --interval=0.01"

# see CLAIM WANTED EXPRESSION
see () {
    $browse page.html "$3" >seen 2>complaints
    is "$?:$(cat seen complaints)" "0:$2" "$1"
}
data='const run = JSON.parse(document.getElementById("data").textContent)[0], names = run.tables.region.columns.map((one) => one.name), at = (name) => names.indexOf(name), rows = run.tables.region.rows; '

ok "a marked program runs" counted 2 r.h5 "$top/tests/region/marked"
ok "its page is written" "$hpmagg" --html=page.html --source="$source_folder" r.h5
"$hpmagg" --format=json --per=region r.h5 >r.json
see "each region has its row, with inclusive and exclusive time and count" true "$data"'
    const panel = document.querySelector("[role=tabpanel]"), heads = [...panel.querySelectorAll("th")].map((one) => one.textContent);
    panel.querySelectorAll("tbody tr").length === Math.min(50, rows.length) && ["region", "count", "inclusive [s] ▾", "exclusive [s]"].every((one) => heads.includes(one))'
see "where a row has no time of its own, its time is not called inclusive" '"true,true"' '
    const tabs = [...document.querySelectorAll("[role=tab]")].filter((one) => /^MPI functions/.test(one.textContent));
    tabs.map((one) => one.click());
    const heads = [...document.querySelectorAll("[role=tabpanel] th")].map((one) => one.textContent);
    document.querySelector("[role=tab]").click();
    [tabs.length === 1 && heads.some((one) => one.startsWith("time [s]")), !heads.some((one) => one.startsWith("inclusive"))].join()'
see "the entries are those of the file" "$(python3 -c '
import json
print (sum (row["entries"] for row in json.load (open ("r.json"))["region"]))')" \
    "$data"'rows.reduce((sum, row) => sum + row[at("entries")], 0)'
see "a region is drawn inside the one around it" true "$data"'
    const boxes = [...document.querySelectorAll("#flame rect")].map((one) => one.getAttribute("aria-label"));
    rows.filter((row) => !row[at("region")].includes("/") && row[at("time_s")] > 0.1 * rows.reduce((sum, one) => sum + one[at("time_s")], 0)).every((row) => boxes.some((one) => one.startsWith(row[at("region")] + ":")))'
see "the lines of its marks are those of the source" true "$data"'
    Object.keys(run.sources).some((file) => file.endsWith("marked.c") && run.sources[file].lines.some((line) => /HPM_REGION|hpm_region/.test(line[1])))'
see "a mark leads to its line" true '
    const button = document.querySelector("[role=tabpanel] td button"); button.click();
    document.querySelector("#source-here") !== null'
see "the run over time is drawn" true 'document.querySelector("#course path.line").getAttribute("d").length > 10'
see "where its time went is drawn beside it, in three parts" '[3, 3, true]' '{
    const part = document.querySelector("#course-account"), paths = [...part.querySelectorAll("path.part")];
    [paths.length, part.querySelectorAll(".swatch").length, paths.every((one) => (one.getAttribute("d") || "").length > 10) && document.querySelector("#course").nextElementSibling === part]; }'

# ---- which files a page shows ----------------------------------------------
if [ "$sanitizer" = thread ]; then
    skip "which files a page shows" "the program is not built with ThreadSanitizer"
    finish
fi
# The program's lines say that they are of files that are none of its business.
mkdir -p src private
echo 'int answer; /* OPEN */' >src/own.c
sed 's/OPEN/SECRET/' src/own.c | tee private/key.py src-key.py >/dev/null
ln -s ../private/key.py src/link.c
printf 'int blob; /* BINARY \0 */\n' >src/blob.c
cat >told.c <<END
#include <mpi.h>

static void
meet (void)
{
#line 1 "$work/src/own.c"
    MPI_Barrier (MPI_COMM_WORLD);
#line 1 "$work/private/key.py"
    MPI_Barrier (MPI_COMM_WORLD);
#line 1 "$work/src/../private/key.py"
    MPI_Barrier (MPI_COMM_WORLD);
#line 1 "$work/src-key.py"
    MPI_Barrier (MPI_COMM_WORLD);
#line 1 "$work/src/link.c"
    MPI_Barrier (MPI_COMM_WORLD);
#line 1 "$work/src/blob.c"
    MPI_Barrier (MPI_COMM_WORLD);
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    meet ();
    return MPI_Finalize ();
}
END
mpicc -g -O0 -o told told.c
flags="--summary=none --backend=none"
ok "a program runs that tells lies of its source" counted 2 told.h5 ./told
# shown [OPTION...]: what of the files is on the page.
shown () {
    "$hpmagg" --html=told.html "$@" told.h5 &&
        sed -n '/id="data" type="application\/json"/,/<\/script>/p' told.html |
        grep -oE 'OPEN|SECRET|BINARY' | sort | uniq -c | awk '{ print $2, $1 }' | tr '\n' ' '
}
if "$hpmagg" --per=site --format=csv told.h5 | grep -q 'private/key.py'; then
    is "$(shown)" "" "without --source there is no line of any file"
    is "$(shown --source=src)" "OPEN 1 " \
        "with it, those of text files below the folder alone, wherever links lead"
    is "$(shown --source=.)" "OPEN 1 SECRET 4 " "a folder above has those of all of them"
else
    skip "which files a page shows" "lines of calls are not known here"
fi
for folder in missing told.c; do
    "$hpmagg" --html=none.html --source=$folder told.h5 >said 2>&1
    is "$?:$(wc -l <said)" 2:1 "--source=$folder is refused in one line"
    ok "--source=$folder: there is no page" test ! -e none.html
done
finish
