# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of completion share: $made, the folder of a shell's files, and
# $work, in which a result file, a folder and a stand-in for hpmrun are.
. "${srcdir:-.}/tests/tap.sh"
top=$PWD

# begin SHELL FILE...
begin () {
    made=$top/completion/$1
    command -v "$1" >/dev/null || { echo "1..0 # SKIP there is no $1"; exit 0; }
    [ -d "$made" ] || { echo "1..0 # SKIP none was made: cross-compiled"; exit 0; }
    work=$(mktemp -d "$top/tests/completion/work.XXXXXX") ||
        bail_out "no folder to work in"
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    mkdir "$work/bin" "$work/data" "$work/folder"
    : >"$work/run.h5"
    : >"$work/run.txt"
    # What it lists stays the same, whatever this machine counts.
    cat >"$work/bin/hpmrun" <<'END'
#!/bin/sh
echo "NAME  WHAT IT TELLS"
case $1 in
--list=groups) echo "cache  how"; echo "costs  what" ;;
--list=events) echo "os::USER_TIME  yes"; echo "os::PEAK_MEMORY  yes" ;;
esac
END
    cp "$work/bin/hpmrun" "$work/bin/hpmagg"
    chmod +x "$work/bin/hpmrun" "$work/bin/hpmagg"
    PATH=$work/bin:$PATH
    export PATH LC_ALL=C
    cd "$work" || bail_out "no folder to work in"
}

# flags COMMAND: all long flags that its help names.
flags () {
    sed -n 's/^  \(-., \|    \)--\([a-z][a-z-]*\).*/--\2/p' \
        "$top/completion/$1.help" | sort -u
}
