#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is wrong is said in one line, before the program starts.
. "${srcdir:-.}/tests/wrapper/lib.sh"

refuses 2 "no program given: hpmrun [OPTION]... PROGRAM [ARGUMENT]... (see --help)"
refuses 2 "unknown flag --chek; did you mean --check?" --chek touch started
refuses 2 "unknown flag --ouput; did you mean --output?" --ouput=x touch started
refuses 2 "unknown flag -Y (see --help)" -Y touch started
refuses 2 "unknown flag -nonesuch (see --help)" -nonesuch touch started
# Wherever it stands among flags of hpmrun.
for word in -n -N --n=4 --np=4 --ntasks=4 --nodes=2 --ntasks-per-node=4 --bind-to=core -n4 -np \
    -host -hostfile -H -mca --mca -bind-to --map_by=core -ppn -x -genv --machinefile \
    --allow-run-as-root --exclusive -nolocal -npersocket -display-map -gmca -envall -rf \
    -output-filename -cpus-per-proc -wd -bycore --rankfile --use-hwthread-cpus --bynode \
    -outfile-pattern -prepend-rank -merge-stderr-to-stdout -disable-hostname-propagation \
    -debug --gpus-per-task=1 --cpu-bind=cores -J; do
    for before in "" --mpi=time; do
        refuses 2 "${word%=*} is a flag of the launcher, which goes first: mpirun -np N hpmrun PROGRAM" \
            ${before:+"$before"} "$word" 2 touch started
    done
done
refuses 2 "-n is a flag of the launcher, which goes first: mpirun -np N hpmrun PROGRAM" -n
# What hpmrun has itself is its own, though a launcher has it, too.
refuses 2 "unknown flag -Y (see --help)" --output=x --exclude=y --mpi=time -f -q -s none -Y
# Nobody is offered one of these.
for word in --mode --no; do
    refuses 2 "unknown flag $word (see --help)" "$word" touch started
done
refuses 2 "--list cannot be \"sets\": expected events|metrics|groups" --list=sets
for flag in --output= --directory= --events= --metrics= --checkpoint= --costs= \
    --backend= --signals= -o; do
    run "$flag" '' touch started
    is "$status" 2 "$flag without a value is refused"
    has err "${flag%=} needs a value: " "$flag: it is told what is missing"
done
for action in --help --version --list=events --show-config --print-costs; do
    "$hpmrun" "$action" 2>err >&-
    is "$?" 2 "hpmrun $action with its standard output closed ends with 2"
    has err "cannot write to the standard output" "$action: it is told what cannot be written"
    "$hpmrun" "$action" 2>err >/dev/full
    is "$?" 2 "hpmrun $action to a full device ends with 2"
    has err "No space left" "$action: it is told why"
done
# shellcheck disable=SC2016 # for the shell that is started
"$hpmrun" --summary=none -o closed.h5 sh -c '[ -e /proc/$$/fd/0 ] || exit 7' <&- 2>err
is "$?" 7 "a program started with a closed standard input finds it closed"
refuses 2 "--check takes no value: \"1\"" --check=1
refuses 2 "--backend cannot be \"perf\": expected none|papi, or a path with a \"/\" in it" \
    --backend=perf touch started

refuses 127 "cannot run 'no-such-program': no such program" no-such-program
in_case "a folder of PATH is missing"
PATH=$work/nowhere:$PATH refuses 127 \
    "cannot run 'no-such-program': no such program" no-such-program
in_case
refuses 127 "cannot run './nowhere/solver': no such program" ./nowhere/solver
refuses 127 "cannot run 'a?[2J?hpmrun: all is well': no such program" \
    "$(printf 'a\033[2J\nhpmrun: all is well')"
strange=$(printf 'a\033[2J.h5')
touch "$strange"
refuses 2 "result file 'a?[2J.h5' exists; --force overwrites it" \
    -o "$strange" touch started
refuses 127 "cannot run '': no such program" ""
echo text >plain
chmod -x plain
refuses 126 "cannot run './plain': it is not executable (chmod +x)" ./plain
PATH=$work:$PATH refuses 126 "cannot run 'plain': it is not executable (chmod +x)" plain
mkdir folder
refuses 126 "cannot run './folder': it is a folder" ./folder
printf '#!/no/such/interpreter\n' >orphan
chmod +x orphan
refuses 127 "cannot run './orphan': its interpreter '/no/such/interpreter': No such file or directory" \
    ./orphan
PATH=$work:$PATH \
    refuses 127 "cannot run 'orphan': its interpreter '/no/such/interpreter': No such file or directory" \
    orphan
printf '#!/bin/sh\r\n' >returns
chmod +x returns
refuses 127 "cannot run './returns': its interpreter '/bin/sh?': No such file or directory" \
    ./returns
printf '#!./plain\n' >by-plain
chmod +x by-plain
refuses 126 "cannot run './by-plain': its interpreter './plain': Permission denied" \
    ./by-plain

# The machine's number of an ELF header is at byte 18.
cp "$(command -v env)" foreign
printf '\377\377' | dd of=foreign bs=1 seek=18 conv=notrunc 2>dd.err
refuses 2 "cannot count './foreign': it is built for another kind of processor than '$library'" \
    ./foreign
