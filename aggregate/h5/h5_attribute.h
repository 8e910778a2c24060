/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Attributes of HDF5 objects.  All return 0 or -1.
 */
#ifndef HPM_AGGREGATE_H5_ATTRIBUTE_H
#define HPM_AGGREGATE_H5_ATTRIBUTE_H

#include <hdf5.h>

#include "aggregate/model/fields.h"

int hpm_h5_put_text (hid_t object, const char *name, const char *text);

/* `count` values; 0 makes a scalar.  */
int hpm_h5_put_values (hid_t object, const char *name, hid_t type,
                       hsize_t count, const void *values);

/* flag_values and flag_meanings, as the CF conventions have them.  */
int hpm_h5_put_enumeration (hid_t object,
                            const struct hpm_enumeration *enumeration);

/* The text of a text attribute, malloc'ed; NULL if there is none such.  */
char *hpm_h5_get_text (hid_t object, const char *name);

/* The same of an attribute that may also be a number.  */
char *hpm_h5_get_value (hid_t object, const char *name);

/* units, unless NULL, and long_name.  */
int hpm_h5_put_names (hid_t object, const char *units, const char *long_name);

#endif /* HPM_AGGREGATE_H5_ATTRIBUTE_H */
