/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A list of arguments in the making.
 */
#ifndef HPM_WRAPPER_WORDS_H
#define HPM_WRAPPER_WORDS_H

#include "base/error.h"

/* Zeros are an empty one.  */
struct hpm_words {
    char **list; /* owned with its texts; a NULL at the end, or NULL */
    int count;
};

/* Append a copy.  Returns 0, or -1 without memory.  */
int hpm_words_add (struct hpm_words *words, const char *word);
void hpm_words_release (struct hpm_words *words);

/* Add the words of a command as a shell would part them: quotes, variables and
 * patterns, but no other commands.  Returns 0, or -1 with the error.  */
int hpm_words_split (struct hpm_words *words, const char *command,
                     struct hpm_error *error);

/* Add the command with `own`, hpmrun and its flags, before each program that a
 * launcher starts, or before the command.  Where hpmrun stands there already,
 * the flags come behind it.  Returns 0 or -1.  */
int hpm_words_command (struct hpm_words *words, char *const *command,
                       const struct hpm_words *own);

#endif /* HPM_WRAPPER_WORDS_H */
