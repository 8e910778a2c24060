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
ok "its page is written" "$hpmagg" --html=page.html r.h5
"$hpmagg" --format=json --per=region r.h5 >r.json
see "each region has its row, with inclusive and exclusive time and count" true "$data"'
    const panel = document.querySelector("[role=tabpanel]"), heads = [...panel.querySelectorAll("th")].map((one) => one.textContent);
    panel.querySelectorAll("tbody tr").length === Math.min(50, rows.length) && ["region", "count", "inclusive [s] ▾", "exclusive [s]"].every((one) => heads.includes(one))'
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
finish
