#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Small limits: the program has all that it has without us, nothing is left, and
# where there is no result the true reason and remedy are told.
. "${srcdir:-.}/tests/guest/lib.sh"

limits=$guest/limits
[ ! "$sanitizer" ] || skip_all "a sanitizer does not start below small limits"

# under_limit COMMAND...: below the limit of this case
under_limit () (
    # shellcheck disable=SC3045
    ulimit $ulimit_flags "$limit"
    exec "$@"
)

# limited FLAG VALUE [hard|soft]: a run beside a plain one.  A snapshot may have a
# descriptor for a moment: what the program has is asked up to three times.
limited () {
    in_case "ulimit -$1 $2${3:+ $3}"
    exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- # of who runs the test
    how=${3:-hard} limit=$2
    ulimit_flags=-$1
    [ $how = hard ] || ulimit_flags=-S$1
    under_limit "$limits" >plain 2>plain.err </dev/null
    plain=$?
    for try in 1 2 3; do
        rm -f x.h5*
        under_limit "$hpmrun" --backend=none --summary=none -o "$work/x.h5" \
            --checkpoint="$work/checkpoint" "$limits" >under 2>err </dev/null
        status=$?
        cmp -s plain under && break
        say "another run: try $try had $(cat under)"
    done
    is $status $plain "the exit status is the same"
    ok "the program has the same" diff plain under
    ok "nothing of the snapshots remains" left_nothing
}

for n in 4 5 6 8 64 300 1024; do
    limited n $n soft
    ok "there is a result" test -s x.h5
done
# The hard limit: not for who may raise it.
for n in 4 5 6 8 64; do
    limited n $n
    if [ ! -s x.h5 ]; then
        has err "Too many open files" "the reason is told"
        ok "nobody is told to make room" sh -c "! grep 'make room' err"
    fi
    [ $n != 4 ] || has err "raise the limit of open files" "the remedy is told"
done
limited f 2
has err "raise the limit of the size of files" "the remedy is told"
limited f 2000
ok "there is a result" test -s x.h5
limited v 30000
limited v 10000
# The library has 1.3 MB of data, most of it for rank 0 alone.
limited d 30000
limited d 12000
limited s 64
limited s 200
ok "there is a result" test -s x.h5
finish
