# SPDX-License-Identifier: BSD-3-Clause
#
# HPM_TO_CHARS: whether the C++ compiler has std::to_chars of double (GCC 11
# and later), and what a program in C is linked with to call it, the static
# library if there is one.  Sets TO_CHARS_LIBS and HAVE_TO_CHARS.
AC_DEFUN([HPM_TO_CHARS], [
AC_CACHE_CHECK([for std::to_chars of double], [hpm_cv_to_chars],
[hpm_cv_to_chars=no
cat >conftest.cc <<'END'
#include <charconv>
int main (int count, char **arguments)
{
    char text@<:@32@:>@;
    return std::to_chars (text, text + 32, 0.1 * count,
                          std::chars_format::fixed).ptr == *arguments;
}
END
AS_IF([test -n "$CXX" && $CXX -std=c++17 $CXXFLAGS -c -o conftest.o conftest.cc >&AS_MESSAGE_LOG_FD 2>&1],
  [for hpm_libs in "-l:libstdc++.a -lm" "-lstdc++ -lm"; do
     AS_IF([$CC $CFLAGS -o conftest conftest.o $hpm_libs >&AS_MESSAGE_LOG_FD 2>&1],
       [hpm_cv_to_chars=$hpm_libs
        break])
   done])
rm -f conftest conftest.cc conftest.o])
AS_IF([test "$hpm_cv_to_chars" != no],
  [TO_CHARS_LIBS=$hpm_cv_to_chars
   AC_DEFINE([HAVE_TO_CHARS], [1], [C++ has std::to_chars of double])])
AC_SUBST([TO_CHARS_LIBS])
AM_CONDITIONAL([HAVE_TO_CHARS], [test "$hpm_cv_to_chars" != no])
])
