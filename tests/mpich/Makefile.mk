# SPDX-License-Identifier: BSD-3-Clause
# Programs of MPICH, counted by the same installation.
mpich_tests = tests/mpich/counts.sh tests/mpich/runs.sh tests/mpich/manners.sh \
	tests/mpich/sessions.sh tests/mpich/paused.sh \
	tests/mpich/nodes.sh
TESTS += $(mpich_tests)
EXTRA_DIST += $(mpich_tests) tests/mpich/lib.sh tests/mpich/sessions.c
