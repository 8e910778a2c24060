# SPDX-License-Identifier: BSD-3-Clause
# hpmrun.  All but its main program is a library of its own for the tests.
noinst_LTLIBRARIES += libwrapper.la
libwrapper_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
libwrapper_la_CFLAGS = $(AM_CFLAGS) $(SMARTCOLS_CFLAGS)
libwrapper_la_LIBADD = libmetrics.la libbase.la $(SMARTCOLS_LIBS) -lpthread -lm
libwrapper_la_SOURCES = \
	wrapper/plan/backend_load.c \
	wrapper/plan/backend_load.h \
	wrapper/calibrate/calibrate.c \
	wrapper/calibrate/calibrate.h \
	wrapper/calibrate/calibrate_bandwidth.c \
	wrapper/calibrate/calibrate_caches.c \
	wrapper/calibrate/calibrate_core.c \
	wrapper/calibrate/calibrate_counter.c \
	wrapper/calibrate/calibrate_flops.c \
	wrapper/calibrate/calibrate_measure.c \
	wrapper/calibrate/calibrate_sample.c \
	wrapper/calibrate/calibrate_table.c \
	wrapper/calibrate/calibrate_walk.c \
	wrapper/list/check.c \
	wrapper/list/check_job.c \
	wrapper/list/check_job.h \
	wrapper/list/check.h \
	wrapper/plan/costs.c \
	wrapper/plan/costs.h \
	wrapper/plan/countable.c \
	wrapper/plan/countable.h \
	wrapper/plan/definitions.c \
	wrapper/plan/definitions.h \
	wrapper/list/diagnosis.c \
	wrapper/list/diagnosis.h \
	wrapper/launch/environment.c \
	wrapper/launch/environment.h \
	wrapper/plan/events.c \
	wrapper/plan/events.h \
	wrapper/plan/events_conflict.c \
	wrapper/plan/events_node.c \
	wrapper/launch/pass_on.c wrapper/launch/pass_on.h \
	wrapper/launch/repeat.c wrapper/launch/repeat.h \
	wrapper/launch/words.c wrapper/launch/words.h \
	wrapper/launch/flags.c \
	wrapper/launch/flags.h \
	wrapper/plan/group_fit.c \
	wrapper/plan/group_plan.c \
	wrapper/plan/group_plan.h \
	wrapper/plan/groups.c \
	wrapper/plan/groups.h \
	wrapper/launch/launch.c \
	wrapper/launch/launch.h \
	wrapper/launch/launcher.c \
	wrapper/launch/launcher.h \
	wrapper/launch/launcher_flags.h \
	wrapper/launch/left.c \
	wrapper/launch/left.h \
	base/signal_guard.c wrapper/launch/notice.c wrapper/launch/notice.h \
	wrapper/list/list.h \
	wrapper/list/list_events.c \
	wrapper/list/list_groups.c \
	wrapper/list/list_metrics.c \
	wrapper/launch/mapped.c \
	wrapper/launch/mapped.h \
	wrapper/launch/output.c \
	wrapper/launch/outside.c \
	wrapper/launch/outside.h \
	wrapper/launch/output.h \
	wrapper/launch/places.c \
	wrapper/launch/places.h \
	wrapper/launch/program.c \
	wrapper/launch/program.h \
	wrapper/launch/settings.c \
	wrapper/launch/settings.h \
	wrapper/launch/site_lines.c \
	wrapper/launch/site_lines.h \
	wrapper/list/show_config.c \
	wrapper/list/show_config.h \
	wrapper/launch/table.c \
	wrapper/launch/table.h

bin_PROGRAMS += hpmrun
hpmrun_SOURCES = wrapper/hpmrun.c
hpmrun_LDADD = libwrapper.la

# hpmstat.  Of the library's it has counters of the kernel's and the stream.
noinst_LTLIBRARIES += libstat.la
libstat_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
libstat_la_LIBADD = libwrapper.la
libstat_la_SOURCES = \
	pmpi/checkpoint/line.c pmpi/checkpoint/line.h \
	pmpi/count/node_counters.c pmpi/count/node_counters.h \
	pmpi/guest/descriptor_room.c pmpi/guest/descriptor_room.h \
	pmpi/perf/perf_counter.c pmpi/perf/perf_counter.h \
	pmpi/wire/stream_buffer.c pmpi/wire/stream_buffer.h \
	pmpi/wire/stream_texts.c pmpi/wire/stream_texts.h \
	wrapper/stat/rows/proc_stat.c wrapper/stat/rows/proc_stat.h \
	wrapper/stat/rows/process_stat.c wrapper/stat/rows/process_stat.h \
	wrapper/stat/rows/processes.c wrapper/stat/rows/processes.h \
	wrapper/stat/rows/processors.c wrapper/stat/rows/processors.h \
	wrapper/stat/rows/stat_amounts.c wrapper/stat/rows/stat_amounts.h \
	wrapper/stat/command/stat_command.c wrapper/stat/command/stat_command.h \
	wrapper/stat/stat_count.c wrapper/stat/stat_count.h \
	wrapper/stat/file/stat_course.c wrapper/stat/file/stat_course.h \
	wrapper/stat/command/stat_flags.c wrapper/stat/command/stat_flags.h \
	wrapper/stat/print/stat_lines.c wrapper/stat/print/stat_lines.h \
	wrapper/stat/print/stat_metrics.c wrapper/stat/print/stat_metrics.h \
	wrapper/stat/nodes/stat_gather.c wrapper/stat/nodes/stat_gather.h \
	wrapper/stat/nodes/stat_meeting.c wrapper/stat/nodes/stat_meeting.h \
	wrapper/stat/nodes/stat_merge.c wrapper/stat/nodes/stat_merge.h \
	wrapper/stat/nodes/stat_nodes.c wrapper/stat/nodes/stat_nodes.h \
	wrapper/stat/rows/stat_part.c wrapper/stat/rows/stat_part.h \
	wrapper/stat/rows/stat_rows.c wrapper/stat/rows/stat_rows.h \
	wrapper/stat/rows/stat_rows_between.c wrapper/stat/rows/stat_times.c \
	wrapper/stat/file/stat_stream.c wrapper/stat/file/stat_stream.h \
	wrapper/stat/print/stat_sums.c wrapper/stat/print/stat_sums.h \
	wrapper/stat/rows/stat_table.c wrapper/stat/rows/stat_table.h \
	wrapper/stat/stat_totals.c wrapper/stat/stat_totals.h \
	wrapper/stat/rows/targets.c wrapper/stat/rows/targets.h

bin_PROGRAMS += hpmstat
hpmstat_SOURCES = wrapper/hpmstat.c
hpmstat_LDADD = libstat.la
dist_man_MANS += doc/hpmstat.1

dist_man_MANS += doc/hpmrun.1
