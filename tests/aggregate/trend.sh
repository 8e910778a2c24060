#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The page of --html with a history: what is refused, the data, and the picture.
. "${srcdir:-.}/tests/aggregate/lib.sh"

have_python csv || skip_all "no $python"
# One run takes 10 s, another 12; one has other ranks, one counted nothing.
run_of="ranks=2 threads=1 events=2 calls=2 story=1"
# shellcheck disable=SC2086 # settings
{
    result ten.h5 $run_of
    result twelve.h5 $run_of at=30 milliseconds=12000
    result nothing.h5 $run_of at=40 milliseconds=0
}
result other.h5 ranks=3 threads=1 events=2 calls=2 story=1 program=2 at=50
for name in ten nothing twelve other ten; do
    run --history=h.csv $name.h5
done
cp h.csv kept.csv
run --html=page.html --history=h.csv twelve.h5
grep -q "built without D3" err && skip_all "this build has no pages"
is "$status:$(cat out err)" 0: "a page with a history is written, and nothing is said"
ok "a history that is shown stays as it is" cmp h.csv kept.csv
run --html=alone.html --history=h.csv
is "$status:$(cat out err)" 0: "a history has a page without a result file, too"
run --html=plain.html ten.h5

# ---- what is refused ------------------------------------------------------
: >empty.csv
head -n 1 h.csv >heading.csv
head -c 300 /dev/urandom >noise.csv
printf 'my,own,table\n1,2,3\n' >own.csv
cp page.html before.html
refuses "empty.csv is empty: a history begins" --html=page.html --history=empty.csv ten.h5
refuses "heading.csv has no run yet: hpmagg --history=heading.csv" --html=page.html --history=heading.csv
refuses "own.csv is no history" --html=page.html --history=own.csv ten.h5
refuses "noise.csv" --html=page.html --history=noise.csv ten.h5
refuses "cannot read none.csv" --html=page.html --history=none.csv ten.h5
refuses "cannot read none.h5" --html=page.html --history=h.csv none.h5
refuses "--history and --html name the same file" --html=./h.csv --history=h.csv ten.h5
refuses "--fail-if does not go with --html" --html=page.html --history=h.csv --fail-if='wall > 1' ten.h5
refuses "name the result file" --html=page.html
refuses "cannot write /dev/full: No space left on device" --html=/dev/full --history=h.csv
ok "what is refused leaves page and history as they are" \
    sh -c 'cmp page.html before.html && cmp h.csv kept.csv'
ok "no page is begun where the history is refused" test -z "$(ls .*.html* 2>/dev/null)"

# ---- the data -------------------------------------------------------------
cat >same.py <<'END_OF_SCRIPT'
import csv
import json
import sys

page, table = sys.argv[1:]
part = open(page, encoding="utf-8").read().split('<script id="history" type="application/json">\n')[1]
past = json.loads(part.split("</script>")[0])
names, *lines = csv.reader(open(table, newline=""))
assert [c["name"] + (f" [{c['unit']}]" if c["unit"] else "") for c in past["columns"]] == names[4:]
assert len(past["runs"]) == len(lines) > 3
values = 0
for one, line in zip(past["runs"], lines):
    assert one[:2] + one[3:4] == line[:2] + line[3:4] and one[2] == int(line[2])
    for value, text in zip(one[4:], line[4:], strict=True):
        assert value == (float(text) if text else None), (value, text)
        values += value is not None
assert values > 20, values
END_OF_SCRIPT
ok "the page has every value of the history, and none for one that is missing" \
    "$python" same.py page.html h.csv
ok "a page of the history alone has every value of it, too" "$python" same.py alone.html h.csv
mkdir 'odd<'
cp h.csv 'odd</script><b>h.csv'
sed -i 's,/home/user/solver,/home/</script><b>/solver,' 'odd</script><b>h.csv'
run --html=odd.html --history='odd</script><b>h.csv'
is "$(grep -c '</script' odd.html)" "$(grep -c '</script' page.html)" \
    "a path or program of a history with </script> ends no script"

# ---- in a browser ---------------------------------------------------------
have_browser || {
    skip "the course of a history in a browser" "$no_browser"
    finish
    exit
}

# see CLAIM WANTED PAGE [OPTION...] EXPRESSION: what the page says.  A page that
# has errors fails each time.
see () {
    claim=$1
    wanted=$2
    shift 2
    "$python" "$here/browse.py" "$@" >seen 2>complaints
    is "$?:$(tail -n 1 seen)$(cat complaints)" "0:$wanted" "$claim"
}
part='const part = document.querySelector("#trend"), [quantity, size, along] = part.querySelectorAll(".controls select"), keys = part.querySelector("[role=application]");
const choose = (select, text) => { select.value = [...select.options].find((one) => one.textContent.startsWith(text)).value; select.dispatchEvent(new Event("change")); };
const press = (key) => { keys.dispatchEvent(new KeyboardEvent("keydown", { key })); return part.querySelector(".readout").textContent; };
const dots = () => [...part.querySelectorAll("svg circle")].map((one) => [one.getAttribute("class"), Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))]); '

see "a page without a history has no picture of one" true plain.html 'document.querySelector("#trend") === null'
see "the run time is shown first, of runs that are like that of the page" '["wall [s]", "solver, 2 ranks (4 runs)"]' page.html \
    "$part"'[quantity, size].map((one) => one.selectedOptions[0].textContent)'
