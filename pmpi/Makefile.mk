# SPDX-License-Identifier: BSD-3-Clause
# The preloaded library.  It links to the C library alone: MPI is found in the
# program, and PAPI comes as a plug-in when counting starts.
lib_LTLIBRARIES += libhpmmpi.la
libhpmmpi_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES) $(MPI_CFLAGS)
libhpmmpi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libhpmmpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-Wl,--version-script=$(srcdir)/pmpi/exports.map -Wl,-z,now
libhpmmpi_la_LIBADD = libcore.la -lpthread
libhpmmpi_la_DEPENDENCIES = libcore.la $(srcdir)/pmpi/exports.map
libhpmmpi_la_SOURCES = \
	pmpi/app_contexts.c pmpi/app_contexts.h \
	pmpi/backend_load.c pmpi/backend_load.h \
	pmpi/clock.h \
	pmpi/control.c pmpi/control.h \
	pmpi/descriptor_room.c pmpi/descriptor_room.h \
	pmpi/ends.c pmpi/ends.h \
	pmpi/event_cells.c \
	pmpi/event_rotation.c pmpi/event_rotation.h \
	pmpi/event_table.c pmpi/event_table.h \
	pmpi/exec.c \
	pmpi/export.h \
	pmpi/gather.c pmpi/gather.h \
	pmpi/init.c \
	pmpi/kept_stderr.c pmpi/kept_stderr.h \
	pmpi/measuring.c pmpi/measuring.h \
	pmpi/message.c pmpi/message.h \
	pmpi/lone_calls.c \
	pmpi/mpi_api.c pmpi/mpi_api.h \
	pmpi/calls.h \
	pmpi/mpi_calls.c pmpi/mpi_calls.h \
	pmpi/mpi_snapshot.c pmpi/mpi_snapshot.h \
	pmpi/mpi_objects.c pmpi/mpi_objects.h \
	pmpi/mpi_split.c \
	pmpi/mpi_times.c \
	pmpi/node_counters.c pmpi/node_counters.h \
	pmpi/node_marks.c pmpi/node_marks.h \
	pmpi/os_counters.c pmpi/os_counters.h \
	pmpi/own_thread.c pmpi/own_thread.h \
	pmpi/participants.c pmpi/participants.h \
	pmpi/pmix_api.c pmpi/pmix_api.h \
	pmpi/pmix_word.c pmpi/pmix_word.h \
	pmpi/rank_record.c pmpi/rank_record.h \
	pmpi/run_texts.c pmpi/run_texts.h \
	pmpi/session.c pmpi/session.h pmpi/session_private.h \
	pmpi/session_begin.c pmpi/session_process.c pmpi/session_result.c \
	pmpi/signal_guard.c pmpi/signal_guard.h \
	pmpi/snapshot.c pmpi/snapshot.h \
	pmpi/spawn.c \
	pmpi/spill.c pmpi/spill.h pmpi/spill_private.h \
	pmpi/spill_begin.c \
	pmpi/spill_copy.c pmpi/spill_copy.h \
	pmpi/spill_end.c pmpi/spill_end.h \
	pmpi/spill_file.c pmpi/spill_file.h \
	pmpi/spill_place.c pmpi/spill_place.h \
	pmpi/split_counters.c \
	pmpi/stream_buffer.c pmpi/stream_buffer.h \
	pmpi/stream_file.c pmpi/stream_file.h \
	pmpi/successor.c pmpi/successor.h \
	pmpi/thread.c pmpi/thread.h pmpi/thread_private.h \
	pmpi/thread_children.c \
	pmpi/thread_count.c \
	pmpi/thread_create.c \
	pmpi/thread_look.c \
	pmpi/thread_rows.h \
	pmpi/thread_pause.c \
	pmpi/thread_snapshot.c \
	pmpi/writer_process.c pmpi/writer_process.h
EXTRA_DIST += pmpi/exports.map

pkglib_LTLIBRARIES += papi.la
papi_la_CPPFLAGS = $(AM_CPPFLAGS) $(PAPI_CFLAGS)
papi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
papi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
papi_la_LIBADD = libcore.la $(PAPI_LIBS)
papi_la_SOURCES = \
	pmpi/papi.c pmpi/papi_names.h \
	pmpi/papi_backend.c \
	pmpi/papi_list.c pmpi/papi_list.h \
	pmpi/papi_probe.c pmpi/papi_probe.h \
	pmpi/perf_cell.c pmpi/perf_cell.h \
	pmpi/perf_formula.c pmpi/perf_formula.h \
	pmpi/perf_known.c pmpi/perf_known.h \
	pmpi/perf_name.c pmpi/perf_name.h \
	pmpi/perf_page.c pmpi/perf_page.h \
	pmpi/perf_plan.c pmpi/perf_plan.h \
	pmpi/perf_set.c pmpi/perf_set.h \
	pmpi/perf_topdown.c pmpi/perf_topdown.h

# The wrappers of all MPI functions, made from what mpi.h declares; preloaded
# beside libhpmmpi.so where calls are to be timed.
calls_made = pmpi/calls_wrappers.c pmpi/calls_exports.map
calls_from = $(srcdir)/pmpi/calls.awk $(srcdir)/pmpi/calls.table \
	$(srcdir)/pmpi/calls_function.in
lib_LTLIBRARIES += libhpmmpi-calls.la
libhpmmpi_calls_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
libhpmmpi_calls_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden -fexceptions
libhpmmpi_calls_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-Wl,--version-script=pmpi/calls_exports.map -Wl,-z,now
libhpmmpi_calls_la_LIBADD = libcore.la -lpthread
libhpmmpi_calls_la_DEPENDENCIES = libcore.la pmpi/calls_exports.map
libhpmmpi_calls_la_SOURCES = \
	pmpi/calls.h \
	pmpi/calls_bytes.c pmpi/calls_bytes.h \
	pmpi/calls_clock.c pmpi/calls_clock.h \
	pmpi/calls_cost.c pmpi/calls_cost.h \
	pmpi/calls_functions.h \
	pmpi/calls_known.c pmpi/calls_known.h \
	pmpi/calls_link.c \
	pmpi/calls_persistent.c \
	pmpi/calls_real.c pmpi/calls_real.h \
	pmpi/calls_split.c pmpi/calls_split.h \
	pmpi/calls_wrap.h \
	pmpi/message.c pmpi/mpi_api.c pmpi/signal_guard.c
nodist_libhpmmpi_calls_la_SOURCES = pmpi/calls_wrappers.c
EXTRA_DIST += pmpi/calls.awk pmpi/calls.table pmpi/calls_function.in
CLEANFILES += $(calls_made) pmpi/calls_mpi.i

pmpi/calls_mpi.i: Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)echo '#include <mpi.h>' | $(CC) -E $(MPI_CFLAGS) -x c - >$@.new
	@mv $@.new $@

pmpi/calls_wrappers.c: pmpi/calls_mpi.i $(calls_from)
	$(AM_V_GEN)$(AWK) -v what=wrappers -f $(calls_from) pmpi/calls_mpi.i >$@.new
	@mv $@.new $@

pmpi/calls_exports.map: pmpi/calls_mpi.i $(calls_from)
	$(AM_V_GEN)$(AWK) -v what=exports -f $(calls_from) pmpi/calls_mpi.i >$@.new
	@mv $@.new $@
