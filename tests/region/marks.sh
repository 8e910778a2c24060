#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that are marked already give the regions that the library of their
# marks reports, and that library gets what it would get without us.
# shellcheck disable=SC2086 # $CC, $san and $cuda may be several words, or none
# Measures: time of regions.
. "${srcdir:-.}/tests/run/lib.sh"

san=${sanitizer:+-fsanitize=$sanitizer}
sources=$source_folder/tests/region/marks
backend=$top/tests/calls/work_backend.so

# build NAME COMMAND...: whether a program can be built, with the output in NAME.
build () {
    name=$1
    shift
    command -v "$1" >/dev/null && "$@" -o "$name" >build.said 2>&1
}

# alone PROGRAM [ARGUMENT...]: under hpmrun, without MPI; r.h5.
alone () {
    rm -f r.h5
    "$hpmrun" -o r.h5 --summary=none --backend=none "$@" >stdout 2>stderr </dev/null
}

# marks FILE: its regions, a line for each: mark, path, entries.
marks () {
    "$hpmagg" --format=json --per=region "$1" |
        jq -r '.region[] | "\(.mark) \(.region) \(.entries)"'
}

# nested MARK CLAIM: what the last run has are 3 of "outer" and 6 of "inner".
nested () {
    is "$(marks r.h5)" "$1 outer 3
$1 outer/inner 6" "$2"
}

command -v jq >/dev/null || skip_all "there is no jq"

in_case MPI_Pcontrol
ok "a program is built" mpicc $san -o pcontrol "$sources/pcontrol.c"
flags="--summary=none --backend=none"
ok "it runs" counted 1 r.h5 ./pcontrol
nested pcontrol "level 1 and -1 with a literal are a region"
ok "one of a long label is built" mpicc $san -o pcontrol_long "$sources/pcontrol_long.c"
ok "a program with a long label runs" counted 1 long.h5 ./pcontrol_long
is "$("$hpmagg" --format=json --per=region long.h5 | jq -r '.region[] | "\(.mark) \(.region[-5:]) \(.entries)"')" \
    "pcontrol 789x~ 1" "it is cut before a character that does not fit"
ok "a tool is built" $CC $san -shared -fPIC -o tool.so "$sources/pcontrol_tool.c"
rm -f r.h5
launch 1 -x LD_PRELOAD="$work/tool.so" "$hpmrun" $flags -o r.h5 ./pcontrol >stdout 2>stderr
nested pcontrol "they are with another tool, too"
is "$(grep calls stdout)" "27 calls, 27 labels" "the tool gets each call with its label"
if build pcontrol_f mpif90 $san "$sources/pcontrol.f90"; then
    rm -f r.h5
    ok "a Fortran program runs" counted 1 r.h5 ./pcontrol_f
    nested pcontrol "so they are in Fortran, with and without a zero at the end"
else
    skip "Fortran" "it cannot be built"
fi


# done_in FILE: the work that was counted, of all ranks.
done_in () {
    json "$1"
    jq '[.events[] | select (.name == "work::DONE").total] | max' "$1.json"
}
in_case "MPI_Pcontrol 0 and 1"
flags="--summary=none --backend=$backend --events=work::DONE"
ok "a program with pauses is built" \
    mpicc $san -rdynamic -pthread "-I$source_folder" "-I$source_folder/include" \
    -o paused "$sources/paused.c" "-L$top/.libs" -lhpm "-Wl,-rpath,$top/.libs"
ok "it runs" counted 2 paused.h5 ./paused
is "$(done_in paused.h5)" 32 \
    "what is done in between counts for no thread"
is "$(jq -c '[.run.paused_s > 0, .run.periods]' paused.h5.json)" "[true,2]" \
    "the result tells of the pause"
is "$(marks paused.h5 | grep pcontrol)" "pcontrol region 2" \
    "level 1 with a label is a region, and no pause"
json paused.h5 --per=region
is "$(jq -c '[.region[] | select (.mark == "hpm")
    | [.region, .entries, .unended, .counts["work::DONE"]]] | sort' paused.h5.json)" \
    '[["main",2,0,16],["main/paused",0,0,0],["other",2,0,16]]' \
    "regions pause, too"
