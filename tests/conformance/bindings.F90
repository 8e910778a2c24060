! SPDX-License-Identifier: BSD-3-Clause
!
! What is peculiar to Fortran: constants that are addresses, callbacks, statuses
! that are arrays or types, choice buffers.  Rank 0 prints what all got.  Built
! once for each of the three interfaces: with BINDING_F08, BINDING_MPIF, or none.
#ifdef BINDING_F08
#define STATUS_OF(i) statuses(i)
#define SOURCE_OF(i) statuses(i)%MPI_SOURCE
#define TAG_OF(i) statuses(i)%MPI_TAG
#else
#define STATUS_OF(i) statuses(:, i)
#define SOURCE_OF(i) statuses(MPI_SOURCE, i)
#define TAG_OF(i) statuses(MPI_TAG, i)
#endif

#ifdef BINDING_F08
module operation
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine add_up(from, to, n, type)
    type(c_ptr), value :: from, to
    integer :: n
    type(MPI_Datatype) :: type
    integer, pointer :: a(:), b(:)

    call c_f_pointer(from, a, (/ n /))
    call c_f_pointer(to, b, (/ n /))
    b = a + b
  end subroutine add_up
end module operation
#endif

program bindings
#if defined BINDING_F08
  use mpi_f08
  use operation
  implicit none
  type(MPI_Op) :: op
  type(MPI_Request) :: request, requests(2)
  type(MPI_Datatype) :: type
  type(MPI_Comm) :: newcomm
  type(MPI_Status) :: status, statuses(2)
#else
#ifdef BINDING_MPIF
  implicit none
  include 'mpif.h'
#else
  use mpi
  implicit none
#endif
  integer :: op, request, requests(2), type, newcomm
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
  external :: add_up
#endif
  integer :: rank, ranks, error, next, before, got, total
  integer :: count, key, buffer(4), all(8), version, subversion
  integer(kind=MPI_ADDRESS_KIND) :: place, value
  logical :: flag
  integer :: outcome(6)

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)

  got = -1
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 1, got, 1, MPI_INTEGER, &
                    before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  outcome(1) = got

  call MPI_Irecv(buffer, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, &
                 MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, statuses, error)
  call MPI_Get_count(STATUS_OF(1), MPI_INTEGER, count, error)
  outcome(2) = 1000 * SOURCE_OF(1) + 10 * TAG_OF(1) + count

  call MPI_Irecv(buffer, 4, MPI_INTEGER, before, 8, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 8, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)

  call MPI_Op_create(add_up, .true., op, error)
  total = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, op, MPI_COMM_WORLD, error)
  call MPI_Op_free(op, error)
  outcome(3) = total

  buffer = rank
  call MPI_Get_address(buffer, place, error)
  call MPI_Type_create_hindexed(1, (/ 4 /), (/ place /), MPI_INTEGER, type, error)
  call MPI_Type_commit(type, error)
  all = -1
  call MPI_Sendrecv(MPI_BOTTOM, 1, type, next, 2, all, 8, MPI_INTEGER, before, 2, &
                    MPI_COMM_WORLD, status, error)
  call MPI_Get_count(status, MPI_INTEGER, count, error)
  call MPI_Type_free(type, error)
  outcome(4) = 100 * count + sum(all)

  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, &
                              0_MPI_ADDRESS_KIND, error)
  value = 5 + rank
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, value, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, newcomm, error)
  value = -1
  call MPI_Comm_get_attr(newcomm, key, value, flag, error)
  call MPI_Comm_free(newcomm, error)
  outcome(5) = merge(int(value), -2, flag)

  call MPI_Recv_init(got, 1, MPI_INTEGER, before, 3, MPI_COMM_WORLD, request, error)
  call MPI_Start(request, error)
  call MPI_Send(10 * rank, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, error)
  call MPI_Wait(request, status, error)
  call MPI_Request_free(request, error)
  outcome(6) = got

  call MPI_Get_version(version, subversion, error)
  if (rank == 0) print '(a, i0, a, i0)', 'MPI ', version, '.', subversion
  call report(outcome, 6)
  call MPI_Finalize(error)

contains

  subroutine report(numbers, n)
    integer, intent(in) :: n, numbers(n)
    integer :: everything(n, ranks), i

    call MPI_Gather(numbers, n, MPI_INTEGER, everything, n, MPI_INTEGER, 0, &
                    MPI_COMM_WORLD, error)
    if (rank == 0) then
      do i = 1, ranks
        print '(a, i0, a, 6(1x, i0))', 'rank ', i - 1, ':', everything(:, i)
      end do
    end if
  end subroutine report

end program bindings

#ifndef BINDING_F08
subroutine add_up(a, b, n, type)
  implicit none
  integer :: n, type, a(n), b(n)

  b = a + b
end subroutine add_up
#endif
