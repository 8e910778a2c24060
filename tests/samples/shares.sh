#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs of known profile: what their samples say is what the programs measure
# by themselves, within 4 stated errors.
# Measures: samples, within their errors.
. "${srcdir:-.}/tests/samples/lib.sh"

shares='agrees ("five", "three", "two")'
amount='total == run["samples"] and total * period <= cpu + 4 * math.sqrt (total) * period and (total + 4 * math.sqrt (total)) * period >= sum (spent) / 2'

# A sanitizer looks at the same code however long a program computes, and at how
# many ranks.
part=1 many=64
[ -z "$sanitizer" ] || part=4 many=16

# agrees CASE RANKS COMMAND...
agrees () {
    in_case "$1"
    shift
    ok "it runs" sampled "$@"
    [ ! "$names" ] || holds "shares are those of the processor time" "$shares"
    holds "samples stand for the processor time" "$amount"
    in_case ""
}

for ranks in 1 2 8; do
    agrees "$ranks ranks" $ranks "$profile/profile" plain $((60 / part))
done
holds "each rank was sampled" 'run["samples_ranks"] == 8 and rows[0]["ranks"] == 8'
holds "a function has the least, mean and most of its ranks" \
    'all (r["rank_min"] <= r["rank_mean"] <= r["rank_max"] and 0 <= r["max_rank"] < 8 for r in rows)'
holds "the error of a time is the root of its samples" \
    'all (abs (r["error_s"] - math.sqrt (r["samples"]) * period * 1e-9) < 1e-9 for r in rows)'
holds "shares add up to 1" 'abs (sum (r["share"] for r in rows) - 1) < 1e-9'
holds "lines have the samples of functions" 'total == run["samples"]' lines.json
[ ! "$names" ] || holds "a line of the function is told" \
    'rows[0]["routine"] == "five" and rows[0]["file"].endswith ("profile.c") and rows[0]["line"] > 0' lines.json
agrees "$many ranks" $many "$profile/profile" plain 4
agrees "threads" 2 "$profile/profile" threads $((30 / part))
holds "its threads are sampled, too" 'total * period >= sum (spent) / 2'
agrees "threads of a few ms" 2 "$profile/profile" brief 12
in_case "Fortran"
if [ -x "$profile/profile_fortran" ]; then
    ok "it runs" sampled 2 "$profile/profile_fortran" plain $((60 / part))
    [ ! "$names" ] || holds "shares are those of the processor time" "$shares"
    holds "samples stand for the processor time" "$amount"
else
    skip "Fortran programs" "there is no Fortran compiler for MPI"
fi
in_case ""

# Its own time in MPI is known of each rank.
if [ "$names" ]; then
    OMPI_MCA_mpi_yield_when_idle=0 sampled 2 "$profile/profile" unlike $((40 / part))
    holds "work outside of MPI has no sample in MPI" \
        'sum (r["mpi_samples"] for r in rows if r["routine"] in ("five", "three", "two")) == 0'
    holds "samples in the MPI library are in MPI" \
        '0 < sum (r["samples"] for r in rows if mpi (r)) <= 2 * sum (r["mpi_samples"] for r in rows if mpi (r))'
    holds "no more samples are in MPI than there was time in MPI" \
        'sum (r["mpi_samples"] for r in rows) * period <= 1e9 * sum (f["time_s"] for f in data["mpi"]) + 5 * period'
    "$hpmagg" --per=routine run.h5 >shown
    has shown "out of line: rank 1 has" "a rank that works more is told"
fi

# Without a launcher, and by its variable.
if [ "$sanitizer" = thread ]; then
    skip "a program without MPI" "no program that was built without it bears libtsan"
    finish
fi
ok "a program without MPI is sampled" env HPM_SAMPLE=1000 "$hpmrun" \
    --summary=none --backend=none -o alone.h5 \
    python3 -c 'x = 0
for i in range (3000000): x += i'
json alone.h5 --per=routine
ok "its samples are in its file" python3 "$source_folder/tests/samples/check.py" \
    alone.h5.json 'total == run["samples"] >= 20'
finish
