# SPDX-License-Identifier: BSD-3-Clause
#
# A program that has functions of its own with the names in pmpi/guest/libc.table
# and in EXTRA: each tells when somebody else calls it, and ends the program.
#
#   awk -f own_names.awk -v extra="NAME..." libc.table

function add(name) {
    print "long " name " (void);\nlong\n" name " (void)\n{\n" \
        "    if (!own)\n        meet (\"" name "\");\n    return -" ++count ";\n}"
    calls = calls "    sum += " name " ();\n"
}

BEGIN {
    print "int printf (const char *, ...);\nint fflush (void *);\n" \
        "static int own;\nstatic void\nmeet (const char *name)\n{\n" \
        "    printf (\"%s is called\\n\", name);\n    fflush ((void *)0);\n" \
        "    __builtin_trap ();\n}"
    words = split(extra, names)
    for (i = 1; i <= words; i++)
        add(names[i])
}

/^#/ || NF == 0 { next }

{ add($1) }

END {
    print "int\nmain (void)\n{\n    long sum = 0;\n\n    own = 1;\n" calls \
        "    own = 0;\n    printf (\"%ld\\n\", sum);\n    return 4;\n}"
}
