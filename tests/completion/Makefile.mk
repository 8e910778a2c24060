# SPDX-License-Identifier: BSD-3-Clause
# What the shells offer behind hpmrun and hpmagg.
completion_tests = tests/completion/bash.sh tests/completion/fish.sh \
	tests/completion/zsh.sh
TESTS += $(completion_tests)
EXTRA_DIST += $(completion_tests) tests/completion/lib.sh
