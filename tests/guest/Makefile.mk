# SPDX-License-Identifier: BSD-3-Clause
# A good guest: nothing is lost however a run ends, and nothing is disturbed.
guest_tests = \
	tests/guest/endings.sh \
	tests/guest/alone.sh \
	tests/guest/manners.sh \
	tests/guest/cancelled.sh \
	tests/guest/own_names.sh \
	tests/guest/places.sh \
	tests/guest/limits.sh \
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
	tests/guest/become.sh \
	tests/guest/stacks.sh \
	tests/guest/last.sh \
	tests/guest/strangers.sh \
	tests/guest/srun.sh \
	tests/guest/srun_nodes.sh
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
EXTRA_DIST += $(guest_tests) tests/guest/lib.sh tests/guest/slurm.sh tests/guest/stand_in.sh \
	tests/guest/ends.c tests/guest/ends.py tests/guest/split.py \
	tests/guest/cancelled.c tests/guest/stuck.c tests/guest/limits.c tests/guest/children.c \
	tests/guest/become.c tests/guest/stacks.c tests/guest/last.c \
	tests/guest/strangers.c \
	tests/guest/manners.c tests/guest/exact.c \
	tests/guest/own_names.awk tests/guest/wraps.c \
	$(guest_alone) tests/guest/alone.h tests/guest/alone.py \
	$(guest_neighbours)

guest_alone = tests/guest/alone.c tests/guest/alone_calls.c \
	tests/guest/alone_moments.c tests/guest/alone_stacks.c
guest_programs = tests/guest/alone tests/guest/cancelled tests/guest/ends tests/guest/stuck tests/guest/children \
	tests/guest/become tests/guest/stacks tests/guest/last \
	tests/guest/limits tests/guest/strangers \
	tests/guest/manners tests/guest/exact \
	tests/guest/own_names tests/guest/wraps.so
check_DATA += $(guest_programs)
CLEANFILES += $(guest_programs) tests/guest/own_names.c

tests/guest/ends: tests/guest/ends.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/ends.c

tests/guest/alone: $(guest_alone) tests/guest/alone.h tests/scope/snapshots.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -I$(srcdir)/include -pthread \
		-o $@ $(srcdir)/tests/guest/alone.c \
		$(srcdir)/tests/guest/alone_calls.c \
		$(srcdir)/tests/guest/alone_moments.c \
		$(srcdir)/tests/guest/alone_stacks.c -ldl

tests/guest/limits: tests/guest/limits.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/limits.c

tests/guest/manners: tests/guest/manners.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -O0 -pthread -o $@ \
		$(srcdir)/tests/guest/manners.c -lm

tests/guest/own_names.c: tests/guest/own_names.awk pmpi/guest/libc.table
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(AWK) -v extra="basename usleep times" \
		-f $(srcdir)/tests/guest/own_names.awk \
		$(srcdir)/pmpi/guest/libc.table >$@.new
	@mv $@.new $@

tests/guest/own_names: tests/guest/own_names.c
	$(AM_V_CC)$(CC) $(run_cflags) -fno-builtin -w -o $@ tests/guest/own_names.c

tests/guest/wraps.so: tests/guest/wraps.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -fPIC -shared -o $@ \
		$(srcdir)/tests/guest/wraps.c -ldl -lpthread

tests/guest/exact: tests/guest/exact.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/guest/exact.c -lm

tests/guest/cancelled: tests/guest/cancelled.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/cancelled.c

tests/guest/stuck: tests/guest/stuck.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/stuck.c

tests/guest/become: tests/guest/become.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/guest/become.c

tests/guest/stacks: tests/guest/stacks.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/stacks.c -ldl

tests/guest/last: tests/guest/last.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/guest/last.c

tests/guest/strangers: tests/guest/strangers.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -fno-builtin -o $@ \
		$(srcdir)/tests/guest/strangers.c

tests/guest/children: tests/guest/children.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/guest/children.c
