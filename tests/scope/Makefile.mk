# SPDX-License-Identifier: BSD-3-Clause
# Programs without MPI, what part of a process is counted, and control from
# outside.
scope_tests = \
	tests/scope/serial.sh \
	tests/scope/process.sh
TESTS += $(scope_tests)
EXTRA_DIST += $(scope_tests) tests/scope/lib.sh tests/scope/process.c

scope_programs = tests/scope/process
check_DATA += $(scope_programs)
CLEANFILES += $(scope_programs)

tests/scope/process: tests/scope/process.c include/hpm_spill.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -I$(srcdir)/include $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/scope/process.c
