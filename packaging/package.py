# SPDX-License-Identifier: BSD-3-Clause
"""Recipe for Spack: packages/hpmmpi/package.py in a repository of yours."""
from spack.package import *


class Hpmmpi(AutotoolsPackage):
    """Count hardware, software and system events in MPI programs."""

    # There is no published archive yet: a checkout or an archive at hand is built
    # with "spack develop --path SOURCE hpmmpi@=0.1.0".
    version("0.1.0")
    license("BSD-3-Clause")

    # A checkout has no configure.
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("libtool", type="build")
    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("pkgconfig", type="build")
    # Nothing is linked to MPI: programs bring their own.
    depends_on("openmpi@4:", type=("build", "run"))
    depends_on("papi@6:")
    depends_on("hdf5@1.10.5:~mpi")
    depends_on("util-linux")

    def configure_args(self):
        spec = self.spec
        return [
            f"--with-mpi={spec['openmpi'].prefix}",
            f"--with-papi={spec['papi'].prefix}",
            f"--with-hdf5={spec['hdf5'].prefix}",
        ]

    def check(self):
        make("check-package")
