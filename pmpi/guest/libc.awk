# SPDX-License-Identifier: BSD-3-Clause
#
# Entries of the C library for one of our libraries (pmpi/guest/own_libc.h).
#
#   awk -f libc.awk -v library=main -v what=code libc.table      C code
#   awk -f libc.awk -v library=main -v what=wrap libc.table      the linker's words

/^#/ || NF == 0 || (" " $0 " ") !~ (" " library " ") { next }

what == "wrap" { print "--wrap=" $1 }

what == "code" {
    if (!count)
        print "#include \"pmpi/guest/own_libc.h\""
    print "extern char real_" $1 "[] __asm__ (\"__real_" $1 "\")" \
        (/ young/ ? " __attribute__ ((weak));" : ";")
    print "HPM_LIBC_ENTRY (\"" $1 "\", \"" count * 16 "\");"
    table = table "    { real_" $1 ", \"" $1 "\" },\n"
    count++
}

END {
    if (what == "code")
        printf "struct hpm_libc_function hpm_libc_functions[]\n" \
            "    __attribute__ ((used)) = {\n%s    { 0, 0 },\n};\n", table
}
