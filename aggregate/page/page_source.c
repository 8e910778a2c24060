/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lines of source around those that calls, samples and regions were at.  The
 * names come from a file that anybody may have made, and a page is sent on: so
 * only what lies below a folder that the user names is read, and of that what
 * is called like a source file and has text in it.
 */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "aggregate/page/page_parts.h"
#include "base/text.h"

#define PLACES_MOST 2000     /* of a run */
#define AROUND 5             /* lines before and behind one */
#define BYTES_MOST (4 << 20) /* of a source file */
#define WIDTH 400            /* characters that are kept of a line */

struct place {
    const char *file;
    int line;
};

struct places {
    struct place *list; /* owned */
    int count;
    const char *below; /* the folder of files that may be read */
};

static void
add (struct places *places, const char *file, int line)
{
    if (file && line > 0 && places->count < PLACES_MOST)
        places->list[places->count++] = (struct place){ file, line };
}

static int
compare (const void *a, const void *b)
{
    const struct place *one = a, *two = b;
    int order = strcmp (one->file, two->file);

    return order ? order : (one->line > two->line) - (one->line < two->line);
}

/* Those that cost most come first in each list.  Returns 0, or -1.  */
static int
find_places (struct places *places, const struct hpm_result *result)
{
    const struct hpm_spots *lines = &result->samples.lines;

    places->list = calloc (PLACES_MOST, sizeof *places->list);
    if (!places->list)
        return -1;
    for (int i = 0; i < result->tree.count; i++)
        add (places, result->tree.regions[i].file,
             result->tree.regions[i].line);
    for (int i = 0; i < lines->count && i < PLACES_MOST / 4; i++)
        add (places, lines->list[i].file, lines->list[i].line);
    for (int i = 0; i < result->sites.count; i++)
        add (places, result->sites.list[i].file, result->sites.list[i].line);
    qsort (places->list, (size_t)places->count, sizeof *places->list, compare);
    return 0;
}

static int
is_source_name (const char *name)
{
    static const char *const endings[]
        = { ".c",   ".h",   ".cc",  ".cpp", ".cxx", ".c++", ".hh",  ".hpp",
            ".hxx", ".inc", ".ipp", ".tcc", ".f",   ".for", ".f77", ".f90",
            ".f95", ".f03", ".f08", ".cu",  ".cuh", ".py",  ".jl",  ".m" };
    const char *ending = strrchr (name, '.');

    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp (ending, endings[i]))
            return 1;
    return 0;
}

/* The path that ends in such a name, of those of calls and samples; NULL where
 * there is none, or more than one.  A mark knows no more than the name.  */
static const char *
find_path (const struct places *places, const char *name)
{
    const char *found = NULL;

    for (int i = 0; i < places->count; i++) {
        const char *path = places->list[i].file;

        if (*path != '/' || strcmp (strrchr (path, '/') + 1, name) != 0)
            continue;
        if (found && strcmp (found, path) != 0)
            return NULL;
        found = path;
    }
    return found;
}

/* Where a file may be: a name that is not absolute is of a path that is known,
 * or in the folder that the program started in.  Returns 0, or -1 if it is too
 * long.
 */
static int
make_path (char *path, size_t size, const char *name,
           const struct places *places, const struct hpm_result *result)
{
    const char *folder = hpm_result_run (result, HPM_RUN_working_directory, "");
    const char *found = *name == '/' ? name : find_path (places, name);
    int length = found ? snprintf (path, size, "%s", found)
                       : snprintf (path, size, "%s/%s", folder, name);

    return length >= 0 && (size_t)length < size ? 0 : -1;
}

static int
is_below (const char *folder, const char *path)
{
    size_t length = strlen (folder);

    return !strcmp (folder, "/")
           || (!strncmp (path, folder, length) && path[length] == '/');
}

/* Open for reading what is a file of that name without links on the way, so
 * that nothing is read but what was looked at.  NULL where it must not be.  */
static FILE *
open_plain (const char *path, struct stat *status)
{
    int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    FILE *stream = NULL;

    if (file >= 0 && !fstat (file, status) && S_ISREG (status->st_mode)
        && status->st_size <= BYTES_MOST)
        stream = fdopen (file, "r");
    if (file >= 0 && !stream)
        close (file);
    return stream;
}

static FILE *
open_source (const char *name, const struct places *places,
             const struct hpm_result *result, struct stat *status)
{
    char path[4096], *plain;
    FILE *file = NULL;

    if (!is_source_name (name)
        || make_path (path, sizeof path, name, places, result))
        return NULL;
    plain = realpath (path, NULL);
    if (plain && is_source_name (plain) && is_below (places->below, plain))
        file = open_plain (plain, status);
    free (plain);
    return file;
}

/* Whether there is no byte in it that text has not; it is read from its start
 * again then.  */
static int
is_text (FILE *file)
{
    int byte;

    while ((byte = getc (file)) > 0)
        ;
    rewind (file);
    return byte == EOF;
}

/* 1 for a line that is near one of the places of its file.  */
static int
is_near (const struct place *places, int count, int line)
{
    for (int i = 0; i < count; i++)
        if (abs (places[i].line - line) <= AROUND)
            return 1;
    return 0;
}

static void
put_line (struct hpm_json *json, int number, char *text)
{
    text[strcspn (text, "\r\n")] = '\0';
    if (strlen (text) > WIDTH)
        text[WIDTH] = '\0';
    hpm_json_open_line (json);
    hpm_json_integer (json, NULL, number);
    hpm_json_text (json, NULL, text);
    hpm_json_close_line (json);
}

static void
put_lines (struct hpm_json *json, FILE *file, const struct place *places,
           int count)
{
    char *text = NULL;
    size_t room = 0;

    hpm_json_open (json, "lines", '[');
    for (int number = 1; getline (&text, &room, file) >= 0; number++)
        if (is_near (places, count, number))
            put_line (json, number, text);
    hpm_json_close (json, ']');
    free (text);
}

/* Whether it was written to after the run had begun: then its lines may not be
 * those of the program.  */
static int
is_newer (const struct stat *status, const struct hpm_result *result)
{
    const char *start = hpm_result_run (result, HPM_RUN_start_time, "");
    struct tm time = { 0 };

    return strptime (start, "%Y-%m-%dT%H:%M:%S", &time)
           && status->st_mtime > timegm (&time);
}

static void
put_file (struct hpm_json *json, const struct places *all, int first, int count,
          const struct hpm_result *result)
{
    const struct place *places = &all->list[first];
    struct stat status;
    FILE *file = open_source (places->file, all, result, &status);

    if (!file)
        return;
    if (is_text (file)) {
        hpm_json_open (json, places->file, '{');
        hpm_json_flag (json, "newer", is_newer (&status, result));
        put_lines (json, file, places, count);
        hpm_json_close (json, '}');
    }
    fclose (file);
}

void
hpm_page_put_sources (struct hpm_json *json, const struct hpm_result *result,
                      const char *folder)
{
    struct places places = { .below = folder };
    int count;

    hpm_json_open (json, "sources", '{');
    if (folder)
        find_places (&places, result);
    for (int i = 0; i < places.count; i += count) {
        for (count = 1;
             i + count < places.count
             && !strcmp (places.list[i].file, places.list[i + count].file);)
            count++;
        put_file (json, &places, i, count, result);
    }
    hpm_json_close (json, '}');
    free (places.list);
}
