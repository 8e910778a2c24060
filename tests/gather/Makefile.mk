# SPDX-License-Identifier: BSD-3-Clause
# How the parts of many ranks come to rank 0: a tree of made-up ranks, and made-up
# parts of ranks of MPI.
check_PROGRAMS += tests/gather/tree.t
TESTS += tests/gather/tree.t tests/gather/bring.sh
noinst_HEADERS += tests/gather/network.h
tests_gather_tree_t_SOURCES = tests/gather/tree.c tests/gather/network.c \
	pmpi/gather/gather_tree.c
tests_gather_tree_t_LDADD = libbase.la -lpthread -lm

# The gather itself, as a program of MPI; and once more with limits by which a few
# ranks agree and send as many do.
bring_sources = tests/gather/bring.c \
	pmpi/gather/gather.c pmpi/gather/gather_agree.c \
	pmpi/gather/gather_tree.c pmpi/gather/gather_write.c \
	pmpi/wire/stream_buffer.c pmpi/wire/stream_file.c \
	pmpi/guest/descriptor_room.c base/signal_guard.c
EXTRA_DIST += tests/gather/bring.c tests/gather/bring.sh
check_DATA += tests/gather/bring tests/gather/bring-many tests/gather/sources
CLEANFILES += tests/gather/bring tests/gather/bring-many tests/gather/sources

tests/gather/sources: Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)echo $(bring_sources) >$@

bring_command = $(MPICC) -D_GNU_SOURCE -I. -I$(srcdir) -I$(srcdir)/include \
	-O1 $(WARN_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(SAN_CFLAGS) \
	-o $@ $(bring_sources:%=$(srcdir)/%) .libs/libbase.a $(LDFLAGS) -lpthread
tests/gather/bring: $(bring_sources) libbase.la
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(bring_command)
tests/gather/bring-many: $(bring_sources) libbase.la
	@$(MKDIR_P) $(@D)
	$(AM_V_MPI)$(bring_command) -DHPM_GATHER_FLAT=4 -DHPM_GATHER_DIRECT=6
