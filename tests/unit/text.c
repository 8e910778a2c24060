/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include <locale.h>
#include <stdlib.h>

#include "tests/tap.h"
#include "tests/unit/scratch.h"

static void
test_numbers (void)
{
    static const struct {
        const char *text;
        size_t length;
        double value;
    } vectors[] = {
        { "", 0, 0 },        { "x", 0, 0 },        { ".", 0, 0 },
        { "-1", 0, 0 },      { "inf", 0, 0 },      { "nan", 0, 0 },
        { "1e999", 0, 0 },   { "0x10", 1, 0 },     { "7", 1, 7 },
        { "1e-6", 4, 1e-6 }, { "1E+3*", 4, 1000 }, { "2e", 1, 2 },
        { "2e+", 1, 2 },     { ".5", 2, 0.5 },     { "3.", 2, 3 },
        { "1.5.5", 3, 1.5 }, { "0.1", 3, 0.1 },    { "1,5", 1, 1 },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        double value = 0;
        size_t length = hpm_text_number (vectors[i].text, &value);

        tap_ok (length == vectors[i].length
                    && (!length || value == vectors[i].value),
                "\"%s\" is read as far as it is a number", vectors[i].text);
    }
}

/* In these locales the decimal point is a comma, where they are installed.  */
static void
test_locale (void)
{
    static const char *const names[]
        = { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "es_ES.UTF-8" };
    double value = 0;

    for (size_t i = 0; i < sizeof (names) / sizeof (names[0]); i++)
        if (setlocale (LC_ALL, names[i])) {
            tap_ok (hpm_text_number ("1.5", &value) == 3 && value == 1.5,
                    "a number is read in the locale %s", names[i]);
            setlocale (LC_ALL, "C");
            return;
        }
    tap_ok (1, "a number is read in another locale # SKIP none is installed");
}

static void
test_match (void)
{
    static const struct {
        const char *pattern, *text;
        int matches;
    } vectors[] = {
        { "", "a", 0 },
        { "a", "", 0 },
        { "a", "ab", 0 },
        { "a*b", "acbc", 0 },
        { "sde:::*::FLOP", "sde:::solver::FLOPS", 0 },
        { "sde:::*::FLOP", "sde:::FLOP", 0 },
        { "", "", 1 },
        { "*", "", 1 },
        { "**", "x", 1 },
        { "a*b*c", "abbcbc", 1 },
        { "sde:::*::FLOP", "sde:::solver::FLOP", 1 },
        { "sde:::*::FLOP", "sde:::a::b::FLOP", 1 },
        { "PAPI_TOT_CYC", "PAPI_TOT_CYC", 1 },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_ok (hpm_text_match (vectors[i].pattern, vectors[i].text)
                    == vectors[i].matches,
                "\"%s\" %s \"%s\"", vectors[i].pattern,
                vectors[i].matches ? "matches" : "does not match",
                vectors[i].text);
}

static void
refuse_file (const char *path, size_t most, const char *why)
{
    struct hpm_error error = { "" };
    char *text = hpm_text_read_file (path, most, &error);

    tap_ok (!text && strstr (error.text, why) && strstr (error.text, path),
            "file refused: %s", error.text);
    free (text);
}

static void
test_files (void)
{
    char path[] = "/tmp/hpm-text-XXXXXX", nul[] = "/tmp/hpm-text-XXXXXX";
    struct hpm_error error;
    char *text;

    scratch_file (path, "abc\n", 4);
    scratch_file (nul, "a\0b", 3);
    refuse_file ("/nonexistent/file", 10, "No such file");
    refuse_file ("/", 10, "not a regular file");
    refuse_file (nul, 10, "not a text");
    refuse_file (path, 3, "longer than 3 bytes");
    text = hpm_text_read_file (path, 4, &error);
    tap_text (text, "abc\n", "a file of just the size allowed is read");
    free (text);
    unlink (path);
    unlink (nul);
}

static void
test_parts (void)
{
    const char *rest = "a,,b,";
    struct hpm_piece part;
    char joined[32] = "";

    while (hpm_text_part (&rest, ',', &part)) {
        strncat (joined, part.start, part.length);
        strcat (joined, "/");
    }
    tap_text (joined, "a//b//", "parts are found, the empty ones too");
}

static void
test_errors (void)
{
    struct hpm_error error;
    char text[2000];

    memset (text, 'x', sizeof (text) - 1);
    text[sizeof (text) - 1] = '\0';
    tap_ok (hpm_error_set (NULL, "x") == -1, "no error to set");
    tap_ok (hpm_error_set (&error, "%s", text) == -1
                && strlen (error.text) == sizeof (error.text) - 1
                && !strcmp (error.text + sizeof (error.text) - 5, "x..."),
            "a long error ends in three dots");
    text[sizeof (error.text)] = '\0';
    hpm_error_set (&error, "%s", text);
    tap_ok (!strcmp (error.text + sizeof (error.text) - 5, "x..."),
            "a text that loses a single byte says so");
    text[sizeof (error.text) - 1] = '\0';
    hpm_error_set (&error, "%s", text);
    tap_text (error.text, text, "a text that just fits is whole");
    hpm_error_set (&error, "%s %d", "is", 7);
    tap_text (error.text, "is 7", "an error has its text");
}

static void
test_plain (void)
{
    static const struct {
        const char *text, *escaped, *tame;
    } vectors[] = {
        { "", "", "" },
        { "a\033[2Jb", "a\\x1b[2Jb", "a?[2Jb" },
        { "\n\r\t\177", "\\n\\r\\t\\x7f", "????" },
        { "\302\2332J", "\\xc2\\x9b2J", "??2J" },
        { "\2332J", "\\x9b2J", "?2J" },
        { "caf\351", "caf\\xe9", "caf?" },
        { "\303", "\\xc3", "?" },
        { "\340\200\212", "\\xe0\\x80\\x8a", "???" },
        { "\355\240\200", "\\xed\\xa0\\x80", "???" },
        { "\360\200\200\212", "\\xf0\\x80\\x80\\x8a", "????" },
        { "\364\220\200\200", "\\xf4\\x90\\x80\\x80", "????" },
        { "gr\303\274n \342\202\254 \360\237\230\200",
          "gr\303\274n \342\202\254 \360\237\230\200",
          "gr\303\274n \342\202\254 \360\237\230\200" },
        { "a \\ b", "a \\ b", "a \\ b" },
        { "a\342\200\256b", "a\\xe2\\x80\\xaeb", "a???b" },
        { "\342\200\250\342\201\247", "\\xe2\\x80\\xa8\\xe2\\x81\\xa7",
          "??????" },
        { "\342\200\247\342\201\245", "\342\200\247\342\201\245",
          "\342\200\247\342\201\245" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (*vectors); i++) {
        char *escaped = hpm_text_escaped (vectors[i].text);
        char tame[32];

        strcpy (tame, vectors[i].text);
        tap_ok (escaped && !strcmp (escaped, vectors[i].escaped),
                "with escapes it is '%s'", vectors[i].escaped);
        tap_ok (!strcmp (hpm_text_tame (tame), vectors[i].tame),
                "vector %zu is '%s' in a message", i, vectors[i].tame);
        free (escaped);
    }
}

int
main (void)
{
    test_numbers ();
    test_locale ();
    test_match ();
    test_files ();
    test_parts ();
    test_errors ();
    test_plain ();
    return tap_done ();
}
