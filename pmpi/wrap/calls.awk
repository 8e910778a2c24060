# SPDX-License-Identifier: BSD-3-Clause
#
# Make the wrappers of all MPI functions.
#
#   awk -f calls.awk -v what=wrappers TABLE TEMPLATE SIGNATURES    C code
#   awk -f calls.awk -v what=exports TABLE TEMPLATE SIGNATURES     version script
#   awk -f calls.awk -v what=left TABLE TEMPLATE SIGNATURES    patterns of symbols
#                                                              without a wrapper
#
# TABLE, TEMPLATE and SIGNATURES are calls.table, calls_function.in and
# signatures.table.  The same input makes the same output: functions come in the
# order of the signatures.

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
        if ($1 !~ /^(before|after|always|arrive|sent|received)$/)
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

# ---- the signatures

function trim(text) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

# One line: "Name: word...".
function read_signature(    name) {
    if ($0 ~ /^[ \t]*(#|$)/)
        return
    name = $1
    if (name !~ /^[A-Z][A-Za-z_0-9]*:$/)
        fail("line " FNR " of the signatures does not begin with NAME:")
    sub(/:$/, "", name)
    if (name in seen)
        fail("line " FNR " of the signatures: " name " again")
    seen[name] = 1
    function_name[++functions] = name
    function_words[functions] = trim(rest(1))
}

# A parameter of that word, as C declares it.
function declared(word, name) {
    if (word == "int")
        return "int " name
    if (word == "ints")
        return "int *" name
    if (word == "aint")
        return "intptr_t " name
    if (word == "count")
        return "int64_t " name
    if (word == "handle")
        return "hpm_handle " name
    if (word == "pointer")
        return "void *" name
    fail("unknown word in the signatures: " word)
}

# ---- the output

# A parameter or local name of ours for a placeholder of a statement.
function statements(text, success) {
    text = trim(text)
    gsub(/\(call,/, "(\\&call_,", text)
    gsub(/; /, ";\n        ", text)
    if (!success || text == "")
        return text
    return "if (result_ == HPM_MPI_SUCCESS) {\n        " text "\n    }"
}

function replace(text, mark, by,    at) {
    while ((at = index(text, mark)) > 0)
        text = substr(text, 1, at - 1) by substr(text, at + length(mark))
    return text
}

function wrapper(f, shape, kind,    n, m, i, words, wanted, name, parameters, arguments, text, before, after) {
    n = split(function_words[f], words, / /)
    m = split(names[shape], wanted, / +/)
    if (m > n)
        fail("MPI_" function_name[f] " has fewer parameters than its shape " shape)
    for (i = 1; i <= n; i++) {
        name = i <= m ? wanted[i] : "p" i
        parameters = parameters (i > 1 ? ", " : "") declared(words[i], name)
        arguments = arguments (i > 1 ? ", " : "") name
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
    after = property[shape, "after"]
    if (arrives(shape, kind))
        after = after property[shape, "arrive"]
    text = replace(text, "@after@", statements(after, 1))
    gsub(/\n[ \t]*\n([ \t]*\n)*    if \(!next/, "\n\n    if (!next", text)
    gsub(/\n    \n/, "\n", text)
    return text
}

# Whether ranks wait for each other in the call itself.
function arrives(shape, kind) {
    return (shape, "arrive") in property && kind !~ /_start$/
}

function bytes_word(shape, which) {
    return "HPM_BYTES_" ((shape, which) in property ? property[shape, which] : "NONE")
}

function print_wrappers(    f) {
    print "/* Made by calls.awk from calls.table and signatures.table.  */"
    print "#include \"config.h\"\n"
    print "#include \"pmpi/wrap/calls_arrivals.h\""
    print "#include \"pmpi/wrap/calls_bytes.h\""
    print "#include \"pmpi/wrap/calls_functions.h\""
    print "#include \"pmpi/guest/export.h\"\n"
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
    print "const char hpm_calls_arrives[] = {"
    for (f = 1; f <= functions; f++)
        if (kind[f] != "leave")
            print "    " arrives(of_shape[f], kind[f]) ","
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
{ read_signature() }

END {
    if (failed)
        exit 1
    for (f = 1; f <= functions; f++)
        classify(f)
    if (functions < 100)
        fail("found only " functions " functions among the signatures")
    if (what == "exports")
        print_exports()
    else if (what == "left")
        print_left()
    else
        print_wrappers()
}
