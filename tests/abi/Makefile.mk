# SPDX-License-Identifier: BSD-3-Clause
# Programs of the standard ABI of MPI 5, counted by the same installation.
abi_tests = tests/abi/counts.sh tests/abi/runs.sh
TESTS += $(abi_tests)
EXTRA_DIST += $(abi_tests) tests/abi/lib.sh tests/abi/constants.c \
	tests/abi/functions.awk tests/abi/library.c tests/abi/mpi.h
