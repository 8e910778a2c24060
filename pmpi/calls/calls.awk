# SPDX-License-Identifier: BSD-3-Clause
#
# Make the wrappers of all MPI functions that a header declares.
#
#   awk -f calls.awk -v what=wrappers TABLE TEMPLATE HEADER    C code
#   awk -f calls.awk -v what=exports TABLE TEMPLATE HEADER     version script
#   awk -f calls.awk -v what=left TABLE TEMPLATE HEADER    patterns of symbols
#                                                          without a wrapper
#
# HEADER is mpi.h as the preprocessor left it; TABLE and TEMPLATE are
# calls.table and calls_function.in.  The same input makes the same output:
# functions come in the order of the header.

function fail(text) {
    print "calls.awk: " text >"/dev/stderr"
    failed = 1
    exit 1
}

# ---- the table

# The rest of the line after n words.
function rest(n,    text) {
    text = $0
    sub(/^[ \t]+/, "", text)
    while (n-- > 0)
        sub(/^[^ \t]+[ \t]*/, "", text)
    return text
}

function pattern(glob) {
    gsub(/\*/, ".*", glob)
    return "^" glob "$"
}

function read_table(    i) {
    if ($0 ~ /^[ \t]*(#|$)/)
        return
    if ($1 == "shape") {
        shape = $2
        names[shape] = rest(2)
    } else if ($0 ~ /^[ \t]/) {
        if ($1 !~ /^(before|after|always|sent|received)$/)
            fail("line " FNR " of the table: unknown word " $1)
        if ($1 == "sent" || $1 == "received")
            property[shape, $1] = toupper($2)
        else
            property[shape, $1] = property[shape, $1] rest(1) "\n"
    } else if ($1 == "leave" && $2 == ":") {
        for (i = 3; i <= NF; i++) {
            rules++
            glob_of[rules] = pattern($i)
            kind_of[rules] = "leave"
        }
    } else if ($1 == "beyond" && $2 == ":") {
        for (i = 3; i <= NF; i++)
            beyond[++beyonds] = pattern($i)
    } else if ($3 == ":") {
        if ($2 != "-" && !($2 in names))
            fail("line " FNR " of the table: no shape " $2)
        for (i = 4; i <= NF; i++) {
            rules++
            glob_of[rules] = pattern($i)
            kind_of[rules] = $1
            shape_of[rules] = $2
        }
    } else
        fail("line " FNR " of the table: neither shape nor functions")
}

# Kind and shape of function f.
function classify(f,    r) {
    r = rule_of(function_name[f])
    kind[f] = r ? kind_of[r] : "other"
    of_shape[f] = r && kind[f] != "leave" && shape_of[r] != "-" ? shape_of[r] : ""
    if (!r && function_name[f] ~ /_c$/) {
        r = rule_of(substr(function_name[f], 1, length(function_name[f]) - 2))
        kind[f] = r && kind_of[r] != "leave" ? kind_of[r] : "other"
    }
}

# The first rule that fits, or 0.
function rule_of(name,    i) {
    for (i = 1; i <= rules; i++)
        if (name ~ glob_of[i])
            return i
    return 0
}

# ---- the header

function trim(text) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

# "const int counts[]" with another name for counts.
function rename(parameter, name,    at, array) {
    array = ""
    if ((at = index(parameter, "[")) > 0) {
        array = substr(parameter, at)
        parameter = trim(substr(parameter, 1, at - 1))
    }
    sub(/[A-Za-z_][A-Za-z_0-9]*$/, name, parameter)
    return parameter array
}

function name_of(parameter) {
    sub(/\[.*/, "", parameter)
    parameter = trim(parameter)
    if (!match(parameter, /[A-Za-z_][A-Za-z_0-9]*$/))
        return ""
    return substr(parameter, RSTART)
}

# One declaration: "int MPI_Name (parameters)".
function take(declaration,    open, close_at, name, parameters) {
    if (!match(declaration, /(^|[ )])int MPI_[A-Z][A-Za-z_0-9]* ?\(/))
        return
    declaration = substr(declaration, RSTART)
    open = index(declaration, "MPI_")
    declaration = substr(declaration, open + 4)
    open = index(declaration, "(")
    name = trim(substr(declaration, 1, open - 1))
    close_at = index(declaration, ")")
    parameters = substr(declaration, open + 1, close_at - open - 1)
    if (parameters ~ /\(/)
        fail("cannot read the parameters of MPI_" name)
    if (name in seen || name !~ /[a-z]/)
        return
    seen[name] = 1
    function_name[++functions] = name
    function_parameters[functions] = trim(parameters)
}

# ---- the output

# A parameter or local name of ours for a placeholder of a statement.
function statements(text, success) {
    text = trim(text)
    gsub(/\(call,/, "(\\&call_,", text)
    gsub(/; /, ";\n        ", text)
    if (!success || text == "")
        return text
    return "if (result_ == MPI_SUCCESS) {\n        " text "\n    }"
}

function replace(text, mark, by,    at) {
    while ((at = index(text, mark)) > 0)
        text = substr(text, 1, at - 1) by substr(text, at + length(mark))
    return text
}

function wrapper(f, shape, kind,    n, m, i, given, wanted, parameters, arguments, text, before) {
    n = split(function_parameters[f], given, /,/)
    if (n == 1 && trim(given[1]) == "void")
        n = 0
    m = split(names[shape], wanted, / +/)
    if (m > n)
        fail("MPI_" function_name[f] " has fewer parameters than its shape " shape)
    for (i = 1; i <= n; i++) {
        given[i] = trim(given[i])
        if (name_of(given[i]) == "")
            fail("a parameter of MPI_" function_name[f] " has no name")
        if (i <= m)
            given[i] = rename(given[i], wanted[i])
        parameters = parameters (i > 1 ? ", " : "") given[i]
        arguments = arguments (i > 1 ? ", " : "") name_of(given[i])
    }
    text = template
    text = replace(text, "@Name@", function_name[f])
    text = replace(text, "@KIND@", "HPM_CALL_" toupper(kind))
    text = replace(text, "@,parameters@", n ? ", " parameters : "")
    text = replace(text, "@,arguments@", n ? ", " arguments : "")
    text = replace(text, "@parameters@", n ? parameters : "void")
    text = replace(text, "@arguments@", arguments)
    text = replace(text, "@always@", statements(property[shape, "always"], 0))
    before = statements(property[shape, "before"], 0)
    text = replace(text, "@before@", before)
    text = replace(text, "@after@", statements(property[shape, "after"], 1))
    gsub(/\n[ \t]*\n([ \t]*\n)*    if \(!next/, "\n\n    if (!next", text)
    gsub(/\n    \n/, "\n", text)
    return text
}

function bytes_word(shape, which) {
    return "HPM_BYTES_" ((shape, which) in property ? property[shape, which] : "NONE")
}

function print_wrappers(    f) {
    print "/* Made by calls.awk from mpi.h and calls.table.  */"
    print "#include \"config.h\"\n"
    print "#include \"pmpi/calls/calls_bytes.h\""
    print "#include \"pmpi/calls/calls_functions.h\""
    print "#include \"pmpi/guest/export.h\"\n"
    print "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n"
    print "enum function_number {"
    for (f = 1; f <= functions; f++)
        if (kind[f] != "leave")
            print "    FUNCTION_" function_name[f] ","
    print "    FUNCTION_COUNT\n};\n"
    print "const int hpm_calls_function_count = FUNCTION_COUNT;"
    print "void *hpm_calls_entries[2 * FUNCTION_COUNT];\n"
    print "const struct hpm_function_record hpm_calls_functions[] = {"
    for (f = 1; f <= functions; f++)
        if (kind[f] != "leave")
            print "    { .name = \"MPI_" function_name[f] "\", .kind = HPM_CALL_" \
                toupper(kind[f]) ",\n      .sent = " bytes_word(of_shape[f], "sent") \
                ", .received = " bytes_word(of_shape[f], "received") " },"
    print "};\n"
    for (f = 1; f <= functions; f++)
        if (kind[f] != "leave")
            printf "%s", wrapper(f, of_shape[f], kind[f])
}

function print_exports(    f) {
    print "{\n    global:\n        hpm_mpi_calls;"
    for (f = 1; f <= functions; f++)
        if (kind[f] != "leave")
            print "        MPI_" function_name[f] ";\n        PMPI_" function_name[f] ";"
    print "    local:\n        *;\n};"
}

function print_left(    i) {
    for (i = 1; i <= rules; i++)
        if (kind_of[i] == "leave")
            print "^MPI_" substr(glob_of[i], 2)
    for (i = 1; i <= beyonds; i++)
        print beyond[i]
}

FNR == 1 { file++ }
file == 1 { read_table(); next }
file == 2 { template = template $0 "\n"; next }
/^#/ { next }
{ header = header " " $0 }

END {
    if (failed)
        exit 1
    n = split(header, declarations, /;/)
    for (i = 1; i <= n; i++)
        take(declarations[i])
    for (f = 1; f <= functions; f++)
        classify(f)
    if (functions < 100)
        fail("found only " functions " functions in the header")
    if (what == "exports")
        print_exports()
    else if (what == "left")
        print_left()
    else
        print_wrappers()
}
