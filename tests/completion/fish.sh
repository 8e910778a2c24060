#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What fish offers behind hpmrun and hpmagg.
. "${srcdir:-.}/tests/completion/lib.sh"
begin fish
export made HOME="$work" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"

# offered LINE: what is offered, in one line.
offered () { answers "$1" | sort | xargs; }

# answers LINE: a line each, without explanations.
answers () {
    fish -c 'source $made/hpmrun.fish; source $made/hpmagg.fish
             complete -C$argv[1]' "$1" 2>&1 | cut -f 1
}

for command in hpmrun hpmagg; do
    is "$(offered "$command --" | tr ' ' '\n' | sed 's/=$//' | sort -u)" \
        "$(flags $command)" "every flag in the help of $command is offered"
done
is "$(offered "hpmrun --mpi=s")" "--mpi=split" "a value is one of the choices"
is "$(offered "hpmrun -s f")" "full" "a value is completed behind a letter"
is "$(offered "hpmagg --per=")" \
    "--per=binding --per=caller --per=host --per=interval --per=interval-host --per=interval-rank --per=job --per=line --per=mapping --per=phase --per=rank --per=region --per=region-rank --per=routine --per=site --per=thread" \
    "choices that the help tells in words are offered"
is "$(offered "hpmagg --scaling=w")" "--scaling=weak" \
    "choices are offered where the value may be left out"
is "$(offered "hpmrun -g cache,co")" "cache,costs" "a list goes on behind a comma"
is "$(offered "hpmrun -d fol")" "folder/" "a folder is wanted"
is "$(offered "hpmrun -o run.t")" "run.txt" "a file is wanted"
is "$(offered "hpmrun -o x.h5 hpmag")" "hpmagg" "a program is found on the PATH"
is "$(answers "hpmagg run" | head -n 1)" "run.h5" "of files, results come first"
finish
