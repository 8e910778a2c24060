/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "pmpi/functions/function_source.h"

#define OPERATOR "operator"
#define ANONYMOUS "(anonymous namespace)"

static int
is_of_word (char c)
{
    return isalnum ((unsigned char)c) || c == '_';
}

/* Bytes of what is no bracket though it looks like one: the name of an
 * operator, "(anonymous namespace)"; 0 elsewhere.  */
static size_t
whole_word (const char *source, const char *at)
{
    size_t bytes = strlen (OPERATOR);

    if (strncmp (at, ANONYMOUS, strlen (ANONYMOUS)) == 0)
        return strlen (ANONYMOUS);
    if (strncmp (at, OPERATOR, bytes) != 0 || is_of_word (at[bytes])
        || (at > source && is_of_word (at[-1])))
        return 0;
    if (strncmp (at + bytes, "()", 2) == 0)
        return bytes + 2;
    if (strncmp (at + bytes, "<<", 2) == 0 || strncmp (at + bytes, ">>", 2) == 0
        || strncmp (at + bytes, "->", 2) == 0)
        return bytes + 2;
    if (at[bytes] == '<' || at[bytes] == '>')
        return bytes + 1;
    return at[bytes] == ' ' ? bytes + 1 : bytes;
}

static int
opens (char c)
{
    return c == '<' || c == '(' || c == '{' || c == '[';
}

static int
closes (char c)
{
    return c == '>' || c == ')' || c == '}' || c == ']';
}

/* Where the name begins, behind the type that a template returns, and where it
 * ends, before the arguments of the function: the last ones that are not those
 * of a function around it.  */
struct name {
    const char *start, *end;
};

static struct name
find_name (const char *source)
{
    struct name name = { source, NULL };
    const char *brackets = NULL, *at = source;
    int depth = 0, named = 0;

    while (*at) {
        size_t whole = depth ? 0 : whole_word (source, at);

        if (whole) {
            named |= at[0] != '(';
            at += whole;
            continue;
        }
        if (depth == 0 && *at == ' ' && !name.end && !named)
            name.start = at + 1;
        if (depth == 0 && *at == '(')
            brackets = at;
        depth += opens (*at);
        depth -= closes (*at) && depth > 0;
        if (depth == 0 && *at == ')' && brackets && at[1] != ':')
            name.end = brackets;
        at++;
    }
    if (!name.end)
        name.end = at;
    return name;
}

char *
hpm_function_source_name (const char *source, int templates, char *into,
                          size_t size)
{
    const struct name name = find_name (source);
    const char *at = name.start;
    size_t used = 0;
    int depth = 0;

    while (at < name.end && used + 1 < size) {
        size_t whole = depth ? 0 : whole_word (source, at);

        if (!templates && !whole)
            depth += *at == '<';
        if (!whole)
            whole = 1;
        for (; whole-- && at < name.end && used + 1 < size; at++)
            if (depth == 0)
                into[used++] = *at;
        if (depth && at[-1] == '>')
            depth--;
    }
    while (used && into[used - 1] == ' ')
        used--;
    into[used] = '\0';
    return into;
}
