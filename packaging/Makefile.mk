# SPDX-License-Identifier: BSD-3-Clause
# Recipes for packages and modules; packaging/README.md tells of each.
EXTRA_DIST += packaging/README.md packaging/Containerfile \
	packaging/hpmmpi.lua.in packaging/package.py $(site_files:=.in) \
	packaging/site/hpmmpi-site.lua.in \
	packaging/hpmmpi.spec \
	debian/changelog debian/control debian/copyright debian/not-installed \
	debian/rules debian/source/format debian/tests/control debian/tests/counts \
	debian/hpmmpi.install debian/hpmmpi-doc.docs debian/hpmmpi-doc.examples \
	debian/libhpm0.install debian/libhpm0.lintian-overrides debian/libhpmmpi.install \
	debian/libhpmmpi-dev.install

# The modulefiles, and what a site takes, hold the folders of this installation.
site_files = packaging/site/task-prolog packaging/site/epilog
modulefiledir = $(pkgdatadir)/modulefiles/hpmmpi
sitemodulefiledir = $(pkgdatadir)/modulefiles/hpmmpi-site
sitedir = $(pkgdatadir)/site
nodist_modulefile_DATA = packaging/$(PACKAGE_VERSION).lua
nodist_sitemodulefile_DATA = packaging/site/$(PACKAGE_VERSION).lua
nodist_site_SCRIPTS = $(site_files)
dist_site_DATA = packaging/site/hpmmpi.conf
CLEANFILES += $(nodist_modulefile_DATA) $(nodist_sitemodulefile_DATA) $(site_files)
packaging_fill = $(SED) -e 's|@version[@]|$(PACKAGE_VERSION)|g' \
	-e 's|@bindir[@]|$(bindir)|g' -e 's|@libdir[@]|$(libdir)|g' \
	-e 's|@mandir[@]|$(mandir)|g' -e 's|@prefix[@]|$(prefix)|g' \
	-e 's|@sysconfdir[@]|$(sysconfdir)|g'
packaging/$(PACKAGE_VERSION).lua: packaging/hpmmpi.lua.in Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(packaging_fill) $(srcdir)/packaging/hpmmpi.lua.in >$@.new
	@mv $@.new $@
packaging/site/$(PACKAGE_VERSION).lua: packaging/site/hpmmpi-site.lua.in Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(packaging_fill) $(srcdir)/packaging/site/hpmmpi-site.lua.in >$@.new
	@mv $@.new $@
$(site_files): %: %.in Makefile
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)$(packaging_fill) $(srcdir)/$@.in >$@.new
	@chmod +x $@.new && mv $@.new $@
