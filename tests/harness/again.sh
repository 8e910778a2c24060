#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# tests/again.sh: which tests get another try, and how often.
source_folder=$(cd "${srcdir:-.}" && pwd)
. "$source_folder/tests/tap.sh"

work=$(mktemp -d) || bail_out "no folder to work in"
trap 'rm -rf "$work"' EXIT
cd "$work" || bail_out "no folder to work in"

# made HEADER: a test that fails $left times and then succeeds.  What it says when it
# fails is $fault, and its end is $end.
made () {
    cat >measure.sh <<END
#!/bin/sh
#
$1
echo x >>tries
echo "ok 1 - $steady"
[ "\$(wc -l <tries)" -le $left ] && { echo "not ok 2 - near"; echo "#  $fault"; echo "$end"; exit 1; }
echo "ok 2 - near"
echo 1..2
END
    chmod +x measure.sh
    rm -f tries
    "$source_folder/tests/again.sh" ./measure.sh >out 2>told
    status=$?
    tries=$(($(wc -l <tries)))
}
measures="# Measures: chance."
fault="off by 2 %" end=1..2 steady=steady

left=0
made "$measures"
is "$status $tries" "0 1" "one that holds is run once"
is "$(cat told)" "" "nothing is told of it"
ok "how long it took stands at its end" \
    sh -c 'tail -n 1 out | grep -qE "^# took: [0-9]+ s, [0-9]+ s of processors, ./measure.sh$"'
left=2
made "$measures"
is "$status $tries" "0 3" "one that fails twice is run three times"
is "$(grep -v '^#' out | tr '\n' ' ')" "ok 1 - steady ok 2 - near 1..2 " \
    "its log is that of the last try"
is "$(grep -c '^# tried again: 2 - near$' out)" 2 "the claims that failed before stand in it"
is "$(sort -u told)" "TRIED AGAIN: ./measure.sh 2 - near" "they are told"
left=1 steady="steady # SKIP ThreadSanitizer does not know OpenMP"
made "$measures"
is "$status $tries" "0 2" "a claim that is skipped for a sanitizer takes no try away"
left=3 steady=steady
made "$measures"
is "$status $tries" "1 3" "one that fails three times fails"
is "$(grep -c '^not ok' out)" 1 "its claim is refuted once"

left=1
made "# It measures nothing."
is "$status $tries" "1 1" "a test that does not measure has one try"
is "$(grep -c '^# took: ' out)" 1 "how long that one took stands there, too"
for fault in "rank 0 exited on signal 11 (Segmentation fault)" "rank 0: SIGABRT" \
    "WARNING: ThreadSanitizer: data race" "x.c:3:4: runtime error: index 4" \
    "its status is 66" "Process name: [[1,1],0] Exit code: 66"; do
    in_case "$fault"
    made "$measures"
    is "$status $tries" "1 1" "such a test has one try"
done
in_case ""
fault="off by 2 %"
end="# it did not come to its plan"
made "$measures"
is "$status $tries" "1 1" "a test that did not come to its end has one try"

# is_gone PID: soon, but for what its parent has not asked for.
is_gone () {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        grep -qs '^State:[^Z]*$' "/proc/$1/status" || return 0
        sleep 0.2
    done
    return 1
}

# hung HEADER: one that never ends, with a process of its own that does not either.
hung () {
    printf '#!/bin/sh\n%s\necho "ok 1 - begun"\nsleep 987 &\necho $! >pid\nwait\n' "$1" \
        >hang.sh
    chmod +x hang.sh
    HPM_TEST_LIMIT=1 "$source_folder/tests/again.sh" ./hang.sh >out 2>told
    status=$?
}
for header in "# It measures nothing." "$measures"; do
    in_case "${header#??}"
    hung "$header"
    is "$status" 124 "a test that never ends is ended, and fails"
    is "$(sed 2q out | tr '\n' ' ')" \
        "ok 1 - begun not ok - it came to no end within 1 s, after what stands above " \
        "its log tells where it hung"
    ok "a process that a hung test began is gone" is_gone "$(cat pid)"
done
finish
