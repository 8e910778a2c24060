/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/event/event_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define NAME_MAX 127 /* struct hpm_event_record.name, with its NUL */

int
hpm_event_list_find (const struct hpm_event_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp (list->names[i], name))
            return i;
    return -1;
}

/* Append a name that the list owns from then on, also when this fails.  */
static int
append (struct hpm_event_list *list, char *name)
{
    char **names = NULL;

    if (name)
        names = realloc (list->names,
                         ((size_t)list->count + 1) * sizeof (*names));
    if (!names) {
        free (name);
        return -1;
    }
    names[list->count++] = name;
    list->names = names;
    return 0;
}

int
hpm_event_list_add (struct hpm_event_list *list, const char *name)
{
    if (hpm_event_list_find (list, name) >= 0)
        return 0;
    return append (list, strdup (name));
}

int
hpm_event_list_add_all (struct hpm_event_list *list, const char *text)
{
    struct hpm_piece part;

    while (hpm_text_event (&text, &part)) {
        char *name;
        int failed;

        part = hpm_piece_trim (part);
        if (!part.length)
            continue;
        name = hpm_piece_copy (part);
        failed = !name || hpm_event_list_add (list, name);
        free (name);
        if (failed)
            return -1;
    }
    return 0;
}

void
hpm_event_list_release (struct hpm_event_list *list)
{
    for (int i = 0; i < list->count; i++)
        free (list->names[i]);
    free (list->names);
    list->names = NULL;
    list->count = 0;
}

/* What is wrong with an item, or NULL.  */
static const char *
fault (struct hpm_piece item)
{
    if (item.length > NAME_MAX)
        return "has a name of more than 127 bytes";
    for (size_t i = 0; i < item.length; i++)
        if (item.start[i] == ' ' || hpm_text_is_control (item.start[i]))
            return "has a blank inside a name (a comma missing?)";
    return NULL;
}

static int
add_item (struct hpm_event_list *list, struct hpm_piece item,
          struct hpm_error *error)
{
    const char *wrong = fault (item);
    char shown[NAME_MAX + 1];
    char *name;

    if (wrong)
        return hpm_error_set (error, "the list %s: \"%s\"", wrong,
                              hpm_text_show (shown, sizeof (shown), item));
    name = hpm_piece_copy (item);
    if (name && hpm_event_list_find (list, name) >= 0) {
        free (name);
        return hpm_error_set (error, "the list has a name twice: \"%s\"",
                              hpm_text_show (shown, sizeof (shown), item));
    }
    if (append (list, name) != 0)
        return hpm_error_set (error, "out of memory for a list");
    return 0;
}

/* An empty item is quoted by the list it stands in.  */
static int
parse_items (struct hpm_event_list *list, const char *text,
             struct hpm_error *error)
{
    const struct hpm_piece whole = { text, strlen (text) };
    const char *rest = text;
    struct hpm_piece part;

    if (!hpm_piece_trim (whole).length)
        return 0;
    while (hpm_text_event (&rest, &part)) {
        part = hpm_piece_trim (part);
        if (!part.length) {
            char shown[NAME_MAX + 1];

            return hpm_error_set (error,
                                  "the list has an empty name: "
                                  "\"%s\"",
                                  hpm_text_show (shown, sizeof (shown), whole));
        }
        if (add_item (list, part, error) != 0)
            return -1;
    }
    return 0;
}

/* Add one of several lists.  */
static int
add_list (struct hpm_event_list *list, struct hpm_piece piece,
          struct hpm_error *error)
{
    struct hpm_event_list one = { NULL, 0 };
    char *text = hpm_piece_copy (piece);
    int failed = text ? parse_items (&one, text, error)
                      : hpm_error_set (error, "out of memory");

    for (int i = 0; !failed && i < one.count; i++)
        if (hpm_event_list_add (list, one.names[i]))
            failed = hpm_error_set (error, "out of memory");
    free (text);
    hpm_event_list_release (&one);
    return failed;
}

int
hpm_event_list_parse (struct hpm_event_list *list, const char *text,
                      struct hpm_error *error)
{
    struct hpm_piece piece;
    int failed = 0;

    list->names = NULL;
    list->count = 0;
    while (!failed && hpm_text_part (&text, ';', &piece))
        failed = add_list (list, piece, error);
    if (failed)
        hpm_event_list_release (list);
    return failed;
}

/* 1 if a list has the name; not without memory.  */
static int
list_has (struct hpm_piece list, const char *name)
{
    char *text = hpm_piece_copy (list);
    const char *rest = text;
    struct hpm_piece item;
    int has = 0;

    while (text && !has && hpm_text_event (&rest, &item))
        has = hpm_piece_is (hpm_piece_trim (item), name);
    free (text);
    return has;
}

uint32_t
hpm_event_list_membership (const char *text, const char *name)
{
    struct hpm_piece list;
    uint32_t bit = 1, member = 0;

    while (hpm_text_part (&text, ';', &list)) {
        if (list_has (list, name))
            member |= bit;
        bit = bit << 1 ? bit << 1 : bit;
    }
    return member;
}
