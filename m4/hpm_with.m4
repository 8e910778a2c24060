# SPDX-License-Identifier: BSD-3-Clause

# HPM_MISSING(WHAT, PURPOSE, PACKAGE, OPTION)
# Remember a missing part; configure tells them all together.
AC_DEFUN([HPM_MISSING],
[hpm_missing="$hpm_missing  $1, for $2
    Debian: apt-get install $3; elsewhere: $4
"])

# HPM_WITH_PKG(VARIABLE, NAME, PKG-CONFIG MODULES, HEADER, PURPOSE, PACKAGE)
# Sets VARIABLE_CFLAGS and VARIABLE_LIBS from --with-NAME=DIR or from the first
# pkg-config module that is there.
AC_DEFUN([HPM_WITH_PKG],
[AC_ARG_WITH([$2], [AS_HELP_STRING([--with-$2=DIR], [where $2 is installed, for $5])])
hpm_found=no
AS_IF([test -n "$with_$2" && test "$with_$2" != yes],
  [AS_IF([test -f "$with_$2/include/$4"],
    [hpm_found=yes
     $1_CFLAGS="-I$with_$2/include"
     $1_LIBS="-L$with_$2/lib -Wl,-rpath,$with_$2/lib -l$2"],
    [AC_MSG_ERROR([--with-$2=$with_$2: no include/$4 there])])],
  [for hpm_module in $3; do
     AS_IF([test $hpm_found = no && $PKG_CONFIG --exists $hpm_module],
       [hpm_found=yes
        $1_CFLAGS=`$PKG_CONFIG --cflags $hpm_module`
        $1_LIBS=`$PKG_CONFIG --libs $hpm_module`
        $1_VERSION=`$PKG_CONFIG --modversion $hpm_module`])
   done])
AC_MSG_CHECKING([for $2])
AC_MSG_RESULT([$hpm_found])
AS_IF([test $hpm_found = no],
  [HPM_MISSING([$2], [$5], [$6], [--with-$2=DIR])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])])

# HPM_WITH_MPI
# Sets MPICC and MPI_CFLAGS (mpi.h only: nothing of ours links to an MPI library).
AC_DEFUN([HPM_WITH_MPI],
[AC_ARG_WITH([mpi], [AS_HELP_STRING([--with-mpi=DIR], [where MPI is installed (DIR/bin/mpicc)])])
AS_IF([test -n "$with_mpi" && test "$with_mpi" != yes],
  [MPICC="$with_mpi/bin/mpicc"
   AS_IF([test ! -x "$MPICC"],
     [AC_MSG_ERROR([--with-mpi=$with_mpi: no bin/mpicc there])])],
  [AC_CHECK_PROGS([MPICC], [mpicc])])
AC_ARG_VAR([MPICC], [MPI C compiler wrapper])
AS_IF([test -z "$MPICC"],
  [HPM_MISSING([mpicc], [counting MPI programs], [libopenmpi-dev openmpi-bin], [--with-mpi=DIR])],
  [MPI_CFLAGS=`$MPICC --showme:compile 2>/dev/null || $MPICC -show 2>/dev/null | tr ' ' '\n' | grep '^-I' | tr '\n' ' '`])
AC_SUBST([MPI_CFLAGS])])
