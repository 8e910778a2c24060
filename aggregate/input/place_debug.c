/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/place_debug.h"

#ifdef HAVE_LIBDW
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/input/place_text.h"

/* ---- the module --------------------------------------------------------- */

/* Nothing is fetched from servers: see hpm_places_look_up.  */
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

/* ---- names of C++ ------------------------------------------------------- */

typedef char *demangler (const char *name, char *into, size_t *bytes,
                         int *status);

/* A symbol of C++ as its source has it, where the library of C++ is there;
 * other names as they are.  Valid until the next call.  */
static const char *
readable (const char *name)
{
    static demangler *demangle;
    static char *text;
    static int tried;
    int status = -1;

    if (!name || strncmp (name, "_Z", 2) != 0)
        return name;
    if (!tried) {
        void *library = dlopen ("libstdc++.so.6", RTLD_LAZY);

        tried = 1;
        if (library)
            *(void **)&demangle = dlsym (library, "__cxa_demangle");
    }
    free (text);
    text = demangle ? demangle (name, NULL, NULL, &status) : NULL;
    return text && status == 0 ? text : name;
}

static int
is_cxx (Dwarf_Die *unit)
{
    int language = dwarf_srclang (unit);

    return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_11
           || language == DW_LANG_C_plus_plus_14;
}

/* Where it is declared, in its scopes: the code of a method is elsewhere.  */
static Dwarf_Die
declaration_of (Dwarf_Die die)
{
    static const unsigned to[] = { DW_AT_abstract_origin, DW_AT_specification };
    Dwarf_Attribute attribute;
    Dwarf_Die next;

    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        if (dwarf_attr (&die, to[i], &attribute)
            && dwarf_formref_die (&attribute, &next))
            die = next;
    return die;
}

/* The name of what a scope is in C++, NULL where it has none.  */
static const char *
scope_name (Dwarf_Die *scope)
{
    const char *name = dwarf_diename (scope);

    switch (dwarf_tag (scope)) {
    case DW_TAG_namespace:
        return name ? name : "(anonymous namespace)";
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
        return name;
    default:
        return NULL;
    }
}

/* Functions of many classes have one name: put those of its scopes before it.
 * Takes the name, and returns one that is malloc'ed.  */
static char *
qualify (char *name, Dwarf_Die function)
{
    Dwarf_Die declaration = declaration_of (function), *scopes;
    int count = dwarf_getscopes_die (&declaration, &scopes);

    for (int i = 1; i < count && name; i++) {
        const char *scope = scope_name (&scopes[i]);
        char *longer = scope ? hpm_place_text ("%s::%s", scope, name) : NULL;

        if (!longer)
            continue;
        free (name);
        name = longer;
    }
    if (count > 0)
        free (scopes);
    return name;
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
        if (name && is_cxx (unit))
            name = qualify (name, scopes[i]);
        if (!text)
            break;
    }
    if (count > 0)
        free (scopes);
    return name;
}

/* The file, in the folder that the compiler was started in where that is known;
 * malloc'ed, or NULL.  */
static char *
file_of (Dwfl_Line *line, const char *file)
{
    const char *folder = *file == '/' ? NULL : dwfl_line_comp_dir (line);

    return folder && *folder == '/' ? hpm_place_text ("%s/%s", folder, file)
                                    : strdup (file);
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
    site->file = file_of (line, file);
    site->line = number;
}

/* "cg.f90:120 (solve)", or "solve+0x1f", or NULL.  A module has a place of its
 * own in the session; the address is `behind` the first byte of what it is
 * about: that behind a call.  */
static char *
find_place (struct hpm_site *site, Dwfl_Module *module, unsigned behind,
            int look)
{
    GElf_Addr bias, address;
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name;

    if (!dwfl_module_getelf (module, &bias))
        return NULL;
    address = (GElf_Addr)site->address + bias - behind;
    if (look) {
        site->routine = find_routine (module, address);
        find_line (site, module, address);
    }
    name = readable (dwfl_module_addrinfo (module, address, &offset, &symbol,
                                           NULL, NULL, NULL));
    if (!site->routine && name)
        site->routine = strdup (name);
    if (site->file && site->line > 0 && site->routine)
        return hpm_place_text ("%s:%d (%s)", hpm_place_base (site->file),
                               site->line, site->routine);
    if (site->file && site->line > 0)
        return hpm_place_text ("%s:%d", hpm_place_base (site->file),
                               site->line);
    return name ? hpm_place_text ("%s+0x%llx", name,
                                  (unsigned long long)offset + behind)
                : NULL;
}

/* All places of the module of the site `first`, which is the first of them.  */
static void
look_up_module (struct hpm_sites *sites, int first, hpm_place_found *found,
                void *data)
{
    const struct hpm_site *of = &sites->list[first];
    Dwfl_Module *module;
    Dwfl *session = open_module (of, &module);

    if (!session)
        return;
    for (int i = first; i < sites->count; i++) {
        struct hpm_site *site = &sites->list[i];

        if (site->where != of->where)
            continue;
        site->place = find_place (site, module, !sites->exact,
                                  i < HPM_PLACES_LOOKED_UP);
        if (site->place)
            found (i, site, data);
    }
    dwfl_end (session);
}

void
hpm_places_look_up (struct hpm_sites *sites, hpm_place_found *found, void *data)
{
    char *done = calloc ((size_t)sites->modules.count + 1, 1);

    setenv ("DEBUGINFOD_URLS", "", 1);
    for (int i = 0; done && i < sites->count; i++) {
        int module = sites->list[i].where;

        if (module < 0 || done[module])
            continue;
        done[module] = 1;
        look_up_module (sites, i, found, data);
    }
    free (done);
}

#else

void
hpm_places_look_up (struct hpm_sites *sites, hpm_place_found *found, void *data)
{
    (void)sites;
    (void)found;
    (void)data;
}

#endif
