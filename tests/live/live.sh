#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmagg --live: a job that runs, as its ranks count, on a terminal and without.
# Measures: a job that runs meanwhile.
. "${srcdir:-.}/tests/run/lib.sh"

here=$source_folder/tests/live
waits=$top/tests/live/waits
export HPM_CHECKPOINT="$work/places" HPM_BACKEND="$stub"
export STUB_COUNTS="known::COUNT=10000,30000"
mkdir "$HPM_CHECKPOINT"

# begin RANKS NAME: a job that runs until NAME is there.
begin () {
    launch "$1" "$hpmrun" -e known::COUNT -o "$2.h5" --summary=none \
        "$waits" "$work/$2" >"$2.out" 2>&1 </dev/null &
    eval "job_$2=$!"
}

# finished NAME: the job ends well.
finished () {
    touch "$2"
    wait "$1"
}

# look ARGUMENT...: one shot, in out and err.
look () {
    "$hpmagg" --live "$@" >out 2>err </dev/null
    status=$?
}

# rows: what the table in out has, "RANK TIME ERROR CPU MPI RATE STATE", the time
# in seconds and how far it may be off.
rows () {
    awk 'NR > 4 {
        sub (" s ", " ")
        error = 0.06
        if (split ($3, part, ":") == 3) {
            $3 = part[1] * 3600 + part[2] * 60 + part[3]
            error = 0.6
        }
        gsub (",", "", $6)
        state = $7
        for (i = 8; i <= NF; i++)
            state = state " " $i
        print $1, $3, error, $4, $5, $6, state
    }' out
}