launch 2 "$hpmrun" $flags --mpi=split -o split.h5 ./paused >stdout 2>stderr
is "$(done_in split.h5):$(grep -c 'MPI_Pcontrol (0)' stderr)" \
    2232:1 "--mpi=split has no pauses, and says so once"
launch 2 "$hpmrun" $flags --signals -o signals.h5 ./paused >stdout 2>stderr
is "$(done_in signals.h5)" 2232 \
    "with --signals they alone pause"

in_case LIKWID
if build likwid $CC $san -DMARKS_LIKWID "$sources/calls.c" -llikwid; then
    ok "it runs" alone ./likwid
    nested likwid "markers are regions"
    ./likwid >native 2>&1
    is "$(cat stdout stderr | sort)" "$(sort native)" "LIKWID says what it says without us"
else
    skip "markers" "liblikwid cannot be linked"
fi

in_case PAPI
if build papi $CC $san -DMARKS_PAPI "$sources/calls.c" -lpapi; then
    export PAPI_EVENTS=perf::TASK-CLOCK PAPI_OUTPUT_DIRECTORY="$work/hl"
    ok "it runs" alone ./papi
    nested papi "high-level regions are regions"
    # Without us, too, PAPI refuses where it does not know the processor.
    if [ "$(PAPI_OUTPUT_DIRECTORY=$work/plain ./papi 2>&1)" = well ]; then
        is "$(cat stdout)" well "PAPI refuses nothing"
        is "$(jq -r '.threads[].regions[].name' hl/papi_hl_output/*.json | sort |
            uniq -c | awk '{ print $2, $1 }')" "inner 6
outer 3" "PAPI's own report has the same"
    else
        skip "PAPI's own report" "it counts nothing on this processor without us"
    fi
    unset PAPI_EVENTS PAPI_OUTPUT_DIRECTORY
else
    skip "high-level regions" "libpapi cannot be linked"
fi

in_case Caliper
ok "its stand-in is built" $CC $san -shared -fPIC -o libcaliper.so "$sources/caliper.c"
ok "a program is built" $CC $san -o caliper "$sources/calls.c" -L. -lcaliper -Wl,-rpath,"$work"
ok "it runs" alone ./caliper
nested caliper "cali_begin_region and cali_end_region are a region"
is "$(grep -c begin stdout):$(grep -c end stdout)" 9:9 "Caliper is told of each"

# plugin NAME: NAME.so and what it is linked to.
plugin () {
    $CC $san -shared -fPIC -o "$1/lib$1.so" "$sources/caliper.c" &&
        $CC $san -shared -fPIC -o "$1.so" "$sources/plugin.c" "-L$1" "-l$1" \
            "-Wl,-rpath,$work/$1"
}
in_case "a plug-in with marks"
mkdir one two
for name in one two; do
    ok "$name with its library is built" plugin $name
done
ok "a program is built" $CC $san -o plugged "$sources/plugged.c" -ldl
for scope in local global; do
    in_case "a plug-in with marks, unloaded and loaded again, $scope"
    ok "it runs" alone ./plugged $scope ./one.so ./two.so
    is "$(marks r.h5)" "caliper plugged 6" "they are regions"
    is "$(cat stdout)" "$(./plugged $scope ./one.so ./two.so)" \
        "its library gets each, wherever it is loaded to"
done

in_case Kokkos
if [ "$sanitizer" != thread ] && build kokkos g++ $san -std=c++14 -fopenmp \
    -I/usr/include/trilinos -I/usr/include/kokkos "$sources/kokkos.cc" -ltrilinos_kokkoscore -ldl; then
    ok "it runs" alone ./kokkos
    marks r.h5 >found
    is "$(cat found)" "kokkos outer 3
kokkos outer/inner 6
kokkos outer/sum 3
kokkos outer/scan 3
kokkos section 3" "kernels, regions and sections are regions"
    ok "a tool is built" $CC $san -shared -fPIC -o kokkos_tool.so "$sources/kokkos_tool.c"
    for way in "--kokkos-tools-library=$work/kokkos_tool.so" ""; do
        in_case "a tool of the user's${way:+, as an argument}"
        [ -n "$way" ] || export KOKKOS_PROFILE_LIBRARY="$work/kokkos_tool.so"
            ok "it runs" alone ./kokkos $way
        is "$(grep begin stderr | sort | uniq -c | awk '{ print $3, $1 }')" "inner 6
