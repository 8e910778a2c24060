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

# A setting that cannot be: who counted nothing leaves nothing to recover.
mkdir none
for ranks in 1 2; do
    (cd none && launch $ranks -x LD_PRELOAD="$library" -x HPM_SNAPSHOT=soon \
        "$programs/exact" >../stdout 2>../stderr)
    is $? 0 "$ranks with a setting that cannot be: the program is not disturbed"
    is "$(grep hpm stderr)" 'hpmmpi: not counted, because HPM_SNAPSHOT cannot be "soon": expected seconds, from 0 to 86400' \
        "$ranks with a setting that cannot be: that is said, and nothing else"
    is "$(ls none)" "" "$ranks with a setting that cannot be: nothing is left"
done

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
    ok "a run under hpmrun has all settings at their defaults" \
        launch 4 "$hpmrun" -s none -o launched.h5 "$programs/exact"
else
    skip "what pkg-config names" "there is no pkg-config"
fi
# Field by field: all but times, names of the run, and what depends on time.
cat >fields.py <<'END'
import h5py

one, other = h5py.File ("launched.h5"), h5py.File ("named.h5")


def datasets (file):
    found = {}
    file.visititems (lambda name, it: found.update ({
        name: (str (it.dtype), it.shape, sorted (it.attrs))})
        if isinstance (it, h5py.Dataset) and not name.startswith ("hpm/") else None)
    return found


def settings (file):
    return [line for line in file.attrs["hpm_options"].decode ().split ("\n")
            if not line.startswith (("HPM_OUTPUT=", "HPM_WRITER="))]


# Errors are stored where there are any: of an estimate from looks at calls there
# is one or not, as the calls took their time.
of_chance = {"count_error"}
of_time = {"hpm_start_time", "hpm_end_time", "hpm_verdict", "hpm_job_id", "hpm_options"}
found, expected = datasets (other), datasets (one)
differ = [name for name in {**found, **expected}
          if found.get (name) != expected.get (name)
          and not (name in of_chance and None in (found.get (name), expected.get (name)))]
assert not differ, [(name, found.get (name), expected.get (name)) for name in differ]
assert settings (one) == settings (other)
assert set (one.attrs) == set (other.attrs)
for name in set (one.attrs) - of_time:
    assert str (one.attrs[name]) == str (other.attrs[name]), name
# Places that MPI was called from come in the order of their times.
for name, data in one.items ():
    if isinstance (data, h5py.Dataset) and data.dtype.kind in "OS" and name != "text":
        ordered = sorted if name.startswith ("site_") else list
        assert ordered (data[...]) == ordered (other[name][...]), name
for name in "event_scope", "event_kind", "function_kind", "function_sent", \
        "function_received":
    assert list (one[name][...]) == list (other[name][...]), name
END
python=${HPM_PYTHON:-/usr/bin/python3}
if [ -f named.h5 ] && "$python" -c "import h5py" 2>/dev/null; then
    ok "the run by what pkg-config names differs from that under hpmrun in times alone" \
        "$python" fields.py
else
    skip "fields of a run by LD_PRELOAD" "there is no h5py, or no pkg-config"
fi

# What hpmrun refuses costs such a run that setting, and has its own reason.
# mistaken VARIABLE=VALUE...: 1 rank, whose summary is in stderr.
mistaken () {
    before=$#
    for setting in "$@"; do
        set -- "$@" -x "$setting"
    done
    shift "$before"
    rm -f x.h5*
    launch 1 -x LD_PRELOAD="$library" -x HPM_OUTPUT="$work/x.h5" "$@" \
        "$programs/ordinary" system >stdout 2>stderr </dev/null
    tr '\n' ' ' <stderr | tr -s ' ' >said
}
for name in NOSUCH os::NOSUCH PAPI_NOSUCH; do
    mistaken HPM_EVENTS=$name
    has said "not counted: $name because this processor or PAPI does not offer it" \
        "$name is no event of this machine nor of another"
done
mistaken HPM_EVENTS='::: x'
has said 'HPM_EVENTS left out: the list has a blank inside a name (a comma missing?): "::: x"' \
    "a list of events that is none is told"
mistaken HPM_BACKEND=/nosuch.so HPM_EVENTS=PAPI_TOT_INS
has said "hpmmpi: HPM_BACKEND left out: /nosuch.so: cannot open" \
    "a backend that is not there is told"
has said "not counted: PAPI_TOT_INS because there is no counter backend" \
    "what the backend would count says that there is none"
mistaken HPM_GROUPS=flops,nosuch
has said "hpmmpi: groups left out: no group 'nosuch' in the definitions" \
    "a group that nobody defines is told"
mistaken HPM_BACKEND=nosuch
is "$(cat stdout) $(cat said)" 'system 7 hpmmpi: not counted, because HPM_BACKEND cannot be "nosuch": expected none|papi, or a path with a "/" in it ' \
    "a run that cannot be counted says so in one line"
is "$(echo x.h5*)" 'x.h5*' "a run that cannot be counted leaves nothing to recover"

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
