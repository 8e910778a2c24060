#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Groups of metrics become events, and where definitions are found.
. "${srcdir:-.}/tests/wrapper/lib.sh"

cp -r "$stage" own
hpmrun=$work/own$bindir/hpmrun
mkdir -p "own$metricdir"
unset XDG_CONFIG_HOME
HOME=$work/home
export HOME

# metric NAME FORMULA
metric () {
    printf 'metric %s\n  title T\n  unit 1\n  formula %s\n  about A.\n' "$1" "$2"
}
{
    echo 'event flop = PAPI_FP_OPS | fake::A'
    echo 'event exported = sde:::*::N'
    echo 'event guarded = PAPI_FP_OPS | fake::FORBIDDEN'
    metric ipc '"PAPI_TOT_INS" / "PAPI_TOT_CYC"'
    metric rate 'flop / wall'
    metric bc '"fake::B" / "fake::C"'
    metric none guarded
    metric inside '"mpi::TIME" / wall'
    metric faults '"os::MINOR_FAULTS" + exported'
    metric user '"os::USER_TIME"'
    echo 'group first'
    echo '  about   The first question.'
    echo '  metrics rate, ipc'
    echo 'group second'
    echo '  metrics bc, inside'
    echo 'group third'
    echo '  metrics none'
    echo 'group system'
    echo '  metrics user, faults'
    echo '  events  os::WAIT_TIME'
} >"own$metricdir/test.metric"

# takes EVENTS ARGUMENT...: the program finds these events.
takes () {
    wanted=$1
    shift
    run "$@" env
    is "$(sed -n 's/^HPM_EVENTS=//p' out)" "$wanted" "${HPM_GROUPS:+HPM_GROUPS=$HPM_GROUPS }${XDG_CONFIG_HOME:+of the user, }hpmrun $* asks for $wanted" || cat err
}

# Mistakes first.
refuses 2 "-g needs a value: LIST" \
    -g '' touch started
refuses 2 "--groups cannot be \"first,,second\": expected names separated by commas" \
    --groups=first,,second touch started
refuses 2 "-g cannot be \"first second\": expected names separated by commas" \
    -g 'first second' touch started
refuses 2 "no group 'frist' in the definitions; there are first, second, third, system" \
    -g frist touch started
: >group.metric
refuses 2 "group.metric is a file: --groups takes names of groups, separated by commas (--metrics=group.metric reads definitions)" \
    -g group.metric touch started
refuses 2 "cannot read first,second: No such file or directory (a file of definitions is wanted; --groups chooses metrics)" \
    -m first,second touch started
run -g third touch started
is "$status:$(sed 's/ (.*//' err)" \
    "2:hpmrun: group third: this machine can count nothing of it, because the kernel forbids it" \
    "a group of which nothing can be counted is refused"
ok "the program does not start for a group of which nothing can be counted" test ! -e started
run -g first,third touch started
is "$status" 2 "a group of which nothing can be counted is refused beside another one"
OMPI_COMM_WORLD_RANK=1 run -g third touch started
is "$status:$(cat out err)" 2: "another rank ends alike, silently"
TEST_BACKEND=no-pmu run -g first touch started
is "$status:$(sed 's/ (.*//' err)" \
    "2:hpmrun: group first: this machine can count nothing of it, because this machine shows no hardware counters" \
    "nothing can be counted without counters"
run --backend=none -g first touch started
is "$status" 2 "nothing can be counted without a backend"
rm -f started

# Events.
takes fake::A,PAPI_TOT_INS,PAPI_TOT_CYC -g first
is "$(cat err)" "" "nothing is said about groups that can be counted"
is "$(grep ^HPM_GROUPS out)" HPM_GROUPS=first "the choice is handed on"
takes fake::B,fake::C,fake::A,PAPI_TOT_INS,PAPI_TOT_CYC --mpi=off -g second,first
has err "hpmrun: inside will have no value, because calls of MPI are not timed (--mpi=time)" \
    "what can't be had is told"
takes fake::B,fake::C --mpi=time -g second
is "$(grep ^hpmrun: err)" "" "unless it can be had"
takes PAPI_TOT_CYC,fake::A,PAPI_TOT_INS -e PAPI_TOT_CYC -g first
takes fake::A,PAPI_TOT_INS,PAPI_TOT_CYC -g first,first
takes os::USER_TIME,os::WAIT_TIME -g system
has err "hpmrun: faults will have no value, because this processor or PAPI does not offer it" \
    "a program that exports nothing"
printf '#!/bin/sh\n# papi_sde_init\nenv\n' >exports
chmod +x exports
run -g system ./exports
is "$(cat err; sed -n 's/^HPM_EVENTS=//p' out)" \
    os::USER_TIME,os::MINOR_FAULTS,os::WAIT_TIME "events that one may have beside them are counted"
HPM_GROUPS=second takes fake::A,PAPI_TOT_INS,PAPI_TOT_CYC -g first

# Counters that do not take all of them.
export TEST_BACKEND=few
refuses 2 "there are not enough counters for these groups at once; count them in turn (-a), on different ranks (--rotate=ranks), or in several runs: hpmrun -a -g first, hpmrun -g second" \
    --mpi=time -g first,second touch started
