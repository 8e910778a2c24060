# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The few functions a test in shell needs to print TAP.  $work is a folder of
# the test's own.

tap_count=0
tap_failed=0
tap_name=

# say TEXT...: a line of explanation.
say () {
    printf '%s\n' "$*" | sed 's/^/# /'
}

# A claim is a sentence, and no other claim of the test (scripts/check-claims):
# where the same checks are made several times, the name of the case is part of it.

# in_case NAME: put it before all claims to come, "" for none.
in_case () {
    tap_name=${1:+"$1: "}
}

# ok CLAIM COMMAND...: the claim holds if the command succeeds; what it printed
# is told when it fails.
ok () {
    claim=$tap_name$1
    shift
    tap_count=$((tap_count + 1))
    if "$@" >"$work/.ok" 2>&1; then
        echo "ok $tap_count - $claim"
        return 0
    fi
    echo "not ok $tap_count - $claim"
    say "$*"
    sed 's/^/#   /' "$work/.ok" | head -n 30
    tap_failed=$((tap_failed + 1))
    return 1
}

# is GOT EXPECTED CLAIM
is () {
    ok "$3" test "$1" = "$2" && return
    say "got '$1', expected '$2'"
    return 1
}

# has FILE TEXT CLAIM: the text stands in the file.
has () {
    ok "$3" grep -qF -e "$2" "$1" || sed 's/^/#   /' "$1"
}

skip () {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $tap_name$1 # SKIP $2"
}

# skip_all WHY...: end here.  What was claimed before counts.
skip_all () {
    if [ "$tap_count" -gt 0 ]; then
        skip "what is left" "$*"
        finish
    fi
    echo "1..0 # SKIP $*"
    exit 0
}

bail_out () {
    echo "Bail out! $*"
    exit 99
}

# Open descriptor 9, of which nobody is left to read.
open_unread () {
    mkfifo "$work/.unread"
    : <"$work/.unread" &
    exec 9>"$work/.unread"
    wait $!
    rm "$work/.unread"
}

# keep_result FILE...: result files stay where tests/truth/files.sh refutes what
# hpmagg says of them.  $top is the top of the build tree; large ones stay not.
keep_result () {
    keep=$top/tests/truth/kept/$(echo "${0##*tests/}" | tr / -)
    for file in "$@"; do
        keep_count=$((${keep_count:-0} + 1))
        [ "$keep_count" -gt 1 ] || rm -rf "$keep"
        mkdir -p "$keep"
        find "$file" -size -2000k -exec cp {} "$keep/$keep_count.h5" \; \
            2>/dev/null
    done
    return 0
}

finish () {
    echo "1..$tap_count"
    test "$tap_failed" = 0
    exit
}
