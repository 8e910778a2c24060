#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# --svg and --png: what is asked of a browser, made up or real, and what becomes of it.
. "${srcdir:-.}/tests/aggregate/lib.sh"

# Sockets below it need a short name.
short=$(mktemp -d /tmp/hpm.XXXXXX) || bail_out "no folder in /tmp"
trap 'rm -rf "$short"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
TMPDIR="$short/a #%"
mkdir "$TMPDIR"
result r.h5 ranks=12 hosts=3 threads=2 events=6 calls=1

# ---- what does not go together --------------------------------------------
refuses "--picture goes with --svg or --png" --picture=ranks r.h5
refuses "--svg does not go with --html" --html=p.html --svg=p.svg r.h5
refuses "--svg and --png name the same file" --svg=p.x --png=p.x r.h5
refuses "--picture cannot be \"pie\": expected account|hosts|" --svg=p.svg --picture=pie r.h5
refuses "name the result file" --svg=p.svg
HPMAGG_BROWSER=none run --svg=p.svg r.h5
! grep -q "built without D3" err || {
    is "$status:$(wc -l <err | tr -d ' ')" 2:1 "without D3 a picture is refused in one line"
    skip_all "this hpmagg has no page"
}
names=$(sed -n '/^const pictures = {/,/^};/s/^  "\{0,1\}\([a-z-]*\)"\{0,1\}: \[.*/\1/p' \
    "$source_folder/aggregate/page/picture.js")
is "$(echo "$names" | wc -l | tr -d ' ')" 10 "the page's table of pictures was read"
"$hpmagg" --svg=p.svg --picture=pie r.h5 2>err
is "$(sed 's/.*expected \([a-z|-]*\).*/\1/' err)" "$(echo "$names" | paste -sd '|')" \
    "the pictures that may be asked for are those of the page"
for name in $names; do
    ok "hpmagg(1) explains the picture $name" \
        grep -q "^\.It Cm $name\$" "$source_folder/doc/hpmagg.1"
done

# ---- without a browser ----------------------------------------------------
nothing () {
    ok "$1: there is no picture, nor a part of one" \
        sh -c '! ls -A | grep -q "[.]\(svg\|png\)"'
    ok "$1: nothing is left in the temporary folder" test -z "$(ls -A "$TMPDIR")"
}

mkdir empty
PATH=$work/empty "$hpmagg" --svg=p.svg r.h5 >out 2>err
status=$?
is "$status:$(wc -l <err | tr -d ' ')" 2:1 "without a browser a picture is refused in one line"
has err "install chromium, or name one in HPMAGG_BROWSER" "the line says what to install"
nothing "without a browser"
export HPMAGG_BROWSER=no-such-browser
refuses "HPMAGG_BROWSER=no-such-browser cannot be run: No such file" --png=p.png r.h5

export work
# browser: a made-up one, of the lines of its script.
browser () {
    { echo '#!/bin/sh'; cat; } >"$work/browser"
    chmod +x "$work/browser"
    HPMAGG_BROWSER=$work/browser
}

# ---- what a browser is asked, and how it answers ---------------------------
browser <<'END'
for last; do :; done
printf '%s\n' "$@" >"$work/asked"
stat -c %a . >"$work/mode"
page=$(echo "${last#file://}" | sed 's/#.*//; s/%20/ /g; s/%23/#/g; s/%25/%/g')
cp "$page" "$work/page.html"
echo "chatter" >&2
echo "<html><body><pre>"
echo "svg $(printf '<svg/>' | base64)"
echo "png $(printf 'P\000NG' | base64)"
echo "</pre></body></html>"
END
run --svg=p.svg --png=p.png --picture=ranks --source=. -m ipc r.h5
is "$status:$(cat out err)" 0: "pictures are written, nothing is said, and the browser's chatter is not shown"
is "$(cat p.svg)" "<svg/>" "what is in base64 becomes an SVG"
is "$(od -An -tx1 <p.png | tr -d ' \n')" 50004e47 "what is in base64 becomes a PNG"
is "$(tail -n 1 asked | sed 's/.*#//')" "picture=ranks&as=svg,png" "the page is asked for the picture by its name"
"$hpmagg" --html=expected.html -m ipc r.h5
ok "the browser has the page that --html writes, whatever the folder is named" cmp page.html expected.html
is "$(cat mode)" 700 "nobody else looks into the folder"
is "$(grep -c -e '^--no-sandbox$' asked)" "$([ "$(id -u)" = 0 ] && echo 1 || echo 0)" \
    "the browser's sandbox is left away for root alone"
