/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/flag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

/* A flag of each kind, one that is always refused, and another program's.  */
static const struct hpm_flag flags[] = {
    { "output", 'o', HPM_TAKES_value, "FILE", "", "where it goes", NULL },
    { "force", 'f', HPM_TAKES_switch, "", "", "overwrite", NULL },
    { "domain", 0, HPM_TAKES_value, "|user|kernel", "user", "where", "HPM_D" },
    { "list_of", 'l', HPM_TAKES_maybe, "NAMES", "", "all, or these", NULL },
    { "check", 0, HPM_TAKES_nothing, "", "", "look", NULL },
    { "bad", 0, HPM_TAKES_nothing, "", "",
      "what nobody may say, with an explanation that takes more than a line",
      NULL },
    { "np", 0, HPM_TAKES_foreign, "", "", "", NULL },
    { "output-filename", 0, HPM_TAKES_foreign, "", "", "", NULL },
    { "list-of", 0, HPM_TAKES_foreign, "", "", "", NULL },
    { "f", 0, HPM_TAKES_foreign, "", "", "", NULL },
};

#define FLAG_COUNT ((int)(sizeof flags / sizeof *flags))
#define OWN_COUNT (FLAG_COUNT - 4)

static int
see_flag (const struct hpm_flag_found *found, void *data,
          struct hpm_error *error)
{
    char *seen = data;

    if (!strcmp (flags[found->flag].name, "bad"))
        return hpm_error_set (error, "no --bad today");
    sprintf (seen + strlen (seen), "%s:%s%s%s ", found->name,
             flags[found->flag].name, found->value ? "=" : "",
             found->value ? found->value : "");
    return 0;
}

/* The words of a command line, "''" for an empty one; returns "error" or
 * "flags| operands".  */
static const char *
read_arguments (const char *line, int mixed)
{
    static char result[2000];
    char copy[200], seen[200] = "", *argv[20], **operands, *save;
    int argc = 1;
    struct hpm_error error;

    snprintf (copy, sizeof (copy), "%s", line);
    argv[0] = (char *)"hpmrun";
    for (char *word = strtok_r (copy, " ", &save); word;
         word = strtok_r (NULL, " ", &save))
        argv[argc++] = word;
    argv[argc] = NULL;
    for (int i = 1; i < argc; i++)
        if (!strcmp (argv[i], "''"))
            argv[i] = (char *)"";
    if (hpm_flags_read (flags, FLAG_COUNT, argv, mixed, see_flag, seen,
                        &operands, &error)
        != 0) {
        strcpy (result, error.text);
    } else {
        sprintf (result, "%s|", seen);
        for (; *operands; operands++)
            sprintf (result + strlen (result), " %s", *operands);
    }
    return result;
}

static void
test_arguments (void)
{
    static const struct {
        const char *line, *result;
    } vectors[] = {
        { "--outptu=x", "unknown flag --outptu; did you mean --output?" },
        { "--out=x", "unknown flag --out; did you mean --output?" },
        { "--lst-of", "unknown flag --lst-of; did you mean --list-of?" },
        { "--list_of", "unknown flag --list_of; did you mean --list-of?" },
        { "--zzzzzz", "unknown flag --zzzzzz (see --help)" },
        { "-x", "unknown flag -x (see --help)" },
        { "-xyz", "unknown flag -xyz (see --help)" },
        { "-xyz=3", "unknown flag -xyz (see --help)" },
        { "-npersocket", "unknown flag -npersocket (see --help)" },
        { "--npersocket", "unknown flag --npersocket (see --help)" },
        { "--check -x", "unknown flag -x (see --help)" },
        { "--bad", "no --bad today" },
        { "--output", "--output needs a value: FILE" },
        { "--output=", "--output needs a value: FILE" },
        { "--output ''", "--output needs a value: FILE" },
        { "-o", "-o needs a value: FILE" },
        { "-o ''", "-o needs a value: FILE" },
        { "-l", "-l needs a value: NAMES" },
        { "--list-of=", "--list-of needs a value: NAMES" },
        { "-f1", "-f takes no value: \"1\"" },
        { "--force=", "--force needs a value: 0 or 1" },
        { "--check=1", "--check takes no value: \"1\"" },
        { "--domain", "--domain needs a value: user|kernel" },
        { "", "|" },
        { "./a -o x", "| ./a -o x" },
        { "- a", "| - a" },
        { "'' a", "|  a" },
        { "-- -o x", "| -o x" },
        { "--", "|" },
        { "-o x ./a --force", "-o:output=x | ./a --force" },
        { "-ox -f -- ./a", "-o:output=x -f:force | ./a" },
        { "-o -f ./a", "-o:output=-f | ./a" },
        { "--output=a=b", "--output:output=a=b |" },
        { "--force --force=0", "--force:force --force:force=0 |" },
        { "--force ./a", "--force:force | ./a" },
        { "--list-of ./a", "--list-of:list_of | ./a" },
        { "--list-of=x ./a", "--list-of:list_of=x | ./a" },
        { "-l x ./a", "-l:list_of=x | ./a" },
        { "-lx ./a", "-l:list_of=x | ./a" },
        { "-np ./a", "-np:np | ./a" },
        { "--np=4 -np4 ./a", "--np:np -np4:np | ./a" },
        { "-output-filename ./a", "-output-filename:output-filename | ./a" },
        { "-output_filename ./a", "-output_filename:output-filename | ./a" },
        { "-f --list-of=x ./a", "-f:force --list-of:list_of=x | ./a" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (read_arguments (vectors[i].line, 0), vectors[i].result,
                  "flags %zu are read as they must be: %s", i, vectors[i].line);
    tap_text (read_arguments ("a -f b -o x -- -c d", 1),
              "-f:force -o:output=x | a b -c d",
              "flags are read among operands, up to --");
    tap_text (read_arguments ("a -f -o", 1), "-o needs a value: FILE",
              "a flag at the end that lacks its value is refused");
}

static void
test_help (void)
{
    char *help = NULL;
    size_t size;
    FILE *out = open_memstream (&help, &size);

    hpm_flags_print (out, flags, OWN_COUNT);
    fclose (out);
    tap_text (help,
              "  -o, --output=FILE       where it goes\n"
              "  -f, --force             overwrite\n"
              "      --domain=user|kernel\n"
              "                          where (default: user) [HPM_D]\n"
              "  -l, --list-of[=NAMES]   all, or these\n"
              "      --check             look\n"
              "      --bad               what nobody may say, with an "
              "explanation that takes\n"
              "                          more than a line\n",
              "help tells flags of each kind");
    free (help);
}

int
main (void)
{
    test_arguments ();
    test_help ();
    return tap_done ();
}
