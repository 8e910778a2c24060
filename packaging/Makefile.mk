# SPDX-License-Identifier: BSD-3-Clause
# Recipes for packages and modules; packaging/README.md tells of each.
EXTRA_DIST += packaging/README.md packaging/Containerfile \
	packaging/hpmmpi.lua.in packaging/package.py \
	packaging/hpmmpi.spec \
	debian/changelog debian/control debian/copyright debian/not-installed \
	debian/rules debian/source/format debian/tests/control debian/tests/counts \
	debian/hpmmpi.install debian/hpmmpi-doc.docs debian/hpmmpi-doc.examples \
	debian/libhpmmpi.install \
	debian/libhpmmpi-dev.install

# The modulefile holds the folders of this installation.
modulefiledir = $(pkgdatadir)/modulefiles/hpmmpi
nodist_modulefile_DATA = packaging/$(PACKAGE_VERSION).lua
CLEANFILES += $(nodist_modulefile_DATA)
packaging/$(PACKAGE_VERSION).lua: packaging/hpmmpi.lua.in Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(SED) -e 's|@version[@]|$(PACKAGE_VERSION)|g' \
		-e 's|@bindir[@]|$(bindir)|g' -e 's|@libdir[@]|$(libdir)|g' \
		-e 's|@mandir[@]|$(mandir)|g' -e 's|@prefix[@]|$(prefix)|g' \
		$(srcdir)/packaging/hpmmpi.lua.in >$@.new
	@mv $@.new $@
