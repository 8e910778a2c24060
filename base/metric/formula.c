/* SPDX-License-Identifier: BSD-3-Clause
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { ("*" | "/") factor }
 *     factor  = ("-" | "+") factor | primary
 *     primary = number | name | string | "(" sum ")"
 *             | ("min" | "max" | "first") "(" sum "," sum ")"
 */
#include "base/metric/formula.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct parser {
    const char *at; /* what is not read yet */
    int level;      /* of nesting */
    int depth;      /* values on the stack so far */
    struct hpm_formula *formula;
    struct hpm_error *error;
};

struct function {
    const char *name;
    enum hpm_formula_operation operation;
};

static int parse_sum (struct parser *parser);

static const struct function *
find_function (struct hpm_piece name)
{
    static const struct function functions[] = {
#define HPM_X(name, operation) { name, operation },
        HPM_FORMULA_FUNCTIONS (HPM_X)
#undef HPM_X
    };

    for (size_t i = 0; i < sizeof (functions) / sizeof (functions[0]); i++)
        if (hpm_piece_is (name, functions[i].name))
            return &functions[i];
    return NULL;
}

int
hpm_formula_is_function (const char *name)
{
    return find_function ((struct hpm_piece){ name, strlen (name) }) != NULL;
}

static int
fail (const struct parser *parser, const char *expected)
{
    char shown[32];
    struct hpm_piece rest = { parser->at, strlen (parser->at) };

    if (!rest.length)
        return hpm_error_set (parser->error, "expected %s at the end",
                              expected);
    return hpm_error_set (parser->error, "expected %s at \"%s\"", expected,
                          hpm_text_show (shown, sizeof (shown), rest));
}

static int
out_of_memory (const struct parser *parser)
{
    return hpm_error_set (parser->error, "out of memory for a formula");
}

/* Take the character `wanted` if it is the next one, and the blanks behind it.
 */
static int
take (struct parser *parser, char wanted)
{
    if (*parser->at != wanted || !wanted)
        return 0;
    parser->at++;
    while (hpm_text_is_blank (*parser->at))
        parser->at++;
    return 1;
}

static void
skip (struct parser *parser, size_t length)
{
    parser->at += length;
    while (hpm_text_is_blank (*parser->at))
        parser->at++;
}

static int
emit (struct parser *parser, struct hpm_formula_step step)
{
    static const struct {
        int takes, gives;
    } effects[] = {
#define HPM_X(identifier, takes, gives) { takes, gives },
        HPM_FORMULA_OPERATIONS (HPM_X)
#undef HPM_X
    };
    struct hpm_formula *formula = parser->formula;
    struct hpm_formula_step *steps;

    parser->depth
        += effects[step.operation].gives - effects[step.operation].takes;
    if (parser->depth > HPM_FORMULA_DEPTH)
        return hpm_error_set (parser->error, "nested too deeply");
    steps = realloc (formula->steps,
                     ((size_t)formula->step_count + 1) * sizeof (*steps));
    if (!steps)
        return out_of_memory (parser);
    steps[formula->step_count++] = step;
    formula->chooses |= step.operation == HPM_FORMULA_FIRST;
    formula->steps = steps;
    return 0;
}

static int
emit_operation (struct parser *parser, enum hpm_formula_operation operation)
{
    return emit (parser, (struct hpm_formula_step){ operation, 0, 0 });
}

/* Index of a name among the formula's, added if it is new; -1 without memory.
 */
static int
intern (struct hpm_formula *formula, struct hpm_piece text, int quoted)
{
    struct hpm_formula_name *names;
    char *copy;

    for (int i = 0; i < formula->name_count; i++)
        if (formula->names[i].quoted == quoted
            && hpm_piece_is (text, formula->names[i].text))
            return i;
    names = realloc (formula->names,
                     ((size_t)formula->name_count + 1) * sizeof (*names));
    if (!names)
        return -1;
    formula->names = names;
    copy = hpm_piece_copy (text);
    if (!copy)
        return -1;
    names[formula->name_count] = (struct hpm_formula_name){ copy, quoted };
    return formula->name_count++;
}

static int
emit_name (struct parser *parser, struct hpm_piece text, int quoted)
{
    int name = intern (parser->formula, text, quoted);

    if (name < 0)
        return out_of_memory (parser);
    return emit (parser,
                 (struct hpm_formula_step){ HPM_FORMULA_NAME, 0, name });
}

