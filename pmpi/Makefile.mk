# SPDX-License-Identifier: BSD-3-Clause
# The preloaded library.  It links to the C library alone: MPI is found in the
# program, and PAPI comes as a plug-in when counting starts.
lib_LTLIBRARIES += libhpmmpi.la
libhpmmpi_la_CPPFLAGS = $(AM_CPPFLAGS) $(PLACES)
libhpmmpi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
libhpmmpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-Wl,--version-script=$(srcdir)/pmpi/exports.map -Wl,-z,now -Wl,-z,nodelete
libhpmmpi_la_LIBADD = libbase.la -lpthread
libhpmmpi_la_DEPENDENCIES = libbase.la $(srcdir)/pmpi/exports.map
if OWN_LIBC
libhpmmpi_la_LDFLAGS += -Wl,@pmpi/guest/libc_main.wrap
libhpmmpi_la_DEPENDENCIES += pmpi/guest/libc_main.wrap
nodist_libhpmmpi_la_SOURCES = pmpi/guest/libc_main.c
endif
libhpmmpi_la_SOURCES = \
	pmpi/session/alike.c pmpi/session/alike.h \
	pmpi/job/app_contexts.c pmpi/job/app_contexts.h \
	pmpi/count/backend_load.c pmpi/count/backend_load.h \
	pmpi/guest/clock.h \
	pmpi/guest/confined.c pmpi/guest/confined.h \
	pmpi/session/control.c pmpi/session/control.h \
	pmpi/guest/descriptor_room.c pmpi/guest/descriptor_room.h \
	pmpi/guest/dlsym_next.c pmpi/guest/dlsym_next.h \
	pmpi/calls/dlsym_mpi.c \
	pmpi/session/exit_hooks.c pmpi/session/exit_hooks.h \
	pmpi/perf/cell.h pmpi/count/event_cells.c \
	pmpi/count/event_rotation.c pmpi/count/event_rotation.h \
	pmpi/count/event_table.c pmpi/count/event_table.h \
	pmpi/exec/exec.c pmpi/exec/exec.h pmpi/exec/exec_lists.c \
	pmpi/session/daemon.c \
	pmpi/guest/export.h pmpi/guest/uninstrumented.h \
	pmpi/guest/cancel_guard.h pmpi/guest/float_guard.h \
	pmpi/gather/gather.c pmpi/gather/gather.h \
	pmpi/gather/gather_agree.c pmpi/gather/gather_agree.h \
	pmpi/gather/gather_tree.c pmpi/gather/gather_tree.h \
	pmpi/gather/gather_write.c pmpi/gather/gather_write.h \
	pmpi/session/entry.h pmpi/session/init.c \
	pmpi/session/mpi_sessions.c pmpi/session/mpi_sessions.h \
	pmpi/guest/stderr_dup.c pmpi/guest/stderr_dup.h \
	pmpi/guest/stderr_file.c pmpi/guest/stderr_file.h \
	pmpi/calls/measuring.c pmpi/calls/measuring.h \
	pmpi/guest/message.c pmpi/guest/message.h \
	pmpi/guest/own_libc.c pmpi/guest/own_libc.h \
	pmpi/session/lone_calls.c pmpi/session/lone_calls.h \
	pmpi/session/raw_calls.c \
	pmpi/guest/readable.c pmpi/guest/readable.h \
	pmpi/wire/mpi_abi.h pmpi/wire/mpi_api.c pmpi/wire/mpi_api.h \
	pmpi/wire/mpi_world.c pmpi/wire/mpi_world.h \
	pmpi/calls/calls.h \
	pmpi/calls/mpi_calls.c pmpi/calls/mpi_calls.h \
	pmpi/calls/mpi_merge.c \
	pmpi/calls/mpi_pause.c pmpi/calls/mpi_pause.h \
	pmpi/calls/mpi_arrivals.c pmpi/calls/mpi_arrivals.h \
	pmpi/calls/mpi_cells.c pmpi/calls/mpi_clocks.c \
	pmpi/calls/sampling.c pmpi/calls/sampling.h \
	pmpi/calls/split_window.c pmpi/calls/split_window.h \
	pmpi/calls/mpi_snapshot.c pmpi/calls/mpi_snapshot.h \
	pmpi/calls/mpi_objects.c pmpi/calls/mpi_objects.h \
	pmpi/calls/mpi_sites.c pmpi/calls/mpi_sites.h \
	pmpi/calls/mpi_added.c pmpi/calls/mpi_split.c \
	pmpi/calls/mpi_times.c \
	pmpi/count/node_counters.c pmpi/count/node_counters.h \
	pmpi/job/node_marks.c pmpi/job/node_marks.h \
	pmpi/count/os_children.c pmpi/count/os_children.h \
	pmpi/count/cores.c pmpi/count/cores.h \
	pmpi/count/topology.c pmpi/count/topology.h \
	pmpi/count/cpu_limit.c pmpi/count/cpu_limit.h \
	pmpi/count/os_counters.c pmpi/count/os_counters.h \
	pmpi/guest/proc.c pmpi/guest/proc.h \
	pmpi/threads/own_thread.c pmpi/threads/own_thread.h \
	pmpi/threads/last_thread.c pmpi/threads/last_thread.h \
	pmpi/job/participants.c pmpi/job/participants.h \
	pmpi/job/pmi_word.c pmpi/job/pmi_word.h \
	pmpi/job/pmix_api.c pmpi/job/pmix_api.h \
	pmpi/job/pmix_word.c pmpi/job/pmix_word.h \
	pmpi/region/label.c pmpi/region/label.h \
	pmpi/region/marks.c pmpi/region/marks.h \
	pmpi/region/mark_caliper.c pmpi/region/mark_calls.h \
	pmpi/region/mark_likwid.c \
	pmpi/region/mark_openmp.c \
	pmpi/region/mark_papi.c \
	pmpi/region/mark_pcontrol.c pmpi/region/mark_tools.c \
	pmpi/region/mark_hpm.c pmpi/region/mark_seam.c \
	pmpi/functions/mark_functions.c \
	pmpi/functions/functions.c pmpi/functions/functions.h \
	pmpi/functions/function_stack.c pmpi/functions/function_stack.h \
	pmpi/functions/function_names.c pmpi/functions/function_names.h \
	pmpi/functions/function_source.c pmpi/functions/function_source.h \
	pmpi/region/mark_cost.c pmpi/region/mark_cost.h \
	pmpi/region/paths.c pmpi/region/paths.h \
	pmpi/region/paths_folded.c pmpi/region/paths_folded.h \
	pmpi/region/region_chunks.c \
	pmpi/region/region_inside.c pmpi/region/region_inside.h \
	pmpi/region/region_early.c pmpi/region/region_early.h \
	pmpi/region/region_forward.c pmpi/region/region_forward.h \
	pmpi/region/region_pause.c pmpi/region/region_pause.h \
	pmpi/region/region_rows.c pmpi/region/region_rows.h \
	pmpi/region/region_snapshot.c pmpi/region/region_snapshot.h \
	pmpi/region/region_snapshot_room.c \
	pmpi/region/regions.c pmpi/region/regions.h \
	pmpi/pages/line_reader.c pmpi/pages/line_reader.h \
	pmpi/pages/mappings.c pmpi/pages/mappings.h \
	pmpi/pages/maps_line.c pmpi/pages/maps_line.h \
	pmpi/pages/page_look.c pmpi/pages/page_look.h pmpi/pages/page_touches.c \
	pmpi/pages/page_sample.c pmpi/pages/page_tables.c \
	pmpi/pages/page_threads.c \
	pmpi/pages/pages.c pmpi/pages/pages.h \
	pmpi/samples/sample_ring.c pmpi/samples/sample_ring.h \
	pmpi/samples/sample_chains.c pmpi/samples/sample_chains.h \
	pmpi/samples/samples_tell.c pmpi/samples/samples_tell.h \
	pmpi/samples/sample_objects.c pmpi/samples/sample_objects.h \
	pmpi/samples/sample_touches.c pmpi/samples/sample_touches.h \
	pmpi/samples/sample_table.c pmpi/samples/sample_table.h \
	pmpi/samples/samples.c pmpi/samples/samples.h \
	pmpi/calls/calls_ring.h \
	pmpi/record/rank_record.c pmpi/record/rank_record.h \
	pmpi/record/run_texts.c pmpi/record/run_texts.h \
	pmpi/session/session.c pmpi/session/session.h pmpi/session/session_private.h \
	pmpi/session/session_begin.c pmpi/session/session_job.c \
	pmpi/session/result_pattern.c pmpi/session/result_pattern.h \
	pmpi/session/session_process.c pmpi/session/session_result.c \
	pmpi/session/session_tell.c \
	pmpi/guest/exit_turn.c pmpi/guest/exit_turn.h \
	base/signal_guard.c base/signal_guard.h \
	pmpi/guest/signal_state.c pmpi/guest/signal_state.h \
	pmpi/guest/stack_room.c pmpi/guest/stack_room.h \
	pmpi/guest/syscall_entry.h \
	pmpi/checkpoint/line.c pmpi/checkpoint/line.h \
	pmpi/checkpoint/snapshot.c pmpi/checkpoint/snapshot.h \
	pmpi/perf/perf_counter.c pmpi/perf/perf_counter.h \
	pmpi/session/site.c pmpi/session/site.h \
	pmpi/session/spawn.c \
	pmpi/checkpoint/checkpoint.c pmpi/checkpoint/checkpoint.h pmpi/checkpoint/checkpoint_private.h \
	pmpi/checkpoint/checkpoint_begin.c pmpi/checkpoint/due.h \
	pmpi/checkpoint/checkpoint_copy.c pmpi/checkpoint/checkpoint_copy.h \
	pmpi/checkpoint/checkpoint_end.c pmpi/checkpoint/checkpoint_end.h \
	pmpi/checkpoint/checkpoint_line.c \
	pmpi/checkpoint/checkpoint_keep.c pmpi/checkpoint/checkpoint_file.c pmpi/checkpoint/checkpoint_file.h \
	pmpi/checkpoint/checkpoint_place.c pmpi/checkpoint/checkpoint_place.h \
	pmpi/calls/split_counters.c \
	pmpi/wire/objects.c pmpi/wire/objects.h \
	pmpi/wire/stream_buffer.c pmpi/wire/stream_buffer.h \
	pmpi/wire/stream_texts.c pmpi/wire/stream_texts.h \
	pmpi/wire/stream_file.c pmpi/wire/stream_file.h \
	pmpi/exec/successor.c pmpi/exec/successor.h \
	pmpi/exec/heir_environment.c pmpi/exec/heir_environment.h \
	pmpi/threads/thread.c pmpi/threads/thread.h pmpi/threads/thread_private.h \
	pmpi/threads/thread_children.c \
	pmpi/threads/thread_collect.c pmpi/threads/thread_count.c \
	pmpi/threads/thread_create.c pmpi/threads/thread_missing.c \
	pmpi/threads/thread_sample.c \
	pmpi/wire/thread_rows.h \
	pmpi/threads/thread_pause.c \
	pmpi/threads/thread_snapshot.c \
	pmpi/threads/thread_unload.c \
	pmpi/session/writer_process.c pmpi/session/writer_process.h
