#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Which rank may run where: hosts whose make-up a rank tells, in text, CSV, JSON, the
# file and the page.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# shown FILE CLAIM, with the rows that are wanted on standard input.
shown () {
    cat >wanted
    run --per=binding "$1"
    # Behind the last empty line.
    awk '/^$/ { text = ""; next } { text = text $0 "\n" } END { printf "%s", text }' out >rows
    ok "$2" diff -u wanted rows
}

result two.h5 ranks=64 threads=1 masks=10 cores=64 sockets=2
shown two.h5 "a core for each rank is a row for each socket" <<END
socket  node  cores  processors    ranks  how
     0     0  0-31   0-31,64-95    0-31   1 core each
     1     1  32-63  32-63,96-127  32-63  1 core each
END
run --per=binding --format=csv two.h5
is "$(cut -d, -f1-5 out | tr -d '"' | sed 1d)" "node000,1,0,0,0-31
node000,1,1,1,32-63" "CSV has the same"
if have_python json; then
    run --per=binding --format=json two.h5
    is "$("$python" -c '
import json
rows = json.load (open ("out"))["binding"]
print (*[rows[1][key] for key in ("host", "hosts", "socket", "node", "cores", "processors", "ranks", "how")], sep="|")')" \
        "node000|1|1|1|32-63|32-63,96-127|32-63|1 core each" "JSON has the same"
fi

result free.h5 ranks=3 threads=2 masks=12 cores=4 sockets=2
shown free.h5 "cores without a rank are told, and threads that are bound" <<END
socket  node  cores  processors  ranks  how
     0     0  0-1    0-1,4-5     0-1    1 core each; 2 threads, 1 each
     1     1  2      2,6         2      1 core; 2 threads, 1 each
     1     1  3      3,7         -      no rank
END
result own.h5 ranks=3 hosts=1 calls=2 story=1 useful=95 threads=2 busy=90 masks=13 cores=4 sockets=1
"$hpmagg" --format=json own.h5 >own.json
ok "threads that have a processor each are not said to share one" \
    sh -c '! grep -q crowded own.json'
is "$(sed -n 's/^ *"binding": "\(.*\)",*$/\1/p' own.json)" "2 processors each" \
    "a rank has what its threads have together"

# Hosts that are filled alike are told once; of one nothing is known.
result hosts.h5 ranks=4000 hosts=1000 threads=1 events=1 masks=10 cores=4 sockets=2
shown hosts.h5 "a thousand hosts that are alike are told once" <<END
host          socket  node  cores  processors  ranks  how
node000 +999       0     0  0-1    0-1,4-5     0-1    1 core each
node000 +999       1     1  2-3    2-3,6-7     2-3    1 core each
END
result seen.h5 ranks=8 hosts=2 threads=1 masks=11 cores=2 sockets=2 unseen_host=1
shown seen.h5 "a host that does not tell what it is made of has processors alone" <<END
host     socket  node  cores  processors  ranks  how
node000       0     0  0      0,2         0-3    not bound
node000       1     1  1      1,3         0-3    not bound
node001       -     -  -      0-3         4-7    shared by 4
END
result unseen.h5 ranks=4 threads=1 masks=10 cores=4
shown unseen.h5 "where no host tells it there are no columns of it" <<END
processors  ranks  how
0-3         0-3    1 processor each of 2
4-7         0-3    1 processor each of 2
END

# What it takes of a file, and once for all hosts.
size () {
    stat -c %s "$1"
}
grown () {
    result without.h5 "$@"
    result with.h5 "$@" sockets=2
    echo $(($(size with.h5) - $(size without.h5)))
}
one=$(grown ranks=64 threads=4 masks=10 cores=64)
ok "what a host of 128 processors is made of takes $one bytes, at most 500" test "$one" -le 500
many=$(grown ranks=1000 hosts=500 threads=1 masks=10 cores=64)
ok "that of 500 such hosts takes $many bytes, at most 3000" test "$many" -le 3000
if have_python h5py; then
    is "$("$python" -c '
import h5py
print (h5py.File ("hosts.h5", "r")["hpm/topology"][0].decode (), end="")')" \
        "0-999 cores 0-3+4 sockets 0-1,4-5;2-3,6-7 nodes 0:0-1,4-5;1:2-3,6-7" \
        "the file has one line for a thousand hosts"
else
    skip "what the file has of hosts" "there is no h5py"
fi

# Other ways into a file.
result other.h5 ranks=64 threads=1 masks=10 cores=64 sockets=2 first=16 at=9
run --join two.h5 other.h5 -o joined.h5 --force --summary=none
is "$status:$(cat err)" 0: "two such runs are joined"
shown joined.h5 "a joined file has the cores of its ranks" <<END
socket  node  cores  processors    ranks  how
     0     0  0-31   0-31,64-95    0-31   1 core each
     1     1  32-63  32-63,96-127  32-63  1 core each
END
if [ -x "$python" ]; then
    stream ranks=2 hosts=1 threads=1 masks=10 cores=2 sockets=1
    "$python" "$here/make_checkpoint.py" stream host.checkpoint
    run --recover host.checkpoint -o r.h5 --force --summary=none --definitions="$here/definitions"
    shown r.h5 "a recovered file has the cores of its ranks" <<END
socket  node  cores  processors  ranks  how
     0     0  0-1    0-3         0-1    1 core each
