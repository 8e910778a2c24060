! SPDX-License-Identifier: BSD-3-Clause
!
! Counts what is known, in Fortran with mpif.h.
program exact_mpif
    use, intrinsic :: iso_c_binding
    implicit none
    include 'mpif.h'
    interface
        subroutine known_register() bind(c)
        end subroutine
        subroutine known_count(rank) bind(c)
            import :: c_int
            integer(c_int), value :: rank
        end subroutine
        subroutine known_after() bind(c)
        end subroutine
    end interface
    integer :: rank, ranks, provided, error
    character(len=10) :: how

    call get_command_argument(1, how)
    call known_register()
    if (how == 'thread') then
        call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, error)
    else
        call MPI_Init(error)
    end if
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    call known_count(rank)
    if (rank == 0) print '(i0, a)', ranks, ' ranks'
    call MPI_Finalize(error)
    call known_after()
end program exact_mpif
