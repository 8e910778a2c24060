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
	pmpi/backend_load.c pmpi/backend_load.h \
	pmpi/clock.h \
	pmpi/descriptor_room.c pmpi/descriptor_room.h \
	pmpi/ends.c pmpi/ends.h \
	pmpi/event_cells.c \
	pmpi/event_table.c pmpi/event_table.h \
	pmpi/export.h \
	pmpi/gather.c pmpi/gather.h \
	pmpi/init.c \
	pmpi/message.c pmpi/message.h \
	pmpi/mpi_api.c pmpi/mpi_api.h \
	pmpi/mpi_objects.c pmpi/mpi_objects.h \
	pmpi/os_counters.c pmpi/os_counters.h \
	pmpi/rank_record.c pmpi/rank_record.h \
	pmpi/run_texts.c pmpi/run_texts.h \
	pmpi/session.c pmpi/session.h \
	pmpi/signal_guard.c pmpi/signal_guard.h \
	pmpi/spill.c pmpi/spill.h \
	pmpi/spill_file.c pmpi/spill_file.h \
	pmpi/spill_place.c pmpi/spill_place.h \
	pmpi/stream_buffer.c pmpi/stream_buffer.h \
	pmpi/stream_file.c pmpi/stream_file.h \
	pmpi/thread.c pmpi/thread.h pmpi/thread_private.h \
	pmpi/thread_count.c \
	pmpi/thread_create.c \
	pmpi/thread_look.c \
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
	pmpi/papi_probe.c pmpi/papi_probe.h \
	pmpi/perf_formula.c pmpi/perf_formula.h \
	pmpi/perf_name.c pmpi/perf_name.h \
	pmpi/perf_plan.c pmpi/perf_plan.h \
	pmpi/perf_set.c pmpi/perf_set.h
