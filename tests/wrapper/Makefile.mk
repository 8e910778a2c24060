# SPDX-License-Identifier: BSD-3-Clause
# hpmrun, staged with stand-ins for the library and the backend, and the parts
# of it that are pure.
wrapper_folder = tests/wrapper
wrapper_tests = \
	$(wrapper_folder)/events.sh \
	$(wrapper_folder)/groups.sh \
	$(wrapper_folder)/inform.sh \
	$(wrapper_folder)/ranks.sh \
	$(wrapper_folder)/refusals.sh \
	$(wrapper_folder)/settings.sh \
	$(wrapper_folder)/transparent.sh
wrapper_unit_tests = \
	tests/wrapper/test_diagnosis.t \
	tests/wrapper/test_launcher.t \
	tests/wrapper/test_machine.t \
	tests/wrapper/test_path.t

TESTS += $(wrapper_tests) $(wrapper_unit_tests)
EXTRA_DIST += $(wrapper_tests) tests/tap.sh tests/again.sh \
	$(wrapper_folder)/lib.sh $(wrapper_folder)/backend.c \
	$(wrapper_folder)/fake_library.c $(wrapper_folder)/static_program.c

check_PROGRAMS += $(wrapper_unit_tests)
tests_wrapper_test_diagnosis_t_SOURCES = tests/wrapper/test_diagnosis.c
tests_wrapper_test_diagnosis_t_LDADD = libwrapper.la -lm
tests_wrapper_test_launcher_t_SOURCES = tests/wrapper/test_launcher.c
tests_wrapper_test_launcher_t_LDADD = libwrapper.la -lm
tests_wrapper_test_machine_t_SOURCES = tests/wrapper/test_machine.c
tests_wrapper_test_machine_t_LDADD = libbase.la -lm
tests_wrapper_test_path_t_SOURCES = tests/wrapper/test_path.c
tests_wrapper_test_path_t_LDADD = libbase.la -lm

# What is preloaded into strangers' programs has no sanitizer.
wrapper_stranger = $(CC) -D_GNU_SOURCE $(AM_CPPFLAGS) -std=gnu11 \
	$(WARN_CFLAGS) -g -O1

$(wrapper_folder)/backend.so: $(wrapper_folder)/backend.c \
		include/hpm_backend.h include/hpm_record.h include/hpm_quality.h
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(wrapper_stranger) -fPIC -shared -o $@ \
		$(srcdir)/$(wrapper_folder)/backend.c

$(wrapper_folder)/fake_library.so: $(wrapper_folder)/fake_library.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(wrapper_stranger) -fPIC -shared -o $@ \
		$(srcdir)/$(wrapper_folder)/fake_library.c

$(wrapper_folder)/static_program: $(wrapper_folder)/static_program.c
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(wrapper_stranger) -nostdlib -static -fno-stack-protector \
		-o $@ $(srcdir)/$(wrapper_folder)/static_program.c

wrapper_stage = $(wrapper_folder)/stage
$(wrapper_folder)/staged.sh: hpmrun$(EXEEXT) $(wrapper_folder)/backend.so \
		$(wrapper_folder)/fake_library.so $(wrapper_folder)/static_program
	@rm -rf $(wrapper_stage)
	@for folder in '$(bindir)' '$(libdir)' '$(pkglibdir)'; do \
		$(MKDIR_P) "$(wrapper_stage)$$folder" || exit 1; \
	done
	@cp hpmrun$(EXEEXT) '$(wrapper_stage)$(bindir)/hpmrun'
	@cp $(wrapper_folder)/fake_library.so \
		'$(wrapper_stage)$(libdir)/libhpmmpi.so'
	@cp $(wrapper_folder)/fake_library.so \
		'$(wrapper_stage)$(libdir)/libhpmmpi-calls.so'
	@cp $(wrapper_folder)/backend.so '$(wrapper_stage)$(pkglibdir)/papi.so'
	$(AM_V_GEN){ echo "bindir='$(bindir)'"; echo "libdir='$(libdir)'"; \
		echo "pkglibdir='$(pkglibdir)'"; \
		echo "sysconfdir='$(sysconfdir)'"; \
		echo "metricdir='$(metricdir)'"; } >$@

$(wrapper_tests:.sh=.log): $(wrapper_folder)/staged.sh

CLEANFILES += $(wrapper_folder)/backend.so $(wrapper_folder)/fake_library.so \
	$(wrapper_folder)/static_program $(wrapper_folder)/staged.sh
clean-local: clean-wrapper-stage
clean-wrapper-stage:
	-rm -rf $(wrapper_stage)
.PHONY: clean-wrapper-stage