EXTRA_DIST += pmpi/exports.map

# The C library's functions that ours call, whatever the program has
# (pmpi/guest/own_libc.h): entries, and the linker's words.
libc_from = $(srcdir)/pmpi/guest/libc.awk $(srcdir)/pmpi/guest/libc.table
libc_code = pmpi/guest/libc_main.c pmpi/guest/libc_calls.c pmpi/guest/libc_papi.c
libc_wrap = pmpi/guest/libc_main.wrap pmpi/guest/libc_calls.wrap \
	pmpi/guest/libc_papi.wrap
EXTRA_DIST += pmpi/guest/libc.awk pmpi/guest/libc.table
CLEANFILES += $(libc_code) $(libc_wrap)

$(libc_code): $(libc_from)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(AWK) -v what=code -v library=`basename $@ .c | sed 's/libc_//'` \
		-f $(libc_from) >$@.new
	@mv $@.new $@

$(libc_wrap): $(libc_from)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(AWK) -v what=wrap -v library=`basename $@ .wrap | sed 's/libc_//'` \
		-f $(libc_from) >$@.new
	@mv $@.new $@

pkglib_LTLIBRARIES += papi.la
papi_la_CPPFLAGS = $(AM_CPPFLAGS) $(PAPI_CFLAGS)
papi_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
papi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared
papi_la_LIBADD = libbase.la $(PAPI_LIBS) -lm
if OWN_LIBC
papi_la_LDFLAGS += -Wl,@pmpi/guest/libc_papi.wrap
papi_la_DEPENDENCIES = libbase.la pmpi/guest/libc_papi.wrap
nodist_papi_la_SOURCES = pmpi/guest/libc_papi.c
endif
papi_la_SOURCES = \
	pmpi/papi/papi.c pmpi/papi/papi_names.h \
	pmpi/papi/papi_backend.c pmpi/papi/papi_private.h \
	pmpi/papi/papi_sets.c \
	pmpi/papi/papi_list.c pmpi/papi/papi_list.h \
	pmpi/papi/papi_probe.c pmpi/papi/papi_probe.h \
	pmpi/papi/papi_look.c \
	pmpi/papi/papi_select.c pmpi/papi/papi_zeros.c \
	pmpi/perf/slices.c pmpi/perf/slices.h \
	pmpi/perf/perf_cell.c pmpi/perf/perf_cell.h \
	pmpi/perf/perf_counter.c pmpi/perf/perf_counter.h \
	pmpi/perf/perf_formula.c pmpi/perf/perf_formula.h \
	pmpi/perf/perf_known.c pmpi/perf/perf_known.h \
	pmpi/perf/perf_name.c pmpi/perf/perf_name.h \
	pmpi/perf/perf_page.c pmpi/perf/perf_page.h \
	pmpi/perf/perf_plan.c pmpi/perf/perf_plan.h \
	pmpi/perf/perf_set.c pmpi/perf/perf_set.h \
	pmpi/perf/perf_topdown.c pmpi/perf/perf_topdown.h \
	pmpi/guest/descriptor_room.c \
	pmpi/guest/dlsym_next.c pmpi/guest/own_libc.c

