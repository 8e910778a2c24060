# SPDX-License-Identifier: BSD-3-Clause
# Programs that carry marks of others: built by the test, where their libraries
# are installed.
TESTS += tests/region/marks.sh
EXTRA_DIST += tests/region/marks.sh tests/region/marks/caliper.c \
	tests/region/marks/calls.c tests/region/marks/itt.c \
	tests/region/marks/itt_tbb.cc \
	tests/region/marks/kokkos.cc tests/region/marks/kokkos_tool.c \
	tests/region/marks/nested.c tests/region/marks/nvtx.c tests/region/marks/openmp.c \
	tests/region/marks/paused.c tests/region/marks/pcontrol.c tests/region/marks/pcontrol.f90 \
	tests/region/marks/pcontrol_long.c \
	tests/region/marks/pcontrol_tool.c tests/region/marks/plugged.c \
	tests/region/marks/plugin.c tests/region/marks/tasks.c
