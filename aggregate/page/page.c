/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/page/page.h"

#include "aggregate/page/embedded.h"

#ifdef HAVE_D3
int
hpm_page_is_built (void)
{
    return 1;
}

void
hpm_page_begin (FILE *out)
{
    fwrite (hpm_page_before, 1, hpm_page_before_size, out);
    putc ('[', out);
}

void
hpm_page_end_runs (FILE *out)
{
    putc (']', out);
    fwrite (hpm_page_between, 1, hpm_page_between_size, out);
}

void
hpm_page_end (FILE *out)
{
    fwrite (hpm_page_behind, 1, hpm_page_behind_size, out);
}
#else
int
hpm_page_is_built (void)
{
    return 0;
}

void
hpm_page_begin (FILE *out)
{
    putc ('[', out);
}

void
hpm_page_end_runs (FILE *out)
{
    putc (']', out);
}

void
hpm_page_end (FILE *out)
{
    (void)out;
}
#endif

void
hpm_page_next (FILE *out)
{
    putc (',', out);
}