# all_there RANKS JOB...: every rank has a snapshot of two seconds or more, and
# none is late on a busy machine.
all_there () {
    wanted=$1
    shift
    for _ in $(seq 600); do
        look "$@"
        [ "$status" != 0 ] || [ "$(rows | awk -v wanted="$wanted" '
            $2 >= 2 && !/no news/ { n++ }
            END { print n == wanted }')" != 1 ] || return 0
        sleep 0.2
    done
    cat out err
    return 1
}

# refuses TEXT ARGUMENT...
refuses () {
    text=$1
    shift
    look "$@"
    ok "--live $* is refused in one line" \
        test "$status:$(wc -l <err | tr -d ' '):$(wc -c <out | tr -d ' ')" = 2:1:0 ||
        say "status $status: $(cat err)"
    has err "$text" "--live $* is refused for its reason: $text"
}

# screen NAME=CLAIM... -- CASE...: what screen.py finds.
screen () {
    : >claims
    while [ "$1" != -- ]; do
        echo "$1" >>claims
        shift
    done
    shift
    python3 "$here/screen.py" "$@" >found 2>&1
    while IFS='=' read -r name claim; do
        ok "$claim" grep -qx "$name yes" found || sed 's/^/# /' found
    done <claims
}

refuses "no job of yours runs with snapshots in $work/places"
refuses "no job is called nobody" nobody
refuses "--live shows one job at a time" one two
refuses "no job of yours with process $$ has snapshots" $$

begin 2 a
ok "a job of two ranks is seen" all_there 2
is "$status:$(cat err)" 0: "one look ends well, without a word"
folder=$(echo "$HPM_CHECKPOINT"/hpmmpi-*)
grep -o '2 of 2 ranks on 1 host' out >ranks
is "$(cat ranks)" "2 of 2 ranks on 1 host" "it is told how many ranks there are"
has out "since the start" "it is told what shares and rates refer to"
is "$(sed -n 4p out | tr -s ' ')" "rank host time CPU % MPI % known::COUNT/s state" \
    "the columns are those of a rank and the event that was asked for"
rows >table
if [ "$sanitizer" = thread ]; then
    skip "the rates are the known counts" "threads of MPI are not ours, and count"
else
    ok "the rates are the known counts over the time shown" awk '
        {
            wanted = $1 ? 30000 : 10000
            n += $6 * ($2 - $3) <= wanted * 1.01 && $6 * ($2 + $3) >= wanted * 0.99
        }
        END { exit n != 2 }' table || sed 's/^/# /' out
fi
ok "the rank that waits for the other is told to be in MPI_Recv" \
    grep -q '^0 .* in MPI_Recv [0-9]' table
ok "the time that it is there is in its share in MPI" awk '
    $1 == 0 { exit !($5 / 100 * ($2 + $3) >= $(NF - 1) - 0.06 && $5 <= 100.1) }' table ||
    sed 's/^/# /' out
ok "the rank that sleeps is running, and less in MPI" awk '
    { mpi[$1] = $5 } $1 == 1 { state = $7 } END { exit !(mpi[1] < mpi[0] && state == "running") }' table ||
    sed 's/^/# /' out

for way in "$folder" "$(basename "$folder")" "$(cat a.pid)" "$HPM_CHECKPOINT"; do
    look "$way"
    is "$status:$(grep -c '2 of 2 ranks' out)" 0:1 "the job is found by $way"
done
is "$(look --sort=-rank && awk 'NR > 4 { printf "%s", $1 }' out)" 10 "ranks are turned round"
is "$(look --sort=known::COUNT && awk 'NR > 4 { printf "%s", $1 }' out)" 10 \
    "the largest rate of an event comes first"
is "$(look --events='os::M*FAULTS' && sed -n 4p out | grep -o 'os::[A-Z_]*' | tr '\n' ' ')" \
    "os::MINOR_FAULTS os::MAJOR_FAULTS " "the events asked for now are shown"
refuses "--sort=nothing: the table has no such column" --sort=nothing

in_case "keys"
screen ranks="ranks are rows" raw="keys come as they are pressed" \
    still="rates are those between looks: an event that stands still has 0" \
    turned="r turns the order round" mpi="a digit orders by a column, largest first" \
    marked="the heading of that column is marked" arrow="an arrow goes to the column beside" \
    small="a smaller window has fewer lines, cut" scrolled="an arrow scrolls" \
    tiny="a window too low for a row is no harm" quit="q ends it well" \
    restored="the terminal is as before" -- keys "$hpmagg" --live
for name in key SIGINT SIGTERM SIGHUP; do
    in_case "$name"
    screen ended="it ends well" restored="the terminal is as before" \
        -- signal "$name" "$hpmagg" --live
done
in_case "Ctrl-Z"
screen stopped="it stops" restored="the terminal is as before meanwhile" \
    "goes on=it goes on" quit="it ends well" -- stop "$hpmagg" --live
in_case "a rank that is stopped"
screen nothing="nothing is told of what it does now" "goes on=it goes on" quit="it ends well" \
    -- halted "$(cat a.pid)" "$hpmagg" --live
in_case "TERM=dumb"
screen ended="it takes one look and ends well" plain="no sequence of a terminal is written" \
    -- dumb "$hpmagg" --live
in_case ""

# Another job, and what is not a sound job of one's own.
begin 1 b
for _ in $(seq 600); do
    look
    [ "$status" = 0 ] || break
    sleep 0.2
done
is "$status:$(cut -d : -f 1-2 err)" "2:hpmagg: 2 jobs run; name one of" "two jobs are listed"
has err "$(basename "$folder") (" "the list has the name of a job"
has err "waits)" "the list has the name of its program"
mkdir broken
is "$(python3 "$here/damage.py" "$hpmagg" "$(echo "$folder"/*.checkpoint)" broken 60 2>&1)" \
    "60 went well" "what is damaged ends with a status and a line, or is left out"
if [ "$(id -u)" = 0 ]; then
    cp -r "$folder" foreign
    chown -R 65534 foreign
    refuses "foreign belongs to another user (65534)" ./foreign
    look ./foreign --any-owner
    is "$status:$(grep -c '2 of 2 ranks' out)" 0:1 "--any-owner shows it"
else
    skip "a job of another user" "only root can make one"
fi
ok "the second job ends well" finished "$job_b" b

in_case "the end"
screen ended="the live view ends with the job" restored="the terminal is as before" \
    said="it is told that the job has ended" -- end a "$hpmagg" --live
in_case ""
ok "the job ends well that was looked at" finished "$job_a" a
is "$("$hpmagg" --events --format=csv --per=rank a.h5 | head -n 1 | grep -c known::COUNT)" 1 \
    "its result has what it counted"
refuses "no job of yours runs" --any-owner

if [ "$sanitizer" ]; then
    skip "a job of 64 ranks" "with a sanitizer it takes the memory of a small machine"
else
    begin 64 many
    ok "a job of 64 ranks is seen" all_there 64
    is "$(awk 'NR > 4 { printf "%s ", $1 }' out)" "$(seq 0 63 | tr '\n' ' ')" \
        "each of the 64 ranks has a row"
    ok "the job of 64 ranks ends well" finished "$job_many" many
fi
finish
