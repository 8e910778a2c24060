# SPDX-License-Identifier: BSD-3-Clause
# Programs without MPI, what part of a process is counted, and control from
# outside.
scope_tests = \
	tests/scope/serial.sh \
	tests/scope/process.sh \
	tests/scope/paused.sh \
	tests/scope/children.sh \
	tests/scope/lone.sh \
	tests/scope/execs.sh \
	tests/scope/outside.sh \
	tests/scope/signals.sh \
	tests/scope/nested.sh \
	tests/scope/unseen.sh \
	tests/scope/closing.sh
TESTS += $(scope_tests)
EXTRA_DIST += $(scope_tests) tests/scope/lib.sh tests/scope/process.c \
	tests/scope/paused.c tests/scope/paused.py \
	tests/scope/own_signal.c tests/scope/children.c tests/scope/signal_and_see.h \
	tests/scope/outside.c tests/scope/lone.c tests/scope/snapshots.h \
	tests/scope/execs.c tests/scope/other_loader.c tests/scope/unseen.c tests/scope/other_mpi.c \
	tests/scope/signalled.c tests/scope/signals.py \
	tests/scope/closing.py

scope_programs = tests/scope/process tests/scope/lone tests/scope/execs \
	tests/scope/other_loader tests/scope/unseen tests/scope/paused tests/scope/paused-mpi \
	tests/scope/own_signal tests/scope/children tests/scope/children-mpi \
	tests/scope/other_mpi tests/scope/libmpi-other.so
check_DATA += $(scope_programs)
CLEANFILES += $(scope_programs) tests/scope/outside tests/scope/signalled
check_DATA += tests/scope/outside.stamp tests/scope/signalled.stamp
CLEANFILES += tests/scope/outside.stamp tests/scope/signalled.stamp

tests/scope/lone: tests/scope/lone.c tests/scope/snapshots.h \
		include/hpm_checkpoint.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -I$(srcdir)/include $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/lone.c

tests/scope/process: tests/scope/process.c tests/scope/snapshots.h \
		include/hpm_checkpoint.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -I$(srcdir)/include $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/process.c

tests/scope/execs: tests/scope/execs.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/scope/execs.c

tests/scope/unseen: tests/scope/unseen.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/unseen.c -lrt

# Its loader is a copy, in the working directory.
tests/scope/other_loader: tests/scope/other_loader.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(run_cflags) -Wl,--dynamic-linker=./ld-musl-test.so.1 \
		-o $@ $(srcdir)/tests/scope/other_loader.c

tests/scope/paused: tests/scope/paused.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/paused.c

tests/scope/paused-mpi: tests/scope/paused.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -DWITH_MPI $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/paused.c

tests/scope/own_signal: tests/scope/own_signal.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/scope/own_signal.c

tests/scope/children: tests/scope/children.c tests/scope/signal_and_see.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/scope/children.c

tests/scope/children-mpi: tests/scope/children.c tests/scope/signal_and_see.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -DWITH_MPI $(run_cflags) -o $@ \
		$(srcdir)/tests/scope/children.c

tests/scope/libmpi-other.so: tests/scope/other_mpi.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -DLIBRARY $(run_cflags) -shared -fPIC -o $@ \
		$(srcdir)/tests/scope/other_mpi.c

tests/scope/other_mpi: tests/scope/other_mpi.c tests/scope/libmpi-other.so
	$(AM_V_CC)$(CC) $(run_cflags) -o $@ $(srcdir)/tests/scope/other_mpi.c \
		-Ltests/scope -lmpi-other -Wl,-rpath,$(abs_builddir)/tests/scope

# Without a C library to link to they are missing, and their tests say so.
tests/scope/outside.stamp tests/scope/signalled.stamp: \
tests/scope/%.stamp: tests/scope/%.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -std=gnu11 -g -O1 $(WARN_CFLAGS) -static \
		-o tests/scope/$* $< \
		|| rm -f tests/scope/$*
	@touch $@
