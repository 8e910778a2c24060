#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Whatever stands between mpirun and the program: all ranks are counted, the run
# is as it is without us, and the run time is not asked before MPI_Init.  Where
# it can't be asked, what is known on one node holds.
. "${srcdir:-.}/tests/guest/lib.sh"

sources=$source_folder/tests/guest/neighbours
for tool in early hidden; do
    mpicc -shared -fPIC -o $tool.so "$sources/$tool.c" -ldl ||
        bail_out "no library can be built"
done
mpicc -o client "$sources/client.c" -ldl || bail_out "no MPI program can be built"

c=complete m=missing
flags="--backend=$stub -e stub::N1 --summary=none --checkpoint=$work/checkpoint"
export TMPDIR="$work/session" # the run time's own files
mkdir "$TMPDIR"

# run NAME COMMAND...: mpirun's words; what it prints is in NAME, its status in
# NAME-status.
run () {
    to=$1
    shift
    timeout -k 10 60 mpirun --bind-to none "$@" >"$to" 2>"$to.stderr" </dev/null
    echo $? >"$to-status"
}

# counted NAME STATUS...: one file, with these ranks.
counted () {
    name=$1
    shift
    ok "$name: one file, and hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$name.h5' >'$name.json'"
    ok "$name: its ranks" $ends_py "$name.json" "$@"
    ok "$name: nothing of ours remains" nothing_remains
}

nothing_remains () {
    left_nothing && [ -z "$(find "$TMPDIR" -name 'hpmmpi*')" ]
}

# row NAME COMMAND...: the program behind that command on two ranks, without and
# with us.
cat >script <<'END'
#!/bin/sh
exec "$@"
END
cat >child <<'END'
#!/bin/sh
"$@"
END
chmod +x script child
row () {
    name=$1
    shift
    run $name.plain -np 2 "$@" "$ends" finalize
    run $name.guest -np 2 "$@" "$hpmrun" $flags -o "$work/$name.h5" \
        "$ends" finalize
    undisturbed $name
    counted $name $c $c
}

if [ "$sanitizer" = thread ]; then
    skip "rows" "no library that was built without it bears libtsan"
else
    row direct
    row script ./script
    row child ./child
    row env env SOME=thing
    command -v taskset >/dev/null && row taskset taskset -c 0
    run early -np 2 ./script env LD_PRELOAD="$library:$work/early.so" \
        HPM_SUMMARY=none HPM_OUTPUT="$work/early.h5" "$ends" finalize
    is "$(grep -c '^early: no$' early.stderr)" 2 \
        "MPI_Init is the first to speak with the run time"
fi

# Some ranks with us and some without, where the run time tells less.
cat >some <<'END'
case " $1 " in
*" $OMPI_COMM_WORLD_RANK "*) shift; exec $WRAP "$@" ;;
esac
shift
exec "$@"
END

# uneven NAME WRAPPED STATUS...: in the environment as it is, and $more.  With
# pmix_base_async_modex, MPI_Init of Open MPI 4.1.4 fails on a busy machine in 2
# of 96 runs without us: such a run says nothing of ours, and is repeated.
uneven () {
    name=$1 wrapped=$2
    shift 2
    for try in 1 2 3 4 5 6; do
        WRAP="$more $hpmrun $flags -o $work/$name.h5" \
            run $name.guest -np 3 sh some "$wrapped" "$ends" finalize
        [ "$OMPI_MCA_pmix_base_async_modex" = 1 ] &&
            grep -q "MPI_INIT failed\|in MPI_Init" $name.guest.stderr || break
        say "MPI_Init failed in try $try of $name"
        rm -rf "$work"/checkpoint/* "$work"/$name*.h5
    done
    is "$(cat $name.guest-status)" 0 "$name: it ends" ||
        sed 's/^/#   /' $name.guest.stderr
    counted $name "$@"
}

more=
export OMPI_MCA_pmix_base_collect_data=0
uneven uncollected "0 2" $c $m $c
uneven uncollected-all "0 1 2" $c $c $c
export OMPI_MCA_pmix_base_async_modex=1
uneven asynchronous "1 2" $m $c $c
unset OMPI_MCA_pmix_base_collect_data OMPI_MCA_pmix_base_async_modex
if [ "$sanitizer" = thread ]; then
    skip "hidden" "no library that was built without it bears libtsan"
else
    more="env LD_PRELOAD=$work/hidden.so"
    uneven hidden "1 2" $m $c $c
    uneven hidden-all "0 1 2" $c $c $c
fi

# Programs that use the run time's exchange themselves.
for how in mpi alone; do
    if [ "$sanitizer" = thread ]; then
        skip "$how" "no program that was built without it bears libtsan"
        continue
    fi
    run $how.plain -np 2 ./client $how
    if [ "$(cat $how.plain-status)" = 0 ]; then
        run $how.guest -np 2 "$hpmrun" $flags -o "$work/$how.h5" ./client $how
        undisturbed $how
    else
        skip "$how" "the program fails without us, too"
    fi
done

# A launcher that the program's MPI does not know: as many jobs of one rank.
if [ "$sanitizer" = thread ]; then
    skip "jobs of one" "a daemon of Open MPI would have libtsan preloaded"
else
    mkdir many
    for rank in 0 1 2; do
        env PMI_RANK=$rank PMI_SIZE=3 "$hpmrun" -f --backend="$stub" -e stub::N1 \
            --checkpoint="$work/checkpoint" -o "$work/many/x.h5" "$ends" finalize \
            >many.out 2>many.$rank </dev/null
        is $? 0 "jobs of one: process $rank is not disturbed"
    done
    is "$(ls many | tr '\n' ' ')" "x.0.h5 x.1.h5 x.2.h5 " \
        "jobs of one: each has a file of its own"
    has many.0 "the launcher started 3 processes, and each is an MPI job of one rank, with a file of its own" \
        "jobs of one: that is told"
    is "$(cat many.1 many.2)" "" "jobs of one: by the first one, which has the summary"
fi
finish
