/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/words.h"

#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "wrapper/launch/launcher.h"

int
hpm_words_add (struct hpm_words *words, const char *word)
{
    size_t size = (size_t)words->count + 2;
    char **list = realloc (words->list, size * sizeof *list);

    if (!list)
        return -1;
    words->list = list;
    list[words->count] = strdup (word);
    list[words->count + 1] = NULL;
    return list[words->count] ? (words->count++, 0) : -1;
}

void
hpm_words_release (struct hpm_words *words)
{
    for (int i = 0; i < words->count; i++)
        free (words->list[i]);
    free (words->list);
    memset (words, 0, sizeof *words);
}

int
hpm_words_split (struct hpm_words *words, const char *command,
                 struct hpm_error *error)
{
    wordexp_t found;
    int failed = wordexp (command, &found, WRDE_NOCMD);

    if (failed)
        return hpm_error_set (error,
                              "--against: '%s' is no single command (put what "
                              "needs a shell in a script)",
                              command);
    for (size_t i = 0; !failed && i < found.we_wordc; i++)
        failed = hpm_words_add (words, found.we_wordv[i]);
    wordfree (&found);
    if (failed)
        return hpm_error_set (error, "out of memory");
    return words->count ? 0 : hpm_error_set (error, "--against: no command");
}

static int
add_own (struct hpm_words *words, const struct hpm_words *own, int from)
{
    for (int i = from; i < own->count; i++)
        if (hpm_words_add (words, own->list[i]))
            return -1;
    return 0;
}

/* Words up to the program, or with `all`, up to ":".  Returns the next one, or
 * NULL without memory.  */
static char *const *
add_until (struct hpm_words *words, char *const *word, int all)
{
    const char *end = all ? ":" : NULL;
    int count = all ? 0 : hpm_launcher_options (word);

    while (*word && (end ? strcmp (*word, end) != 0 : count-- > 0))
        if (hpm_words_add (words, *word++))
            return NULL;
    return word;
}

static int
is_hpmrun (const char *word)
{
    const char *slash = strrchr (word, '/');

    return !strcmp (slash ? slash + 1 : word, "hpmrun");
}

int
hpm_words_command (struct hpm_words *words, char *const *command,
                   const struct hpm_words *own)
{
    int launches = hpm_launcher_is (*command);
    char *const *word = command;

    while (word && *word) {
        if (launches && hpm_words_add (words, *word++))
            return -1;
        word = launches ? add_until (words, word, 0) : word;
        if (!word)
            return -1;
        if (*word && is_hpmrun (*word)) {
            if (hpm_words_add (words, *word++) || add_own (words, own, 1))
                return -1;
        } else if (add_own (words, own, 0))
            return -1;
        word = add_until (words, word, 1);
        /* Without a launcher ":" is a word like others.  */
        while (word && *word && !launches)
            if (hpm_words_add (words, *word++))
                return -1;
    }
    return word ? 0 : -1;
}
