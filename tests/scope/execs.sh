#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What becomes of the counts when the program becomes another one, by whatever
# function: one that is counted, one that is not, or none.
. "${srcdir:-.}/tests/scope/lib.sh"

# A shell of the system starts here, which knows no sanitizer.
not_for_strangers
execs=$top/tests/scope/execs
cut='run["scope"] == "the process, until it became a program that is not counted"'
echo "no program" >no-program
chmod +x no-program

# counts NAME EXPRESSION CLAIM
counts () {
    "$hpmagg" --format=json --per=thread "$1.h5" >"$1.json"
    ok "$1: $3" $known value "$1.json" "$2 and run['status'] == 'complete'
        and count_of (data['thread'][0], 'stub::N1') == 1000"
}

for function in execve execvpe fexecve execveat execle execv execvp execl \
    execlp; do
    for how in keep drop; do
        name=$function-$how
        alone $name "$execs" $function $how
        same_as_plain $name
        has $name.guest "became one two" "$name: it became the shell"
        if [ $how = keep ]; then
            counts $name 'run["scope"] == "the whole process"' \
                "what it became is counted"
            ok "$name: nothing is said" cmp /dev/null $name.stderr
        else
            counts $name "$cut" "what it was is counted"
            has $name.stderr "hpmmpi: not counted from here on, because" \
                "$name: it is said"
        fi
        ok "$name: nothing of the snapshots remains" left_nothing
    done
done

# What is no program: the count goes on, or it is said that it does not.
for function in execve execvp; do
    alone $function-bad "$execs" $function bad
    same_as_plain $function-bad
    ok "$function-bad: nothing of the snapshots remains" left_nothing
done

# A name that is no address is refused by the kernel, and we do not touch it.
# UndefinedBehaviorSanitizer ends a program for that.
functions="execve execv execveat"
[ ! "$sanitizer" ] || functions=
for function in $functions; do
    alone $function-nowhere "$execs" $function nowhere
    same_as_plain $function-nowhere
    counts $function-nowhere 'run["scope"] == "the whole process"' \
        "the count goes on"
done

# "" is no program either, where execveat is not told to take the file for one.
alone nameless "$execs" execveat nameless
same_as_plain nameless
counts nameless 'run["scope"] == "the whole process"' "the count goes on"
ok "nameless: nothing is said" cmp /dev/null nameless.stderr

# Who has a filter may be killed for a system call of ours.  A kernel may have none.
functions="execve execvp execveat"
[ ! "$sanitizer" ] || functions=
for function in $functions; do
    "$execs" $function confined >filter 2>&1
    [ $? != 77 ] || functions=
done
for function in $functions; do
    alone $function-confined "$execs" $function confined
    same_as_plain $function-confined
    has $function-confined.guest "became one two" \
        "$function-confined: it became the shell"
done
[ "$functions" ] || skip "who has a filter" "no filter can be had, or a sanitizer"

# Nor an environment that is none.
functions="execve execvpe fexecve execveat execle"
[ ! "$sanitizer" ] || functions=
for function in $functions; do
    for how in wild half; do
        alone $function-$how "$execs" $function $how
        same_as_plain $function-$how
        has $function-$how.guest "Bad address" "$function-$how: it is refused"
        counts $function-$how 'run["scope"] == "the whole process"' \
            "the count goes on"
    done
done

# In a signal handler on a stack of 8 kB.
functions="execve execvp fexecve execl"
[ ! "$sanitizer" ] || functions=
for function in $functions; do
    for how in keep drop; do
        alone $function-$how-handler "$execs" $function $how handler
        same_as_plain $function-$how-handler
        has $function-$how-handler.guest "became one two" \
            "$function-$how-handler: it became the shell"
    done
done

# In a child nothing is our business, and there may be no room for it.
children="fork vfork"
[ "$sanitizer" ] || children="$children small"
for who in $children; do
    alone $who "$execs" execve drop $who
    same_as_plain $who
    counts $who 'run["scope"] == "the whole process"' "it is counted to its end"
    ok "$who: nothing is said" cmp /dev/null $who.stderr
done

alone env env -i sh -c 'echo in; exit 4'
same_as_plain env
counts env "$cut" "env -i: what it was is counted"
"$hpmagg" env.h5 | tr -s ' \n' '  ' >text
has text "until it became a program that is not counted" "env -i: the summary says so"
has env.stderr "gets an environment whose LD_PRELOAD has no hpmmpi" \
    "env -i: the reason is told"
