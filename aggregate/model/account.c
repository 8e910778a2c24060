/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/account.h"

static const struct {
    const char *name, *title;
    enum hpm_account_place place;
} parts[HPM_PART_COUNT] = {
#define HPM_X(identifier, name, place, title, meaning)                         \
    { name, title, HPM_PLACE_##place },
    HPM_PARTS (HPM_X)
#undef HPM_X
};

void
hpm_account_add (struct hpm_account *sum, const struct hpm_account *more)
{
    for (int i = 0; i < HPM_PART_COUNT; i++)
        sum->part[i] += more->part[i];
}

double
hpm_account_at (const struct hpm_account *account, enum hpm_account_place place)
{
    double sum = 0;

    for (int i = 0; i < HPM_PART_COUNT; i++)
        if (parts[i].place == place)
            sum += account->part[i];
    return sum;
}

double
hpm_account_whole (const struct hpm_account *account)
{
    double sum = 0;

    for (int i = 0; i < HPM_ACCOUNT_PLACE_COUNT; i++)
        if (i != HPM_PLACE_OF_INSIDE)
            sum += hpm_account_at (account, i);
    return sum;
}

const char *
hpm_part_word (int part)
{
    return parts[part].name;
}

const char *
hpm_part_title (int part)
{
    return parts[part].title;
}

enum hpm_account_place
hpm_part_place (int part)
{
    return parts[part].place;
}

const char *
hpm_account_place_title (int place)
{
    static const char *const titles[] = {
#define HPM_X(identifier, title) title,
        HPM_ACCOUNT_PLACES (HPM_X)
#undef HPM_X
    };

    return titles[place];
}
