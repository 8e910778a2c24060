# SPDX-License-Identifier: BSD-3-Clause
# Regions that a program marks: labels and trees by themselves, and marked
# programs end to end.
check_PROGRAMS += tests/region/costs.t tests/region/deep.t tests/region/label.t \
	tests/region/marking.t tests/region/meanwhile.t tests/region/paths.t
TESTS += tests/region/costs.t tests/region/deep.t tests/region/label.t tests/region/meanwhile.t \
	tests/region/marking.t tests/region/paths.t tests/region/marked.sh tests/region/page.sh \
	tests/region/cut.sh tests/region/damaged.sh tests/region/parts.sh \
	tests/region/odd.sh tests/region/threads.sh tests/region/uneven.sh \
	tests/region/processor.sh tests/region/flat.sh \
	tests/region/split.sh tests/region/none.sh tests/region/detail.sh \
	tests/region/still.sh
tests_region_costs_t_SOURCES = tests/region/costs.c \
	aggregate/input/mark_costs.c aggregate/input/mark_costs.h
tests_region_costs_t_LDADD = $(UNIT_LIBS)
tests_region_label_t_SOURCES = tests/region/label.c pmpi/region/label.c
tests_region_label_t_LDADD = -lpthread
tests_region_meanwhile_t_SOURCES = tests/region/meanwhile.c \
	pmpi/region/region_snapshot.c pmpi/region/region_snapshot_room.c \
	pmpi/region/region_rows.c $(region_paths) \
	pmpi/wire/stream_buffer.c
tests_region_meanwhile_t_LDADD = -lpthread
tests_region_marking_t_SOURCES = tests/region/marking.c pmpi/region/mark_cost.c \
	$(region_paths)
region_paths = pmpi/region/paths.c pmpi/region/paths_folded.c pmpi/region/label.c
tests_region_paths_t_SOURCES = tests/region/paths.c tests/region/paths_by_hand.h \
	$(region_paths)
tests_region_deep_t_SOURCES = tests/region/deep.c tests/region/paths_by_hand.h \
	$(region_paths)

region_dir = tests/region
region_programs = $(region_dir)/marked $(region_dir)/marked-archive \
	$(region_dir)/marked-plain $(region_dir)/marked-off $(region_dir)/team \
	$(region_dir)/cut $(region_dir)/parts $(region_dir)/uneven \
	$(region_dir)/odd $(region_dir)/threads $(region_dir)/processor \
	$(region_dir)/recursive $(region_dir)/split \
	$(region_dir)/crossing $(region_dir)/detail $(region_dir)/inner $(region_dir)/still $(region_dir)/ended \
	$(region_dir)/beside $(region_dir)/around
if HAVE_CXX
region_programs += $(region_dir)/scoped
endif
EXTRA_DIST += tests/region/detail.sh tests/region/detail.c \
	tests/region/inner.c tests/region/parts_within.py \
	tests/region/marked.sh tests/region/page.sh tests/region/check.py tests/region/shown.py \
	tests/region/damaged.sh tests/region/damage.py tests/region/of_ranks.py \
	tests/region/none.sh tests/region/split.sh tests/region/split.c tests/region/crossing.c \
	tests/region/cut.sh tests/region/cut.c tests/region/parts.sh \
	tests/region/parts.c tests/region/marked.c tests/region/team.c \
	tests/region/scoped.cc tests/region/uneven.c tests/region/uneven.sh \
	tests/region/odd.c tests/region/odd.sh \
	tests/region/processor.c tests/region/processor.sh tests/region/beside.c \
	tests/region/around.c \
	tests/region/recursive.c tests/region/flat.sh tests/region/flat.py \
	tests/region/ended.c tests/region/threads.c tests/region/threads.sh tests/region/thread_times.py \
	tests/region/still.c tests/region/still.sh tests/region/still.py
check_DATA += $(region_programs)
CLEANFILES += $(region_programs)

# As a program that has them from pkg-config.
region_flags = -D_GNU_SOURCE $(run_cflags) -I$(srcdir) -I$(srcdir)/include \
	-pthread -rdynamic
region_shared = -L.libs -lhpm -Wl,-rpath,$(abs_builddir)/.libs
region_marked = $(srcdir)/$(region_dir)/marked.c
region_needs = $(region_dir)/marked.c tests/calls/programs/work_counter.h \
	include/hpm.h libhpm.la libhpm.a

$(region_dir)/marked: $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(region_flags) -o $@ $(region_marked) $(region_shared)

$(region_dir)/marked-archive: $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(region_flags) -o $@ $(region_marked) libhpm.a \
		$(DL_LIBS)

$(region_dir)/marked-plain: $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(region_flags) -DMARKED_PLAIN -o $@ $(region_marked) \
		$(region_shared)

$(region_dir)/marked-off: $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(region_flags) -DMARKED_PLAIN -DHPM_OFF -o $@ \
		$(region_marked)

$(region_dir)/cut $(region_dir)/crossing $(region_dir)/detail \
$(region_dir)/inner $(region_dir)/threads $(region_dir)/uneven \
$(region_dir)/split $(region_dir)/recursive: \
$(region_dir)/split.c $(region_dir)/crossing.c $(region_dir)/detail.c $(region_dir)/inner.c $(region_dir)/recursive.c $(region_dir)/cut.c $(region_dir)/threads.c $(region_dir)/uneven.c \
	$(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) $(region_flags) -o $@ $(srcdir)/$@.c \
		$(region_shared)

$(region_dir)/parts $(region_dir)/processor $(region_dir)/still $(region_dir)/ended \
$(region_dir)/beside $(region_dir)/around: \
	$(region_dir)/parts.c $(region_dir)/processor.c $(region_dir)/still.c \
	$(region_dir)/ended.c $(region_dir)/beside.c $(region_dir)/around.c \
	tests/scope/signal_and_see.h \
	$(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(region_flags) -o $@ $(srcdir)/$@.c $(region_shared)

$(region_dir)/odd: $(region_dir)/odd.c $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(region_flags) -o $@ $(srcdir)/$(region_dir)/odd.c \
		$(region_shared)

$(region_dir)/team: $(region_dir)/team.c $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(region_flags) $(OPENMP_CFLAGS) -o $@ \
		$(srcdir)/$(region_dir)/team.c $(region_shared)

$(region_dir)/scoped: $(region_dir)/scoped.cc $(region_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(CXX) -g -O1 -Wall -Wextra $(CXXFLAGS) $(SAN_CFLAGS) -I$(srcdir)/include \
		-o $@ $(srcdir)/$(region_dir)/scoped.cc $(region_shared)
