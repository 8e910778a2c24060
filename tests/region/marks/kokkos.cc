/* SPDX-License-Identifier: BSD-3-Clause */
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ProfileSection.hpp>
#include <cstdio>

int
main (int argc, char **argv)
{
    Kokkos::initialize (argc, argv);
    {
        Kokkos::Profiling::ProfilingSection section ("section");
        double sum = 0;

        for (int i = 0; i < 3; i++) {
            Kokkos::Profiling::pushRegion ("outer");
            Kokkos::parallel_for ("inner", 10, KOKKOS_LAMBDA (int){});
            Kokkos::parallel_for ("inner", 10, KOKKOS_LAMBDA (int){});
            Kokkos::parallel_reduce (
                "sum", 10, KOKKOS_LAMBDA (int, double &x) { x += 1; }, sum);
            Kokkos::parallel_scan ("scan", 10,
                                   KOKKOS_LAMBDA (int, double &, bool){});
            Kokkos::Profiling::popRegion ();
            section.start ();
            section.stop ();
        }
        std::printf ("%g\n", sum);
    }
    Kokkos::finalize ();
    return 0;
}