outer 3
scan 3
sum 3" "the tool gets its kernels, which are those of the regions"
        is "$(marks r.h5)" "" "no regions come from Kokkos then"
    done
    unset KOKKOS_PROFILE_LIBRARY
else
    skip "Kokkos" "it cannot be built"
fi

in_case NVTX
cuda=$(find /usr/local/cuda*/include -maxdepth 0 2>/dev/null | head -n 1)
if build nvtx $CC $san ${cuda:+-I"$cuda"} "$sources/nvtx.c" -ldl; then
    ok "it runs" alone ./nvtx
    is "$(marks r.h5)" "nvtx outer 3
nvtx outer/registered 3
nvtx outer/ascii 3
nvtx outer/wide é 3
nvtx outer/started 3" "ranges are regions"
    is "$(cat stdout)" 6 "a push returns the level"
else
    skip "ranges" "there is no nvtx3/nvToolsExt.h"
fi

in_case ITT
ok "a stand-in for its program is built" $CC $san -o itt "$sources/itt.c" -ldl
ok "it runs" alone ./itt
nested itt "tasks are regions"
is "$(cat stdout)" "left as they are
inner" "domains are made by the program's side, handles by us, and the rest is off"
if [ "$sanitizer" != thread ] && build itt_tbb g++ $san -std=c++17 "$sources/itt_tbb.cc" -ltbb; then
    ok "TBB's own tasks: the program runs" alone ./itt_tbb
    is "$(marks r.h5 | awk '$2 ~ "/body$" { print $3 }')" 10 \
        "TBB's own tasks: there is one for each body"
else
    skip "TBB" "libtbb cannot be linked"
fi

in_case OpenMP
if [ "$sanitizer" != thread ] &&
    build openmp clang -rdynamic -fopenmp "-I$source_folder" "$sources/openmp.c"; then
    rm -f r.h5
    ok "it runs" "$hpmrun" -o r.h5 --summary=none --backend="$backend" \
        --events=work::DONE ./openmp
    "$hpmagg" --format=json --per=region r.h5 >r.json
    is "$(jq -c '[.region[] | [.mark, .entries, .counts["work::DONE"], .unended]]' r.json)" \
        '[["openmp",3,34,0],["openmp",3,0,0],["openmp",3,60,0]]' \
        "each region has the work of its three threads, behind barriers and in tasks"
    is "$(jq '.region[1] | .max_s > 1.9 and .min_s < 1' r.json)" true \
        "waiting at its end is not in it"
    ok "nested regions are built" clang -fopenmp -o teams "$sources/nested.c"
    ok "nested regions run" alone ./teams
    is "$("$hpmagg" --format=json --per=region r.h5 |
        jq -r '[.region[] | "\(.entries) \(.unended) \(.stray)"] | join (", ")')" \
        "6 0 0, 6 0 0, 6 0 0" "a thread that leads a team inside stays in its own"
    if build tasks clang -fopenmp "-I$source_folder" "$sources/tasks.c" \
        "-L$top/.libs" -lhpm "-Wl,-rpath,$top/.libs"; then
        ok "nested tasks run" alone ./tasks
        is "$("$hpmagg" --format=json --per=region r.h5 | jq -c '[.region[0].entries,
            ([.region[] | select (.region | endswith ("/outer")) | .entries] | add),
            ([.region[] | select (.region | endswith ("/inner")) | .entries] | add),
            ([.region[] | .unended + .stray] | add)]')" "[3,40,120,0]" \
            "marks of a task that waits for its own tasks stay open"
    else
        skip "nested tasks" "they cannot be linked with libhpm"
    fi
    if [ -z "$sanitizer" ] && build races clang -fopenmp -fsanitize=thread "$sources/nested.c"; then
        OMP_TOOL_VERBOSE_INIT=stdout alone ./races
        has stdout "Opening libarcher.so" "LLVM's own tool that helps to find races is not shut out"
    else
        skip "a search for races" "clang has no ThreadSanitizer"
    fi
    rm -f r.h5
    OMP_TOOL=disabled alone ./openmp
    is "$(marks r.h5)" "" "OMP_TOOL=disabled leaves them out"
else
    skip "parallel regions" "clang with OpenMP is not there"
fi
finish