head -c 30 "$(command -v env)" >short
chmod +x short
run env ./short
expected=$status
run ./short
is "$status" "$expected" "a cut-off program is left to the system"
cp "$(command -v env)" setuid
chmod u+s setuid
if [ "$(id -u)" = 0 ] && chown 1 setuid && chmod u+s setuid; then
    run ./setuid sh -c 'grep Name /proc/$PPID/status'
    has out hpmrun "a setuid program is counted from outside"
    is "$status" 0 "a setuid program ends well"
else
    run ./setuid true
    is "$status" 0 "a setuid program of one's own is counted"
fi

touch there.h5
refuses 2 "result file 'there.h5' exists; --force overwrites it" \
    -o there.h5 touch started
run -f -o there.h5 true
is "$status" 0 "--force permits it"
refuses 2 "result file 'folder/../there.h5' exists; --force overwrites it" \
    -o folder/../there.h5 touch started
touch folder/in.h5
refuses 2 "result file 'folder/in.h5' exists; --force overwrites it" \
    -d folder -o in.h5 touch started
ln -s nowhere dangling.h5
refuses 2 "result file 'dangling.h5' exists; --force overwrites it" \
    -o dangling.h5 touch started
refuses 2 "cannot write results to 'folder': it is a folder (-d DIR names a folder)" \
    -f -o folder touch started
mkfifo pipe
for force in "" -f; do
    # shellcheck disable=SC2086
    refuses 2 "cannot write 'pipe': it is a pipe, and no regular file" \
        $force -o pipe touch started
done
if mknod null c 1 3 2>/dev/null; then
    ln -s null to-null
    refuses 2 "cannot write 'null': it is a device, and no regular file" \
        -f -o null touch started
    refuses 2 "cannot write 'to-null': it is a device, and no regular file" \
        -f -o to-null touch started
    ok "the device is one still" test -c null -a -h to-null
else
    skip "a device as a result file" "no device can be made here"
fi
ln -s missing/x.h5 astray.h5
refuses 2 "cannot write results to 'missing': No such file or directory" \
    -f -o astray.h5 touch started
ln -s folder/far.h5 leads.h5
run -f -o leads.h5 true
is "$status" 0 "a link to a name that is free is followed by --force"
refuses 2 "no file name in 'folder/'" -o folder/ touch started
refuses 2 "cannot write results to 'missing': No such file or directory" \
    -o missing/x.h5 touch started
refuses 2 "cannot write results to 'missing': No such file or directory" \
    -d missing touch started
refuses 2 "cannot write results to 'plain': no folder" -d plain touch started
chmod -w folder
if [ -w folder ]; then
    skip "a folder without permission is refused" "here every folder is writable"
else
    refuses 2 "cannot write results to 'folder': Permission denied" \
        -d folder touch started
fi

refuses 2 "mpirun starts the ranks, and hpmrun goes behind it, before the program:
  mpirun -np 4 $hpmrun -o x.h5 ./solver 'a b'" \
    -o x.h5 mpirun -np 4 ./solver 'a b'
refuses 2 "/usr/bin/srun starts the ranks, and hpmrun goes behind it, before the program:
  /usr/bin/srun -n 4 $hpmrun ./solver" /usr/bin/srun -n 4 ./solver

# Nobody reads why: the status tells that something is wrong.
open_unread
# unread STATUS ARGUMENT...: hpmrun ends with this status, and nothing ran.
unread () {
    wanted=$1
    shift
    rm -f started
    "$hpmrun" "$@" >out 2>&9 </dev/null
    is "$?:$(ls started 2>/dev/null)" "$wanted:" \
        "hpmrun $* is refused where nobody reads standard error"
}
unread 2 -np 4 touch started
unread 2 mpirun -np 4 touch started
unread 2 -o there.h5 touch started
unread 127 no-such-program
unread 126 ./plain
"$hpmrun" --help >/dev/full 2>&9
is "$?" 2 "output that cannot be written is an error where nobody reads standard error"

cp -r "$stage" away
rm "away$libdir/libhpmmpi-calls.so"
hpmrun=$work/away$bindir/hpmrun
refuses 2 "cannot read the library '$work/away$libdir/libhpmmpi-calls.so': No such file or directory" \
    touch started
run --mpi=off true
is "$status" 0 "--mpi=off needs no wrappers"
rm "away$libdir/libhpmmpi.so"
refuses 2 "cannot read the library '$work/away$libdir/libhpmmpi.so': No such file or directory" \
    touch started
mkdir "with blank"
cp -r "$stage" "with blank/"
hpmrun="$work/with blank/stage$bindir/hpmrun"
refuses 2 "cannot preload '$work/with blank/stage$libdir/libhpmmpi.so': LD_PRELOAD holds no path with a blank or a colon" \
    touch started
hpmrun=$stage$bindir/hpmrun

"$hpmrun" --help >/dev/full 2>err
is "$?" 2 "output that cannot be written is an error"
finish
