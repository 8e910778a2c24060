! SPDX-License-Identifier: BSD-3-Clause
!
! Calls from Fortran, with mpif.h.  Two ranks; says what it calls as expect.h
! describes.
program calls
    implicit none
    include 'mpif.h'
    integer :: rank, ranks, other, error, data(1000), room(1000)
    integer, asynchronous :: later(1000)
    integer(kind=MPI_ADDRESS_KIND) :: address
    integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
    integer :: requests(2)
    integer :: absolute
    double precision :: values(8)

    data = 1
    values = 1
    call MPI_Init (error)
    call MPI_Comm_rank (MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size (MPI_COMM_WORLD, ranks, error)
    other = 1 - rank

    if (rank == 0) then
        call MPI_Send (data, 10, MPI_INTEGER, other, 1, MPI_COMM_WORLD, error)
        call MPI_Send (data, 20, MPI_INTEGER, other, 1, MPI_COMM_WORLD, error)
    else
        call MPI_Recv (room, 1000, MPI_INTEGER, other, 1, MPI_COMM_WORLD, &
                       MPI_STATUS_IGNORE, error)
        call MPI_Recv (room, 1000, MPI_INTEGER, other, 1, MPI_COMM_WORLD, &
                       status, error)
    end if

    call MPI_Irecv (later, 30, MPI_INTEGER, other, 2, MPI_COMM_WORLD, &
                    requests(1), error)
    call MPI_Isend (data, 30, MPI_INTEGER, other, 2, MPI_COMM_WORLD, &
                    requests(2), error)
    call MPI_Waitall (2, requests, MPI_STATUSES_IGNORE, error)
    call MPI_Sendrecv (data, 3, MPI_INTEGER, other, 3, room, 3, MPI_INTEGER, &
                       other, 3, MPI_COMM_WORLD, status, error)

    call MPI_Bcast (data, 5, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call MPI_Allreduce (MPI_IN_PLACE, values, 8, MPI_DOUBLE_PRECISION, &
                        MPI_SUM, MPI_COMM_WORLD, error)
    if (any (values /= 2)) print *, 'MPI_IN_PLACE was not understood'

    ! A type of absolute addresses, from MPI_BOTTOM.
    call MPI_Get_address (data, address, error)
    call MPI_Type_create_hindexed (1, [4], [address], MPI_INTEGER, absolute, &
                                   error)
    call MPI_Type_commit (absolute, error)
    call MPI_Ibcast (MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD, requests(1), &
                     error)
    call MPI_Wait (requests(1), MPI_STATUS_IGNORE, error)
    call MPI_Type_free (absolute, error)

    call MPI_Send_init (data, 6, MPI_INTEGER, other, 4, MPI_COMM_WORLD, &
                        requests(1), error)
    call MPI_Recv_init (later, 6, MPI_INTEGER, other, 4, MPI_COMM_WORLD, &
                        requests(2), error)
    call MPI_Startall (2, requests, error)
    call MPI_Waitall (2, requests, statuses, error)
    call MPI_Request_free (requests(1), error)
    call MPI_Request_free (requests(2), error)
    call MPI_Barrier (MPI_COMM_WORLD, error)

    call expect ('MPI_Comm_rank', 1, 0, 0)
    call expect ('MPI_Comm_size', 1, 0, 0)
    if (rank == 0) call expect ('MPI_Send', 2, 120, 0)
    if (rank == 1) call expect ('MPI_Recv', 2, 0, 120)
    call expect ('MPI_Irecv', 1, 0, 120)
    call expect ('MPI_Isend', 1, 120, 0)
    call expect ('MPI_Waitall', 2, 0, 0)
    call expect ('MPI_Sendrecv', 1, 12, 12)
    if (rank == 0) call expect ('MPI_Bcast', 1, 20, 0)
    if (rank == 1) call expect ('MPI_Bcast', 1, 0, 20)
    if (rank == 0) call expect ('MPI_Ibcast', 1, 16, 0)
    if (rank == 1) call expect ('MPI_Ibcast', 1, 0, 16)
    call expect ('MPI_Wait', 1, 0, 0)
    call expect ('MPI_Allreduce', 1, 64, 64)
    call expect ('MPI_Get_address', 1, 0, 0)
    call expect ('MPI_Type_create_hindexed', 1, 0, 0)
    call expect ('MPI_Type_commit', 1, 0, 0)
    call expect ('MPI_Type_free', 1, 0, 0)
    call expect ('MPI_Send_init', 1, 0, 0)
    call expect ('MPI_Recv_init', 1, 0, 0)
    call expect ('MPI_Startall', 1, 24, 24)
    call expect ('MPI_Request_free', 2, 0, 0)
    call expect ('MPI_Barrier', 1, 0, 0)
    call MPI_Finalize (error)

contains

    subroutine expect (name, calls, sent, received)
        character(len=*), intent(in) :: name
        integer, intent(in) :: calls, sent, received

        write (*, '(a, i0, 1x, a, 3(1x, i0))') 'expect ', rank, name, calls, &
            sent, received
    end subroutine expect
end program calls
