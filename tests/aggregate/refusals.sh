#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What hpmagg must refuse, and how it says so.
. "${srcdir:-.}/tests/aggregate/lib.sh"

result good.h5 ranks=2 events=3

# The command line.
refuses "name the result file of a run"
refuses "name one result file at a time" good.h5 good.h5
refuses "--per cannot be \"core\": expected job|host|rank|thread" --per=core good.h5
refuses "--format cannot be \"xml\": expected text|csv|json" --format=xml good.h5
refuses "--summary cannot be \"long\": expected none|short|full" \
    --write stream -o x.h5 --summary=long
refuses "--done-fd=one: not a descriptor" --write stream -o x.h5 --done-fd=one
run --zzzz good.h5
is "$(cat err)" "hpmagg: unknown flag --zzzz (see --help)" \
    "an unknown flag names --help once"
refuses "unknown flag --perr; did you mean --per?" --perr=rank good.h5
refuses "name the result file with -o FILE" --write stream
refuses "--write takes no FILE but that of -o: good.h5" --write stream -o x.h5 good.h5
refuses "cannot sort by 'nothing': neither an event nor" --per=rank --sort=nothing good.h5
refuses "of these rows (did you mean PAPI_TOT_INS?)" \
    --per=rank --sort=-PAPI_TOT_INT good.h5
refuses "of these rows (did you mean time_s?)" --per=region --sort=time good.h5

refuses "--sort orders rows: add --per=rank" --sort=ipc good.h5
refuses "--costs is about the job: leave --per away" --costs --per=rank good.h5

# What does not go together.
refuses "--recover and --join exclude each other" --join --recover stream good.h5
refuses "--recover and --write exclude" -o x.h5 --write stream --recover=stream
refuses "--force goes with --recover or --write or --join" --force good.h5
refuses "-f goes with --recover or --write or --join" -f good.h5
refuses "--done-fd goes with --recover or --write" --done-fd=3 good.h5
refuses "--reference goes with --scaling" --reference=good.h5 good.h5
refuses "--per does not go with --recover" --recover stream -o x.h5 --per=rank
refuses "-e does not go with --scaling" --scaling good.h5 good.h5 -e x
refuses "--format does not go with --join with --output" \
    --join good.h5 good.h5 --format=csv -o x.h5
refuses "--format does not go with --print-costs" --print-costs --format=csv
refuses "name the result file of a run" --print-costs -o x
: >alone.h5
refuses "--html names the file that it writes, and took alone.h5 for that: write --html=FILE alone.h5" \
    --html alone.h5
refuses "--badge names the file that it writes, and took alone.h5 for that: write --badge=FILE alone.h5" \
    --badge alone.h5
rm alone.h5
refuses "--metrics needs a value with --write: FILE" --write stream -o x.h5 --metrics

# What would be ignored.
refuses "--sort=rank: a row of a host has no rank; --per=rank has rows with one" \
    -p host -s rank good.h5
refuses "--sort=rank: a row of a phase has no rank; --per=rank has rows with one" \
    -p phase --sort=rank good.h5
refuses "--sort=thread: a row of a rank has no thread" -p rank --sort=-thread good.h5
refuses "--mpi is about the job: leave --per away" -p rank --mpi good.h5
refuses "--summary=none would show nothing" --summary=none good.h5
refuses "-f goes with --recover or --write or --join (" -f good.h5

# A value that is missing, or one for another.
for flag in --per --sort --groups --format --output --reference --recover \
    --events= --metrics= --mpi= --costs= --scaling= --definitions= -o -e; do
    refuses "${flag%=} needs a value: " "$flag"
done
refuses "--join takes no value: \"x\"" --join=x good.h5
refuses "-e takes a list of names, and took the file good.h5 for one: write -e LIST good.h5" \
    -e good.h5
refuses "-g takes a list of names, and took the file good.h5" -g good.h5
refuses "-m takes a list of names, and took the file ./good.h5" -m ./good.h5
refuses "-m: the list has a blank inside a name" -m 'ipc mips' good.h5
refuses "--groups: the list has a name twice: \"a\"" --groups=a,a good.h5
refuses "has a blank inside a name" --join -m "ipc mips" good.h5 good.h5
refuses "this run has no event good.h5: that is a file" -e good.h5 good.h5
cp good.h5 mine.metric
refuses "mine.metric is a file of definitions: write --metrics=mine.metric" \
    --metrics mine.metric good.h5
refuses "mine.metric is a file of definitions: write --metrics=mine.metric" \
    good.h5 --metrics mine.metric

# Nowhere to write to.
cp good.h5 again.h5
for where in "--help" "--version" "good.h5" "--per=rank good.h5" "--print-costs" \
    "--print-costs good.h5" "--scaling good.h5 again.h5"; do
    # shellcheck disable=SC2086 # these are words
    "$hpmagg" $where 2>err >&-
    is "$?" 2 "hpmagg $where with its standard output closed ends with 2"
    has err "cannot write" "it is told of $where that it cannot be written"
    # shellcheck disable=SC2086 # these are words
    "$hpmagg" $where 2>err >/dev/full
    is "$?:$(grep -c 'No space left' err)" 2:1 \
        "hpmagg $where to a full device ends with 2, and says why"