see "arrow keys tell each run, in which of the page's files it is, and how far it is off those before" \
    '["run 1, 2026-01-02T03:04:05.678Z: wall 10 s", "run 2, 2026-01-02T03:04:40.678Z: no wall", "run 3, 2026-01-02T03:04:30.678Z, twelve.h5: wall 12 s, +20 % of the median before", "run 5, 2026-01-02T03:04:05.678Z: wall 10 s, \u22129.09 % of the median before"]' page.html \
    "$part"'["Home", "ArrowRight", "ArrowRight", "ArrowRight"].map(press)'
see "points lie where values are, and that of the page is marked" '[["point", 0], ["point", 0], ["shown", 1]]' page.html \
    "$part"'{ const all = dots(), low = Math.max(...all.map((one) => one[2])), high = Math.min(...all.map((one) => one[2])); all.map(([name, , y]) => [name, (low - y) / (low - high)]); }'
see "no line leads across a run without a value" '[2, 3]' page.html \
    "$part"'{ const d = part.querySelector("path.line").getAttribute("d"); [d.split("M").length - 1, d.match(/[\d.]+,[\d.]+/g).length]; }'
see "by time of the run, points lie where their runs began" true page.html \
    "$part"'{ choose(along, "time"); const x = dots().map((one) => one[1]); x[0] === x[1] && x[2] > x[0] + 300; }'
see "runs of another program on other ranks are shown when they are chosen" '["solver2, 3 ranks (1 run)", 1, "run 4"]' page.html \
    "$part"'{ choose(size, "solver2"); [size.selectedOptions[0].textContent, dots().length, part.querySelectorAll("thead th")[1].textContent]; }'
see "the table has what the history's text has of the last run" '["wall [s]", "10", "11", "\u22129.09 %"]' page.html \
    "$part"'[...[...part.querySelectorAll("tbody tr")].find((row) => row.cells[0].textContent === "wall [s]").cells].map((one) => one.textContent)'
run --history=h.csv
ok "the history's text has the last run and the median as the page has them" grep -q 'wall \[s\] *10 *1' out
see "every run is a row of a table" '[5, "twelve.h5"]' page.html \
    "$part"'{ const rows = [...part.querySelectorAll("details tbody tr")]; [rows.length, rows[2].cells[1].textContent]; }'
# shellcheck disable=SC2086 # settings
result late.h5 $run_of at=59
run --html=absent.html --history=h.csv ten.h5 late.h5
see "a run of the page that is not in the history is named" true absent.html \
    "$part"'part.textContent.includes("Not in this history: late.h5;")'
see "the pointer tells the run that is next to it, until it leaves" '[true, 1, 0]' page.html \
    "$part"'{ const svg = part.querySelector("svg"), box = svg.getBoundingClientRect(); svg.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + dots()[2][1] - 9, clientY: box.top + 50 }));
    const there = part.querySelectorAll(".cursor").length; keys.dispatchEvent(new Event("pointerleave")); [part.querySelector(".readout").textContent.includes("twelve.h5"), there, part.querySelectorAll(".cursor").length]; }'
see "a page of the history alone has its name and its picture" '["h.csv", "a history of 5 runs", ["trend"], 3]' alone.html \
    "$part"'[document.querySelector("h1").textContent, document.querySelector("header p").textContent, [...document.querySelectorAll("main section")].map((one) => one.id), dots().length]'
see "texts of a history are texts on the page" '["odd</script><b>h.csv", 0]' odd.html \
    '[JSON.parse(document.getElementById("history").textContent).path, document.querySelectorAll("main b").length]'
see "a small dark screen has room for the course of a history" '[true, true]' page.html --width=390 --dark \
    "$part"'[document.documentElement.scrollWidth <= 390, getComputedStyle(part.querySelector("circle.shown")).fill === "rgb(251, 146, 60)"]'
see "the picture of a history is saved with what was chosen, and without a cursor" '["h-trend.svg", 0, 0, 3, ["wall [s]", "solver, 2 ranks (4 runs)", "number of the run", "the run of this page"]]' page.html \
    "$part"'(async () => { let made, name; press("End"); keys.dispatchEvent(new Event("blur")); URL.createObjectURL = (blob) => { made = blob; return "data:,"; }; HTMLAnchorElement.prototype.click = function () { name = this.download; };
    part.querySelector(".save button").click(); const drawn = new DOMParser().parseFromString(await made.text(), "image/svg+xml"), texts = [...drawn.querySelectorAll("text")].map((one) => one.textContent);
    return [name, drawn.querySelectorAll("parsererror").length, drawn.querySelectorAll("[class], [style]").length, drawn.querySelectorAll("circle").length, texts.slice(-4)]; })()'

# Thousands of runs.
cat >many.py <<'END_OF_SCRIPT'
lines = open("kept.csv", newline="").read().split("\r\n")
print(lines[0], *[lines[1].replace("2026-01-02", f"{2000 + i // 300}-{1 + i // 25 % 12:02}-{1 + i % 25:02}") for i in range(6000)], sep="\r\n")
END_OF_SCRIPT
"$python" many.py >many.csv
run --html=many.html --history=many.csv
see "of thousands of runs there is a line, and a number for each" '[0, 6000, "run 6000, 2019-12-25", "50 of 6\u202f000 rows"]' many.html \
    "$part"'[dots().length, part.querySelector("path.line").getAttribute("d").match(/[\d.]+,[\d.]+/g).length, press("End").split("T")[0], part.querySelector("details [role=status]").textContent]'
finish
