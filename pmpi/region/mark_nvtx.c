/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVTX: ranges that are pushed and popped, or started and ended, of any domain.
 * A range that ends on another thread than it was started on is not ended here.
 * Where a tool is named by NVTX_INJECTION64_PATH, NVTX 3 looks in it for
 * InitializeInjectionNvtx2.
 */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include "pmpi/guest/export.h"
#include "pmpi/region/mark_open.h"

/* What the program's side of NVTX gives out by its number.  */
typedef const void *table_fn (uint32_t number);
enum { TABLE_CALLBACKS = 1 };

typedef void function (void);
struct callbacks {
    size_t size;
    int (*module) (int number, function ***(*table), unsigned *size);
};

/* Functions by their number in a module: where each is kept.  */
enum { MODULE_CORE = 1, MODULE_CORE2 = 5 };
enum { START_EX = 4, START_A, START_W, END, PUSH_EX, PUSH_A, PUSH_W, POP };
enum {
    DOMAIN_START_EX = 2,
    DOMAIN_END,
    DOMAIN_PUSH_EX,
    DOMAIN_POP,
    REGISTER_A = 10,
    REGISTER_W
};

/* Attributes of versions 1 to 3 up to the message.  */
struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type;
    int32_t reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};
enum { MESSAGE_ASCII = 1, MESSAGE_WIDE, MESSAGE_REGISTERED };
_Static_assert(offsetof (struct attributes, message) == 40,
               "the message is where NVTX has it");

int InitializeInjectionNvtx2 (table_fn *get_table);

static __thread struct hpm_mark_open open;

/* ---- labels ------------------------------------------------------------- */

static const struct hpm_label *
label_of (const char *text)
{
    return hpm_mark_target ()->label (text ? text : "", HPM_MARK_NVTX);
}

/* A character in UTF-8.  Returns how many bytes.  */
static size_t
encode (char *into, uint32_t c)
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };

    into[0] = (char)(first[more] | (c >> (6 * more)));
    for (int i = 1; i <= more; i++)
        into[i] = (char)(0x80 | ((c >> (6 * (more - i))) & 0x3f));
    return (size_t)more + 1;
}

static const struct hpm_label *
label_of_wide (const wchar_t *wide)
{
    char text[HPM_LABEL_BYTES + 8]; /* that a cut is seen */
    size_t n = 0;

    for (; wide && *wide && n + 4 < sizeof text; wide++)
        n += encode (text + n, (uint32_t)*wide & 0x1fffff);
    text[n] = '\0';
    return label_of (text);
}

static const struct hpm_label *
label_of_attributes (const struct attributes *attributes)
{
    if (!attributes || attributes->size < sizeof *attributes
        || !attributes->message)
        return label_of ("");
    switch (attributes->message_type) {
    case MESSAGE_ASCII:
        return label_of (attributes->message);
    case MESSAGE_WIDE:
        return label_of_wide (attributes->message);
    case MESSAGE_REGISTERED: /* by us */
        return attributes->message;
    default:
        return label_of ("");
    }
}

static const void *
register_a (const void *domain, const char *text)
{
    (void)domain;
    return label_of (text);
}

static const void *
register_w (const void *domain, const wchar_t *text)
{
    (void)domain;
    return label_of_wide (text);
}

/* ---- ranges ------------------------------------------------------------- */

static uint64_t
start (const struct hpm_label *label)
{
    hpm_mark_target ()->enter (label);
    return (uintptr_t)label;
}

static uint64_t
start_ex (const struct attributes *attributes)
{
    return start (label_of_attributes (attributes));
}

static uint64_t
start_a (const char *text)
{
    return start (label_of (text));
}

static uint64_t
start_w (const wchar_t *text)
{
    return start (label_of_wide (text));
}

static void
end (uint64_t id)
{
    if (id)
        hpm_mark_target ()->leave ((const struct hpm_label *)(uintptr_t)id);
}

static int
push_ex (const struct attributes *attributes)
{
    return hpm_mark_push (&open, label_of_attributes (attributes));
}

static int
push_a (const char *text)
{
    return hpm_mark_push (&open, label_of (text));
}

static int
push_w (const wchar_t *text)
{
    return hpm_mark_push (&open, label_of_wide (text));
}

static int
pop (void)
{
    return hpm_mark_pop (&open);
}

static uint64_t
domain_start_ex (const void *domain, const struct attributes *attributes)
{
    (void)domain;
    return start_ex (attributes);
}

static void
domain_end (const void *domain, uint64_t id)
{
    (void)domain;
    end (id);
}

static int
domain_push_ex (const void *domain, const struct attributes *attributes)
{
    (void)domain;
    return push_ex (attributes);
}

static int
domain_pop (const void *domain)
{
    (void)domain;
    return pop ();
}

/* ---- injection ---------------------------------------------------------- */

static const struct {
    int module;
    unsigned number;
    function *ours;
} functions[] = {
    { MODULE_CORE, START_EX, (function *)start_ex },
    { MODULE_CORE, START_A, (function *)start_a },
    { MODULE_CORE, START_W, (function *)start_w },
    { MODULE_CORE, END, (function *)end },
    { MODULE_CORE, PUSH_EX, (function *)push_ex },
    { MODULE_CORE, PUSH_A, (function *)push_a },
    { MODULE_CORE, PUSH_W, (function *)push_w },
    { MODULE_CORE, POP, (function *)pop },
    { MODULE_CORE2, DOMAIN_START_EX, (function *)domain_start_ex },
    { MODULE_CORE2, DOMAIN_END, (function *)domain_end },
    { MODULE_CORE2, DOMAIN_PUSH_EX, (function *)domain_push_ex },
    { MODULE_CORE2, DOMAIN_POP, (function *)domain_pop },
    { MODULE_CORE2, REGISTER_A, (function *)register_a },
    { MODULE_CORE2, REGISTER_W, (function *)register_w },
};

/* Called once, before the first mark.  Returns whether we take part.  */
HPM_EXPORT int
InitializeInjectionNvtx2 (table_fn *get_table)
{
    const struct callbacks *callbacks = get_table (TABLE_CALLBACKS);

    if (!hpm_mark_target () || !callbacks
        || callbacks->size < sizeof *callbacks)
        return 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        function ***table = NULL;
        unsigned size = 0;

        if (callbacks->module (functions[i].module, &table, &size)
            && functions[i].number < size && table[functions[i].number])
            *table[functions[i].number] = functions[i].ours;
    }
    return 1;
}
