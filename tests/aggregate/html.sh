#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The page of --html: what is in the file, and what a browser makes of it.
. "${srcdir:-.}/tests/aggregate/lib.sh"

result r.h5 ranks=12 hosts=3 threads=2 events=6 calls=1
run --html=page.html r.h5
if grep -q "built without D3" err; then
    is "$status:$(wc -l <err | tr -d ' ')" 2:1 \
        "without D3 a page is refused in one line"
    ok "nothing is written then" test ! -e page.html
    finish
    exit
fi
is "$status:$(cat out err)" 0: "a page is written, and nothing is said"
ok "its name is its own when it is complete" test -z "$(ls .*.html* 2>/dev/null)"
ok "it has no address in it that a browser would ask for" sh -c \
    '! grep -Eq "(src|href)=\"(https?:)?//" page.html'

# What reads a pipe waits for the page, and the page not for what reads.
mkfifo pipe
timeout 60 cat pipe >piped &
ok "a page goes into a pipe" timeout 60 "$hpmagg" --html=pipe r.h5
wait
ok "a page in a pipe is whole" grep -q '</html>' piped

# ---- what is refused ------------------------------------------------------
cp r.h5 other.h5
refuses "HDF5 file" --html=other.h5 r.h5
ok "a result file keeps what it has" cmp r.h5 other.h5
refuses "name the result file" --html=new.html
refuses "none.h5" --html=page2.html r.h5 none.h5
ok "of runs that cannot all be read there is no page" test ! -e page2.html
refuses "goes with --html" --open r.h5
head -c 3000 r.h5 >cut.h5
cp page.html before.html
run --html=page.html cut.h5
ok "a damaged file is refused" test "$status" = 2
ok "the page that was there stays when a new one fails" cmp page.html before.html
refuses "cannot write /dev/full: No space left on device" --html=/dev/full r.h5
run --html=/dev/null r.h5
ok "a device is written to" test "$status" = 0 -a -c /dev/null
run --html=- r.h5
ok "--html=- writes the page to the standard output" cmp out page.html
refuses "none.h5" --html=- r.h5 none.h5
ok "--html=- makes no file" test ! -e ./-
refuses "--open shows a file, and --html=- writes none" --html=- --open r.h5
mkdir empty
PATH=$work/empty "$hpmagg" --html=opened.html --open r.h5 >out 2>err
status=$?
is "$status:$(wc -l <err | tr -d ' ')" 0:1 "without xdg-open the page is there, and one line says so"
refuses "no/page.html" --html=no/page.html r.h5

# ---- the data -------------------------------------------------------------
# Texts of the runs end no element of the page: a path may have "</script>" in it.
mkdir "odd<"
cp r.h5 "odd</script><b>r.h5"
run --html=odd.html "odd</script><b>r.h5"
is "$(grep -c '</script' odd.html)" "$(grep -c '</script' page.html)" \
    "a path with </script> ends no script"

if ! have_python json; then
    skip "numbers of the page" "no $python"
else
    cat >numbers.py <<'END'
import json
import sys


def data(name):
    text = open(name, encoding="utf-8").read()
    return json.loads(text.split('type="application/json">\n')[1].split("</script>")[0])


page, table, job = data("page.html"), json.load(open("rank.json")), json.load(open("job.json"))
run = page[0]
assert len(page) == 1 and run["path"] == "r.h5"
names = [(one["name"], one["part"]) for one in run["tables"]["rank"]["columns"]]
assert len(run["tables"]["rank"]["rows"]) == len(table["rank"]) == 12
compared = 0
for row, known in zip(run["tables"]["rank"]["rows"], table["rank"]):
    assert len(row) == len(names) + 1
    for (name, part), value in zip(names, row):
        if part == "count":
            assert value == known["counts"].get(name), (name, value)
            compared += 1
        elif part == "metric" and value is not None:
            assert abs(value - known["metrics"][name]) <= 1e-5 * abs(value), name
            compared += 1
assert compared > 100, compared
for what in ("events", "metrics", "mpi", "verdict", "run", "message_sizes"):
    assert run[what] == job[what], what
assert data("odd.html")[0]["path"] == "odd</script><b>r.h5"
END
    run --format=json --per=rank r.h5
    mv out rank.json
    run --format=json r.h5
    mv out job.json
    ok "the page has the counts and metrics that JSON has of ranks and job" \
        "$python" numbers.py
fi

