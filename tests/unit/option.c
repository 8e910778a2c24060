/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/option.h"

#include <stdlib.h>

#include "tests/tap.h"
#include "tests/unit/scratch.h"

/* All settings that differ from their default, "NAME=value " each.  */
static char *
settings (const struct hpm_options *options)
{
    static char text[4096];
    char buffer[HPM_SETTING_TEXT];

    text[0] = '\0';
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        if (!hpm_options_is_default (options, i))
            sprintf (text + strlen (text), "%s=%s ", hpm_setting_variable (i),
                     hpm_options_text (options, i, buffer));
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
        "%s is refused", variable);
    tap_text (error.text, expected, "%s: it is told why", variable);
    tap_text (settings (&options), "", "%s: nothing is changed", variable);
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
            "an environment is read");
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
        { "HPM_DOMAIN kernel\nHPM_DOMAIN\n", "" },
        { "HPM_BUFFER 8\nHPM_BUFFER \"\"\n", "" },
        { "HPM_SNAPSHOT \"\"\nHPM_SIGNALS \"\"\nHPM_COSTS ''\n", "" },
        { "\xef\xbb\xbfHPM_DOMAIN kernel\n", "HPM_DOMAIN=kernel " },
        { "\nHPM_CONFIG other\nHPM_FORCE 1\n",
          ":2: HPM_CONFIG ignored: it names the configuration file, and stands "
          "in the environment or behind --config\nHPM_FORCE=1 " },
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
                  "configuration file %zu is read as it must be", i);
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
            "a configuration file that is not there is refused");
    hpm_options_release (&options);
}

/* What the settings' own flags say.  */
static void
test_take_flag (void)
{
    struct hpm_options options;
    struct hpm_error error;
    char text[200];

    hpm_options_init (&options);
    tap_ok (hpm_options_take_flag (&options, HPM_SETTING_domain, "mars",
                                   "--domain", &error),
            "a word that is no choice is refused");
    tap_text (error.text,
              "--domain cannot be \"mars\": expected user|kernel|all",
              "the refused word is named by its flag");
    hpm_options_take_flag (&options, HPM_SETTING_multiplex, NULL, "-a", &error);
    hpm_options_take_flag (&options, HPM_SETTING_mpi, "split", "--mpi", &error);
    hpm_options_take_flag (&options, HPM_SETTING_costs, NULL, "--costs",
                           &error);
    hpm_options_take_flag (&options, HPM_SETTING_signals, "HUP,TERM",
                           "--signals", &error);
    tap_ok (options.multiplex == 1 && options.mpi == HPM_MPI_SPLIT
                && options.domain == HPM_DOMAIN_USER && options.costs.wanted
                && !options.costs.text && options.signals.wanted,
            "members have what was asked for");
    tap_text (options.signals.text, "HUP,TERM",
              "a member has its text, if it has one");
    tap_text (hpm_options_name (&options, HPM_SETTING_with_measurement_error,
                                text, sizeof text),
              "--with-measurement-error", "a flag is called as it is written");
    hpm_options_release (&options);
}

/* A file and variables of lesser weight do not change what a flag said.  */
static void
test_sources (void)
{
    char *environment[]
        = { (char *)"HPM_DOMAIN=all", (char *)"HPM_BUFFER=8",
            (char *)"HPM_OUTPUT=e.h5", (char *)"HPM_SNAPSHOT=2.50", NULL };
    static const char content[] = "\nHPM_OUTPUT f.h5\nHPM_BUFFER 9\n";
    char path[] = "/tmp/hpm-option-XXXXXX", expected[64], text[200];
    struct hpm_options options;
    struct hpm_error error;

    scratch_file (path, content, strlen (content));
    hpm_options_init (&options);
    hpm_options_take_flag (&options, HPM_SETTING_buffer, "7", "--buffer",
                           &error);
    tap_ok (!hpm_options_from_file (&options, path, NULL, NULL, &error)
                && !hpm_options_from_environment (&options, environment, NULL,
                                                  NULL, &error),
            "flags, a file and an environment, the strongest first");
    unlink (path);
    tap_text (settings (&options),
              "HPM_OUTPUT=f.h5 HPM_DOMAIN=all HPM_BUFFER=7 HPM_SNAPSHOT=2.5 ",
              "each setting is that of its strongest source");
    tap_text (
        hpm_options_source (&options, HPM_SETTING_buffer, text, sizeof text),
        "flag", "the source is known of a flag");
    tap_text (
        hpm_options_source (&options, HPM_SETTING_domain, text, sizeof text),
        "environment", "the source of a variable is the environment");
    tap_text (hpm_options_source (&options, HPM_SETTING_mpi, text, sizeof text),
              "default", "the source of a default is that");
    snprintf (expected, sizeof expected, "%s:2", path);
    tap_text (
        hpm_options_source (&options, HPM_SETTING_output, text, sizeof text),
        expected, "the source of a line is the file and its number");
    snprintf (expected, sizeof expected, "%s:2: HPM_OUTPUT", path);
    tap_text (
        hpm_options_name (&options, HPM_SETTING_output, text, sizeof text),
        expected, "the source of a line is part of its name");
    hpm_options_release (&options);
}

