# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of hpmagg share.  A test starts in the top of the build tree
# with  . "${srcdir:-.}/tests/aggregate/lib.sh"  and works in $work, a folder of
# its own that goes away at its end.

top=$PWD
source_folder=$(cd "${srcdir:-.}" && pwd)
. "$source_folder/tests/tap.sh"

here=$source_folder/tests/aggregate
hpmagg=$top/hpmagg
# What this build has: of jobs, and of a package, there may be no settings.
sanitizer=
[ ! -f "$top/tests/run/settings.sh" ] || . "$top/tests/run/settings.sh"
export LC_ALL=C
unset COLUMNS HPMAGG_SECONDS HPMAGG_BROWSER
python=${HPM_PYTHON:-/usr/bin/python3}

work=$(mktemp -d "$top/tests/aggregate/work.XXXXXX") ||
    bail_out "no folder to work in"
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || bail_out "no folder to work in"
TMPDIR=$work/elsewhere
export TMPDIR
mkdir "$TMPDIR"
# HDF5 does not free what it could not write.
echo "leak:^H5" >"$work/lsan"
export LSAN_OPTIONS="suppressions=$work/lsan:print_suppressions=0"

# stream SETTING...: a fresh record stream called stream.
stream () {
    "$top/tests/aggregate/make_stream" stream "$@" ||
        bail_out "make_stream $*"
}

# run ARGUMENT...: hpmagg with its output in out and err, its exit status in
# $status, and in $ran what was asked for.
run () {
    ran=$*
    "$hpmagg" "$@" >out 2>err </dev/null
    status=$?
}

# result NAME SETTING...: a result file of these settings, without a summary.
result () {
    name=$1
    shift
    stream "$@"
    run --recover stream -o "$name" --force --summary=none \
        --definitions="$here/definitions"
    [ "$status" = 0 ] || bail_out "no $name: $(cat err)"
    keep_result "$name"
}

# refuses TEXT ARGUMENT...: exit status 2 and one line on stderr, which has the
# text in it; nothing on stdout.
refuses () {
    text=$1
    shift
    run "$@"
    ok "hpmagg $* is refused in one line: $text" \
        test "$status:$(wc -l <err | tr -d ' '):$(wc -c <out | tr -d ' ')" \
        = 2:1:0 || say "status $status: $(cat err)"
    has err "$text" "hpmagg $* is refused for its reason: $text"
}

have_python () {
    [ -x "$python" ] && "$python" -c "import $1" 2>/dev/null
}

# Whether a browser is to look at pages: not at those of a build with a sanitizer, which
# has nothing to say of what a browser does, and writes the same.
have_browser () {
    no_browser="chromium or $python is not installed"
    [ -z "$sanitizer" ] || no_browser="this build has a sanitizer"
    [ -z "$sanitizer" ] && command -v chromium >/dev/null && have_python json
}
