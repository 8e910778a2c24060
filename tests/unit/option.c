/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/option.h"

#include <stdlib.h>

#include "tests/tap.h"
#include "tests/unit/scratch.h"

/* All settings that differ from their default, "NAME=value " each.  */
static void
add_setting (const char *variable, const char *value, const char *initial,
             void *data)
{
    char *text = data;

    (void)initial;
    sprintf (text + strlen (text), "%s=%s ", variable, value);
}

static char *
settings (const struct hpm_options *options)
{
    static char text[4096];

    text[0] = '\0';
    hpm_options_each (options, 0, add_setting, text);
    return text;
}

static void
add_warning (const char *text, void *data)
{
    char *all = data;

    sprintf (all + strlen (all), "%s\n", text);
}

static void
refuse_variable (const char *variable, const char *expected)
{
    char copy[200];
    char *environment[] = { copy, NULL };
    struct hpm_options options;
    struct hpm_error error = { "" };

    snprintf (copy, sizeof (copy), "%s", variable);
    hpm_options_init (&options);
    tap_ok (
        hpm_options_from_environment (&options, environment, NULL, NULL, &error)
            == -1,
        "refused: %s", variable);
    tap_text (error.text, expected, "and told why");
    tap_text (settings (&options), "", "and nothing changed");
    hpm_options_release (&options);
}

static void
test_bad_environment (void)
{
    refuse_variable ("HPM_DOMAIN=usr", "HPM_DOMAIN cannot be \"usr\": "
                                       "expected user|kernel|all");
    refuse_variable ("HPM_DOMAIN=user|kernel",
                     "HPM_DOMAIN cannot be \"user|kernel\": expected "
                     "user|kernel|all");
    refuse_variable ("HPM_FORCE=2", "HPM_FORCE cannot be \"2\": expected 0, 1, "
                                    "yes or no");
    refuse_variable ("HPM_BUFFER=0", "HPM_BUFFER cannot be \"0\": expected a "
                                     "whole number above 0");
    refuse_variable ("HPM_BUFFER=-3", "HPM_BUFFER cannot be \"-3\": expected a "
                                      "whole number above 0");
    refuse_variable ("HPM_BUFFER=64M", "HPM_BUFFER cannot be \"64M\": expected "
                                       "a whole number above 0");
    refuse_variable ("HPM_BUFFER=99999999999999999999",
                     "HPM_BUFFER cannot be \"99999999999999999999\": expected "
                     "a whole number above 0");
}

static void
test_environment (void)
{
    char *environment[]
        = { (char *)"PATH=/bin",      (char *)"HPM_OUTPUT=a=b.h5",
            (char *)"HPM_OUTPT=x",    (char *)"HPM_LOG_DIR=/tmp",
            (char *)"HPM_BUFFER=",    (char *)"HPM_FORCE=yes",
            (char *)"HPM_VERBOSE=no", (char *)"HPM_DOMAIN=all",
            (char *)"HPM_",           (char *)"HPM_=1",
            (char *)"HPMX_OUTPUT=3",  NULL };
    struct hpm_options options;
    struct hpm_error error;
    char warnings[1000] = "";

    hpm_options_init (&options);
    tap_ok (hpm_options_from_environment (&options, environment, add_warning,
                                          warnings, &error)
                == 0,
            "an environment");
    tap_text (settings (&options),
              "HPM_OUTPUT=a=b.h5 HPM_FORCE=1 HPM_DOMAIN=all ",
              "settings taken from it");
    tap_text (warnings,
              "unknown setting HPM_OUTPT ignored; did you mean HPM_OUTPUT?\n"
              "unknown setting HPM_LOG_DIR ignored\n"
              "unknown setting HPM_ ignored\n",
              "names warned about");
    hpm_options_release (&options);
}

/* Returns the error, without the name of the file, or the settings; warnings
 * come first.  */
static const char *
read_file_text (const char *content)
{
    static char result[2000];
    char path[] = "/tmp/hpm-option-XXXXXX", *at;
    struct hpm_options options;
    struct hpm_error error;

    result[0] = '\0';
    scratch_file (path, content, strlen (content));
    hpm_options_init (&options);
    if (hpm_options_from_file (&options, path, add_warning, result, &error)
        == 0)
        strcat (result, settings (&options));
    else
        strcat (result, error.text);
    hpm_options_release (&options);
    unlink (path);
    while ((at = strstr (result, path)))
        memmove (at, at + strlen (path), strlen (at + strlen (path)) + 1);
    return result;
}

