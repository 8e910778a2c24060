#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The metrics of joined runs, of which each counted for some.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "ThreadSanitizer has a thread of its own on every rank"

# By a short name: what is said of commands is cut where it is long.
ln -s "$programs/threads" program

# run FILE EVENTS [FLAG...]: a run that counted these.
run () {
    file=$1
    flags="--summary=none --backend=$stub -e $2"
    shift 2
    ok "a run for $file ends well" counted 2 "$file" "$@" ./program pool 2
}
# own NAME UNIT FORMULA: a file of one metric.
own () {
    printf 'metric %s\n  title %s\n  unit %s\n  formula %s\n' "$1" "$1" "$2" "$3" >"$1.metric"
}
# titles FILE...: what the short summary of their join has for metrics.  On a busy
# machine one may be poor, and rows have room for its mark then.
titles () {
    COLUMNS=200 "$hpmagg" --join "$@" 2>err | sed -n '/^metric /,/^$/p' |
        sed '1d; /^~/d; /^$/d; /:/d; s/^[! ] //; s/  .*//' | tr '\n' ,
}

own first_own 1 '2 * "stub::N1"'
own other_own 1 '3 * "stub::N3"'
own of_load s '"stub::N3" * cost_load'
cat >costs <<'END_OF_TABLE'
clock 1000 MHz  made up
cost PAPI_LD_INS 1 2 3 nsec  made up
END_OF_TABLE
run ins.h5 PAPI_TOT_INS,stub::N1 -m first_own.metric
run cyc.h5 PAPI_TOT_INS,PAPI_TOT_CYC,stub::N3 -m other_own.metric
run only.h5 PAPI_TOT_CYC,stub::N1
run cost.h5 PAPI_TOT_INS,stub::N3 --costs=costs -m of_load.metric
run flops.h5 stub::N1,PAPI_TOT_INS,PAPI_TOT_CYC -g instructions

"$hpmagg" ins.h5 >out
ok "a run without cycles has no instructions per cycle" sh -c '! grep -q "^Instr. per cycle" out'
"$hpmagg" cyc.h5 >out
ok "one with cycles has" grep -q "^Instr. per cycle" out
for pair in "ins.h5 cyc.h5" "cyc.h5 ins.h5"; do
    # shellcheck disable=SC2086 # two files
    shown=,$(titles $pair)
    for title in "Instr. per cycle" first_own other_own "Peak memory"; do
        case $shown in
        *",$title,"*) found=1 ;;
        *) found=0 ;;
        esac
        is "$found" 1 "the summary of $pair has $title" || say "$shown"
    done
done
shown=,$(titles only.h5 ins.h5)
ok "a metric that takes events of both runs is in the summary" \
    sh -c "case '$shown' in *',Instr. per cycle,'*) ;; *) exit 1 ;; esac"
"$hpmagg" --join only.h5 ins.h5 >out 2>/dev/null
ok "it is marked as one of both" grep -q "over counts of several runs: .*Instr. per cycle (runs 1+2)" out
is "$(titles ins.h5 cyc.h5 | tr , '\n' | grep -n -e Utilization -e Instr -e Peak | sed 's/.*://' | tr '\n' ,)" \
    "Utilization,Instr. per cycle,Peak memory," "metrics stand in the order of the installed group"

# A group that was asked for in one run, and of which the other had a part.
shown=,$(titles only.h5 flops.h5)
ok "a group that one run asked for has all that it had there" \
    sh -c "case '$shown' in *',Instr. per cycle,Instruction rate,'*) ;; *) exit 1 ;; esac"

# Costs that the first run does not know.
"$hpmagg" cost.h5 --format=json >one.json
"$hpmagg" --join ins.h5 cost.h5 --format=json >joined.json 2>/dev/null
$known value one.json 'metric ("of_load")["total"] > 0' >/dev/null || say "$(cat one.json)"
ok "a metric by a table of costs has its value where the table is the second run's" \
    $known value joined.json 'abs (metric ("of_load")["total"] - 2e-9 * of ("stub::N3")) < 1e-12'
finish
