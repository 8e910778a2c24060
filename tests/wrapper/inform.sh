#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --help, --version, --list, --check, and the manual page.
. "${srcdir:-.}/tests/wrapper/lib.sh"

include=$source_folder/include
manual=$source_folder/doc/hpmrun.1
flags=$(
    sed -n 's/^ *X (\([a-z_]*\), .*/--\1/p' "$include/hpm_option_table.h" |
        tr _ -
    sed -n 's/^ *X ([A-Z_]*, "\([a-z-]*\)".*/--\1/p' \
        "$source_folder/wrapper/launch/flags.h"
)
variables=$(sed -n 's/.*X ([a-z_]*, [^,]*, \(HPM_[A-Z_]*\),.*/\1/p' \
    "$include/hpm_option_table.h")
fits () {
    ! awk 'length > 80' "$1" | grep .
}

run --help
is "$status" 0 "--help ends with 0"
ok "--help fits 80 columns" fits out
mv out help
ok "the tables of flags were read" test "$(echo "$flags" | wc -w)" -ge 17
mandoc -T utf8 -O width=80 "$manual" 2>lint | col -b >page ||
    col -b <"$manual" >page
for flag in $flags; do
    ok "--help mentions $flag" grep -q -e "$flag\>" help
    ok "hpmrun(1) mentions $flag" \
        grep -q -e "$(echo "$flag" | sed 's/^--/ Fl -/')\>" "$manual"
done
for variable in $variables; do
    ok "hpmrun(1) mentions $variable" grep -q "$variable\>" "$manual"
done
# The other way round: nothing in the manual that is not in the tables.
for flag in $(sed -n 's/^\.It .*Fl -\([a-z-]*\).*/--\1/p' "$manual"); do
    ok "$flag of hpmrun(1) exists" grep -q -e "$flag\>" help
done
run -h
ok "-h is --help" cmp out help

run --version
ok "--version tells the version" grep -qx 'hpmrun (hpmmpi) [0-9][0-9.]*' out
is "$("$hpmrun" -V)" "$(cat out)" "-V is --version"

run --list=events
is "$status" 0 "--list=events ends with 0"
ok "counters of the system are there" grep -q '^os::WALL_TIME *yes *ns ' out
ok "events of the backend are there" \
    grep -q '^PAPI_TOT_INS *yes *1 *Instructions completed' out
ok "what can't be counted is marked" grep -q '^PAPI_FP_OPS *no ' out
ok "in a pipe, an event is one line" \
    grep -q '^fake::FORBIDDEN.*eighty columns$' out
mv out listed
run --list events
ok "--list events is the same" cmp out listed
COLUMNS=80 run --list=events
ok "with COLUMNS=80 it fits 80 columns" fits out
ok "folded between words" grep -q '^ *one line of eighty columns$\|^ *columns$\|^ .*eighty columns$' out
TEST_BACKEND=closed run --list=events
has out "There is no more, because the program brings another version of PAPI." \
    "--list=events tells why there is no more"

cp -r "$stage" own
mkdir -p "own$metricdir"
hpmrun=$work/own$bindir/hpmrun
cat >"own$metricdir/test.metric" <<'F'
metric wall_check
  title Wall time
  unit s
  formula wall
  sense none
  total no
  about What the clock on the wall says.
F
run --list=metrics
is "$status" 0 "--list=metrics ends with 0"
ok "installed metrics are there" \
    grep -q '^wall_check *s *Wall time *What the clock on the wall says.' out
sed 's/wall_check/mine/' "own$metricdir/test.metric" >mine.metric
run -m mine.metric --list=metrics
ok "--list=metrics has the user's own" grep -q '^mine ' out
run -m nowhere.metric --list=metrics
is "$status" 2 "a missing file is an error"
hpmrun=$stage$bindir/hpmrun

run --check
is "$status" 0 "--check with hardware events succeeds"
ok "--check says that there are hardware counters" grep -q '^Hardware counters *yes' out
ok "it names the default events" grep -q 'PAPI_TOT_INS, *\|PAPI_TOT_CYC' out
has out "os::WALL_TIME" "--check names the events that are always counted"
# A path is one word, however long.
grep -v '^Counter source\|/' out >words
ok "--check fits 80 columns" fits words
TEST_BACKEND=no-pmu run --check
is "$status" 0 "--check without hardware events could say everything, too"
ok "--check says that there are no hardware counters" grep -q '^Hardware counters *no, because' out
has out "What helps:" "--check says what helps"
run --backend=none --check
is "$status" 0 "--check without a backend ends well"
has out "it is switched off" "says that it is switched off"

# What starts the ranks, and in what.
mkdir -p path
for name in mpirun srun; do
    printf '#!/bin/sh\n' >path/$name
    chmod +x path/$name
done
for variable in $(env | sed -n 's/^\(SLURM_[A-Z_]*\|PBS_JOBID\|JOB_ID\)=.*/\1/p'); do
    unset "$variable"
done
PATH="$work/path:$PATH" run --check
tr -s '\n ' '  ' <out >flat
ok "--check names the launchers in PATH" grep -q "mpirun ($work/path/mpirun)" flat
ok "all of them, where there are several" grep -q "srun ($work/path/srun)" flat
ok "--check says that no launcher started it" grep -q "^Started by *no launcher" out
ok "--check says that this is no job of a batch system" grep -q "^Batch system *none" out
ok "--check says which MPI libraries there are, or that there is none" \
    grep -q "^MPI libraries *\(libmp\|none where\)" out
PATH=/nowhere run --check
ok "--check says when no launcher is in PATH" grep -q "^Launchers *none is in PATH" out
OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4 run --check
ok "--check says who started it" \
    grep -q "^Started by *mpirun of Open MPI, as rank 0 of 4" out
SLURM_JOB_ID=$(printf '7\0337[31m') run --check
has out "Slurm, job 7?7[31m:" "--check shows no control character of the environment"
SLURM_JOB_ID=77 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 SLURM_NTASKS=2 run --check
ok "--check says which job of the batch system this is" \
    grep -q "^Batch system *Slurm, job 77" out
ok "--check says that srun started it" grep -q "^Started by *srun, as rank 0 of 2" out
finish