static void
test_file (void)
{
    static const struct {
        const char *content, *result;
    } vectors[] = {
        { "OUTPUT x\n", ":1: unknown setting \"OUTPUT\"" },
        { "\n\nHPM_OUTPUT=x\n", ":3: write \"NAME value\", without \"=\"" },
        { "HPM_DOMAIN mars\n",
          ":1: HPM_DOMAIN cannot be \"mars\": expected user|kernel|all" },
        { "HPM_DOMAIN\n",
          ":1: HPM_DOMAIN cannot be \"\": expected user|kernel|all" },
        { "HPM_OUTPUT \"a b\n", ":1: the quoted value does not end there" },
        { "HPM_OUTPUT \"a\" b\n", ":1: the quoted value does not end there" },
        { "HPM_OUTPUT \"\n", ":1: the quoted value does not end there" },
        { "HPM_OUTPT x\nHPM_FORCE 1",
          ":1: unknown setting HPM_OUTPT ignored; did you mean HPM_OUTPUT?\n"
          "HPM_FORCE=1 " },
        { "", "" },
        { "# nothing\n  \t\n", "" },
        { "HPM_OUTPUT a.h5", "HPM_OUTPUT=a.h5 " },
        { "HPM_OUTPUT\ta b.h5  # why\r\n", "HPM_OUTPUT=a b.h5 " },
        { "HPM_OUTPUT a#b\n", "HPM_OUTPUT=a#b " },
        { "HPM_OUTPUT ' a # b ' # c\n", "HPM_OUTPUT= a # b  " },
        { "HPM_OUTPUT 'a'#b\n", "HPM_OUTPUT=a " },
        { "HPM_OUTPUT 'it\"s'\n", "HPM_OUTPUT=it\"s " },
        { "HPM_OUTPUT a\nHPM_OUTPUT b\n", "HPM_OUTPUT=b " },
        { "HPM_OUTPUT a\nHPM_OUTPUT \"\"\n", "" },
        { "HPM_OUTPUT a\nHPM_OUTPUT # none\n", "" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (read_file_text (vectors[i].content), vectors[i].result,
                  "a configuration file");
}

static void
test_no_file (void)
{
    struct hpm_options options;
    struct hpm_error error = { "" };

    hpm_options_init (&options);
    tap_ok (hpm_options_from_file (&options, "/nonexistent", NULL, NULL, &error)
                    == -1
                && strstr (error.text, "/nonexistent"),
            "a configuration file that is not there");
    hpm_options_release (&options);
}

/* Knows --check, and --at with an argument; refuses --bad.  */
static int
other_flag (int argc, char **argv, int index, void *data,
            struct hpm_error *error)
{
    char *seen = data;

    (void)argc;
    if (!strcmp (argv[index], "--bad"))
        return hpm_error_set (error, "no --bad today");
    if (strcmp (argv[index], "--check") != 0
        && strcmp (argv[index], "--at") != 0)
        return 0;
    strcat (seen, argv[index]);
    return strcmp (argv[index], "--at") ? 1 : 2;
}

/* The words of a command line; returns "error" or "settings| operands".  */
static const char *
read_arguments (const char *line)
{
    static char result[2000];
    char copy[200], seen[200] = "", *argv[20], *save;
    int argc = 1, operand = -1;
    struct hpm_options options;
    struct hpm_error error;

    snprintf (copy, sizeof (copy), "%s", line);
    argv[0] = (char *)"hpmrun";
    for (char *word = strtok_r (copy, " ", &save); word;
         word = strtok_r (NULL, " ", &save))
        argv[argc++] = word;
    argv[argc] = NULL;
    hpm_options_init (&options);
    if (hpm_options_from_arguments (&options, argc, argv, other_flag, seen,
                                    &operand, &error)
        != 0) {
        strcpy (result, error.text);
    } else {
        sprintf (result, "%s%s|", settings (&options), seen);
        for (int i = operand; i < argc; i++)
            sprintf (result + strlen (result), " %s", argv[i]);
    }
    hpm_options_release (&options);
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
        { "--zzzzzz", "unknown flag --zzzzzz" },
        { "-x", "unknown flag -x" },
        { "--bad", "no --bad today" },
        { "--output", "--output needs a value: FILE" },
        { "-o", "-o needs a value: FILE" },
        { "-f1", "flag -f takes no value: \"1\"" },
        { "--force=2", "--force cannot be \"2\": expected 0, 1, yes or no" },
        { "--force=", "--force cannot be \"\": expected 0, 1, yes or no" },
        { "--domain=", "--domain cannot be \"\": expected user|kernel|all" },
        { "--domain mars",
          "--domain cannot be \"mars\": expected user|kernel|all" },
        { "--buffer=1.5",
          "--buffer cannot be \"1.5\": expected a whole number above 0" },
        { "--summary", "--summary needs a value: HOW" },
        { "", "|" },
        { "./a -o x", "| ./a -o x" },
        { "- a", "| - a" },
        { "-- -o x", "| -o x" },
        { "--", "|" },
        { "-o x ./a --force", "HPM_OUTPUT=x | ./a --force" },
        { "-ox -f -v -- ./a", "HPM_OUTPUT=x HPM_FORCE=1 HPM_VERBOSE=1 | ./a" },
        { "-o -f ./a", "HPM_OUTPUT=-f | ./a" },
        { "--output=a=b", "HPM_OUTPUT=a=b |" },
        { "--output=a --output=", "|" },
        { "--force --force=0", "|" },
        { "--force ./a", "HPM_FORCE=1 | ./a" },
        { "--domain kernel --buffer=7", "HPM_DOMAIN=kernel HPM_BUFFER=7 |" },
        { "--check --at 5 ./a", "--check--at| ./a" },
        { "--at", "--at|" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (read_arguments (vectors[i].line), vectors[i].result,
                  vectors[i].line);
}

static void
test_numbers (void)
{
    tap_ok (hpm_options_number ("1") == 1 && hpm_options_number ("0") == 0
                && hpm_options_number ("64") == 64,
            "numbers of settings");
}

/* One default of the table that its own kind refuses would be a bug.  */
static void
set_again (const char *variable, const char *value, const char *initial,
           void *data)
{
    char setting[200];
    char *environment[] = { setting, NULL };
    struct hpm_options options;
    struct hpm_error error;
    int *refused = data;

    snprintf (setting, sizeof (setting), "%s=%s", variable, initial);
    hpm_options_init (&options);
    if (strcmp (value, initial) != 0
        || hpm_options_from_environment (&options, environment, NULL, NULL,
                                         &error)
               != 0)
        ++*refused;
    hpm_options_release (&options);
}

static void
test_defaults (void)
{
    struct hpm_options options;
    int refused = 0;

    hpm_options_init (&options);
    hpm_options_each (&options, 1, set_again, &refused);
    tap_ok (refused == 0, "every default is a value that may be given");
    tap_text (options.domain, "user", "default of a choice");
    hpm_options_release (&options);
    hpm_options_release (&options);
    tap_ok (!options.domain, "released, twice");
}

static void
test_help (void)
{
    char *help = hpm_options_help (), *save, *line;
    size_t longest = 0;
    int blank_ends = 0;

    tap_ok (help && strstr (help, "  -o, --output=FILE ")
                && strstr (help, "[HPM_OUTPUT]"),
            "help names flag and variable");
    tap_ok (help && strstr (help, "--domain=user|kernel|all\n"),
            "help lists the choices");
    tap_ok (help && strstr (help, "(default: 64)"), "help tells the default");
    for (line = strtok_r (help, "\n", &save); line;
         line = strtok_r (NULL, "\n", &save)) {
        if (strlen (line) > longest)
            longest = strlen (line);
        blank_ends += line[strlen (line) - 1] == ' ';
    }
    tap_ok (longest <= 80 && blank_ends == 0,
            "help fits 80 columns, no blanks at the ends (%zu)", longest);
    free (help);
}

int
main (void)
{
    test_bad_environment ();
    test_environment ();
    test_file ();
    test_no_file ();
    test_arguments ();
    test_numbers ();
    test_defaults ();
    test_help ();
    return tap_done ();
}
