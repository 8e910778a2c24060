# SPDX-License-Identifier: BSD-3-Clause
#
# The signatures of the MPI functions that a header declares, as
# pmpi/wrap/signatures.table has them.
#
#   awk -f signatures.awk HEADER
#
# HEADER is mpi.h as the preprocessor left it.

function trim(text) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}

# What is left of a parameter's type when MPI's own are taken out of it.
function word_of(parameter) {
    if (parameter ~ /[*[]/)
        return parameter ~ /^(const )?int / && parameter !~ /\*.*[*[]/ ? "ints" : "pointer"
    sub(/^const /, "", parameter)
    sub(/ .*/, "", parameter)
    if (parameter == "int" || parameter == "MPI_Fint")
        return "int"
    if (parameter == "MPI_Aint")
        return "aint"
    if (parameter == "MPI_Offset" || parameter == "MPI_Count")
        return "count"
    if (parameter ~ /^MPI_(Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Win)$/)
        return "handle"
    return "unknown:" parameter
}

# One declaration: "int MPI_Name (parameters)".
function take(declaration,    open, close_at, name, n, i, given, words) {
    if (!match(declaration, /(^|[ )])int MPI_[A-Z][A-Za-z_0-9]* ?\(/))
        return
    declaration = substr(declaration, RSTART)
    declaration = substr(declaration, index(declaration, "MPI_") + 4)
    open = index(declaration, "(")
    close_at = index(declaration, ")")
    name = trim(substr(declaration, 1, open - 1))
    if (name in seen || name !~ /[a-z]/)
        return
    seen[name] = 1
    n = split(substr(declaration, open + 1, close_at - open - 1), given, /,/)
    for (i = 1; i <= n; i++)
        if (trim(given[i]) != "void")
            words = words " " word_of(trim(given[i]))
    print name ":" words
}

/^#/ { next }
{ header = header " " $0 }

END {
    n = split(header, declarations, /;/)
    for (i = 1; i <= n; i++)
        take(declarations[i])
}
