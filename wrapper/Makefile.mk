# SPDX-License-Identifier: BSD-3-Clause
# hpmrun.  All but its main program is a library of its own for the tests.
noinst_LTLIBRARIES += libwrapper.la
libwrapper_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
libwrapper_la_CFLAGS = $(AM_CFLAGS) $(SMARTCOLS_CFLAGS)
libwrapper_la_LIBADD = libmetrics.la libcore.la $(SMARTCOLS_LIBS) -lpthread -lm
libwrapper_la_SOURCES = \
	wrapper/backend_load.c \
	wrapper/backend_load.h \
	wrapper/calibrate.c \
	wrapper/calibrate.h \
	wrapper/calibrate_bandwidth.c \
	wrapper/calibrate_caches.c \
	wrapper/calibrate_core.c \
	wrapper/calibrate_counter.c \
	wrapper/calibrate_flops.c \
	wrapper/calibrate_measure.c \
	wrapper/calibrate_sample.c \
	wrapper/calibrate_table.c \
	wrapper/calibrate_walk.c \
	wrapper/check.c \
	wrapper/check.h \
	wrapper/costs.c \
	wrapper/costs.h \
	wrapper/countable.c \
	wrapper/countable.h \
	wrapper/definitions.c \
	wrapper/definitions.h \
	wrapper/diagnosis.c \
	wrapper/diagnosis.h \
	wrapper/environment.c \
	wrapper/environment.h \
	wrapper/events.c \
	wrapper/events.h \
	wrapper/events_conflict.c \
	wrapper/events_node.c \
	wrapper/flags.c \
	wrapper/flags.h \
	wrapper/group_fit.c \
	wrapper/group_plan.c \
	wrapper/group_plan.h \
	wrapper/groups.c \
	wrapper/groups.h \
	wrapper/launch.c \
	wrapper/launch.h \
	wrapper/launcher.c \
	wrapper/launcher.h \
	wrapper/list.h \
	wrapper/list_events.c \
	wrapper/list_groups.c \
	wrapper/list_metrics.c \
	wrapper/output.c \
	wrapper/outside.c \
	wrapper/outside.h \
	wrapper/output.h \
	wrapper/places.c \
	wrapper/places.h \
	wrapper/program.c \
	wrapper/program.h \
	wrapper/settings.c \
	wrapper/settings.h \
	wrapper/show_config.c \
	wrapper/show_config.h \
	wrapper/table.c \
	wrapper/table.h

bin_PROGRAMS += hpmrun
hpmrun_SOURCES = wrapper/hpmrun.c
hpmrun_LDADD = libwrapper.la

dist_man_MANS += doc/hpmrun.1
