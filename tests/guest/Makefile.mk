# SPDX-License-Identifier: BSD-3-Clause
# A good guest: nothing is lost however a run ends, and nothing is disturbed.
guest_tests = \
	tests/guest/endings.sh \
	tests/guest/alone.sh \
	tests/guest/places.sh \
	tests/guest/batch.sh \
	tests/guest/children.sh \
	tests/guest/memcheck.sh \
	tests/guest/stuck.sh \
	tests/guest/mpmd.sh \
	tests/guest/launchers.sh \
	tests/guest/uneven.sh \
	tests/guest/containers.sh \
	tests/guest/loading.sh \
	tests/guest/neighbours.sh \
	tests/guest/spawn.sh \
	tests/guest/kept.sh \
	tests/guest/srun.sh
guest_neighbours = \
	tests/guest/neighbours/asker.c tests/guest/neighbours/asks.c \
	tests/guest/neighbours/client.c tests/guest/neighbours/early.c \
	tests/guest/neighbours/handles.c \
	tests/guest/neighbours/hdf5.c tests/guest/neighbours/hidden.c \
	tests/guest/neighbours/load.c \
	tests/guest/neighbours/own_papi.c tests/guest/neighbours/reload.c \
	tests/guest/neighbours/ring.c \
	tests/guest/neighbours/spawn.c tests/guest/neighbours/tool.c
TESTS += $(guest_tests)
EXTRA_DIST += $(guest_tests) tests/guest/lib.sh tests/guest/ends.c \
	tests/guest/ends.py tests/guest/split.py tests/guest/stuck.c \
	tests/guest/children.c $(guest_alone) tests/guest/alone.h \
	tests/guest/alone.py \
	$(guest_neighbours)

guest_alone = tests/guest/alone.c tests/guest/alone_calls.c \
	tests/guest/alone_stacks.c
guest_programs = tests/guest/alone tests/guest/ends tests/guest/stuck tests/guest/children
check_DATA += $(guest_programs)
CLEANFILES += $(guest_programs)

tests/guest/ends: tests/guest/ends.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/ends.c

tests/guest/alone: $(guest_alone) tests/guest/alone.h tests/scope/snapshots.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir)/include -pthread \
		-o $@ $(srcdir)/tests/guest/alone.c \
		$(srcdir)/tests/guest/alone_calls.c \
		$(srcdir)/tests/guest/alone_stacks.c -ldl

tests/guest/stuck: tests/guest/stuck.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/stuck.c

tests/guest/children: tests/guest/children.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/guest/children.c
