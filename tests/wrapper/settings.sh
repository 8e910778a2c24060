#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where settings come from and which wins.
. "${srcdir:-.}/tests/wrapper/lib.sh"

# exported ARGUMENT...: the HPM_* that the program sees, but for the writer and
# the words who was launched, and what it became.
exported () {
    run "$@" env
    cat err
    grep '^HPM_' out | grep -v -e '^HPM_WRITER=' -e '^HPM_LAUNCHED' -e '^HPM_MARKS=' | sort | tr '\n' ' '
}

is "$(exported)" "" "nothing is exported that is at its default"
run env
has out "HPM_MARKS=$stage$pkglibdir/marks.so" "the library of marks is the one of hpmrun"
has out "HPM_WRITER=$stage$bindir/hpmagg" "the writer is the one beside hpmrun"
ok "the launched process is named" grep -q '^HPM_LAUNCHED=[0-9]*-' out
has out "HPM_LAUNCHED_PROGRAM=$(readlink -f "$(command -v env)")" \
    "the library is told which program was launched"
run --writer=/bin/true env
has out "HPM_WRITER=/bin/true" "--writer names another"
is "$(exported -o a.h5 --domain=all -f)" \
    "HPM_DOMAIN=all HPM_FORCE=1 HPM_OUTPUT=a.h5 " "flags are exported"

cat >file <<'F'
# a comment
HPM_DOMAIN kernel
HPM_SUMMARY "full"
F
export HPM_DOMAIN=all HPM_BUFFER=8
is "$(exported)" "HPM_BUFFER=8 HPM_DOMAIN=all " "the environment wins over defaults"
is "$(exported -c file)" "HPM_BUFFER=8 HPM_DOMAIN=kernel HPM_SUMMARY=full " \
    "the file wins over the environment"
is "$(HPM_CONFIG="file" exported)" \
    "HPM_BUFFER=8 HPM_DOMAIN=kernel HPM_SUMMARY=full " \
    "HPM_CONFIG names the file; the library need not read it again"
is "$(HPM_CONFIG=nowhere exported -c file -s none)" \
    "HPM_BUFFER=8 HPM_DOMAIN=kernel HPM_SUMMARY=none " \
    "a flag wins over the file, --config over HPM_CONFIG"
is "$(exported -c file --domain=user -s short)" "HPM_BUFFER=8 " \
    "a flag back at the default clears the variable"

run -c file -s short --show-config
is "$(awk '$1 ~ /^HPM_/ && $2 != "default"' out | tr -s ' \n' ' ')" \
    "HPM_DOMAIN file:2 kernel HPM_SUMMARY flag short HPM_BUFFER environment 8 HPM_CONFIG flag file " \
    "--show-config tells where each value comes from"
HPM_MULTIPLEX=1 run -c file --rotate=ranks -e PAPI_TOT_INS true
is "$(cat err)" \
    "hpmrun: HPM_MULTIPLEX and --rotate=ranks exclude each other: choose one" \
    "settings that exclude each other are called as they were given"
run -c file -s short --show-config
has out "$library" "--show-config tells which library is used"
has out "$backend" "--show-config tells which backend is used"
is "$status" 0 "--show-config ends well"
run --backend=none --show-config
ok "--show-config tells that no backend is used" grep -q '^backend *not used' out
unset HPM_DOMAIN HPM_BUFFER

# An empty text is the default again, of whatever kind the setting is.
cat >empty <<'F'
HPM_COSTS ""
HPM_SIGNALS ""
HPM_MPI ""
HPM_BUFFER ""
HPM_SNAPSHOT ''
HPM_FORCE ""
HPM_BACKEND # none
F
is "$(HPM_BUFFER=8 exported -c empty)" "" "what is empty in a file is at its default"
run -c empty --show-config
is "$(awk '$2 == "empty:4" {print $3}' out)" 64 "an empty number is the default one"

# Lists add up, anything else is what was said last.
is "$(exported -o a.h5 -e fake::A -o b.h5 --events=fake::B,fake::C -e PAPI_TOT_INS)" \
    "HPM_EVENTS=fake::A,fake::B,fake::C,PAPI_TOT_INS HPM_OUTPUT=b.h5 " \
    "lists of events add up, of other flags the last one holds"
