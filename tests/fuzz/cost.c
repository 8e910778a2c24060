/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table of costs: what is read is written as a text that reads back.
 */
#include "config.h"

#include "base/cost/cost.h"
#include "tests/fuzz/fuzz.h"

static void
read_back (const struct hpm_cost_table *table)
{
    struct hpm_cost_table again;
    struct hpm_error error;
    char *text = hpm_cost_table_text (table);

    hpm_cost_table_init (&again);
    if (!text || hpm_cost_table_read_text (&again, "again", text, &error))
        abort ();
    hpm_cost_table_release (&again);
    free (text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_cost_table table;
    struct hpm_error error;
    char *text = fuzz_text (bytes, size);

    hpm_cost_table_init (&table);
    if (!hpm_cost_table_read_text (&table, "fuzz", text, &error))
        read_back (&table);
    hpm_cost_table_release (&table);
    free (text);
    return 0;
}