# Of many events counts of ranks are left out.
for events in 16 60; do
    stream ranks=10000 hosts=100 threads=1 events=$events calls=1
    run --recover stream -o many.h5 --force --summary=none \
        --definitions="$source_folder/metrics"
    run --html=many.html many.h5
    size=$(stat -c %s many.html)
    ok "the page of 10,000 ranks and $events events has $((size / 1000)) kB, at most 10 MB" \
        test "$status" = 0 -a "$size" -le 10000000
done

# Of very many ranks some stand for all.
stream ranks=40000 hosts=20 threads=1 events=4
run --recover stream -o crowd.h5 --force --summary=none \
    --definitions="$source_folder/metrics"
run --html=crowd.html crowd.h5
is "$status" 0 "a page of 40,000 ranks is written"
cat >crowd.py <<'PY'
import json, re
page = open ("crowd.html").read ()
run = json.loads (re.search ('<script id="data"[^>]*>(.*?)</script>', page, re.S).group (1))[0]
table = run["tables"]["rank"]
at = next (i for i, c in enumerate (table["columns"]) if c["name"] == "rank")
there = {row[at] for row in table["rows"]}
wanted = {m[end] for m in run["metrics"] for end in ("min_rank", "max_rank")
          if m.get (end) is not None} \
    | {f["rank"] for f in run["verdict"] if f.get ("rank") is not None}
print (table["of"], len (there) == len (table["rows"]), 500 < len (there) < 20000,
       len (wanted) > 5, sorted (wanted - there))
PY
if have_python json; then
    is "$("$python" crowd.py)" "40000 True True True []" \
        "of 40,000 ranks those stand for all that have the least and most, and are named"
fi

# ---- in a browser ---------------------------------------------------------
# see CLAIM WANTED [OPTION...] EXPRESSION: what the page says.  A page that has
# errors fails each time.
see () {
    claim=$1
    wanted=$2
    shift 2
    "$python" "$here/browse.py" "$@" >seen 2>complaints
    is "$?:$(tail -n 1 seen)$(cat complaints)" "0:$wanted" "$claim"
}
tab='const tab = (name) => { [...document.querySelectorAll("[role=tab]")].find((one) => one.textContent.startsWith(name)).click(); return document.querySelector("[role=tabpanel]"); }; '

if ! have_browser; then
    skip "the page in a browser" "$no_browser"
    finish
    exit
fi
see "the page of a run has its sections" '["verdict", "account", "ran", "heat-host", "heat-rank", "binding", "tables", "sizes", "provenance"]' \
    page.html '[...document.querySelectorAll("main section")].map((one) => one.id)'
see "what is in the parts of the account already is told to be in MPI, and not drawn" \
    '["within the time in MPI: in collectives before the last rank came", false]' page.html \
    '[[...document.querySelectorAll("#account th, #account td")].map((one) => one.textContent).find((one) => one.includes("last rank")), [...document.querySelectorAll("#account svg title")].some((one) => one.textContent.includes("last rank"))]'
see "a small dark screen has no need to scroll sideways" true page.html --width=390 --dark \
    'document.documentElement.scrollWidth <= 390'
see "the table of ranks has a row for each" 12 page.html "$tab"'tab("Ranks").querySelectorAll("tbody tr").length'
wanted=$("$python" -c 'import json; print (json.dumps (str (json.load (open ("job.json"))["events"][0]["total"])))')
see "a count of the job is that of the file" "$wanted" page.html \
    "$tab"'{ const panel = tab("Counts"), name = JSON.parse(document.getElementById("data").textContent)[0].events[0].name; const at = [...panel.querySelectorAll("th")].findIndex((one) => one.textContent.startsWith("total")); [...panel.querySelectorAll("tbody tr")].find((row) => row.cells[0].textContent === name).cells[at].title.split(/[ ,]/)[0]; }'
see "the filter leaves the rows that have the word" 4 page.html \
    "$tab"'{ const panel = tab("Ranks"), input = panel.querySelector("input[type=search]"); input.value = "node001"; input.dispatchEvent(new Event("input")); panel.querySelectorAll("tbody tr").length; }'
see "a heading sorts, and says so" '["descending", 11]' page.html \
    "$tab"'{ const panel = tab("Ranks"); panel.querySelector("thead button").click(); [panel.querySelector("th").getAttribute("aria-sort"), Number(panel.querySelector("tbody td").textContent)]; }'
see "arrow keys go through the ranks" true page.html \
    '{ const heat = document.querySelector("#heat-rank .heat"); heat.dispatchEvent(new KeyboardEvent("keydown", { key: "End" })); document.querySelector("#heat-rank .readout").textContent.startsWith("rank 11 "); }'
see "what stands in a file is text, whatever it is" '["odd</script><b>r.h5", 0]' odd.html \
    '[document.querySelector("#provenance td").textContent, document.querySelectorAll("main b").length]'
