# SPDX-License-Identifier: BSD-3-Clause
# Counts of a real PMU, in a guest; apart from `make check`, for it takes
# minutes to build the guest.
EXTRA_DIST += tests/pmu/pmu.sh tests/pmu/guest-build tests/pmu/guest-init \
	tests/pmu/guest-run tests/pmu/cross-build tests/pmu/in-guest \
	tests/pmu/loops.c tests/pmu/own.c tests/pmu/regions.c tests/pmu/nested.c \
	tests/pmu/nested.py tests/pmu/serial.c tests/pmu/turn.h tests/pmu/scaled.py \
	tests/pmu/shares.c tests/pmu/shares.py tests/pmu/nodes.c

# What is built for the guest stays for a second try (tests/again.sh).
check-pmu: all $(check_DATA)
	@$(MKDIR_P) tests/pmu
	-rm -f tests/pmu/share/built
	HPM_TEST_LIMIT=2400 $(MAKE) check-TESTS TESTS=tests/pmu/pmu.sh \
		TEST_SUITE_LOG=tests/pmu/suite.log
.PHONY: check-pmu

clean-local: clean-pmu
clean-pmu:
	-rm -rf tests/pmu/share
	-rm -f tests/pmu/pmu.log tests/pmu/pmu.trs tests/pmu/suite.log
distclean-local:
	-rm -rf tests/pmu/guest
.PHONY: clean-pmu
