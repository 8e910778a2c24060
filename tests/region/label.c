/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A label is made once for a text, whoever asks first, and there are no more
 * than so many.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/region/label.h"
#include "tests/tap.h"

#define THREADS 8
#define TOLD 10000 /* labels */

static void
check_text (size_t length, int is_cut)
{
    char *text = calloc (1, length + 2), *changed = calloc (1, length + 2);
    const struct hpm_label *label;

    memset (text, 'x', length);
    label = hpm_label_of (text, NULL);
    tap_ok (strlen (label->text) == (is_cut ? HPM_LABEL_BYTES + 1 : length),
            "a label of %zu bytes is %s", length, is_cut ? "cut" : "kept");
    tap_ok ((strchr (label->text, '~') != NULL) == is_cut,
            "a label of %zu bytes %s", length,
            is_cut ? "says that it is cut" : "has no mark of a cut");
    memset (changed, 'x', length);
    tap_ok (hpm_label_of (changed, NULL) == label,
            "the same %zu bytes elsewhere are the same label", length);
    changed[length - 1] = 'y';
    tap_ok ((hpm_label_of (changed, NULL) == label)
                == (length > HPM_LABEL_BYTES),
            "another last byte of %zu is %s", length,
            is_cut ? "not seen" : "another label");
    free (changed);
    free (text);
}

/* A character that begins so many bytes before the end of a label.  */
static void
check_cut_character (const char *character, size_t before)
{
    char text[HPM_LABEL_BYTES + 16];
    const struct hpm_label *label;
    size_t bytes = HPM_LABEL_BYTES - before;

    memset (text, 'u', sizeof text);
    memcpy (text + bytes, character, strlen (character));
    text[sizeof text - 1] = '\0';
    label = hpm_label_of (text, NULL);
    if (before >= strlen (character))
        bytes = HPM_LABEL_BYTES;
    tap_ok (strlen (label->text) == bytes + 1 && label->text[bytes] == '~'
                && memcmp (label->text, text, bytes) == 0,
            "a label is cut %s of %zu bytes that begins %zu before its end",
            before >= strlen (character) ? "behind a character"
                                         : "before a character",
            strlen (character), before);
    tap_ok (hpm_label_of (text, NULL) == label,
            "that is found again, with a character of %zu bytes, %zu before",
            strlen (character), before);
}

static void
check_characters (void)
{
    char none[2 * HPM_LABEL_BYTES];

    for (size_t before = 1; before <= 2; before++)
        check_cut_character ("\303\251", before);
    for (size_t before = 1; before <= 4; before++)
        check_cut_character ("\360\237\214\215", before);
    memset (none, 0x80, sizeof none);
    none[sizeof none - 1] = '\0';
    tap_ok (strlen (hpm_label_of (none, NULL)->text) == HPM_LABEL_BYTES + 1,
            "bytes that are no characters are cut at the end");
}

static void
check_places (void)
{
    char file[] = "a.c";
    const struct hpm_mark_place first = { .mark = 1, .line = 7, .file = file };
    const struct hpm_mark_place second = { .mark = 2, .line = 9, .file = "b" };
    const struct hpm_label *label = hpm_label_of ("placed", &first);

    file[0] = 'z';
    tap_ok (hpm_label_of ("placed", &second) == label
                && hpm_label_of ("placed", NULL) == label,
            "a label is the same wherever it stands");
    tap_ok (label->place.mark == 1 && label->place.line == 7,
            "it has the first place that was told");
    tap_text (label->place.file, "a.c", "the file of its place is a copy");
    tap_ok (strcmp (hpm_label_of ("none", NULL)->text, "none") == 0
                && !hpm_label_of ("none", NULL)->place.file,
            "a label without a place has none");
    tap_ok (hpm_label_of ("other", NULL) != &hpm_label_other,
            "a label \"other\" of the program's is not that of what did not "
            "fit");
}

static const struct hpm_label *got[THREADS][TOLD];
static pthread_barrier_t together;

static void *
make_all (void *data)
{
    const struct hpm_label **mine = data;
    char text[32];

    pthread_barrier_wait (&together);
    for (int i = 0; i < TOLD; i++) {
        snprintf (text, sizeof text, "label %d", i);
        mine[i] = hpm_label_of (text, NULL);
    }
    return NULL;
}

static void
check_threads (void)
{
    pthread_t threads[THREADS];
    int unlike = 0, wrong = 0;
    char text[32];

    pthread_barrier_init (&together, NULL, THREADS);
    for (int t = 0; t < THREADS; t++)
        pthread_create (&threads[t], NULL, make_all, got[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join (threads[t], NULL);
    for (int i = 0; i < TOLD; i++) {
        snprintf (text, sizeof text, "label %d", i);
        wrong += strcmp (got[0][i]->text, text) != 0;
        for (int t = 1; t < THREADS; t++)
            unlike += got[t][i] != got[0][i];
    }
    tap_ok (!wrong, "%d labels are those that were asked for", TOLD);
    tap_ok (!unlike, "%d threads at the same time make each of them once",
            THREADS);
}

static void
check_most (void)
{
    const struct hpm_label *early = hpm_label_of ("label 0", NULL), *label;
    int made = 0;
    char text[32];

    for (int i = 0; i < 2 * HPM_LABELS_MAX; i++) {
        snprintf (text, sizeof text, "more %d", i);
        label = hpm_label_of (text, NULL);
        made += label != &hpm_label_other;
    }
    tap_ok (made > HPM_LABELS_MAX / 2 && made < HPM_LABELS_MAX,
            "of too many labels, some are made");
    tap_ok (hpm_label_of ("one more", NULL) == &hpm_label_other,
            "one more is \"other\"");
    tap_ok (hpm_label_of ("label 0", NULL) == early,
            "those that there were are found");
}

int
main (void)
{
    tap_ok (!strcmp (hpm_label_of ("", NULL)->text, "(no label)")
                && hpm_label_of ("", NULL)
                       == hpm_label_of (hpm_label_none.text, NULL),
            "an empty text is no label");
    check_text (1, 0);
    check_text (HPM_LABEL_BYTES - 1, 0);
    check_text (HPM_LABEL_BYTES, 0);
    check_text (HPM_LABEL_BYTES + 1, 1);
    check_text (4 * HPM_LABEL_BYTES, 1);
    check_characters ();
    check_places ();
    check_threads ();
    check_most ();
    return tap_done ();
}
