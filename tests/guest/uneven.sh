#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Of one program some ranks run with us and some without: nobody waits for ever,
# and the wrapped ones are reported.
. "${srcdir:-.}/tests/guest/lib.sh"

# start WRAPPED COMMAND...: what each rank runs, alone or behind $HPM; WRAPPED
# are the numbers of those that are.
cat >start <<'END'
case " $1 " in
*" $OMPI_COMM_WORLD_RANK "*) shift; exec $WRAP "$@" ;;
esac
shift
exec "$@"
END

c=complete m=missing
settings="--backend=$stub -e stub::N1 --summary=none --checkpoint=$work/checkpoint"

# report NAME STATUS...
report () {
    name=$1
    shift
    ok "$name: one file, and hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$name.h5' >'$name.json'"
    ok "$name: its ranks" $ends_py "$name.json" "$@"
    ok "$name: nothing of the snapshots remains" left_nothing
}

# job NAME WRAPPED STATUS...: one program of four ranks; $more are settings
job () {
    name=$1 wrapped=$2
    shift 2
    WRAP="$hpmrun $settings $more -o $work/$name.h5" timeout 60 \
        mpirun $mpirun_flags --bind-to none -np 4 \
        sh "$work/start" "$wrapped" "$ends" finalize >"$name.guest" \
        2>"$name.stderr" </dev/null
    is $? 0 "$name: it ends"
    report "$name" "$@"
}

more='' mpirun_flags=
job first "0 1" $c $c $m $m
job last "2 3" $m $m $c $c
job inner "1" $m $c $m $m
job outer "0 3" $c $m $m $c
job all "0 1 2 3" $c $c $c $c
more=--snapshot=0
job uncheckpointed "1 3" $m $c $m $c
more=--checkpoint=/proc/nowhere
job unwritable "2 3" $m $m $c $c
is "$(grep -c "^hpmmpi: no snapshots" unwritable.stderr)" 1 \
    "unwritable: the first rank that takes part says why, once"
more=--mpi=time
job timed "0 2" $c $m $c $m
more=

# hpmrun starts a script, which drops the library: what the script counted itself
# has a file of its own.
cat >drop <<'END'
[ $OMPI_COMM_WORLD_RANK = 1 ] || exec "$@"
unset LD_PRELOAD
exec "$@"
END
if [ "$sanitizer" = thread ]; then
    skip "drop" "no program that was built without it bears libtsan"
else
    timeout 60 mpirun --bind-to none -np 3 "$hpmrun" $settings -o "$work/drop.h5" \
        sh drop "$ends" finalize >drop.guest 2>drop.stderr </dev/null
    is $? 0 "drop: it ends"
    is "$(ls "$work"/checkpoint drop*.h5)" "drop.1.h5
drop.h5

$work/checkpoint:" "drop: what is left of the script has a file beside the ranks'"
    report drop $c $m $c
fi

# One of several programs is uneven.
if runs_several "$ends" finalize; then
    WRAP="$hpmrun $settings -o $work/several.h5" timeout 60 \
        mpirun --bind-to none -np 2 "$ends" finalize \
        : -np 3 sh start "3" "$ends" finalize \
        : -np 1 "$hpmrun" $settings -o "$work/several.h5" "$ends" finalize \
        >several.guest 2>several.stderr </dev/null
    is $? 0 "several: it ends"
    report several $m $m $m $c $m $c
else
    skip "several" "mpirun fails with a job of several programs, without us, too"
fi

# Two hosts, by name: one without any wrapped rank.
cat >agent <<'END'
#!/bin/sh
host=$1; shift
exec unshare --uts sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh \
    "$host" "$@"
END
chmod +x agent
if [ "$sanitizer" = thread ]; then
    skip "two hosts" "Open MPI's TCP takes its locks in two orders"
elif unshare --uts true 2>/dev/null; then
    mpirun_flags="--mca plm_rsh_agent $work/agent --host nodeA:2,nodeB:2"
    job hosts "2 3" $m $m $c $c
    job even "0 1 2 3" $c $c $c $c
    job across "1 2" $m $c $c $m
    export OMPI_MCA_pmix_base_collect_data=0
    job unexchanged "1 2" $m $c $c $m
    unset OMPI_MCA_pmix_base_collect_data
    # With a PMIx that we do not see, all ranks must run with us.
    mpicc -shared -fPIC -o hidden.so \
        "$source_folder/tests/guest/neighbours/hidden.c" -ldl ||
        bail_out "no library can be built"
    hpmrun="env LD_PRELOAD=$work/hidden.so $hpmrun" more=--verbose
    job untold "0 1 2 3" $c $c $c $c
    is "$(grep -c "the run time does not tell which of the 4 ranks" \
        untold.stderr)" 1 "untold: the first rank says so, once"
else
    skip "two hosts" "no host names of our own"
fi
finish