done
stream ranks=2
"$hpmagg" --recover stream -o closed.h5 <&- 2>&- >&-
is "$?" 0 "a result file is made with all standard files closed"
run closed.h5
is "$status" 0 "the file can still be read"

refuses "this run has no event PAPI_TOT_INT; did you mean PAPI_TOT_INS" \
    --events=PAPI_TOT_CYC,PAPI_TOT_INT good.h5
refuses "this run has no event nosuch; --events shows" --events=nosuch good.h5
refuses "this run has no event x*" --per=rank -e 'x*' good.h5
refuses "this run has no metric mip; did you mean mips" -m mip good.h5
refuses "this run has no metric nosuch" --metrics=nosuch good.h5
refuses "this run has no call of MPI_Nosuch" --mpi=MPI_Nosuch good.h5
result calls.h5 ranks=2 events=3 calls=1
refuses "this run has no call of MPI_Sent; did you mean MPI_Send" \
    --mpi=MPI_Sent calls.h5

# The same said with a letter and a blank, with a letter, and in full.
for form in "-p rank -e PAPI_TOT_INS -m ipc,mips -F csv" \
    "-prank -ePAPI_TOT_INS -mipc,mips -Fcsv"; do
    "$hpmagg" --per=rank --events=PAPI_TOT_INS --metrics=ipc,mips --format=csv \
        good.h5 >wanted
    # shellcheck disable=SC2086 # these are words
    run $form good.h5
    is "$status:$(cat err)" 0: "$form is understood"
    ok "$form gives the table of the long options" cmp -s wanted out
done

# Result files that are none.
refuses "cannot read none.h5: No such file or directory; a job that still runs has no file" none.h5
refuses ". is not a file" .
: >empty.h5
refuses "empty.h5 is no result file of hpmmpi" empty.h5
echo "some text" >text.h5
refuses "text.h5 is no result file of hpmmpi" text.h5
head -c 4000 good.h5 >cut.h5
refuses "cut.h5 is damaged or cut short" cut.h5
refuses "cannot write no/such/folder/x" -o no/such/folder/x good.h5
refuses "no.metric" --metrics=./no.metric good.h5
cat >unit.metric <<'END'
metric good
  title    Time
  unit     s
  formula  1e-9 * "os::USER_TIME"
metric slow
  title    Slow
  unit     s
  formula  1e-6 * "os::USER_TIME"
END
refuses "unit.metric:5: metric slow: the formula gives " \
    --metrics=./unit.metric good.h5
sed -i 's/1e-6/1e-9/;$a\  range    0 line' unit.metric
refuses "unit.metric:5: metric slow: in the range, the formula gives " \
    --metrics=./unit.metric good.h5
if have_python h5py; then
    "$python" - <<'END'
import h5py
h5py.File ("other.h5", "w")["x"] = 1
for name, version in ("new.h5", "4.0"), ("later.h5", "3.9"):
    open (name, "wb").write (open ("good.h5", "rb").read ())
    with h5py.File (name, "r+") as file:
        file.attrs["hpm_schema_version"] = version
        file["unknown"] = [1, 2, 3]
for name in "count", "job_count", "event", "rank_record":
    open ("no-%s.h5" % name, "wb").write (open ("good.h5", "rb").read ())
    with h5py.File ("no-%s.h5" % name, "r+") as file:
        del file[name]
END
    refuses "other.h5 is an HDF5 file, but no result of hpmmpi" other.h5
    refuses "new.h5 has format 4.0, this hpmagg reads 3.x" new.h5
    run later.h5
    is "$status" 0 "a later minor version with unknown variables is read"
    for name in count job_count event rank_record; do
        refuses "no-$name.h5 is damaged or cut short ($name)" \
            --per=rank "no-$name.h5"
    done
else
    skip "files of other versions" "no h5py"
fi

# Runs that are too much together, whatever time a sanitizer takes over them.
result half.h5 ranks=1 threads=1 events=2100 os=0
result other-half.h5 ranks=1 threads=1 events=2100 first=3000 os=0
HPMAGG_SECONDS=0
export HPMAGG_SECONDS
refuses "more than 4096 different events, TEST_EVENT_5000 is one too many" \
    --join half.h5 other-half.h5 -o whole.h5
unset HPMAGG_SECONDS
ok "no file came of it" test ! -e whole.h5

# Record streams that are none.
refuses "cannot open none: No such file" --write none -o x.h5
refuses "no record stream: not a file" --write . -o x.h5
refuses "empty.h5 is no record stream" --write empty.h5 -o x.h5
refuses "text.h5 is no record stream" --write text.h5 -o x.h5
stream ranks=2
{ printf 'HPMSTRM\000\001\000\000\000\001\002\003\004'; tail -c +17 stream; } >swapped
refuses "another byte order" --write swapped -o x.h5
{ printf 'HPMSTRM\000\377\000\000\000\004\003\002\001'; tail -c +17 stream; } >newer
version=$(od -An -j8 -N4 -tu4 stream | tr -d ' ')
refuses "version 255, this hpmagg reads version $version" --write newer -o x.h5
head -c 2000 stream >short
refuses "short holds no complete rank" --write short -o x.h5
ok "a refused stream is kept" test -s short -a -s newer -a -s swapped
ok "no result file was left" test ! -e x.h5
is "$(find . -name '.hpmagg*')" "" "no temporary file was left"
finish
