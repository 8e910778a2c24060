#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Callers of samples: a program whose callers are known, with frame pointers and
# without, in its first thread and in another one.
# Measures: samples, within their errors.
. "${srcdir:-.}/tests/samples/lib.sh"

[ "$names" ] || skip_all "the tools were built without libdw"
[ "$(uname -m)" = x86_64 ] || skip_all "frames are as the compiler for x86-64 makes them"
case $sanitizer in
?*) skip_all "a sanitizer's own frames are around those of the program" ;;
esac

# called RANKS COMMAND...: callers in run.h5.json, stacks in the file stacks.
called () {
    ranks=$1
    shift
    rm -f run.h5* times.*
    counted "$ranks" run.h5 "$@" && json run.h5 --per=caller &&
        "$hpmagg" --per=caller --format=collapsed run.h5 >stacks &&
        "$hpmagg" --per=routine --format=json run.h5 >routines.json
}

flags="--summary=none --backend=none --sample=1000,callers"
for where in main thread; do
    in_case "$where"
    ok "it runs" called 2 "$profile/callers" "$where" 60
    holds "callers have the shares of the work that they asked for" \
        'called ("left", "right", "deep")'
    holds "nearly all callers reach back to where the thread began" \
        '20 * run["samples_broken"] <= run["samples"] and run["samples_folded"] == 0'
    holds "what calls itself has the samples below it once" \
        'edge ("deep_down", "deep_down") <= edge ("deep", "deep_down")'
    holds "a function has the samples of what it calls" \
        'total_of ("run") >= total_of ("left") + total_of ("right") + total_of ("deep") - 5 and total_of ("run") <= run["samples"]' routines.json
    ok "a stack has all functions from the outermost on" \
        grep -Eq '^(main;)?run;deep(;deep_down){6};work [0-9]+$' stacks
    ok "each line of stacks is functions and a number" \
        sh -c '! grep -Evq "^[^;]+(;[^;]+)* [0-9]+$" stacks'
    is "$(awk '{ sum += $NF } END { print sum + 0 }' stacks)" \
        "$(jq -r '.run.samples' run.h5.json)" "stacks have all samples"
    in_case ""
done
"$hpmagg" --per=caller run.h5 >shown
ok "a table of callers has room on 80 columns" \
    awk '/^$/ { rows = 1 } rows && length > 80 { exit 1 }' shown || say "$(cat shown)"
ok "callers are a table" grep -Eq '^caller +calls +samples +own ' shown
ok "it is told how far callers reach" grep -q "^  callers: those of " shown

# The page, in a browser.
if [ "$sanitizer" ] || ! command -v chromium >/dev/null; then
    skip "callers are drawn" "chromium is not installed, or this build has a sanitizer"
elif "$hpmagg" --html=page.html run.h5 2>&1 | grep -q "built without D3"; then
    skip "callers are drawn" "this build has no pages"
else
    # see CLAIM WANTED EXPRESSION
    see () {
        /usr/bin/env python3 "$source_folder/tests/aggregate/browse.py" page.html "$3" \
            >seen 2>complaints
        is "$?:$(cat seen complaints)" "0:$2" "$1"
    }
    data='const stacks = JSON.parse(document.getElementById("data").textContent)[0].stacks; '
    see "the page has all samples below those that called" "$(jq .run.samples run.h5.json)" "$data"'
        stacks.filter((one) => one[0] < 0).reduce((sum, one) => sum + one[2], 0)'
    see "a function is below the one that called it, and has no more samples" true "$data"'
        stacks.some((one) => one[1] === "deep" && stacks[one[0]][1] === "run") &&
        stacks.every((one, i) => one[0] < i && (one[0] < 0 || one[2] <= stacks[one[0]][2]))'
    see "each is a box as wide as its samples" true "$data"'
        const width = (name) => Number([...document.querySelectorAll("#stacks rect")].find((one) => one.getAttribute("aria-label").startsWith(name + ": ")).getAttribute("width"));
        const samples = (name) => stacks.find((one) => one[1] === name)[2];
        Math.abs(width("deep") / width("left") - samples("deep") / samples("left")) < 0.01'
    see "a box that is chosen fills the page" true '
        const box = [...document.querySelectorAll("#stacks rect")].find((one) => one.getAttribute("aria-label").startsWith("left: "));
        box.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        document.querySelector("#stacks rect").getAttribute("aria-label").startsWith("left: ")'
fi

ok "a program without frame pointers runs" called 2 "$profile/callers_without" main 60
holds "its callers are broken off, which is told" \
    '2 * run["samples_broken"] > run["samples"]'
"$hpmagg" --per=caller run.h5 >shown
ok "what to do about it is told" \
    sh -c 'tr -s " \n" " " <shown | grep -q "as in code without frame pointers (-fno-omit-frame-pointer)"'
is "$(awk '{ sum += $NF } END { print sum + 0 }' stacks)" \
    "$(jq -r '.run.samples' run.h5.json)" "no sample is lost where callers are"

in_case "a run that was killed"
folder=$work/checkpoint
mkdir -p "$folder"
rm -f times.*
# shellcheck disable=SC2086
launch 2 "$hpmrun" $flags --checkpoint="$folder" --snapshot=0.3 -o never.h5 \
    "$profile/callers" killed 40 >out 2>err </dev/null
ok "it is recovered" "$hpmagg" --recover "$folder"/hpmmpi-* -o cut.h5 --force --summary=none
json cut.h5 --per=caller
holds "callers have the shares of the work that they asked for" \
    'called ("left", "right", "deep")' cut.h5.json
json cut.h5 --per=routine
holds "its samples stand for the work up to its end" \
    'total == run["samples"] and (total + 4 * math.sqrt (total)) * period >= sum (spent) / 2' cut.h5.json
in_case ""

flags="--summary=none --backend=none --sample=1000"
rm -f run.h5
ok "a program whose callers nobody asked for runs" counted 2 run.h5 "$profile/callers" main 20
"$hpmagg" --per=caller run.h5 >shown
has shown "no callers: hpmrun --sample=callers takes them" \
    "a file without callers says how to get them"
"$hpmagg" --per=caller --format=collapsed run.h5 >out 2>err
is $? 2 "stacks that are not there end with status 2"
has err "hpmrun --sample=callers takes them" "how to get stacks is told"
finish
