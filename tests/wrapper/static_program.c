/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Linked without any library or loader; it only has to exist.  */
void _start (void);

void
_start (void)
{
    for (;;)
        ;
}
