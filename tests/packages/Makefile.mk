# SPDX-License-Identifier: BSD-3-Clause
# What the build and the packages promise.
packages_tests = tests/packages/configure.sh
TESTS += $(packages_tests)
EXTRA_DIST += $(packages_tests)
