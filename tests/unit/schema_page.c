/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The manual page of the result file against the schema.  HPM_BLESS=1 makes its
 * list of variables anew.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_schema.h"
#include "tests/tap.h"

static const char begin_mark[] = "with HPM_BLESS=1.\n";
static const char end_mark[] = ".\\\" End of the list.\n";

static char *
read_page (void)
{
    FILE *file = fopen (MANUAL_PAGE, "r");
    char *text = calloc (1, 1 << 20);

    if (!file || !text || !fread (text, 1, (1 << 20) - 1, file)) {
        printf ("Bail out! cannot read %s\n", MANUAL_PAGE);
        exit (99);
    }
    fclose (file);
    return text;
}

static void
put_variable (FILE *out, const struct hpm_h5_variable *it)
{
    static const char *const types[]
        = { "u8", "i32", "i64", "u64", "f32", "f64", "text", "count" };

    fprintf (out, ".It Va %s Pq Va", it->name);
    for (int i = 0; i < it->rank; i++)
        fprintf (out, " %s%s", i ? ", " : "",
                 hpm_h5_dimensions[it->along[i]].name);
    fprintf (out, "\n.Ql %s :\n%s", types[it->type], it->long_name);
    if (hpm_h5_units (it))
        fprintf (out, "\n.Pq %s", hpm_h5_units (it));
    fputs ("\n", out);
}

static char *
make_list (void)
{
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream (&text, &size);

    fputs (".Bl -tag -width Ds -compact\n", out);
    for (int i = 0; i < HPM_VARIABLE_END; i++)
        put_variable (out, &hpm_h5_variables[i]);
    fputs (".El\n", out);
    fclose (out);
    return text;
}

static void
bless (const char *before, const char *list, const char *after)
{
    FILE *file = fopen (MANUAL_PAGE, "w");

    if (file) {
        fprintf (file, "%s%s%s", before, list, after);
        fclose (file);
    }
}

static int
is_part_of_name (char c)
{
    return isalnum ((unsigned char)c) || c == '_';
}

/* 1 if the word is in the text, and no part of a longer one.  */
static int
has_word (const char *text, const char *word)
{
    const char *at = text;

    while ((at = strstr (at, word))) {
        if (!is_part_of_name (at[-1]) && !is_part_of_name (at[strlen (word)]))
            return 1;
        at++;
    }
    return 0;
}

/* What the prose, which is all but the list, does not speak of.  */
static int
count_untold (const char *before, const char *after)
{
    int untold = 0;

#define LOOK_FOR(word)                                                         \
    if (!has_word (before, word) && !has_word (after, word) && ++untold)       \
    printf ("# nothing about %s\n", word)

    for (int i = 0; i < HPM_VARIABLE_END; i++)
        LOOK_FOR (hpm_h5_variables[i].name);
    for (int i = 0; i < HPM_TEXT_COUNT; i++)
        LOOK_FOR (hpm_h5_text_names[i]);
    for (int i = 0; i < HPM_DIMENSION_COUNT; i++) {
        hsize_t count;
        const char *const *words = hpm_h5_words ((enum hpm_dimension)i, &count);

        LOOK_FOR (hpm_h5_dimensions[i].name);
        /* hpm-verdict(7) has efficiencies and parts.  */
        for (hsize_t j = 0; i != HPM_DIMENSION_EFFICIENCY
                            && i != HPM_DIMENSION_PART && j < count;
             j++)
            LOOK_FOR (words[j]);
    }
    return untold;
}

int
main (void)
{
    char *page = read_page (), *list = make_list ();
    char *from = strstr (page, begin_mark), *to = strstr (page, end_mark);
    char *listed, version[32];

    if (!tap_ok (from && to && from < to, "the page has a list of variables"))
        return tap_done ();
    from += strlen (begin_mark);
    listed = strndup (from, (size_t)(to - from));
    *from = '\0';
    if (getenv ("HPM_BLESS"))
        bless (page, list, to);
    tap_text (listed, list, "the list has what the schema has");
    tap_ok (!count_untold (page, to),
            "the page speaks of every variable, dimension and word");
    snprintf (version, sizeof version, "Format %d.%d is", HPM_SCHEMA_MAJOR,
              HPM_SCHEMA_MINOR);
    tap_ok (strstr (page, version) != NULL, "the page is of this version");
    free (listed);
    free (list);
    free (page);
    return tap_done ();
}
