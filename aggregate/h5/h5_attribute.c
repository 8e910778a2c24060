/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/h5_attribute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"

static int
put (hid_t object, const char *name, hid_t type, hid_t space,
     const void *values)
{
    hid_t attribute
        = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int failed = attribute < 0 || H5Awrite (attribute, type, values) < 0;

    if (attribute >= 0)
        failed |= H5Aclose (attribute) < 0;
    return failed ? -1 : 0;
}

int
hpm_h5_put_values (hid_t object, const char *name, hid_t type, hsize_t count,
                   const void *values)
{
    hid_t space
        = count ? H5Screate_simple (1, &count, NULL) : H5Screate (H5S_SCALAR);
    int failed = space < 0 || put (object, name, type, space, values);

    if (space >= 0)
        H5Sclose (space);
    return failed ? -1 : 0;
}

int
hpm_h5_put_text (hid_t object, const char *name, const char *text)
{
    hid_t type = H5Tcopy (H5T_C_S1);
    int failed = type < 0 || H5Tset_size (type, strlen (text) + 1) < 0
                 || H5Tset_cset (type, H5T_CSET_UTF8) < 0
                 || hpm_h5_put_values (object, name, type, 0, text);

    if (type >= 0)
        H5Tclose (type);
    return failed ? -1 : 0;
}

int
hpm_h5_put_names (hid_t object, const char *units, const char *long_name)
{
    return (units && hpm_h5_put_text (object, "units", units))
           || hpm_h5_put_text (object, "long_name", long_name);
}

int
hpm_h5_put_enumeration (hid_t object, const struct hpm_enumeration *enumeration)
{
    unsigned char codes[256];
    size_t length = strlen (enumeration->meanings) - 1;
    char *meanings = strndup (enumeration->meanings, length);
    int failed = !meanings;

    for (int i = 0; i < enumeration->count; i++)
        codes[i] = (unsigned char)i;
    failed = failed
             || hpm_h5_put_values (object, "flag_values", H5T_NATIVE_UINT8,
                                   (hsize_t)enumeration->count, codes)
             || hpm_h5_put_text (object, "flag_meanings", meanings);
    free (meanings);
    return failed ? -1 : 0;
}

static char *
read_text (hid_t attribute, hid_t type)
{
    size_t size = H5Tget_size (type);
    char *text = NULL;

    if (H5Tis_variable_str (type) > 0) {
        char *owned = NULL;

        if (H5Aread (attribute, type, &owned) < 0 || !owned)
            return NULL;
        text = strdup (owned);
        H5free_memory (owned);
        return text;
    }
    if (size && size < (1u << 24))
        text = calloc (1, size + 1);
    if (text && H5Aread (attribute, type, text) < 0) {
        free (text);
        return NULL;
    }
    return text;
}

/* One text: a scalar, or an array of one.  */
static int
is_single_text (hid_t attribute, hid_t type)
{
    hid_t space = H5Aget_space (attribute);
    int single = H5Tget_class (type) == H5T_STRING && space >= 0
                 && H5Sget_simple_extent_npoints (space) == 1;

    if (space >= 0)
        H5Sclose (space);
    return single;
}

char *
hpm_h5_get_text (hid_t object, const char *name)
{
    hid_t attribute, type;
    char *text = NULL;

    if (H5Aexists (object, name) <= 0)
        return NULL;
    attribute = H5Aopen (object, name, H5P_DEFAULT);
    if (attribute < 0)
        return NULL;
    type = H5Aget_type (attribute);
    if (type >= 0 && is_single_text (attribute, type))
        text = read_text (attribute, type);
    if (type >= 0)
        H5Tclose (type);
    H5Aclose (attribute);
    return text;
}

/* A number as a text; NULL if it is none, or there is no such attribute.  */
static char *
get_number (hid_t object, const char *name)
{
    hid_t attribute = H5Aopen (object, name, H5P_DEFAULT), space;
    char text[HPM_REAL_TEXT] = "";
    double number;

    if (attribute < 0)
        return NULL;
    space = H5Aget_space (attribute);
    if (space >= 0 && H5Sget_simple_extent_npoints (space) == 1
        && H5Aread (attribute, H5T_NATIVE_DOUBLE, &number) >= 0
        && isfinite (number))
        hpm_real_text (text, number);
    if (space >= 0)
        H5Sclose (space);
    H5Aclose (attribute);
    return *text ? strdup (text) : NULL;
}

char *
hpm_h5_get_value (hid_t object, const char *name)
{
    char *text = hpm_h5_get_text (object, name);

    if (text || H5Aexists (object, name) <= 0)
        return text;
    return get_number (object, name);
}
