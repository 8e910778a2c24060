# SPDX-License-Identifier: BSD-3-Clause
# What the build and the packages promise; scripts/debian-packages makes them.
packages_tests = tests/packages/configure.sh \
	tests/packages/installed.sh tests/packages/libc.sh \
	tests/packages/recipes.sh tests/packages/site.sh
TESTS += $(packages_tests)
EXTRA_DIST += $(packages_tests)
