/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregate/show/compare_output.h"
#include "base/text.h"

#define LETTER 7 /* pixels of one, at most, in the mean */
#define MARGIN 10

/* What each has on its first line, and hardly any other picture.  */
#define SIGN                                                                   \
    "height=\"20\" role=\"img\" font-family=\"Verdana,sans-serif\" "           \
    "font-size=\"11\" text-anchor=\"middle\">"

static void
put_text (FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs ("&lt;", out);
            break;
        case '>':
            fputs ("&gt;", out);
            break;
        case '&':
            fputs ("&amp;", out);
            break;
        case '"':
            fputs ("&quot;", out);
            break;
        default:
            fputc (*text, out);
        }
}

static void
put_field (FILE *out, const char *text, int from, int width, const char *colour)
{
    fprintf (out,
             "<rect x=\"%d\" width=\"%d\" height=\"20\" fill=\"%s\"/>\n"
             "<text x=\"%d\" y=\"14\" fill=\"#fff\">",
             from, width, colour, from + width / 2);
    put_text (out, text);
    fputs ("</text>\n", out);
}

int
hpm_badge_may_replace (const char *path)
{
    char line[256] = "";
    struct stat status;
    FILE *in;
    int may;

    /* Without a look first, to open a pipe would wait for its writer.  */
    if (stat (path, &status) || !S_ISREG (status.st_mode) || !status.st_size)
        return 1;
    in = fopen (path, "re");
    if (!in)
        return 1;
    may = fgets (line, sizeof line, in) && strstr (line, SIGN);
    fclose (in);
    return may;
}

int
hpm_badge (FILE *out, const char *title, const char *value, const char *colour)
{
    char *first = hpm_text_escaped (title), *second = hpm_text_escaped (value);
    int left, right;

    if (first && second) {
        left = LETTER * (int)strlen (first) + MARGIN;
        right = LETTER * (int)strlen (second) + MARGIN;
        fprintf (out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" " SIGN
                 "\n<title>",
                 left + right);
        put_text (out, first);
        fputs (": ", out);
        put_text (out, second);
        fputs ("</title>\n", out);
        put_field (out, first, 0, left, "#555");
        put_field (out, second, left, right, colour);
        fputs ("</svg>\n", out);
    }
    free (first);
    free (second);
    return !first || !second || ferror (out) ? -1 : 0;
}