see "10,000 ranks are drawn in as many bins as there are pixels" true many.html \
    '[...document.querySelectorAll("#heat-rank canvas")].every((one) => one.bins.length > 500 && one.bins.length <= one.clientWidth && one.bins.every(Boolean))'
see "where some ranks stand for all, picture and table say of how many" '[true, true]' crowd.html \
    "$tab"'[document.querySelector("#heat-rank p.soft").textContent.includes(" of 40\u202f000 ranks"), tab("Ranks").textContent.includes(", of 40\u202f000 in all")]'
# What the buttons below the pictures make: [section, what]... .
save='let wake; const press = (button) => { const there = new Promise((resolve) => { wake = resolve; }); button.click(); return there; };
(async () => { const made = []; URL.createObjectURL = (blob) => { wake(blob); return "data:,"; };
    for (const part of document.querySelectorAll("main section")) { const [svg, png] = part.querySelectorAll(".save button"); if (svg) made.push([part.id, await check(part, svg, png)]); }
    return made; })();'
see "each picture can be saved, with its colours and legend in it" \
    '[["account", [0, true, true]], ["heat-host", [0, true, true]], ["heat-rank", [0, true, true]], ["binding", [0, true, true]], ["sizes", [0, true, true]]]' page.html \
    'const check = async (part, svg, png) => { const text = await (await press(svg)).text(), drawn = new DOMParser().parseFromString(text, "image/svg+xml"); const words = [...part.querySelectorAll(part.querySelector("svg") ? ".swatch" : ".strip .name")].map((one) => part.querySelector("svg") ? one.parentNode.textContent : one.firstChild.textContent); return [drawn.querySelectorAll("parsererror, [class], [style]").length, !/var\(|currentColor/.test(text), [...part.querySelectorAll("svg rect")].every((one, i) => getComputedStyle(one).fill === drawn.querySelectorAll("rect")[i + 1].getAttribute("fill")) && words.every((word) => [...drawn.querySelectorAll("text")].some((one) => one.textContent === word))]; }; '"$save"
see "below a saved picture stands what it shows" '[["account", true], ["heat-host", true], ["heat-rank", true], ["binding", true], ["sizes", true]]' page.html \
    'const check = async (part, svg, png) => { const words = part.querySelector(".caption")?.textContent.split(" ").join("") || "", all = [...new DOMParser().parseFromString(await (await press(svg)).text(), "image/svg+xml").querySelectorAll("text")].map((one) => one.textContent).join("").split(" ").join(""); return part.id === "sizes" ? [...part.querySelectorAll("svg rect.bar")].length > 0 && !words : words.length > 20 && all.endsWith(words); }; '"$save"
cp r.h5 "$(printf 'odd\001<&.h5')"
run --html=named.html "$(printf 'odd\001<&.h5')"
see "a picture is sound XML, whatever a run is named, and dark on a dark page" \
    '[["account", [0, "odd?<&.h5", true]], ["binding", [0, "processors, of which no more is known", true]]]' named.html --dark \
    'const check = async (part, svg, png) => { const drawn = new DOMParser().parseFromString(await (await press(svg)).text(), "image/svg+xml"); return [drawn.querySelectorAll("parsererror").length, drawn.querySelector("text").textContent, drawn.querySelector("rect").getAttribute("fill") === getComputedStyle(document.documentElement).getPropertyValue("--ground").trim() && matchMedia("(prefers-color-scheme: dark)").matches]; }; document.querySelectorAll("#heat-host, #heat-rank, #sizes").forEach((part) => part.remove()); '"$save"
see "without a metric there is a picture without strips" '[["heat-rank", 0], ["binding", 0]]' page.html \
    'const check = async (part, svg, png) => { part.querySelectorAll("details.choose input:checked").forEach((box) => box.click()); return new DOMParser().parseFromString(await (await press(svg)).text(), "image/svg+xml").querySelectorAll("image, parsererror").length; }; document.querySelectorAll("#account, #heat-host, #sizes").forEach((part) => part.remove()); '"$save"
see "as an image it has twice the size" \
    '[["account", [2, true]], ["heat-host", [2, true]], ["heat-rank", [2, true]], ["binding", [2, true]], ["sizes", [2, true]]]' page.html \
    'const check = async (part, svg, png) => { const size = new DOMParser().parseFromString(await (await press(svg)).text(), "image/svg+xml").documentElement.getAttribute("width"); const image = await createImageBitmap(await press(png)), canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d"); context.drawImage(image, 0, 0); return [image.width / size, new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size > 3]; }; '"$save"
