/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where definitions are found, which wins, and what is left of bad ones.
 */
#include "base/metric/metric_layers.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/tap.h"
#include "tests/unit/definition.h"

static char top[] = "/tmp/hpm-layers-XXXXXX";
static char folders[HPM_LAYER_COUNT][64];

static void
write_file (const char *folder, const char *name, const char *text)
{
    char path[512];
    FILE *file;

    snprintf (path, sizeof (path), "%.200s/%.200s", folder, name);
    file = fopen (path, "w");
    if (!file || fputs (text, file) < 0 || fclose (file)) {
        printf ("Bail out! cannot write %s\n", path);
        exit (99);
    }
}

static void
remove_file (const char *folder, const char *name)
{
    char path[512];

    snprintf (path, sizeof (path), "%.200s/%.200s", folder, name);
    remove (path);
}

static const struct hpm_metric_layers layers
    = { { folders[0], folders[1], folders[2], folders[3] } };

static const char *
formula_of (const struct hpm_metric_set *set, const char *name)
{
    int metric = hpm_metric_set_find (set, name);

    return metric < 0 ? "none" : set->metrics[metric].formula_text;
}

static void
test_user_folder (void)
{
    static const struct {
        const char *base, *home, *folder;
    } vectors[] = {
        { NULL, NULL, "" },
        { NULL, "relative", "" },
        { "", "/h", "/h/.config/hpmmpi" },
        { "relative", "/h", "/h/.config/hpmmpi" },
        { "/x", NULL, "/x/hpmmpi" },
        { "/x", "/h", "/x/hpmmpi" },
    };
    char folder[PATH_MAX];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        unsetenv ("XDG_CONFIG_HOME");
        unsetenv ("HOME");
        if (vectors[i].base)
            setenv ("XDG_CONFIG_HOME", vectors[i].base, 1);
        if (vectors[i].home)
            setenv ("HOME", vectors[i].home, 1);
        hpm_metric_user_folder (folder, sizeof (folder));
        tap_ok (!strcmp (folder, vectors[i].folder),
                "%zu: the user's folder is \"%s\"", i, folder);
    }
    setenv ("HOME", "/h", 1);
    unsetenv ("XDG_CONFIG_HOME");
    tap_ok (!*hpm_metric_user_folder (folder, 8),
            "there is no folder of the user if its name is too long");
}

/* Only the installed folder must be there.  */
static void
test_missing (void)
{
    struct hpm_metric_layers none
        = { { folders[0], "/nonexistent/a", "", NULL } };
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    tap_ok (!hpm_metric_layers_read (&none, &set, &error) && set.count == 1,
            "folders that are not there are no error");
    tap_ok (!hpm_metric_layers_own (&none),
            "there is nothing of one's own in them");
    hpm_metric_set_release (&set);
    none.paths[HPM_LAYER_FILE] = "/nonexistent/b.metric";
    tap_ok (hpm_metric_layers_read (&none, &set, &error)
                && strstr (error.text, "/nonexistent/b.metric"),
            "a file that is not there is an error: %s", error.text);
    tap_ok (set.count == 1, "the rest is there beside a missing file");
    hpm_metric_set_release (&set);
    none.paths[HPM_LAYER_INSTALLED] = "/nonexistent/c";
    none.paths[HPM_LAYER_FILE] = NULL;
    tap_ok (hpm_metric_layers_read (&none, &set, &error) && !set.count,
            "the installed folder may not be missing: %s", error.text);
    hpm_metric_set_release (&set);
}

static void
test_order (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };
    const struct hpm_origin *origin;

    hpm_metric_set_init (&set);
    tap_ok (!hpm_metric_layers_read (&layers, &set, &error),
            "four sources are read %s", error.text);
    tap_ok (!strcmp (formula_of (&set, "m"), "4"), "the file wins");
    tap_ok (!strcmp (formula_of (&set, "own"), "3"),
            "the user's folder is over the site's");
    tap_ok (!strcmp (formula_of (&set, "site"), "2"),
            "the site's folder is over the installed one");
    tap_ok (set.count == 3 && !strcmp (set.metrics[0].name, "m"),
            "the file's metric takes the place of what it replaces");
    origin = &set.metrics[0].origin;
    tap_ok (hpm_metric_layer_of (&layers, origin->file) == HPM_LAYER_FILE
                && hpm_metric_layer_of (&layers, origin->replaced)
                       == HPM_LAYER_USER,
            "a metric knows what it replaces");
    tap_ok (hpm_metric_layer_of (&layers, NULL) == HPM_LAYER_COUNT
                && hpm_metric_layer_of (&layers, "/else/where")
                       == HPM_LAYER_COUNT,
            "other files belong to no source");
    tap_ok (hpm_metric_layers_own (&layers), "there is something of one's own");
    hpm_metric_set_release (&set);
}

/* A source with an error costs itself, and no other.  */
static void
test_bad (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    write_file (folders[HPM_LAYER_SITE], "bad.metric", "metric m\nformule 1\n");
    tap_ok (hpm_metric_layers_read (&layers, &set, &error)
                && strstr (error.text, "bad.metric:2: unknown word"),
            "an error names file and line: %s", error.text);
    tap_ok (!strcmp (formula_of (&set, "site"), "none")
                && !strcmp (formula_of (&set, "own"), "3")
                && !strcmp (formula_of (&set, "m"), "4"),
            "the other sources are there");
    hpm_metric_set_release (&set);
    remove_file (folders[HPM_LAYER_SITE], "bad.metric");
    write_file (folders[HPM_LAYER_USER], "bad.metric",
                "group g\nmetrics m, nobody\n");
    tap_ok (hpm_metric_layers_read (&layers, &set, &error)
                && strstr (error.text, "bad.metric:1: group g: unknown metric"),
            "an error that shows at the end names them, too: %s", error.text);
    tap_ok (!strcmp (formula_of (&set, "own"), "none")
                && !strcmp (formula_of (&set, "site"), "2"),
            "an error that shows at the end costs its source");
    hpm_metric_set_release (&set);
    remove_file (folders[HPM_LAYER_USER], "bad.metric");
}

int
main (void)
{
    static const char *const texts[HPM_LAYER_COUNT]
        = { METRIC ("m", "1"), METRIC ("m", "2") METRIC ("site", "2"),
            METRIC ("m", "3") METRIC ("own", "3"), METRIC ("m", "4") };

    if (!mkdtemp (top)) {
        printf ("Bail out! no folder\n");
        return 99;
    }
    for (int i = 0; i < HPM_LAYER_COUNT; i++) {
        snprintf (folders[i], sizeof (folders[i]), "%s/%d", top, i);
        mkdir (folders[i], 0777);
        write_file (folders[i], "a.metric", texts[i]);
        write_file (folders[i], "a.txt", "not one of ours\n");
    }
    strcat (folders[HPM_LAYER_FILE], "/a.metric");
    test_user_folder ();
    test_missing ();
    test_order ();
    test_bad ();
    for (int i = 0; i < HPM_LAYER_COUNT; i++) {
        snprintf (folders[i], sizeof (folders[i]), "%s/%d", top, i);
        remove_file (folders[i], "a.metric");
        remove_file (folders[i], "a.txt");
        remove (folders[i]);
    }
    remove (top);
    return tap_done ();
}
