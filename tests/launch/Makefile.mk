# SPDX-License-Identifier: BSD-3-Clause
# Every launcher with every language and MPI library that is here.
launch_tests = tests/launch/mpirun.sh tests/launch/srun.sh
TESTS += $(launch_tests)
EXTRA_DIST += $(launch_tests) tests/launch/lib.sh tests/launch/ring.cc \
	tests/launch/ring.py tests/launch/known_calls.py
