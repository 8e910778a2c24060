# SPDX-License-Identifier: BSD-3-Clause
# Calls of MPI give the same with and without the library.
TESTS += tests/conformance/conformance.sh
EXTRA_DIST += tests/conformance/conformance.sh tests/conformance/messages.c \
	tests/conformance/together.c tests/conformance/say.h \
	tests/conformance/bindings.F90