refuses 2 '--events has no event in it: " "' -e " " true
HPM_EVENTS=" " run true
is "$(cat err)" 'hpmrun: HPM_EVENTS has no event in it: " "' \
    "a list of blanks in the environment is called by its name"

printf '\357\273\277HPM_DOMAIN kernel\n' >marked
is "$(exported -c marked)" "HPM_DOMAIN=kernel " \
    "a byte order mark before a file is no part of it"
printf '# one\nHPM_CONFIG other\n' >config
run -c config true
is "$status $(cat err)" "0 hpmrun: config:2: HPM_CONFIG ignored: it names the \
configuration file, and stands in the environment or behind --config" \
    "a file does not name another one"

# A line of the site's that is wrong, or goes with another setting in no way, stops
# nothing: told once, it is left out, and the others hold.
said="hpmrun: of the site's settings one is left out: site"
# gives_way LINE TEXT ARGUMENT...: the site's third line gives way.
gives_way () {
    printf '%s\n' 'HPM_BUFFER 8' '# of a site' "$1" 'HPM_SNAPSHOT 2' >site
    shown="$said:3: $2"
    shift 2
    is "$(HPM_SITE=site exported "$@" | tr '\n' ' ')" \
        "$shown HPM_BUFFER=8 HPM_SITE=none HPM_SNAPSHOT=2 " "the site gives way: $shown"
}
gives_way 'HPM_EVENTS NOSUCH' \
    'HPM_EVENTS: unknown event NOSUCH; see hpmrun --list=events'
gives_way 'HPM_BACKEND /no.so' 'HPM_BACKEND: cannot load the backend: /no.so: cannot open shared object file: No such file or directory'
gives_way 'HPM_METRICS /no' 'HPM_METRICS: cannot read /no: No such file or directory'
gives_way 'HPM_COSTS /no' 'HPM_COSTS: cannot read /no: No such file or directory'
gives_way 'HPM_SIGNALS USR1,USR1' "HPM_SIGNALS: 'USR1,USR1': the signals that start and stop counting must not be the same"
printf 'HPM_EVENTS fake::A\nHPM_ROTATE ranks\nHPM_MULTIPLEX 1\nHPM_COSTS /no\n' >site
HPM_SITE=site run env
is "$status $(cat err)" "0 $said:3: HPM_MULTIPLEX and site:2: HPM_ROTATE=ranks exclude each other: choose one" \
    "of several lines that give way the first is told"
is "$(grep -c -e HPM_ROTATE=ranks -e HPM_MULTIPLEX -e HPM_COSTS out)" 1 \
    "of two lines of the site that exclude each other the first holds"
HPM_SITE=site run -a env
is "$status $(cat err)" "0 $said:2: HPM_ROTATE: --multiplex and site:2: HPM_ROTATE=ranks exclude each other: choose one" \
    "a line of the site that excludes a flag gives way"
has out HPM_MULTIPLEX=1 "the flag holds"
printf 'HPM_EVENTS NOSUCH\n' >site
HPM_SITE=site run -e NEITHER touch started
is "$status $(cat err)" \
    "2 hpmrun: unknown event NEITHER; see hpmrun --list=events" \
    "what a user asks for in error is an error beside a site's, too"
HPM_SITE=nowhere run true
is "$status $(cat err)" "0 hpmrun: cannot read nowhere: No such file or directory" \
    "settings of a site that the environment names are missed, and stop nothing"
refuses 2 "cannot read nowhere, which --site names: No such file or directory" \
    --site=nowhere touch started
HPM_OUTPT=x run true
is "$status" 0 "an unknown HPM_ name does not stop the program"
has err "HPM_OUTPUT" "an unknown HPM_ name is warned about, with the nearest"
echo 'HPM_DOMAIN sideways' >bad
run -c bad touch started
is "$status" 2 "a bad value in the file is an error"
has err "bad:1" "that names file and line"
HPM_DOMAIN=sideways run --help
is "$status" 0 "--help works whatever is wrong in the environment"
finish
