/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the installed parts are.  The whole installation may have been moved
 * under another root (DESTDIR, a container, an image): each part knows where
 * it was meant to be and where it is, and so finds the others.  And names made
 * of other names.
 */
#ifndef HPM_BASE_PATH_H
#define HPM_BASE_PATH_H

#include <stddef.h>

/* `self` is the path this part was loaded from, `self_directory` the folder it
 * was configured for (LIBDIR, BINDIR), `target` the configured absolute path of
 * what is sought.  When `self` ends in self_directory/name below some root,
 * write root + target, else target alone, into buffer[size].  Returns 0, or -1
 * when it does not fit.  */
int hpm_path_relocate (char *buffer, size_t size, const char *self,
                       const char *self_directory, const char *target);

/* Bytes of the folder part of a path, with its last slash; 0 where it has none.
 */
size_t hpm_path_folder (const char *path);

/* Make a path of another one: `more` comes before `suffix`, where the path ends
 * so and the name has more than that, else behind it.  A name that gets longer
 * than any file's is cut before `more`.  Returns 0, or -1 when it does not fit
 * into buffer[size].  */
int hpm_path_extend (char *buffer, size_t size, const char *path,
                     const char *more, const char *suffix);

/* What the user keeps under `name` among his settings of this package: in
 * $XDG_CONFIG_HOME, else in ~/.config.  "" where neither is known or it does
 * not fit.  Returns buffer.  */
char *hpm_path_of_user (char *buffer, size_t size, const char *name);

#endif /* HPM_BASE_PATH_H */
