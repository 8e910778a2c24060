/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How ranks are bound, for a picture.
 */
#include "config.h"

#include "aggregate/file/binding_file.h"
#include "aggregate/page/page_parts.h"

/* Of more kinds of host, and of hosts with more ranks, there is no picture.  */
#define PICTURES_MOST 12
#define RANKS_MOST 4096

static void
put_rank (struct hpm_json *json, const struct hpm_binding *binding,
          const struct hpm_bound *rank)
{
    const char *threads = binding->lists.texts[rank->threads];

    hpm_json_open_line (json);
    hpm_json_integer (json, NULL, rank->rank);
    hpm_json_text (json, NULL, binding->lists.texts[rank->mask]);
    hpm_json_text (json, NULL, *threads ? threads : NULL);
    hpm_json_close_line (json);
}

static void
put_picture (struct hpm_json *json, const struct hpm_result *result,
             const struct hpm_binding *binding,
             const struct hpm_binding_picture *picture)
{
    hpm_json_open_row (json);
    hpm_json_text (json, "host",
                   hpm_text_table_get (&result->hosts, picture->host));
    hpm_json_integer (json, "hosts", picture->hosts);
    hpm_json_text (json, "topology", picture->topology);
    hpm_json_open (json, "ranks", '[');
    for (size_t i = 0; i < picture->count; i++)
        put_rank (json, binding, &binding->ranks[picture->first + i]);
    hpm_json_close (json, ']');
    hpm_json_close_row (json);
}

static void
put_pictures (struct hpm_json *json, const struct hpm_result *result,
              const struct hpm_binding *binding)
{
    int64_t left = 0, put = 0;

    hpm_json_open (json, "binding", '{');
    hpm_json_open (json, "pictures", '[');
    for (size_t i = 0; i < binding->picture_count; i++)
        if (put == PICTURES_MOST || binding->pictures[i].count > RANKS_MOST)
            left++;
        else {
            put_picture (json, result, binding, &binding->pictures[i]);
            put++;
        }
    hpm_json_close (json, ']');
    hpm_json_integer (json, "left", left);
    hpm_json_close (json, '}');
}

int
hpm_page_put_binding (struct hpm_json *json, const struct hpm_result *result,
                      const struct hpm_h5_reader *reader,
                      struct hpm_error *error)
{
    struct hpm_binding binding;
    int failed = hpm_binding_read (&binding, reader, result, error);

    if (!failed && binding.picture_count)
        put_pictures (json, result, &binding);
    hpm_binding_release (&binding);
    return failed;
}