static int
parse_string (struct parser *parser)
{
    const char *close = strchr (parser->at + 1, '"');
    struct hpm_piece text = { parser->at + 1, 0 };

    if (!close)
        return fail (parser, "an event name with a quote at both ends");
    text.length = (size_t)(close - text.start);
    if (!hpm_piece_trim (text).length)
        return fail (parser, "an event name");
    skip (parser, text.length + 2);
    return emit_name (parser, text, 1);
}

/* The two arguments of a function whose "(" is read.  */
static int
parse_arguments (struct parser *parser, enum hpm_formula_operation operation)
{
    if (parse_sum (parser) != 0)
        return -1;
    if (!take (parser, ','))
        return fail (parser, "\",\"");
    if (parse_sum (parser) != 0)
        return -1;
    if (!take (parser, ')'))
        return fail (parser, "\")\"");
    return emit_operation (parser, operation);
}

static int
parse_word (struct parser *parser)
{
    const struct function *function;
    struct hpm_piece word = { parser->at, 0 };

    while (hpm_text_is_letter (word.start[word.length])
           || hpm_text_is_digit (word.start[word.length]))
        word.length++;
    skip (parser, word.length);
    if (*parser->at != '(')
        return emit_name (parser, word, 0);
    function = find_function (word);
    if (!function)
        return fail (parser, "an operator");
    take (parser, '(');
    return parse_arguments (parser, function->operation);
}

static int
parse_primary (struct parser *parser)
{
    double number;
    size_t length;

    if (take (parser, '(')) {
        if (parse_sum (parser) != 0)
            return -1;
        return take (parser, ')') ? 0 : fail (parser, "\")\"");
    }
    if (*parser->at == '"')
        return parse_string (parser);
    if (hpm_text_is_letter (*parser->at))
        return parse_word (parser);
    length = hpm_text_number (parser->at, &number);
    if (!length)
        return fail (parser, "a number, a name or \"(\"");
    skip (parser, length);
    return emit (parser,
                 (struct hpm_formula_step){ HPM_FORMULA_NUMBER, number, 0 });
}

/* Every way down the grammar passes here: bounds the recursion.  */
static int
parse_factor (struct parser *parser)
{
    int result;

    if (parser->level == HPM_FORMULA_DEPTH)
        return hpm_error_set (parser->error, "nested too deeply");
    parser->level++;
    if (take (parser, '-')) {
        result = parse_factor (parser);
        if (result == 0)
            result = emit_operation (parser, HPM_FORMULA_NEGATE);
    } else if (take (parser, '+')) {
        result = parse_factor (parser);
    } else {
        result = parse_primary (parser);
    }
    parser->level--;
    return result;
}

/* factor { first factor | second factor }, by the parser of what binds
 * stronger.  */
struct chain {
    int (*parse_operand) (struct parser *parser);
    char signs[2];
    enum hpm_formula_operation operations[2];
};

static int
parse_chain (struct parser *parser, const struct chain *chain)
{
    int result = chain->parse_operand (parser);

    while (result == 0) {
        int which = take (parser, chain->signs[0]) ? 0 : 1;

        if (which == 1 && !take (parser, chain->signs[1]))
            break;
        result = chain->parse_operand (parser);
        if (result == 0)
            result = emit_operation (parser, chain->operations[which]);
    }
    return result;
}

static int
parse_product (struct parser *parser)
{
    static const struct chain chain = {
        parse_factor, { '*', '/' }, { HPM_FORMULA_MULTIPLY, HPM_FORMULA_DIVIDE }
    };

    return parse_chain (parser, &chain);
}

static int
parse_sum (struct parser *parser)
{
    static const struct chain chain = {
        parse_product, { '+', '-' }, { HPM_FORMULA_ADD, HPM_FORMULA_SUBTRACT }
    };

    return parse_chain (parser, &chain);
}

struct hpm_formula *
hpm_formula_parse (const char *text, struct hpm_error *error)
{
    struct hpm_formula *formula = calloc (1, sizeof (*formula));
    struct parser parser = { text, 0, 0, formula, error };

    if (!formula) {
        out_of_memory (&parser);
        return NULL;
    }
    skip (&parser, 0);
    if (parse_sum (&parser) == 0) {
        if (!*parser.at)
            return formula;
        fail (&parser, "an operator");
    }
    hpm_formula_destroy (formula);
    return NULL;
}

void
hpm_formula_destroy (struct hpm_formula *formula)
{
    if (!formula)
        return;
    for (int i = 0; i < formula->name_count; i++)
        free (formula->names[i].text);
    free (formula->names);
    free (formula->steps);
    free (formula);
}
