/* SPDX-License-Identifier: BSD-3-Clause
 *
 * "Did you mean": the names most like a mistyped one.
 */
#include "base/event/event_list.h"

#include <string.h>

#include "base/text.h"

#define FOLDED_MAX 127 /* longer names are compared by their start */
#define FAR 1000
#define NEAREST_MAX 16

/* Lower case, without what separates the words of a name.  Returns the
 * length.  */
static int
fold (const char *name, char *folded)
{
    int length = 0;

    for (; *name && length < FOLDED_MAX; name++)
        if (!strchr ("_-:.= ", *name))
            folded[length++] = hpm_text_lower (*name);
    folded[length] = '\0';
    return length;
}

static int
least (int a, int b, int c)
{
    int smaller = a < b ? a : b;

    return smaller < c ? smaller : c;
}

/* Letters to insert, delete, replace or swap with their neighbour.  */
static int
edit_distance (const char *a, int a_length, const char *b, int b_length)
{
    int rows[3][FOLDED_MAX + 1];

    for (int j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        int *now = rows[i % 3];
        const int *above = rows[(i - 1) % 3], *twice = rows[(i + 1) % 3];

        now[0] = i;
        for (int j = 1; j <= b_length; j++) {
            now[j] = least (above[j] + 1, now[j - 1] + 1,
                            above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                && twice[j - 2] + 1 < now[j])
                now[j] = twice[j - 2] + 1;
        }
    }
    return rows[a_length % 3][b_length];
}

/* How far `name` is from the folded `asked`; FAR when nobody would mean it.
 * A name that contains the other, "TOT_INS" for "PAPI_TOT_INS", is near.  */
static int
distance (const char *asked, int asked_length, const char *name)
{
    char folded[FOLDED_MAX + 1];
    int length = fold (name, folded), longer, shorter, edits;

    longer = length > asked_length ? length : asked_length;
    shorter = length > asked_length ? asked_length : length;
    if (shorter >= 3 && (strstr (folded, asked) || strstr (asked, folded)))
        return (longer - shorter + 7) / 8;
    if (longer - shorter > asked_length / 3)
        return FAR;
    edits = edit_distance (asked, asked_length, folded, length);
    return edits <= 1 + asked_length / 4 ? edits : FAR;
}

int
hpm_names_nearest (const char *name, const char *const *names, int count,
                   const char **nearest, int most)
{
    char asked[FOLDED_MAX + 1];
    int distances[NEAREST_MAX], length = fold (name, asked), found = 0;

    if (most > NEAREST_MAX)
        most = NEAREST_MAX;
    for (int i = 0; i < count && length && most > 0; i++) {
        int far = distance (asked, length, names[i]), place;

        if (far == FAR || (found == most && far >= distances[found - 1]))
            continue;
        if (found < most)
            found++;
        for (place = found - 1; place > 0 && distances[place - 1] > far;
             place--) {
            distances[place] = distances[place - 1];
            nearest[place] = nearest[place - 1];
        }
        distances[place] = far;
        nearest[place] = names[i];
    }
    return found;
}
