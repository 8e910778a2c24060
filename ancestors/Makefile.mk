# SPDX-License-Identifier: BSD-3-Clause
# Libraries that marked programs are linked with, for marks of others: they count
# by libhpmmpi.so, where that is there, and by themselves where it is not.
markincludedir = $(includedir)
markinclude_HEADERS = include/libhpm.h include/f_hpm.h include/f_hpm_i8.h \
	include/libperfex.h
markmoduledir = $(includedir)
dist_markmodule_DATA = include/hpm.f90

hpmlib_LTLIBRARIES += libhpm_r.la libperfex.la
libhpm_r_la_CFLAGS = $(AM_CFLAGS)
libhpm_r_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -shared -Wl,-z,nodelete \
	-Wl,--version-script=$(srcdir)/ancestors/libhpm.map
libhpm_r_la_LIBADD = libbase.la -lpthread -lm
libhpm_r_la_DEPENDENCIES = libbase.la $(srcdir)/ancestors/libhpm.map
libhpm_r_la_SOURCES = ancestors/libhpm.c ancestors/libhpm_fortran.c ancestors/seam.h \
	ancestors/own_counts.c ancestors/own_counts.h ancestors/own_events.h \
	ancestors/own_report.c ancestors/own_sections.c ancestors/own_sections.h \
	ancestors/own_sum.c ancestors/own_thread.h

libperfex_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
libperfex_la_CFLAGS = $(AM_CFLAGS)
libperfex_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -shared -Wl,-z,nodelete \
	-Wl,--version-script=$(srcdir)/ancestors/libperfex.map
libperfex_la_LIBADD = libbase.la -lpthread -lm
libperfex_la_DEPENDENCIES = libbase.la $(srcdir)/ancestors/libperfex.map
libperfex_la_SOURCES = ancestors/perfex.c ancestors/perfex.h ancestors/perfex_events.h \
	ancestors/perfex_fortran.c ancestors/perfex_print.c ancestors/seam.h \
	ancestors/own_counts.c ancestors/own_counts.h ancestors/own_events.h \
	base/cost/cost.h base/cost/cost_builtin.c base/cost/cost_file.c \
	base/cost/cost_layers.c base/cost/cost_table.c
EXTRA_DIST += ancestors/libhpm.map ancestors/libperfex.map
