# SPDX-License-Identifier: BSD-3-Clause
# Code that both the library and the tools use: no MPI, no PAPI, no HDF5.
# Position-independent and hidden, since the preloaded library takes it in.
noinst_LTLIBRARIES += libbase.la libmetrics.la
libbase_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libbase_la_SOURCES = \
	base/cpu_list.c \
	base/cpu_list.h \
	base/short_text.c \
	base/short_text.h \
	base/event/default_events.c \
	base/error.c \
	base/error.h \
	base/event/event_list.c \
	base/event/event_list.h \
	base/event/event_lists.c \
	base/event/event_split.c \
	base/event/event_split.h \
	base/launch.c \
	base/file/elf_file.c \
	base/file/elf_file.h \
	base/file/file_start.c \
	base/file/file_start.h \
	base/launched.c \
	base/launched.h \
	base/launch.h \
	base/libc.c \
	base/libc.h \
	base/machine.c \
	base/machine.h \
	base/event/nearest.c \
	base/event/node_event.c \
	base/event/node_event.h \
	base/event/node_list.c \
	base/option/option.c \
	base/option/option.h \
	base/option/option_private.h \
	base/option/option_source.c \
	base/file/program_file.c \
	base/file/program_file.h \
	base/file/script_file.c \
	base/file/script_file.h \
	base/file/folders.c \
	base/file/folders.h \
	base/file/path.c \
	base/file/path.h \
	base/file/space_key.c \
	base/file/space_key.h \
	base/file/pattern.c \
	base/file/pattern.h \
	base/event/probe.c \
	base/event/probe.h \
	base/number_pack.c base/number_pack.h \
	base/arrival.c base/arrival.h \
	base/process.c \
	base/process.h \
	base/quality.c \
	base/quality.h \
	base/option/page_setting.c \
	base/option/page_setting.h \
	base/option/sample_setting.c \
	base/option/sample_setting.h \
	base/option/signal_pair.c \
	base/option/signal_pair.h \
	base/preload.c \
	base/preload.h \
	base/stderr_room.c \
	base/stderr_room.h \
	base/text.c \
	base/text.h \
	base/text_file.c \
	base/text_number.c \
	base/text_plain.c \
	base/text_time.c

# Metrics, statistics, flags, and files that are written: the tools' alone.
libmetrics_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libmetrics_la_SOURCES = \
	base/event/tick_time.c base/event/tick_time.h \
	base/cost/cost.h \
	base/cost/cost_builtin.c \
	base/cost/cost_file.c \
	base/cost/cost_layers.c \
	base/cost/cost_print.c \
	base/cost/cost_table.c \
	base/option/flag.c \
	base/option/flag.h \
	base/option/flag_help.c \
	base/metric/formula.c \
	base/metric/formula.h \
	base/metric/metric.c \
	base/metric/metric.h \
	base/metric/metric_binding.c \
	base/metric/metric_binding.h \
	base/metric/metric_check.c \
	base/metric/metric_evaluate.c \
	base/metric/metric_events.c \
	base/metric/metric_events.h \
	base/metric/metric_file.c \
	base/metric/metric_keep.c \
	base/metric/metric_layers.c \
	base/metric/metric_layers.h \
	base/metric/metric_private.h \
	base/metric/metric_rate.c \
	base/metric/metric_read.c \
	base/metric/metric_unit.c \
	base/metric/metric_unit.h \
	base/metric/metric_words.c \
	base/real_text.c \
	base/real_text.h \
	base/shortest_real.h \
	base/file/place.c \
	base/file/place.h \
	base/file/place_left.c \
	base/file/place_left.h \
	base/metric/statistics.c \
	base/metric/statistics.h \
	base/file/standard_files.c \
	base/file/standard_files.h \
	base/file/target.c \
	base/file/target.h \
	base/tool_name.c \
	base/tool_name.h

# An object and no library: libtool would add the shared library of C++ to the
# programs, and the time to load it.  For programs that use base/real_text.h.
EXTRA_DIST += base/shortest_real.cc
CLEANFILES += base/shortest_real.o
if HAVE_TO_CHARS
REAL_LIBS = base/shortest_real.o $(TO_CHARS_LIBS)
else
REAL_LIBS =
endif

base/shortest_real.o: base/shortest_real.cc base/shortest_real.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CXX)$(CXX) -std=c++17 $(AM_CPPFLAGS) $(CPPFLAGS) $(CXXFLAGS) \
		$(SAN_CFLAGS) -c -o $@ $(srcdir)/base/shortest_real.cc
