#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What ranks did in regions, of as many regions as it is kept of, where it is more
# than goes into one piece of the file.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=none"
ok "16 ranks in 512 regions have a result" \
    counted 16 detail.h5 "$top/tests/region/detail" 512
is "$("$hpmagg" --per=region-rank --format=json detail.h5 | jq '[.region_rank[] | select (.entries == 1)] | length')" \
    8192 "each rank is in each of the regions once"
is "$("$hpmagg" --per=region --format=json detail.h5 | jq '[.region[] | select (.entries == 16)] | length')" \
    512 "each region has an entry of each rank"
finish
