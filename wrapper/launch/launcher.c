/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/launcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "wrapper/launch/launcher_flags.h"
#include "wrapper/launch/notice.h"

#define ROWS(table) (sizeof (table) / sizeof *(table))

static const char *const launchers[]
    = { "mpirun",  "mpiexec", "mpiexec.hydra", "orterun",
        "prterun", "srun",    "jsrun",         "aprun" };

/* What follows an option that takes arguments is not the program.  */
static const struct {
    const char *name;
    int arguments;
} launcher_options[] = {
#define HPM_X(name, arguments) { name, arguments },
    HPM_LAUNCHER_FLAGS (HPM_X)
#undef HPM_X
};

static const char *
file_name (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

int
hpm_launcher_is (const char *program)
{
    const char *name = file_name (program);

    for (size_t i = 0; i < ROWS (launchers); i++)
        if (strcmp (name, launchers[i]) == 0)
            return 1;
    return 0;
}

/* How many arguments behind this one belong to it.  */
static int
option_arguments (const char *option)
{
    const char *name = option + strspn (option, "-");

    for (size_t i = 0; i < ROWS (launcher_options); i++)
        if (strcmp (name, launcher_options[i].name) == 0)
            return launcher_options[i].arguments;
    return 0;
}

int
hpm_launcher_options (char *const *words)
{
    int count = 0;

    while (words[count] && *words[count] == '-') {
        int arguments = option_arguments (words[count++]);

        while (arguments-- > 0 && words[count])
            count++;
    }
    return count;
}

/* One word, in quotes if a shell would see more in it.  */
static void
put_word (FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789@%+=:,./_-";

    if (ftell (out) > 0)
        fputc (' ', out);
    if (*word && word[strspn (word, plain)] == '\0') {
        fputs (word, out);
        return;
    }
    fputc ('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs ("'\\''", out);
        else
            fputc (*word, out);
    fputc ('\'', out);
}

/* The words of one program of a launcher's command, up to its ":" or the end;
 * `own` are hpmrun's, unless it is there already.  Returns the words behind it.
 */
static char *const *
put_program (FILE *out, char *const *word, char *const *own, int own_count)
{
    for (int i = hpm_launcher_options (word); i > 0; i--)
        put_word (out, *word++);
    if (*word && strcmp (file_name (*word), file_name (own[0])) == 0)
        own_count = 0;
    for (int i = 0; i < own_count; i++)
        put_word (out, own[i]);
    while (*word && strcmp (*word, ":") != 0)
        put_word (out, *word++);
    return word;
}

char *
hpm_launcher_right_way (char *const *argv, int operand)
{
    char *const *word = argv + operand;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    put_word (out, *word++);
    word = put_program (out, word, argv, operand);
    while (*word) {
        put_word (out, *word++);
        word = put_program (out, word, argv, operand);
    }
    if (fclose (out) == 0)
        return hpm_text_tame (text);
    free (text);
    return NULL;
}

void
hpm_launcher_refuse (char *const *argv, int operand)
{
    char *way = hpm_launcher_right_way (argv, operand), *lines = NULL;

    if (asprintf (&lines,
                  "hpmrun: %s starts the ranks, and hpmrun goes behind it, "
                  "before the program:\n  %s\n",
                  hpm_text_tame (argv[operand]),
                  way ? way : "mpirun ... hpmrun PROGRAM")
        >= 0)
        hpm_complain_plain (lines);
    free (lines);
    free (way);
}
