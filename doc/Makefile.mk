# SPDX-License-Identifier: BSD-3-Clause
# Every manual page is listed by the folder of its command; this one has the rest.
dist_man_MANS += doc/f_hpm.3 doc/libhpm.3 doc/libperfex.3
dist_man_MANS += doc/hpm-costs.5 doc/hpm-metric.5 doc/hpm-verdict.7
dist_pkgdata_DATA = doc/hpmagg.schema.json
EXTRA_DIST += doc/COSTS.md doc/scale.md doc/HOWTO_ADD_COLUMN.md doc/HOWTO_ADD_COUNTER.md \
	doc/HOWTO_ADD_METRIC.md doc/HOWTO_ADD_OPTION.md doc/HOWTO_ADD_TEST.md \
	doc/FAQ.md doc/GALLERY.md doc/endings.md doc/howto-compare.md doc/howto-mark.md doc/howto-site.md \
	doc/launchers.md doc/marks.md doc/neighbours.md doc/verdict-tests.md
