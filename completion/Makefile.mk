# SPDX-License-Identifier: BSD-3-Clause
# Completion of the commands' flags, made from what they say for --help, so that
# there is no second list.  Where they can't run, when cross-compiling, there is
# none.
completion_files = completion/options.awk completion/bash.awk completion/bash.in \
	completion/fish.awk completion/zsh.awk
EXTRA_DIST += $(completion_files)

bashcompletiondir = $(datadir)/bash-completion/completions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
zshcompletiondir = $(datadir)/zsh/site-functions
if !CROSS_COMPILING
bashcompletion_DATA = completion/bash/hpmagg completion/bash/hpmrun \
	completion/bash/hpmstat
fishcompletion_DATA = completion/fish/hpmagg.fish completion/fish/hpmrun.fish \
	completion/fish/hpmstat.fish
zshcompletion_DATA = completion/zsh/_hpmagg completion/zsh/_hpmrun \
	completion/zsh/_hpmstat
CLEANFILES += $(bashcompletion_DATA) $(fishcompletion_DATA) \
	$(zshcompletion_DATA) completion/hpmagg.help completion/hpmrun.help \
	completion/hpmstat.help
endif

# The settings of whoever builds are none of the commands' business here.
completion_help = $(MKDIR_P) $(@D) && ASAN_OPTIONS=detect_leaks=0 HPM_CONFIG= \
	./$(<F) --help >$@.new && mv $@.new $@
completion/hpmagg.help: hpmagg$(EXEEXT)
	$(AM_V_GEN)$(completion_help)
completion/hpmrun.help: hpmrun$(EXEEXT)
	$(AM_V_GEN)$(completion_help)
completion/hpmstat.help: hpmstat$(EXEEXT)
	$(AM_V_GEN)$(completion_help)

completion_make = $(MKDIR_P) $(@D) && $(AWK) -v command=$(*F) \
	-v template=$(srcdir)/completion/bash.in \
	-f $(srcdir)/completion/options.awk
completion/bash/%: completion/%.help $(completion_files)
	$(AM_V_GEN)$(completion_make) -f $(srcdir)/completion/bash.awk $< >$@.new
	@mv $@.new $@
completion/fish/%.fish: completion/%.help $(completion_files)
	$(AM_V_GEN)$(completion_make) -f $(srcdir)/completion/fish.awk $< >$@.new
	@mv $@.new $@
completion/zsh/_%: completion/%.help $(completion_files)
	$(AM_V_GEN)$(completion_make) -f $(srcdir)/completion/zsh.awk $< >$@.new
	@mv $@.new $@