alone twice "$execs" execve twice
same_as_plain twice
counts twice "$cut" "LD_PRELOAD twice: what it was is counted"
has twice.stderr "gets an environment whose LD_PRELOAD has no hpmmpi" \
    "LD_PRELOAD twice: the last one counts, as for the loader"
if [ -x "$top/tests/scope/outside" ]; then
    alone static env "$top/tests/scope/outside" exit 3
    same_as_plain static
    counts static "$cut" "static: what it was is counted"
    has static.stderr "is linked statically" "static: the reason is told"
else
    skip "a static program" "none can be linked here"
fi

# A loader that cannot load us, as musl's, would end the program for our sake: it
# is not told of us, here nor in children.
loader=$(ldd "$execs" | sed -n 's|^[^/]*\(/[^ ]*/ld[^ ]*\).*|\1|p' | tail -n 1)
ok "the loader of programs is known" cp "$loader" ld-musl-test.so.1
cp "$top/tests/scope/other_loader" .
for function in execve execvpe fexecve execveat execle execv execvp execl \
    execlp; do
    name=$function-other
    alone $name "$execs" $function other
    same_as_plain $name
    has $name.guest "preloaded: nothing" "$name: nothing is preloaded"
    counts $name "$cut" "what it was is counted"
    has $name.stderr "is run by the loader ld-musl-test.so.1, which cannot load" \
        "$name: the reason is told"
done
for who in $children; do
    alone $who-other "$execs" execve other $who
    same_as_plain $who-other
    has $who-other.guest "preloaded: nothing" \
        "$who-other: nothing is preloaded into the child"
    ok "$who-other: nothing is said" cmp /dev/null $who-other.stderr
done
[ "$sanitizer" ] || {
    alone handler-other "$execs" execve other handler
    same_as_plain handler-other
}
alone path-other env PATH="$PWD:$PATH" sh -c "env other_loader; exit 4"
same_as_plain path-other
in_case "counted from outside"
alone outside-other ./other_loader
same_as_plain outside-other
ok "nothing is said" cmp /dev/null outside-other.stderr
"$hpmagg" --format=json --per=thread outside-other.h5 >json
ok "so is a program of another loader" $known value json \
    'run["scope"] == "the process and its descendants, from outside"
    and run["exit_status"] == 3'
LD_PRELOAD=libm.so.6 alone libm ./other_loader
same_as_plain libm
has libm.guest "preloaded: libm.so.6" "what the user preloads stays"

# Of a script it matters who reads it.
printf '#!./other_loader\n' >other_script
printf '#!./nowhere\n' >orphan
chmod +x other_script orphan
in_case "a script"
alone script-outside ./other_script
same_as_plain script-outside
has script-outside.guest "preloaded: nothing" "its reader gets nothing preloaded"
"$hpmagg" --format=json --per=thread script-outside.h5 >json
ok "it is counted from outside where its reader is" $known value json \
    'run["scope"] == "the process and its descendants, from outside"
    and run["exit_status"] == 3'
alone script env ./other_script
same_as_plain script
counts script "$cut" "what it was is counted"
has script.stderr "is run by the loader ld-musl-test.so.1, which cannot load" \
    "the reason is told"
alone script-execve "$execs" execve script
same_as_plain script-execve
counts script-execve "$cut" "by its path it ends the count"
# Its reader would find the descriptor closed.
alone script-closed "$execs" fexecve script
same_as_plain script-closed
has script-closed.guest "No such file" "fexecve of one that closes is refused"
counts script-closed 'run["scope"] == "the whole process"' \
    "the count goes on where a script would be closed"
ok "nothing is said of one that would be closed" cmp /dev/null script-closed.stderr
alone script-orphan env ./orphan
same_as_plain script-orphan
ok "nothing is said where there is no reader" \
    cmp script-orphan.plain-stderr script-orphan.stderr
"$hpmagg" --format=json --per=thread script-orphan.h5 >json
ok "the count goes on where there is no reader" $known value json \
    'run["scope"] == "the whole process" and run["exit_status"] == 127'
in_case loader
alone ld ./ld-musl-test.so.1 ./other_loader
same_as_plain ld
finish