END
fi
refuses "a row of cores has no rank" --per=binding --sort=rank two.h5

# ---- the verdict ----------------------------------------------------------
judged 'efficiency crowded' useful=95 masks=1 cores=4 sockets=1
says 'host node000: 4 busy threads may only use the same 2 processors, as rank 0, while no rank of this job may use 6 others; alike on 1 more host: let ranks have more of them'
judged 'efficiency crowded' ranks=3 hosts=1 useful=95 masks=5 cores=4 sockets=2
says 'while no rank of this job may use 6 others'
judged 'efficiency crowded' useful=95 masks=1 cores=1 sockets=1
hushes 'no rank of this job'
hushes 'let ranks have'
judged 'efficiency crowded' useful=95 masks=1 cores=4
hushes 'no rank of this job'
judged 'not_timed efficiency crowded' useful=95 masks=1 cores=4 sockets=1 gap=7
hushes 'no rank of this job'

# ---- the page -------------------------------------------------------------
run --html=page.html two.h5
if grep -q "built without D3" err; then
    finish
    exit
fi
if ! have_browser; then
    skip "the picture in a browser" "$no_browser"
    finish
    exit
fi
result many.h5 ranks=600 hosts=1 threads=1 events=2 masks=10 cores=600 sockets=2
for file in many free hosts seen unseen; do
    run --html=$file.html $file.h5
done

# see CLAIM WANTED PAGE [OPTION...] EXPRESSION
see () {
    claim=$1 wanted=$2
    shift 2
    "$python" "$here/browse.py" "$@" >seen 2>complaints
    is "$?:$(tail -n 1 seen)$(cat complaints)" "0:$wanted" "$claim"
}
part='const part = document.querySelector("#binding"), texts = (what) => [...part.querySelectorAll(what)].map((one) => one.textContent); '
see "each processor is a box in its socket" '[128, 2, "socket 1, NUMA node 1"]' page.html \
    "$part"'[texts("rect.processor").length, texts("rect.place").length, texts("svg > text").find((one) => one.startsWith("socket 1"))]'
see "a box says which rank may run there" '"processor 64: rank 0"' page.html \
    "$part"'texts("rect.processor title").find((one) => one.startsWith("processor 64:"))'
see "hyper-threads of a core stand side by side, in one colour" true page.html \
    "$part"'const [a, b, c] = [...part.querySelectorAll("rect.processor")]; a.getAttribute("y") === b.getAttribute("y") && a.getAttribute("fill") === b.getAttribute("fill") && a.getAttribute("fill") !== c.getAttribute("fill")'
see "the table below says the same" '["0", "0", "0-31", "0-31,64-95", "0-31", "1 core each"]' page.html \
    "$part"'texts("tbody tr:first-child > *")'
for width in 390 1280; do
    see "every box lies within the page at $width pixels" '[true, true]' page.html --width=$width \
        "$part"'[[...part.querySelectorAll("rect.processor")].every((one) => { const box = one.getBoundingClientRect(); return box.left >= 0 && box.right <= '$width'; }), document.documentElement.scrollWidth <= '$width']'
done
see "boxes have room for their numbers" true page.html --width=390 \
    "$part"'[...part.querySelectorAll("svg > text[text-anchor=middle]")].every((one) => one.getBBox().width <= 30)'
see "a reader of the screen is told what the picture is" true page.html \
    "$part"'const svg = part.querySelector("svg"); svg.getAttribute("role") === "img" && svg.getAttribute("aria-label").includes("table below")'
see "threads that are bound by themselves are told, and cores without a rank" \
    '["processor 4: rank 0 thread 1", "processor 7: no rank", true]' free.html \
    "$part"'[texts("rect.processor title").find((one) => one.startsWith("processor 4")), texts("rect.processor title").find((one) => one.startsWith("processor 7")), texts("svg > text").includes("0.1")]'
see "hosts that are alike are one choice" '["node000 and 999 more hosts alike"]' hosts.html \
    "$part"'texts("option")'
see "ranks that are not bound are told so" '[true, true]' seen.html --dark \
    "$part"'[texts("p").some((one) => one.includes("no rank is bound")), texts("svg > text[text-anchor=middle]")[0] === "4×"]'
see "another host is shown when it is chosen" '[["Processors", "Ranks", "How"], true]' seen.html \
    "$part"'const select = part.querySelector("select"); select.value = "1"; select.dispatchEvent(new Event("change")); [texts("thead th"), texts("svg > text").some((one) => one.includes("no more is known"))]'
see "without cores no hyper-threads are told" false unseen.html \
    "$part"'texts("p").some((one) => one.includes("hyper-threads"))'
see "a picture of many processors has the ranks of each socket" \
    '["socket 0, NUMA node 0: ranks 0-299", "socket 1, NUMA node 1: ranks 300-599", true]' many.html \
    "$part"'[...texts("svg > text"), [...part.querySelectorAll("svg > text")].every((one) => one.getBBox().width < 600)]'
see "what a saved picture of many processors says of itself speaks of no pointer" '[false, true]' many.html \
    "$part"'[texts(".caption").some((one) => one.includes("pointer")), texts("p.soft").some((one) => one.includes("pointer"))]'
see "the picture may be saved" '["SVG", "PNG"]' page.html "$part"'texts(".save button")'
finish
