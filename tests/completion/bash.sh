#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What bash offers behind hpmrun and hpmagg.
. "${srcdir:-.}/tests/completion/lib.sh"
begin bash

# What bash does when the key is pressed at the end of a line: it breaks words
# at $breaks, calls the function, and puts what it offers in the last word's place.
cat >press <<'END'
breaks=$1
line=$2
command=${line%% *}
COMP_WORDBREAKS=$breaks
. "$made/$command" || exit 99
COMP_LINE=$line
COMP_POINT=${#line}
COMP_WORDS=($line)
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"_$command"
printf '%s\n' "${COMPREPLY[@]}" | sort
END
export made

# offered LINE: what is offered, in one line.
offered () { bash press " =:" "$1" | xargs; }

ok "bash finds no fault with what is made for hpmrun" bash -n "$made/hpmrun"
ok "bash finds no fault with what is made for hpmagg" bash -n "$made/hpmagg"
for command in hpmrun hpmagg; do
    is "$(bash press " =:" "$command --" | sed 's/=$//' | sort -u)" \
        "$(flags $command)" "every flag in the help of $command is offered"
    ok "$command has more than ten flags" \
        test "$(flags $command | wc -l)" -gt 10
done
is "$(offered "hpmrun --mp")" "--mpi=" "a flag that takes a value ends in ="
is "$(offered "hpmrun --forc")" "--force" "a flag that takes none does not"
is "$(offered "hpmrun --mpi=")" "off split time" "a value is one of the choices"
is "$(offered "hpmrun --mpi=s")" "split" "of the choices those that begin so"
is "$(offered "hpmrun --mpi s")" "split" "a value may be the next word"
is "$(offered "hpmrun -s f")" "full" "a value is completed behind a letter"
is "$(bash press " " "hpmrun --mpi=s")" "--mpi=split" \
    "where = breaks no words, the flag stands before the value"
is "$(offered "hpmagg --per=")" \
    "binding caller host interval interval-host interval-rank job line mapping phase rank region region-rank routine site thread" \
    "choices are offered as the help has them"
is "$(offered "hpmagg --scaling=w")" "weak" "choices are offered of a value that may be left out"
is "$(offered "hpmagg --scaling r")" "run.h5" \
    "what may be left out is no next word"
is "$(offered "hpmrun -g ca")" "cache" "groups are those that hpmrun lists"
is "$(offered "hpmrun -g cache,co")" "cache,costs" "a list goes on behind a comma"
is "$(offered "hpmrun -e os::P")" "PEAK_MEMORY" "names of events hold colons"
is "$(offered "hpmrun --events=os::PEAK_MEMORY,os::U")" "USER_TIME" \
    "an event is completed in a list behind ="
is "$(offered "hpmrun -d fol")" "folder" "a folder is wanted"
is "$(offered "hpmrun -o run")" "" "of files nothing is offered: readline knows them"
is "$(offered "hpmrun -o x.h5 hpma" | tr ' ' '\n' | grep -x hpmagg | sort -u)" \
    "hpmagg" "a program is found on the PATH"
is "$(offered "hpmrun -- hpma" | tr ' ' '\n' | grep -x hpmagg | sort -u)" \
    "hpmagg" "a program is completed behind --"
is "$(offered "hpmrun ls --mp")" "" "the program's flags are its own"
is "$(offered "hpmagg ru")" "run.h5" "hpmagg reads result files"
is "$(offered "hpmagg run.h5 --form")" "--format=" "flags may follow the file"
has "$made/hpmrun" "complete -o default -F _hpmrun hpmrun" "bash is told of hpmrun"
has "$made/hpmagg" "complete -o default -F _hpmagg hpmagg" "bash is told of hpmagg"
finish
