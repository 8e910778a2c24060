# SPDX-License-Identifier: BSD-3-Clause
# Whether what hpmagg says is true.
truth_tests = tests/truth/refute.sh tests/truth/causes.sh \
	tests/truth/throttled.sh $(last_tests)
# After those that leave result files.
last_tests = tests/truth/files.sh tests/truth/schema.sh
TESTS += $(truth_tests)
truth_scripts = tests/truth/refute.py tests/truth/refute_test.py \
	tests/truth/facts.py tests/truth/schema.py tests/truth/rules_of_verdict.py \
	tests/truth/rules_of_efficiency.py \
	tests/truth/rules_of_waiting.py tests/truth/doctors_of_waiting.py \
	tests/truth/rules_of_numbers.py tests/truth/doctored.py \
	tests/truth/doctors_of_account.py tests/truth/rules_of_course.py \
	tests/truth/doctors_of_course.py tests/truth/causes.py
EXTRA_DIST += $(truth_tests) $(truth_scripts) tests/truth/causes.c \
	tests/truth/causes.h
check_DATA += tests/truth/causes
CLEANFILES += tests/truth/causes

tests/truth/causes: tests/truth/causes.c tests/truth/causes.h
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(MPICC) -D_GNU_SOURCE -I$(srcdir) $(run_cflags) -pthread -o $@ \
		$(srcdir)/tests/truth/causes.c

$(last_tests:.sh=.log): $(filter-out $(last_tests:.sh=.log),$(TEST_LOGS))

# Known causes, quiet and beside load, each TRUTH_TIMES times: what was named
# right, what is false.
TRUTH_TIMES = 3
truth: $(check_DATA)
	@rm -rf tests/truth/runs; $(MKDIR_P) tests/truth/runs
	@. tests/run/settings.sh; \
	OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
	OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 \
	PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
	python3 $(srcdir)/tests/truth/causes.py \
		"tests/run/stage$$bindir/hpmrun" "tests/run/stage$$bindir/hpmagg" \
		tests/truth/causes tests/truth/runs $(TRUTH_TIMES) $(TRUTH_CAUSES)
.PHONY: truth

clean-local: clean-truth
clean-truth:
	-rm -rf tests/truth/kept tests/truth/runs
.PHONY: clean-truth