result rough.h5 ranks=4 threads=1 events=3 calls=1 scaled=1
run --html=rough.html rough.h5
see "what is not exact is marked, and nothing else" '["~", ""]' rough.html \
    "$tab"'{ const panel = tab("Counts"), row = (name) => [...panel.querySelectorAll("tbody tr")].find((one) => one.cells[0].textContent === name), at = [...panel.querySelectorAll("th")].findIndex((one) => one.textContent.startsWith("total")); ["PAPI_TOT_CYC", "PAPI_TOT_INS"].map((name) => row(name).cells[at].textContent.replace(/[^~]/g, "")); }'
see "metrics of the job and of ranks are marked, too" '[true, true]' rough.html \
    "$tab"'[[...document.querySelectorAll("#ran td")].some((one) => one.textContent.startsWith("~")), [...tab("Ranks").querySelectorAll("td")].some((one) => one.textContent.startsWith("~"))]'
# A course that only the clock and the processors have, put into the data.
cat >course.py <<'END'
import json
head, rest = open("page.html", encoding="utf-8").read().split('type="application/json">\n', 1)
data, tail = rest.split("</script>", 1)
runs = json.loads(data)
runs[0]["tables"]["interval"] = {
    "columns": [{"name": name, "part": part} for name, part in (
        ("from_s", "key"), ("to_s", "key"), ("os::WALL_TIME", "count"), ("os::CPU_TIME", "count"))],
    "rows": [[i, i + 1, 1, i + 2] for i in range(3)], "notes": []}


def write(name):
    open(name, "w", encoding="utf-8").write(
        head + 'type="application/json">\n' + json.dumps(runs) + "</script>" + tail)


write("course.html")
# And one that has accounts, but for the interval in the middle.
accounts = [[1, 2, 1, 0.1, 0, 0.1], [None] * 6, [0, 3, 1, 0, 0.5, 0]]
runs[0]["tables"]["interval"] = {
    "columns": [{"name": name, "part": "key"} for name in ("from_s", "to_s")] + [
        {"name": name + end, "part": "account"} for end in ("_s", "_error_s")
        for name in ("computing", "waiting", "blocked")] + [{"name": "os::CPU_TIME", "part": "count"}],
    "rows": [[i, i + 1] + accounts[i] + [i + 2, None] for i in range(3)], "notes": []}
# Of two ranks: one waits all the time, one computes at first, and then nothing is known.
runs[0]["rank_times"] = {"edges": [0, 1, 3], "rows": [
    [4, 0, 100, 0, 0, 100, 0], [7, 75, 0, 25, None, None, None]]}
write("shares.html")
END
"$python" course.py
see "a run over time opens with what changed, not with the clock" '"os::CPU_TIME"' course.html \
    'document.querySelector("#course select").selectedOptions[0].textContent.split(" ")[0]'
see "without an account of time there is no picture of it over time" true course.html \
    'document.querySelector("#course-account") === null'
see "the shares of an interval are told, with their errors, and where there are none" \
    '["0 to 1 s: computing 25 % +- 2.5 %, waiting 50 % +- 0 %, blocked 25 % +- 2.5 %", "1 to 2 s: no account", "2 to 3 s: computing 0 % +- 0 %, waiting 75 % +- 12.5 %, blocked 25 % +- 0 %"]' shares.html \
    '[...document.querySelectorAll("#course-account svg title")].map((one) => one.textContent.replace(/\u00b1/g, "+-"))'
see "its shares are stacked to the whole, with a gap where there is no account" '[[0, 0.25, 0], [0.25, 0.75, 0.75], [0.75, 1, 1]]' shares.html \
    '{ const svg = document.querySelector("#course-account svg"), at = (one, x, y) => one.isPointInFill(new DOMPoint(64 + (svg.viewBox.baseVal.width - 76) * x, 150 - 130 * y));
    const paths = [...svg.querySelectorAll("path.part")], inside = (one, x) => d3.range(0.005, 1, 0.01).filter((y) => at(one, x, y)).map((y) => Math.round(20 * y) / 20);
    paths.some((one) => inside(one, 0.5).length) ? "drawn in the gap" : paths.map((one) => [inside(one, 1 / 6)[0], inside(one, 1 / 6).pop(), inside(one, 5 / 6).pop() ?? 0]); }'
times='const part = document.querySelector("#rank-times"), keys = part.querySelector("[role=application]"); const press = (key) => { keys.dispatchEvent(new KeyboardEvent("keydown", { key })); return part.querySelector(".readout").textContent; }; '
see "each rank over time is told by arrow keys, and what is not known" \
    '["rank 7, 0 to 1 s: computing 75 %, waiting 0 %, blocked 25 %", "rank 7, 1 to 3 s: not known"]' shares.html \
    "$times"'press("ArrowDown"), [press("Home"), press("ArrowRight")]'
