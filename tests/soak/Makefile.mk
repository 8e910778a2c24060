# SPDX-License-Identifier: BSD-3-Clause
# Runs at random beside runs without us, on request:
#
#   make soak [SOAK_SECONDS=600] [SOAK_SEED=N]
SOAK_SECONDS = 600
SOAK_SEED =
EXTRA_DIST += tests/soak/soak tests/soak/soak.py tests/soak/churn.c
CLEANFILES += tests/soak/churn

tests/soak/churn: tests/soak/churn.c
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/soak/churn.c

soak: all $(check_DATA) tests/soak/churn
	@srcdir='$(srcdir)' SECONDS_OF_ALL='$(SOAK_SECONDS)' SEED='$(SOAK_SEED)' \
		$(SHELL) $(srcdir)/tests/soak/soak
.PHONY: soak
