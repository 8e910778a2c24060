#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Sections of libhpm in a program that runs without hpmrun: what it writes itself.
# Measures: time and page faults of sections.
. "${srcdir:-.}/tests/region/programs.sh"

export HPM_EVENTS=perf::PAGE-FAULTS,PAPI_NOT_THERE
program=$programs/own

# told FILE EXPRESSION: holds of a file's sections, as own.py offers them.
told () {
    python3 "$source_folder/tests/region/own.py" "$1" "$2"
}
# faults ID PAGES: of a section, but for what else faults beside.
# ThreadSanitizer has three pages of its own for each.
beside=1.1
[ "$sanitizer" != thread ] || beside=4.5
faults="lambda id, pages: pages <= int (of (id)[\"perf::PAGE-FAULTS\"]) < $beside * pages + 60"
counts=yes
"$program" >stdout 2>stderr || say "$(cat stderr)"
grep -q '^  perf::PAGE-FAULTS  *not counted' perfhpm27.* && counts=no

# counted TEXT FILE EXPRESSION: where the kernel lets this program count itself.
counted_ok () {
    if [ $counts = yes ]; then
        ok "$1" told "$2" "(lambda faults: $3)($faults)"
    else
        skip "$1" "the kernel counts nothing for this program"
    fi
}

ok "a program without hpmrun writes its sections to one file" \
    sh -c 'ls perfhpm27.* | grep -cx "perfhpm27[.][0-9]*" | grep -qx 1'
ok "it says nothing beside" sh -c '! test -s stdout && ! test -s stderr'
mv perfhpm27.* own
ok "the program's name and task are told" told own \
    'head["program"] == r"my\nprogram" and head["task"] == "27"'
ok "entries are counted, and the first label of an id holds" told own \
    'of(2)["entries"] == "10" and of(2)["label"] == "computing meaning of life"'
ok "a section has file and line of its first start" told own \
    'of(2)["file"].endswith("own.c") and int(of(2)["line"]) > 100'
ok "exclusive time is without the sections inside" told own \
    'abs(s(1, "inclusive") - s(1, "exclusive") - s(2, "inclusive")) < 1e-8 and s(1, "exclusive") > 0'
ok "mean, least and most are those of the entries" told own \
    's(2, "least") <= s(2, "mean") <= s(2, "most") and abs(s(2, "mean") * 10 - s(2, "inclusive")) < 2e-8'
ok "the deviation is within what least and most allow" told own \
    '0 < s(2, "standard") <= (s(2, "most") - s(2, "least")) / 2 + 1e-8'
counted_ok "events are counted in the sections, with those inside" own \
    'faults(2, 20000) and faults(1, 21000)'
ok "an event that nobody knows is told as not counted" told own \
    'of(1)["PAPI_NOT_THERE"] == "not counted"'
ok "threads accumulate in one section" told own \
    'of(40)["threads"] == "2" and of(40)["entries"] == "6"'
counted_ok "each thread counts for itself" own 'faults(40, 6000)'
ok "a section that a thread leaves open ends with it" told own \
    'of(41)["entries"] == "2" and of(41)["never stopped"] == "2"'
counted_ok "a section within itself counts once" own \
    'of(7)["entries"] == "4" and faults(7, 400)'
ok "there are more than 100 sections" told own \
    'sum(i.startswith("1") and of(int(i))["label"] == "one of many" for i in sections) == 500'
ok "labels of more than a line stay on one" told own \
    'of(50)["label"] == r"two\nlines\x1b[31m"'
ok "a label may be as long as it likes" told own 'len(of(51)["label"]) == 9999'
ok "the least id without a label is a section" told own \
    'of(-2147483648)["label"] == "section"'
ok "one whose outer one is stopped first ends with it" told own \
    'of(53)["never stopped"] == "1" and "never stopped" not in of(52)'
ok "stops without a start are told" told own \
    'int(head["stops without a start"]) >= 2'
ok "marks in signal handlers disturb nothing" told own \
    'of(61)["entries"] == "200000"'
counted_ok "a section that is open counts as far as it got" own \
    'of(4)["never stopped"] == "1" and faults(4, 500)'

HPM_OUTPUT_NAME=$PWD/dated_2026 "$program" quit
ok "nothing is lost without hpmTerminate, and the environment names the file" \
    told dated_2026_0027.hpm 'of(1)["entries"] == "1" and of(4)["never stopped"] == "1"'
"$program" fork
ok "a child and its parent write a file each" \
    sh -c 'ls perfhpm27.* | wc -l | grep -qx 2'
child=$(grep -l '^section 70 ' perfhpm27.*)
ok "the child's has its own sections alone" told "$child" 'list(sections) == ["70"]'
counted_ok "its counters are its own" "$child" 'faults(70, 300)'
rm -f perfhpm*
HPM_OUTPUT_NAME=/nowhere/at/all "$program" >stdout 2>stderr
is $? 0 "a file that cannot be written does not end the program"
is "$(cat stderr)" "libhpm: sections are not written: /nowhere/at/all_0027.hpm: No such file or directory" \
    "it is told once, with the file and the cause"
finish
