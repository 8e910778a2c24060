#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The script that holds the claims of tests, on logs of good and of bad ones.
. "${srcdir:-.}/tests/run/lib.sh"

mkdir -p good/a bad
cat >good/a/x.log <<'END'
ok 1 - the file is there
not ok 2 - heat: the file is there
ok 3 - heat: it ends # SKIP there is no heat
ok 4 - bubblewrap # SKIP it is not installed
1..4
END
check="$source_folder/scripts/check-claims"
ok "sentences that stand once pass" "$check" good

# bad CLAIM WHAT: a claim that is found out.
bad () {
    printf 'ok 1 - the file is there\nok 2 - %s\n' "$1" >bad/y.log
    ok "it is found out that a claim $2" sh -c '! "$1" bad' sh "$check"
}
bad "the file is there" "stands twice"
bad "  the file is gone" "begins with a blank"
bad "heat: exit status" "has two words behind its case"
bad "and it is gone" "leans on the one before it"
bad "the name of a file" "has no verb"
bad "bubblewrap # SKIP" "is skipped without a reason"
bad "the file is there # SKIP it is gone" "stands twice, once skipped"
finish