refuses 2 "there are not enough counters for these groups at once; count them in turn (-a), on different ranks (--rotate=ranks), or in several runs: hpmrun -g second,system, hpmrun -a -g first" \
    --mpi=time -g second,first,system ./exports
refuses 2 "there are not enough counters for all events at once: PAPI_TOT_CYC beside fake::A, PAPI_TOT_INS; count them in turn (-a), on different ranks (--rotate=ranks), or in several runs: -e fake::A,PAPI_TOT_INS, -e PAPI_TOT_CYC" \
    -g first touch started
takes fake::A,PAPI_TOT_INS,PAPI_TOT_CYC,fake::B,fake::C -a --mpi=time -g first,second
run --list=groups
ok "--list=groups tells what takes turns" grep -q '^first  *with -a  *The first' out
# Ranks that take turns: a list for each group.
export TEST_BACKEND=fixed OMPI_COMM_WORLD_SIZE=2
takes 'fake::A,PAPI_TOT_INS,PAPI_TOT_CYC;os::USER_TIME,os::WAIT_TIME' \
    --rotate=ranks -g first,system
takes 'fake::HELD,fake::A,PAPI_TOT_INS,PAPI_TOT_CYC;fake::HELD,os::USER_TIME,os::WAIT_TIME' \
    --rotate=ranks -e fake::HELD -g first,system
refuses 2 "3 groups of events for 2 ranks: nobody would count fake::C" \
    --rotate=ranks --mpi=time -g first,second touch started
unset TEST_BACKEND OMPI_COMM_WORLD_SIZE

run --mpi=off --list=groups
is "$status" 0 "--list=groups ends with 0"
ok "it tells what a group takes" grep -qx \
    'first  *yes  *The first question\. Takes fake::A, PAPI_TOT_INS, PAPI_TOT_CYC\.' out
ok "what it lacks" grep -q '^second  *in part  .*Takes fake::B, fake::C\. Lacks inside\.' out
ok "--list=groups tells which can't be counted" grep -q '^third  *no  *Lacks none\.' out
has out "none is lacking, because the kernel forbids it" "--list=groups tells the reason"
TEST_BACKEND=closed run --list=groups
is "$status" 0 "--list=groups without counters"
ok "says that of all" grep -q '^first  *no ' out

# Where definitions are found.
mkdir -p "own$sysconfdir/hpmmpi" home/.config/hpmmpi config/hpmmpi
{
    echo 'event flop = fake::B'
    metric mine '"fake::B"'
} >"own$sysconfdir/hpmmpi/site.metric"
takes fake::B,PAPI_TOT_INS,PAPI_TOT_CYC -g first
run --show-config
ok "--show-config tells what was overridden, and by which file" grep -q \
    "^event  *flop  *$work/own$sysconfdir/hpmmpi/site.metric:1  *$work/own$metricdir/test.metric\$" out
ok "--show-config tells where definitions are found" grep -q \
    "^metrics, own  *found  *$work/home/.config/hpmmpi\$" out
echo 'event flop = fake::C' >home/.config/hpmmpi/a.metric
takes fake::C,PAPI_TOT_INS,PAPI_TOT_CYC -g first
XDG_CONFIG_HOME=$work/config takes fake::B,PAPI_TOT_INS,PAPI_TOT_CYC -g first
echo 'event flop = PAPI_TOT_INS' >extra.metric
takes PAPI_TOT_INS,PAPI_TOT_CYC -m extra.metric -g first
is "$(grep ^HPM_METRICS out)" "HPM_METRICS=$work/extra.metric" \
    "the program may change its folder"
# Units of the file that is given are held against its formulas.
{
    metric share '"os::USER_TIME" / "os::WALL_TIME"'
    metric slow '1e-6 * "os::USER_TIME"' | sed 's/unit 1/unit s/'
} >unit.metric
slow="unit.metric:6: metric slow: the formula gives s times 0.001"
refuses 2 "$work/$slow" -m unit.metric touch started
refuses 2 "$slow" -m unit.metric --list=metrics
sed 's/1e-6/1e-9/' unit.metric >right.metric
run -m right.metric true
is "$status:$(cat err)" 0: "a metric with the right units is taken"
run -m extra.metric --show-config
ok "what replaces it is the file" grep -q \
    "^event  *flop  *extra.metric:1  *$work/home/.config/hpmmpi/a.metric\$" out
run --list=metrics
ok "--list=metrics has those of the site" grep -q '^mine ' out
(unset HOME; "$hpmrun" echo ran >out 2>&1)
is "$(cat out)" ran "HOME need not be set"

# A broken file is one line, before the program starts.
echo 'metrik m' >home/.config/hpmmpi/b.metric
refuses 2 "$work/home/.config/hpmmpi/b.metric:1: unknown word (did you mean metric?): \"metrik\"" \
    touch started
refuses 2 "$work/home/.config/hpmmpi/b.metric:1: unknown word (did you mean metric?): \"metrik\"" \
    -g first touch started
refuses 2 "cannot read nowhere.metric: No such file or directory" \
    -m nowhere.metric touch started
run --show-config
is "$status" 2 "--show-config tells of it, too"
has err "b.metric:1" "--show-config tells file and line"
finish