see "the pointer over it tells the rank and the interval that are there" '"rank 7, 0 to 1 s: computing 75 %, waiting 0 %, blocked 25 %"' shares.html \
    "$times"'{ const image = part.querySelector("svg image").getBoundingClientRect(); part.querySelector("svg").dispatchEvent(new PointerEvent("pointermove", { clientX: image.left + 0.2 * image.width, clientY: image.top + 0.8 * image.height })); part.querySelector(".readout").textContent; }'
see "its picture is bright where all of the time was so, and dark where none was" '[true, true, true]' shares.html \
    "$times"'(async () => { const image = new Image(); image.src = part.querySelector("svg image").getAttribute("href"); await image.decode();
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d", { willReadFrequently: true }); canvas.width = image.width; canvas.height = image.height; context.drawImage(image, 0, 0);
    const at = (x, y) => d3.rgb(...context.getImageData(x * image.width, y * image.height, 1, 1).data.slice(0, 3)).toString(), of = (share) => d3.rgb(d3.interpolateCividis(share)).toString();
    return [at(0.1, 0.25) === of(1), at(0.9, 0.25) === of(1), at(0.1, 0.75) === of(0)]; })()'
see "nothing of the ground is seen between its intervals" 255 shares.html \
    "$times"'(async () => { const image = new Image(); image.src = part.querySelector("svg image").getAttribute("href"); await image.decode();
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d"); canvas.width = image.width; canvas.height = image.height; context.drawImage(image, 0, 0);
    return Math.min(...context.getImageData(0, 0, image.width, image.height).data.filter((_, i) => i % 4 === 3)); })()'
see "without ranks over time there is no picture of them" true course.html 'document.querySelector("#rank-times") === null'
see "a share that may err by more than 5 % is pale, and no other" '[[2, 3, 0, 0.75]]' shares.html \
    '{ const svg = document.querySelector("#course-account svg"), width = svg.viewBox.baseVal.width - 76, near = (value) => Math.round(100 * value) / 100;
    [...svg.querySelectorAll("rect.unsure")].map(({ x, y, width: wide, height }) => [x, y, wide, height].map((one) => one.baseVal.value)).map(([x, y, wide, height]) => [3 * (x - 64) / width, 3 * (x + wide - 64) / width, (150 - y - height) / 130, (150 - y) / 130].map(near)); }'
see "a legend tells its colours" '[["on a processor, outside MPI", true], ["in MPI", true], ["on no processor, outside MPI", true]]' shares.html \
    '[...document.querySelectorAll("#course-account .swatch")].map((one, i) => [one.parentNode.textContent, getComputedStyle(one).backgroundColor === getComputedStyle(document.querySelectorAll("#course-account path.part")[i]).fill])'
see "parts of the account are no counts over time" '["os::CPU_TIME"]' shares.html \
    '[...document.querySelectorAll("#course select option")].map((one) => one.textContent.split(" ")[0])'
see "the picture of the account can be saved, with its legend" '[["course-account", [0, 3, true]]]' shares.html \
    'const check = async (part, svg, png) => { const drawn = new DOMParser().parseFromString(await (await press(svg)).text(), "image/svg+xml"), fills = [...part.querySelectorAll("path.part")].map((one) => getComputedStyle(one).fill), words = [...part.querySelectorAll(".legend")].map((one) => one.textContent); return [drawn.querySelectorAll("parsererror").length, [...drawn.querySelectorAll("path")].filter((one) => fills.includes(one.getAttribute("fill"))).length, words.length === 3 && words.every((word) => [...drawn.querySelectorAll("text")].some((one) => one.textContent === word))]; }; document.querySelectorAll("main section:not(#course-account)").forEach((part) => part.remove()); '"$save"
see "a small screen has room for the account over time" true shares.html --width=390 \
    'document.documentElement.scrollWidth <= 390'
result s.h5 ranks=6 threads=1 events=6 calls=1
run --html=both.html r.h5 s.h5
see "several runs stand side by side" '["metric", "r.h5", "s.h5"]' both.html \
    '[...document.querySelectorAll("#ran table")].pop().querySelectorAll("th[scope=col]").values().map((one) => one.textContent).toArray()'
see "another run is shown when it is chosen" 6 both.html \
    "$tab"'document.querySelectorAll("fieldset.runs input")[1].click(); tab("Ranks").querySelectorAll("tbody tr").length'
finish
