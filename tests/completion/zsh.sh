#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What zsh offers behind hpmrun and hpmagg, typed into an interactive one.
. "${srcdir:-.}/tests/completion/lib.sh"
begin zsh
zsh -fc 'zmodload zsh/zpty' 2>/dev/null || { echo "1..0 # SKIP zsh has no zpty"; exit 0; }

# typed LINE EXPECTED: LINE and a tab become EXPECTED.  zpty waits for the text,
# however long it takes; what never comes is ended by the limit.
cat >keys <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($made \$fpath); autoload -U compinit; compinit -u -D; PROMPT='ready''>'"
zpty -r shell answer '*ready>*'
zpty -w -n shell "$1"$'\t'
zpty -r shell answer "*$2*"
print -r -- "$answer"
zpty -d shell
END
typed () { made=$made TERM=dumb timeout -k 5 60 zsh -f keys "$1" "$2" </dev/null; }

for command in hpmrun hpmagg; do
    ok "zsh finds no fault with what is made for $command" \
        zsh -n "$made/_$command"
    is "$(sed -n 's/^[^[]*\(--[a-z-]*[a-z]\)[^a-z[]*\[.*/\1/p' "$made/_$command" |
        sort -u)" "$(flags $command)" "every flag in the help of $command is known"
done
ok "a flag is completed" typed "hpmrun --mp" "hpmrun --mpi="
ok "a value is one of the choices" typed "hpmrun --mpi=s" "hpmrun --mpi=split"
ok "a value is completed behind a letter" typed "hpmrun -s f" "hpmrun -s full"
ok "choices that the help tells in words are offered" \
    typed "hpmagg --per=j" "hpmagg --per=job"
ok "choices are offered where the value may be left out" \
    typed "hpmagg --scaling=w" "hpmagg --scaling=weak"
ok "a list goes on behind a comma" typed "hpmrun -g cache,co" "hpmrun -g cache,costs"
ok "a program is found on the PATH" typed "hpmrun -f hpmag" "hpmrun -f hpmagg"
ok "hpmagg reads result files" typed "hpmagg ru" "hpmagg run.h5"
finish
