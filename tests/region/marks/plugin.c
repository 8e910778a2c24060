/* SPDX-License-Identifier: BSD-3-Clause */
void cali_begin_region (const char *label);
void cali_end_region (const char *label);
void plug (void);

void
plug (void)
{
    const char label[] = "plugged";

    cali_begin_region (label);
    cali_end_region (label);
}
