#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What stands under the name that a file is to have: only a regular file is
# ever replaced, and a link stays one.
. "${srcdir:-.}/tests/aggregate/lib.sh"

result good.h5 ranks=2 events=2
result other.h5 ranks=2 events=3
cp good.h5 same.h5
stream ranks=2 events=2

# recover NAME [ARGUMENT...]: a result file under a name that may be taken.
recover () {
    name=$1
    shift
    run --recover stream -o "$name" --force --summary=none \
        --definitions="$here/definitions" "$@"
}

# stays NAME KIND LETTER: what is no regular file is refused, and stays.
stays () {
    recover "$1"
    is "$status" 2 "--recover -f: $2 is refused"
    has err "hpmagg: cannot write '$1': it is $2, and no regular file" \
        "--recover -f: the message says that it is $2"
    ok "--recover -f: $2 is one still" test "-$3" "$1"
    run --join good.h5 other.h5 -o "$1" --force --summary=none
    is "$status" 2 "--join -f: $2 is refused, too"
    ok "--join -f: $2 is one still" test "-$3" "$1"
    is "$(ls "$TMPDIR")" "" "$2 leaves no file elsewhere"
}

mkfifo pipe
stays pipe "a pipe" p
# More than a pipe holds, so that it is written when the reader has gone.
result big.h5 ranks=500 events=10
ok "there is more than a pipe holds" sh -c \
    "test \$('$hpmagg' --format=json --per=rank big.h5 | wc -c) -gt 300000"
run --format=json --per=rank big.h5 -o pipe &
reader=$!
: <pipe
wait $reader
is "$(grep -c "^hpmagg: cannot write pipe: Broken pipe$" err)" 1 \
    "a pipe whose reader leaves is an error that is told"
ln -s pipe to-pipe
recover to-pipe
is "$status" 2 "a link to a pipe is refused"
ok "a link to a pipe is a link still" test -h to-pipe -a -p pipe
if mknod null c 1 3 2>/dev/null && : 2>/dev/null >null; then
    stays null "a device" c
    run --format=csv good.h5 -o null
    is "$status" 0 "a table goes into a device"
    ok "a device stays one when a table goes into it" test -c null
else
    skip "a device is not replaced" "no device can be made here"
fi
mkdir folder
recover folder
is "$status" 2 "a folder is refused"
has err "cannot write 'folder': it is a folder" "the message says that the target is a folder"

# The writer at the end of a run loses nothing.
cp stream copy
"$hpmagg" --write copy -o pipe --force --summary=none \
    --definitions="$here/definitions" >out 2>err
is "$?" 0 "the writer of a run takes a second place for a pipe"
ok "the pipe stays one when the writer takes a second place" test -p pipe
ok "the second place has the result of the run" "$hpmagg" "$TMPDIR/pipe"
rm -f "$TMPDIR/pipe"

# Links.
mkdir far
echo old >far/old.h5
ln -s far/old.h5 link.h5
ln -s link.h5 second.h5
recover second.h5
is "$status:$(cat err)" 0: "a link is followed by --force"
ok "a link that is followed by --force stays a link" test -h second.h5 -a -h link.h5
ok "the file that the links lead to is the result" "$hpmagg" far/old.h5
ln -s far/new.h5 dangling.h5
recover dangling.h5
is "$status" 0 "a link that leads nowhere is followed"
ok "a link that leads nowhere is a link still" test -h dangling.h5
ok "what a link led to and was missing is there" "$hpmagg" far/new.h5
ln -s round.h5 round.h5
recover round.h5
is "$status" 2 "a link to itself is refused"
has err "round.h5" "a link to itself is refused by its name"
ok "a link to itself stays" test -h round.h5
run --format=csv good.h5 -o far/none
cp far/none wanted
ln -s far/table.csv table.csv
run --format=csv good.h5 -o table.csv
ok "a table follows a link that leads nowhere" cmp far/table.csv wanted
ok "a link that leads nowhere stays a link when a table follows it" test -h table.csv

# Somebody else's link in a folder that all may write to.
if [ "$(id -u)" = 0 ] && mkdir -m 1777 all && ln -s ../same.h5 all/trap.h5 &&
    chown -h 65534 all/trap.h5 2>/dev/null; then
    recover all/trap.h5
    is "$status" 2 "somebody else's link in a shared folder is not followed"
    has err "all/trap.h5" "somebody else's link is named"
    ok "the file that somebody else's link leads to is as it was" cmp same.h5 good.h5
    run --format=csv good.h5 -o all/trap.h5
    is "$status" 2 "somebody else's link is not followed by a table"
else
    skip "somebody else's link" "only root can make one"
fi
is "$(find . -name '.hpmagg*')" "" "no temporary file was left"
finish
