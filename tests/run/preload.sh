#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# LD_PRELOAD alone, configured by HPM_* variables, does what hpmrun does.
. "${srcdir:-.}/tests/run/lib.sh"
[ -x "$programs/exact" ] || skip_all "PAPI's libsde is not installed"

flags="--summary=none -e sde:::exact::COUNT,sde:::exact::BIG"

preloaded () {
    launch 4 -x LD_PRELOAD="$library" "$@" "$programs/exact" >stdout 2>stderr
    status=$?
    cat stderr
    return $status
}

ok "a run under hpmrun is counted" counted 4 hpmrun.h5 "$programs/exact"
ok "hpmagg prints JSON of hpmrun.h5" json hpmrun.h5 --per=rank

ok "by LD_PRELOAD and variables" preloaded \
    -x HPM_OUTPUT="$work/preload.h5" -x HPM_SUMMARY=none \
    -x HPM_EVENTS=sde:::exact::COUNT,sde:::exact::BIG
is "$(cat stdout)" "4 ranks" "stdout is the program's"
ok "hpmagg prints JSON of preload.h5" json preload.h5 --per=rank
ok "every number is the known one" $known exact preload.h5.json 4
ok "the run by LD_PRELOAD says the same as that under hpmrun" $known same hpmrun.h5.json preload.h5.json \
    sde:::exact::COUNT sde:::exact::BIG

cat >hpm.conf <<END
# settings from a file
HPM_OUTPUT "$work/config.h5"
HPM_EVENTS sde:::exact::COUNT,sde:::exact::BIG
HPM_SUMMARY none
END
ok "a run by LD_PRELOAD and a configuration file is counted" preloaded \
    -x HPM_CONFIG="$work/hpm.conf"
ok "hpmagg prints JSON of config.h5" json config.h5
ok "the run by a configuration file says the same as that under hpmrun" $known same hpmrun.h5.json config.h5.json \
    sde:::exact::COUNT sde:::exact::BIG

# What pkg-config names, below the root of the staged installation, is all that
# hpmrun preloads: calls are timed, too.
stage=$top/tests/run/stage
if command -v pkg-config >/dev/null; then
    library=$(PKG_CONFIG_PATH=$stage$libdir/pkgconfig pkg-config \
        --define-variable=libdir="$stage$libdir" --variable=preload hpmmpi)
    ok "by what pkg-config names" preloaded -x HPM_SUMMARY=none \
        -x HPM_OUTPUT="$work/named.h5"
    ok "hpmagg tells of MPI calls" sh -c '"$1" --mpi "$2" >calls' sh \
        "$hpmagg" "$work/named.h5"
    ok "they were timed" grep -q "^all of MPI " calls
else
    skip "what pkg-config names" "there is no pkg-config"
fi

# hpmrun keeps what the user preloads himself.
cat >mine.c <<'END'
#include <unistd.h>
__attribute__ ((constructor)) static void
here (void)
{
    if (write (2, "mine is here\n", 13) < 0)
        _exit (1);
}
END
if $CC -shared -fPIC -o mine.so mine.c; then
    # shellcheck disable=SC2086
    launch 1 -x LD_PRELOAD="$work/mine.so" "$hpmrun" -o own.h5 $flags \
        "$programs/exact" >stdout 2>stderr
    is $? 0 "under hpmrun with the user's own LD_PRELOAD"
    ok "the user's own library is loaded" grep -q "mine is here" stderr
    ok "hpmagg prints JSON of own.h5" json own.h5
    ok "everything is counted beside the user's own library" $known exact own.h5.json 1
else
    skip "the user's own LD_PRELOAD" "no shared library can be built here"
fi
finish
