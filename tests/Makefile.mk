# SPDX-License-Identifier: BSD-3-Clause
# Each subject of the tests is a folder; a test prints TAP.
# Those that take long begin first.
SERIAL_TESTS =
include tests/run/Makefile.mk
include tests/calls/Makefile.mk
include tests/launch/Makefile.mk
include tests/guest/Makefile.mk
include tests/region/Makefile.mk
include tests/region/marks.mk
include tests/harness/Makefile.mk
include tests/unit/Makefile.mk
include tests/metrics/Makefile.mk
include tests/aggregate/Makefile.mk
include tests/wrapper/Makefile.mk
include tests/stat/Makefile.mk
include tests/gather/Makefile.mk
include tests/scope/Makefile.mk
include tests/costs/Makefile.mk
include tests/conformance/Makefile.mk
include tests/mpich/Makefile.mk
include tests/abi/Makefile.mk
include tests/line/Makefile.mk
include tests/live/Makefile.mk
include tests/pages/Makefile.mk
include tests/samples/Makefile.mk
include tests/perf/Makefile.mk
include tests/fuzz/Makefile.mk
include tests/soak/Makefile.mk
include tests/pmu/Makefile.mk
include tests/completion/Makefile.mk
include tests/packages/Makefile.mk
include tests/truth/Makefile.mk
include tests/region/ancestors.mk

noinst_HEADERS += tests/tap.h

# Code with one thread, most of it hpmagg's: a tree that takes hpmagg from another, as
# that of ThreadSanitizer does, need not compile it.
if BUILD_HPMAGG
check_PROGRAMS += $(SERIAL_TESTS)
else
EXTRA_PROGRAMS += $(SERIAL_TESTS)
endif

# What the build of a package tests: pure code, the tools, and the packaging, but
# no jobs, which want a launcher that works and take minutes.
package_tests = $(filter %.t tests/aggregate/% tests/completion/% \
	tests/metrics/% tests/packages/% tests/wrapper/%, $(TESTS))
check-package:
	$(MAKE) check TESTS="$(package_tests)"
.PHONY: check-package

# Files that are no programs, and sentences beside numbers, for which hpmagg runs as
# in its other tests.
no_programs = tests/completion/% tests/packages/% tests/harness/% \
	tests/run/source.sh $(last_tests)
# Sanitizers have nothing to say of these, nor of a browser, nor of the same calls by
# other bindings, nor of more runs whose numbers alone differ.
unsanitized = $(no_programs) tests/region/page.sh tests/run/exact-bindings.sh \
	tests/line/changes.sh
# What measures in many long runs reaches no memory that others do not.
check-address:
	$(MAKE) check TESTS="$(filter-out $(unsanitized) $(addprefix tests/, \
		calls/arrivals.sh calls/spent.sh samples/shares.sh truth/causes.sh), \
		$(TESTS))"
# ThreadSanitizer has nothing to say of programs with one thread, either, which all
# but the library and hpmrun's calibration are: of what hpmagg tells and the writer
# looks up, of hpmstat, of launchers, and of what is called by programs that have no
# threads and leave snapshots as they are.
check-threads:
	$(MAKE) check TESTS="$(filter-out $(unsanitized) tests/aggregate/% \
		tests/metrics/% tests/truth/% tests/costs/% tests/stat/% \
		$(addprefix tests/, calls/added.sh calls/conform.sh \
		calls/settings.sh calls/verdict.sh gather/bring.sh guest/launchers.sh \
		guest/mpmd.sh region/damaged.sh region/detail.sh region/flat.sh \
		region/none.sh region/uneven.sh run/examples.sh run/output.sh \
		run/site.sh samples/collapsed.sh samples/hatchet.sh) \
		$(SERIAL_TESTS), $(TESTS))"
# What depends on the release of the system, beside what the build of its package
# tests: neither those files, nor what is said beside numbers, nor what is measured of
# the same machine.
check-release:
	$(MAKE) check TESTS="$(filter-out $(package_tests) $(no_programs) $(addprefix tests/, \
		calls/arrivals.sh calls/spent.sh gather/bring.sh line/% pages/% \
		region/marks.sh region/uneven.sh run/clocks.sh samples/shares.sh \
		scope/paused.sh truth/causes.sh), $(TESTS))"
.PHONY: check-address check-threads check-release
