# SPDX-License-Identifier: BSD-3-Clause
#
# HPM_D3: d3.min.js of D3 5 or later, which hpmagg --html puts into its pages.
# Sets D3_FILE, HAVE_D3 and hpm_d3, what is told of it.
AC_DEFUN([HPM_D3], [
AC_ARG_WITH([d3],
  [AS_HELP_STRING([--with-d3=FILE|no],
    [d3.min.js of D3 5 or later, for the pages of hpmagg --html])])
D3_FILE= hpm_d3=no
AC_MSG_CHECKING([for d3.min.js of D3 5 or later])
AS_CASE([$with_d3],
  [no], [hpm_d3_files=],
  [''|yes], [hpm_d3_files="/usr/share/nodejs/d3/dist/d3.min.js
/usr/share/javascript/d3/d3.min.js
/usr/lib/node_modules/d3/dist/d3.min.js"],
  [hpm_d3_files=$with_d3])
for hpm_file in $hpm_d3_files; do
  # The first line is: // https://d3js.org v5.16.0 Copyright ...
  AS_IF([test -z "$D3_FILE" && test -r "$hpm_file" &&
      sed 1q "$hpm_file" | grep 'd3js\.org v\(@<:@5-9@:>@\|@<:@1-9@:>@@<:@0-9@:>@\)' >/dev/null],
    [D3_FILE=$hpm_file
     hpm_d3=$hpm_file])
done
AC_MSG_RESULT([$hpm_d3])
AS_IF([test -z "$D3_FILE" && test -n "$with_d3" && test "$with_d3" != no],
  [AC_MSG_ERROR([--with-d3=$with_d3: no d3.min.js of D3 5 or later there
    Debian: apt-get install node-d3; --with-d3=no builds without hpmagg --html])])
AS_IF([test -n "$D3_FILE"],
  [AC_DEFINE([HAVE_D3], [1], [Define to 1 where hpmagg has pages, which D3 draws.])])
AC_SUBST([D3_FILE])
AM_CONDITIONAL([HAVE_D3], [test -n "$D3_FILE"])
])