ok "the folder is gone afterwards" test -z "$(ls -A "$TMPDIR")"
if [ -e /dev/stdout ]; then
    run --svg=/dev/stdout r.h5
    is "$status:$(cat out)" "0:<svg/>" "a picture goes to a device, too"
else
    skip "a picture goes to a device, too" "there is no /dev/stdout"
fi
for kind in svg png; do
    run --$kind=- r.h5
    is "$status:$(tr -d '\000' <out)" "0:$([ $kind = svg ] && echo '<svg/>' || echo PNG)" \
        "--$kind=- writes to the standard output"
done
ok "no picture is in a file called -" test ! -e ./-
refuses "--svg and --png name the same file, -: give each its own" --svg=- --png=- r.h5
run --svg=/dev/full r.h5
is "$status:$(cat err)" "2:hpmagg: cannot write /dev/full: No space left on device" \
    "a full disk is told"
rm p.svg p.png
run --svg=p.svg --png=/dev/full r.h5
is "$status:$(wc -l <err | tr -d ' ')" 2:1 "where one picture can't be written, one line says so"
ok "where one picture cannot be written the other is not there either" test ! -e p.svg
cp r.h5 other.h5
refuses "--png=other.h5 is an HDF5 file, not to be replaced by a picture" --png=other.h5 r.h5
ok "a result file keeps its bytes" cmp r.h5 other.h5
for text in a ab abc abcd "$(printf '\303\244?>')"; do
    browser <<END
echo "<pre>"; echo "svg $(printf %s "$text" | base64)"; echo "</pre>"
END
    run --svg=p.svg r.h5
    is "$(cat p.svg)" "$text" "base64 of '$text' is decoded to its last byte"
done
browser <<END
echo "<pre>"; echo "large $(printf '40000 x 20' | base64)"; echo "</pre>"
END
rm -f p.svg p.png
refuses "40000 x 20 pixels, more than the browser draws: --svg takes it" --png=p.png r.h5

# ---- a browser that fails --------------------------------------------------
# fails CASE TEXT: the browser does, which is told, and a picture that was there stays.
fails () {
    echo before >kept
    run --svg=kept r.h5
    is "$status:$(cat kept)" 2:before "$1: the picture that was there stays"
    has err "$2" "$1: it is told"
    nothing "$1"
}

echo "echo words of mine >&2; exit 3" | browser
HPMAGG_BROWSER=$work/browser
fails "a browser that fails" "has drawn nothing, and ended with status 3"
has err "browser: words of mine" "its words are shown when it fails"
echo 'kill -SEGV $$' | browser
HPMAGG_BROWSER=$work/browser
fails "a browser that crashes" "has drawn nothing, and ended by signal 11"
echo 'echo "<html></html>"' | browser
HPMAGG_BROWSER=$work/browser
fails "something else than a browser" "has drawn no picture: is it Chromium"
head -c 3000 r.h5 >cut.h5
run --svg=p.svg cut.h5
is "$status:$(wc -l <err | tr -d ' ')" 2:1 "a damaged file is told in one line"
nothing "a damaged file"

browser <<END
sleep 900 &
echo \$! >"$work/sleeper"
echo >begun
mv begun "$work"
wait
END
# Killed, though perhaps not waited for.
gone () {
    for _ in $(seq 100); do
        grep -q '^State:[[:space:]]*[^ZX]' "/proc/$(cat sleeper)/status" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}
HPMAGG_SECONDS=4
export HPMAGG_SECONDS
fails "a browser that hangs" "has drawn nothing in 4 s, and was ended: HPMAGG_SECONDS=N"
ok "what a browser has started ends with it" gone
HPMAGG_SECONDS=soon run --svg=p.svg r.h5
is "$status:$(cat err)" "2:hpmagg: HPMAGG_SECONDS=soon: not a number of seconds (0: no limit)" \
    "a limit that is no number is told once"
HPMAGG_SECONDS=0
rm -f begun
"$hpmagg" --svg=p.svg r.h5 2>err &
while [ ! -e begun ] && kill -0 $! 2>/dev/null; do sleep 0.1; done
kill -TERM $!
wait $!
is "$?:$(cat err)" 143: "a signal ends it as it would"
ok "the browser ends with it" gone
nothing "a signal"
unset HPMAGG_SECONDS HPMAGG_BROWSER

