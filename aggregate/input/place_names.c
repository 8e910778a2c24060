/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/place_names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#endif

static const char *
base_name (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

static char *__attribute__ ((format (printf, 1, 2)))
text_of (const char *format, ...)
{
    va_list arguments;
    char *text;
    int length;

    va_start (arguments, format);
    length = vasprintf (&text, format, arguments);
    va_end (arguments);
    return length < 0 ? NULL : text;
}

/* What is known without looking at the module.  */
static char *
plain_place (const struct hpm_site *site)
{
    switch (site->where) {
    case HPM_SITE_UNKNOWN:
        return strdup ("(library that was unloaded)");
    case HPM_SITE_OTHERS:
        return strdup ("(other places)");
    default:
        return text_of ("%s+0x%llx", base_name (site->module),
                        (unsigned long long)site->address);
    }
}

#ifdef HAVE_LIBDW

/* ---- the module --------------------------------------------------------- */

/* Nothing is fetched from servers: see hpm_sites_name.  */
static char *debug_path;
static const Dwfl_Callbacks callbacks
    = { .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &debug_path };

/* Whether the module is what was running.  Without a build id there is no
 * telling.  */
static int
is_same_build (Dwfl_Module *module, const char *build_id)
{
    const unsigned char *bits;
    GElf_Addr address;
    int length = dwfl_module_build_id (module, &bits, &address);

    if (length <= 0 || !build_id)
        return length <= 0 && !build_id;
    if (strlen (build_id) != 2 * (size_t)length)
        return 0;
    for (int i = 0; i < length; i++) {
        char digits[3];

        snprintf (digits, sizeof digits, "%02x", bits[i]);
        if (memcmp (digits, build_id + 2 * (size_t)i, 2) != 0)
            return 0;
    }
    return 1;
}

/* A module of the program, if its file is there and the same; NULL otherwise.
 * Ended with dwfl_end.  */
static Dwfl *
open_module (const struct hpm_site *site, Dwfl_Module **module)
{
    Dwfl *session = dwfl_begin (&callbacks);

    if (!session)
        return NULL;
    *module = dwfl_report_offline (session, site->module, site->module, -1);
    dwfl_report_end (session, NULL, NULL);
    if (*module && is_same_build (*module, site->build_id))
        return session;
    dwfl_end (session);
    return NULL;
}

/* ---- an address --------------------------------------------------------- */

/* The function that the code at the address was written in, which may be
 * inlined into another; NULL where it is not known.  */
static char *
find_routine (Dwfl_Module *module, Dwarf_Addr address)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_addrdie (module, address, &bias), *scopes;
    char *name = NULL;
    int count = unit ? dwarf_getscopes (unit, address - bias, &scopes) : 0;

    for (int i = 0; i < count && !name; i++) {
        int tag = dwarf_tag (&scopes[i]);
        Dwarf_Attribute attribute;
        const char *text;

        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine
            && tag != DW_TAG_entry_point)
            continue;
        text = dwarf_formstring (
            dwarf_attr_integrate (&scopes[i], DW_AT_name, &attribute));
        name = text ? strdup (text) : NULL;
        if (!text)
            break;
    }
    if (count > 0)
        free (scopes);
    return name;
}

static void
find_line (struct hpm_site *site, Dwfl_Module *module, Dwarf_Addr address)
{
    Dwfl_Line *line = dwfl_module_getsrc (module, address);
    int number = 0;
    const char *file
        = line ? dwfl_lineinfo (line, NULL, &number, NULL, NULL, NULL) : NULL;

    if (!file || number <= 0)
        return;
    site->file = strdup (file);
    site->line = number;
}

/* "cg.f90:120 (solve)", or "solve+0x1f", or NULL.  A module has a place of its
 * own in the session; the address is that behind the call.  */
static char *
find_place (struct hpm_site *site, Dwfl_Module *module, int look)
{
    GElf_Addr bias, address;
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name;

    if (!dwfl_module_getelf (module, &bias))
        return NULL;
    address = (GElf_Addr)site->address + bias - 1;
    if (look) {
        site->routine = find_routine (module, address);
        find_line (site, module, address);
    }
    name = dwfl_module_addrinfo (module, address, &offset, &symbol, NULL, NULL,
                                 NULL);
    if (!site->routine && name)
        site->routine = strdup (name);
    if (site->file && site->line > 0 && site->routine)
        return text_of ("%s:%d (%s)", base_name (site->file), site->line,
                        site->routine);
    if (site->file && site->line > 0)
        return text_of ("%s:%d", base_name (site->file), site->line);
    return name ? text_of ("%s+0x%llx", name, (unsigned long long)offset + 1)
                : NULL;
}

/* All places of the module of the site `first`, which is the first of them.  */
static void
name_module (struct hpm_sites *sites, int first)
{
    const struct hpm_site *of = &sites->list[first];
    Dwfl_Module *module;
    Dwfl *session = open_module (of, &module);

    if (!session)
        return;
    for (int i = first; i < sites->count; i++)
        if (sites->list[i].where == of->where)
            sites->list[i].place = find_place (&sites->list[i], module,
                                               i < HPM_PLACES_LOOKED_UP);
    dwfl_end (session);
}

static void
name_all (struct hpm_sites *sites)
{
    char *done = calloc ((size_t)sites->modules.count + 1, 1);

    setenv ("DEBUGINFOD_URLS", "", 1);
    for (int i = 0; done && i < sites->count; i++) {
        int module = sites->list[i].where;

        if (module < 0 || done[module])
            continue;
        done[module] = 1;
        name_module (sites, i);
    }
    free (done);
}

#else

static void
name_all (struct hpm_sites *sites)
{
    (void)sites;
}

#endif

int
hpm_sites_name (struct hpm_sites *sites)
{
    name_all (sites);
    for (int i = 0; i < sites->count; i++) {
        struct hpm_site *site = &sites->list[i];

        if (!site->place)
            site->place = plain_place (site);
        if (!site->place)
            return -1;
    }
    return 0;
}
