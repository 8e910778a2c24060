/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Linked without any library or loader; it only has to exist, and dies if it
 * is run all the same.  */
void _start (void);

void
_start (void)
{
    __builtin_trap ();
}