# Marks whose own libraries load a tool by the environment.
pkglib_LTLIBRARIES += marks.la
marks_la_CPPFLAGS = $(AM_CPPFLAGS)
marks_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
marks_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -Wl,-z,nodelete
marks_la_SOURCES = \
	pmpi/guest/export.h \
	pmpi/region/label.h pmpi/region/marks.h \
	pmpi/region/mark_itt.c \
	pmpi/region/mark_kokkos.c \
	pmpi/region/mark_nvtx.c \
	pmpi/region/mark_open.c pmpi/region/mark_open.h

# The wrappers of all MPI functions, made from two tables; preloaded
# beside libhpmmpi.so where calls are to be timed.
calls_made = pmpi/wrap/calls_wrappers.c pmpi/wrap/calls_exports.map
calls_from = $(srcdir)/pmpi/wrap/calls.awk $(srcdir)/pmpi/wrap/calls.table \
	$(srcdir)/pmpi/wrap/calls_function.in $(srcdir)/pmpi/wrap/signatures.table
lib_LTLIBRARIES += libhpmmpi-calls.la
libhpmmpi_calls_la_CPPFLAGS = $(AM_CPPFLAGS)
libhpmmpi_calls_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden -fexceptions
libhpmmpi_calls_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-Wl,--version-script=pmpi/wrap/calls_exports.map -Wl,-z,now
libhpmmpi_calls_la_LIBADD = libbase.la -lpthread
libhpmmpi_calls_la_DEPENDENCIES = libbase.la pmpi/wrap/calls_exports.map
libhpmmpi_calls_la_SOURCES = \
	pmpi/calls/calls.h \
	pmpi/wrap/calls_arrivals.c pmpi/wrap/calls_arrivals.h \
	pmpi/wrap/calls_comms.c pmpi/wrap/calls_comms.h \
	pmpi/wrap/calls_members.c \
	pmpi/wrap/calls_records.c pmpi/wrap/calls_records.h \
	pmpi/wrap/calls_bytes.c pmpi/wrap/calls_bytes.h \
	pmpi/wrap/calls_clock.c pmpi/wrap/calls_clock.h \
	pmpi/wrap/calls_cost.c pmpi/wrap/calls_cost.h \
	pmpi/wrap/calls_functions.h \
	pmpi/wrap/calls_known.c pmpi/wrap/calls_known.h \
	pmpi/wrap/calls_link.c pmpi/wrap/calls_ring.c \
	pmpi/wrap/calls_persistent.c \
	pmpi/wrap/calls_sites.c pmpi/wrap/calls_sites.h \
	pmpi/wrap/calls_steps.c \
	pmpi/calls/frame_size.c pmpi/calls/frame_size.h \
	pmpi/wrap/calls_real.c pmpi/wrap/calls_real.h \
	pmpi/wrap/calls_sample.c pmpi/wrap/calls_sample.h \
	pmpi/calls/sampling.c pmpi/calls/sampling.h \
	pmpi/guest/descriptor_room.c \
	pmpi/wrap/calls_unwind.c \
	pmpi/wrap/calls_split.c pmpi/wrap/calls_split.h \
	pmpi/calls/split_window.c pmpi/calls/split_window.h \
	pmpi/wrap/calls_wrap.h \
	pmpi/guest/dlsym_next.c pmpi/guest/message.c pmpi/wire/mpi_api.c \
	pmpi/guest/own_libc.c \
	base/signal_guard.c pmpi/guest/stderr_file.c
nodist_libhpmmpi_calls_la_SOURCES = pmpi/wrap/calls_wrappers.c
if OWN_LIBC
libhpmmpi_calls_la_LDFLAGS += -Wl,@pmpi/guest/libc_calls.wrap
libhpmmpi_calls_la_DEPENDENCIES += pmpi/guest/libc_calls.wrap
nodist_libhpmmpi_calls_la_SOURCES += pmpi/guest/libc_calls.c
endif
EXTRA_DIST += pmpi/wrap/calls.awk pmpi/wrap/calls.table pmpi/wrap/calls_function.in \
	pmpi/wrap/signatures.table pmpi/wrap/signatures.awk
CLEANFILES += $(calls_made)

pmpi/wrap/calls_wrappers.c: $(calls_from)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(AWK) -v what=wrappers -f $(calls_from) >$@.new
	@mv $@.new $@

pmpi/wrap/calls_exports.map: $(calls_from)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(AWK) -v what=exports -f $(calls_from) >$@.new
	@mv $@.new $@