static void
test_lines (void)
{
    struct hpm_options options;

    hpm_options_init (&options);
    hpm_options_from_lines (
        &options, "HPM_OUTPUT=a\\nb\\\\n\\x\\\nHPM_MPI=off\nHPM_BUFFER=x\n");
    tap_text (options.output, "a\nb\\n\\x\\",
              "a line has the ends of lines and backslashes of a value");
    tap_ok (options.mpi == HPM_MPI_OFF && options.buffer == 64,
            "of lines, what is bad is left out");
    hpm_options_release (&options);
}

static void
test_seconds (void)
{
    static const char *const vectors[][2]
        = { { "0", "0" },
            { "0.0", "0" },
            { "0.10", "0.1" },
            { "1e-9", "0.000000001" },
            { "1e-30", "0.000000001" },
            { "86400", "86400" },
            { "100", "100" },
            { "0.333333333", "0.333333333" } };
    struct hpm_options options;
    struct hpm_error error;
    char buffer[HPM_SETTING_TEXT];

    hpm_options_init (&options);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        hpm_options_take_flag (&options, HPM_SETTING_snapshot, vectors[i][0],
                               "--snapshot", &error);
        tap_text (hpm_options_text (&options, HPM_SETTING_snapshot, buffer),
                  vectors[i][1], "%s is written as %s", vectors[i][0],
                  vectors[i][1]);
        tap_ok ((options.snapshot > 0) == (strcmp (vectors[i][1], "0") != 0),
                "%s is %s", vectors[i][0],
                options.snapshot > 0 ? "some time" : "no time");
    }
    hpm_options_release (&options);
}

/* One default of the table that its own kind refuses, or that does not come
 * back as the same text, would be a bug.  */
static void
test_defaults (void)
{
    static const char *const initials[] = {
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    initial,
        HPM_OPTIONS (HPM_X)
#undef HPM_X
    };
    struct hpm_options options;
    struct hpm_error error;
    int wrong = 0;

    hpm_options_init (&options);
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        wrong += !hpm_options_is_default (&options, i);
    tap_ok (wrong == 0, "what is set up is all defaults");
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        wrong += hpm_options_take_flag (&options, i, initials[i], "it", &error)
                 || !hpm_options_is_default (&options, i);
    tap_ok (wrong == 0, "every default is a value that may be given");
    hpm_options_take_flag (&options, HPM_SETTING_backend, "none", "it", &error);
    hpm_options_take_flag (&options, HPM_SETTING_backend, "", "it", &error);
    tap_ok (options.backend.choice == HPM_BACKEND_PAPI && !options.backend.path,
            "an empty text is the default again");
    hpm_options_take_flag (&options, HPM_SETTING_backend, "./b", "it", &error);
    tap_ok (options.backend.choice == HPM_BACKEND_PATH,
            "what has a slash is a path");
    tap_text (options.backend.path, "./b", "a path stays what it was");
    tap_ok (
        hpm_options_take_flag (&options, HPM_SETTING_backend, "b", "it", &error)
            == -1,
        "what is neither word nor path is refused");
    tap_text (error.text,
              "it cannot be \"b\": expected none|papi, or a path with a "
              "\"/\" in it",
              "it is told why a word is no backend");
    tap_ok (options.buffer == 64 && options.domain == HPM_DOMAIN_USER,
            "a number and a choice have their defaults");
    hpm_options_release (&options);
    hpm_options_release (&options);
    tap_text (options.sysfs, "/sys",
              "options are released twice, and have defaults then");
}

int
main (void)
{
    test_bad_environment ();
    test_environment ();
    test_file ();
    test_no_file ();
    test_take_flag ();
    test_sources ();
    test_lines ();
    test_seconds ();
    test_defaults ();
    return tap_done ();
}
