# SPDX-License-Identifier: BSD-3-Clause
# A job that runs, watched on a pseudo-terminal.
TESTS += tests/live/live.sh
EXTRA_DIST += tests/live/live.sh tests/live/screen.py tests/live/damage.py \
	tests/live/waits.c
check_DATA += tests/live/waits
CLEANFILES += tests/live/waits

tests/live/waits: tests/live/waits.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -o $@ \
		$(srcdir)/tests/live/waits.c