# ---- in a real browser -----------------------------------------------------
if ! command -v chromium >/dev/null || ! have_python xml.etree.ElementTree; then
    skip "pictures of a browser" "chromium or $python is not installed"
    finish
    exit
fi
TMPDIR=$short
# shows CLAIM WANTED WHAT FILE
shows () {
    is "$("$python" "$here/drawn.py" "$3" "$4" 2>&1)" "$2" "$1"
}

# texts_are CLAIM PYTHON: that holds of the texts of p.svg, and job, the run as JSON.
texts_are () {
    "$python" "$here/drawn.py" texts p.svg >texts.json
    cat >claim.py <<END
import json
texts, job = (json.load(open(name, encoding="utf-8")) for name in ("texts.json", "job.json"))
number = lambda value: f"{value:,}".replace(",", "\u202f")
assert $2, texts
END
    ok "$1" "$python" claim.py
}

run --format=json r.h5
mv out job.json
for name in account hosts ranks sizes; do
    run --svg=p.svg --png=p.png --picture="$name" r.h5
    is "$status:$(cat out err)" 0: "the picture $name is written"
    ok "$name: it is sound XML" "$python" "$here/drawn.py" texts p.svg
    shows "$name: it is white" '"#fff"' ground p.svg
    shows "$name: the PNG is more than ground" true colours p.png
    twice=$("$python" "$here/drawn.py" size p.svg | sed 's/[][,]/ /g')
    # shellcheck disable=SC2086 # two numbers
    set -- $twice
    shows "$name: the PNG has twice its size" "[$((2 * $1)), $((2 * $2))]" size p.png
    mv p.svg "$name.svg"
done
cp account.svg p.svg
texts_are "the account has the shares of the file" \
    'all("%d %%" % round(100 * part["share"]) in texts for part in job["account"]["parts"] if 0.05 < part["share"] and part["place"][:6] != "within")'
cp sizes.svg p.svg
texts_are "messages by size have their numbers" \
    'job["message_sizes"] and all(number(size["messages"]) in texts for size in job["message_sizes"])'
cp ranks.svg p.svg
texts_are "ranks have their caption" 'any("12 ranks from left to right" in text for text in texts)'
run --svg=p.svg r.h5
texts_are "without --picture it is the account" \
    'any(text.startswith("Shares of the time") for text in texts) and "r.h5" in texts'
run --svg=p.svg --picture=ranks -m mips,user_time r.h5
shows "with --metrics the strips are of those" 2 images p.svg

refuses "--picture=course: r.h5 has no counts over time; pictures there are: account, hosts, ranks, binding, sizes" \
    --svg=none.svg --picture=course r.h5
ok "of a picture that is missing nothing is written" test ! -e none.svg
result s.h5 ranks=6 threads=1 events=6 calls=1
run --svg=p.svg --picture=ranks r.h5 s.h5
texts_are "of several runs each has its picture, with its name" \
    '[text for text in texts if text.endswith(".h5")] == ["r.h5", "s.h5"] and sum("from left to right" in text for text in texts) == 2'
run --svg=p.svg --picture=hosts r.h5 s.h5
texts_are "a run that lacks the picture is left out" '[text for text in texts if text.endswith(".h5")] == ["r.h5"]'
run --svg=p.svg r.h5 s.h5
texts_are "the account has several runs in one picture" 'texts[0] == "r.h5" and texts.count("s.h5") == 1'
cp r.h5 "$(printf 'odd\001<&.h5')"
run --svg=p.svg "$(printf 'odd\001<&.h5')"
texts_are "a run may be named as it likes" 'texts[0] == "odd?<&.h5"'
printf '#!/bin/sh\nexec chromium --blink-settings=preferredColorScheme=0 "$@"\n' >dark
chmod +x dark
rm p.svg
HPMAGG_BROWSER=./dark run --svg=p.svg --picture=ranks r.h5
is "$status:$(cat err)" 0: "a browser is found by a path from here"
shows "it is white where the browser is dark, too" '"#fff"' ground p.svg
run --svg=narrow.svg r.h5
shows "it is as wide as paper wants it, not as a window is" 884 width narrow.svg
ok "no browser leaves anything in the temporary folder" test -z "$(find "$TMPDIR" -name 'hpmagg-*')"
finish
