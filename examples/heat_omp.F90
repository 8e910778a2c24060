! SPDX-License-Identifier: BSD-3-Clause
!
! The steady temperature of a heated plate, as heat.c solves it: conjugate
! gradients on n x n points, here in Fortran, with columns of the plate spread
! over the ranks and over the OpenMP threads of each rank.
!
!     mpirun -np 4 --bind-to none ./heat_omp [n]
!
! u = x (1 - x) y (1 - y) is the answer, exact at every point.

! The work done, known by formula and exported as software defined events.
module work
    use, intrinsic :: iso_c_binding
    implicit none

    integer, parameter :: long = c_long_long
    ! Per point: in one iteration, and in the first dot product.
    integer(long), parameter :: flop_iteration = 15, flop_first = 2
    integer(long), parameter :: bytes_iteration = 11 * 8, bytes_first = 8
    integer(long), target, save :: flop = 0, bytes = 0

#ifdef HAVE_SDE
    interface
        function papi_sde_init(library) bind(c) result(handle)
            import :: c_ptr, c_char
            character(kind=c_char), intent(in) :: library(*)
            type(c_ptr) :: handle
        end function
        function papi_sde_register_counter(handle, event, mode, type, counter) &
                bind(c) result(status)
            import :: c_ptr, c_char, c_int
            type(c_ptr), value :: handle, counter
            character(kind=c_char), intent(in) :: event(*)
            integer(c_int), value :: mode, type
            integer(c_int) :: status
        end function
    end interface
#endif

contains

    subroutine export_counts()
#ifdef HAVE_SDE
        ! Both 0 in sde_lib.h: read only, the difference since the start; and
        ! of type long long.
        integer(c_int), parameter :: read_only_delta = 0, long_long = 0
        type(c_ptr) :: handle
        integer(c_int) :: status

        handle = papi_sde_init("heat" // c_null_char)
        status = papi_sde_register_counter(handle, "FLOP" // c_null_char, &
            read_only_delta, long_long, c_loc(flop))
        status = papi_sde_register_counter(handle, "BYTES" // c_null_char, &
            read_only_delta, long_long, c_loc(bytes))
#endif
    end subroutine

    subroutine done(points, flop_each, bytes_each)
        integer(long), intent(in) :: points, flop_each, bytes_each

        flop = flop + points * flop_each
        bytes = bytes + points * bytes_each
    end subroutine

end module work

module plate
    use mpi
    use work
    implicit none

    integer, parameter :: real8 = kind(1d0)
    ! This rank's columns are 1 to `columns` of the n; column 1 is the plate's
    ! column first + 1.  Columns 0 and columns + 1 are the neighbours'.
    integer :: n, columns, first, left, right

contains

    subroutine divide(rank, ranks)
        integer, intent(in) :: rank, ranks

        first = int(int(n, long) * rank / ranks)
        columns = int(int(n, long) * (rank + 1) / ranks) - first
        left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
        right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
    end subroutine

    real(real8) function over_ranks(part, operation)
        real(real8), intent(in) :: part
        integer, intent(in) :: operation
        integer :: error

        call MPI_Allreduce(part, over_ranks, 1, MPI_DOUBLE_PRECISION, &
            operation, MPI_COMM_WORLD, error)
    end function

    subroutine exchange(p)
        real(real8), intent(inout) :: p(0:n + 1, 0:columns + 1)
        integer :: error

        call MPI_Sendrecv(p(:, 1), n + 2, MPI_DOUBLE_PRECISION, left, 0, &
            p(:, columns + 1), n + 2, MPI_DOUBLE_PRECISION, right, 0, &
            MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
        call MPI_Sendrecv(p(:, columns), n + 2, MPI_DOUBLE_PRECISION, right, &
            1, p(:, 0), n + 2, MPI_DOUBLE_PRECISION, left, 1, &
            MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end subroutine

    real(real8) function exact(i, j)
        integer, intent(in) :: i, j
        real(real8) :: x, y

        x = i / real(n + 1, real8)
        y = (first + j) / real(n + 1, real8)
        exact = x * (1 - x) * y * (1 - y)
    end function

    ! r and p = h**2 f, the residual of u = 0; returns r . r over all ranks.
    real(real8) function start(r, p)
        real(real8), intent(inout), dimension(0:n + 1, 0:columns + 1) :: r, p
        real(real8) :: h, x, y, dot
        integer :: i, j

        h = 1 / real(n + 1, real8)
        dot = 0
        !$omp parallel do private(i, x, y) reduction(+:dot)
        do j = 1, columns
            do i = 1, n
                x = i * h
                y = (first + j) * h
                r(i, j) = 2 * h * h * (x * (1 - x) + y * (1 - y))
                p(i, j) = r(i, j)
                dot = dot + r(i, j) * r(i, j)
            end do
        end do
        call done(int(n, long) * columns, flop_first, bytes_first)
        start = over_ranks(dot, MPI_SUM)
    end function

    ! q = A p; returns p . q over all ranks.
    real(real8) function multiply(p, q)
        real(real8), intent(inout), dimension(0:n + 1, 0:columns + 1) :: p, q
        real(real8) :: dot
        integer :: i, j

        call exchange(p)
        dot = 0
        !$omp parallel do private(i) reduction(+:dot)
        do j = 1, columns
            do i = 1, n
                q(i, j) = 4 * p(i, j) - p(i - 1, j) - p(i + 1, j) &
                    - p(i, j - 1) - p(i, j + 1)
                dot = dot + p(i, j) * q(i, j)
            end do
        end do
        multiply = over_ranks(dot, MPI_SUM)
    end function

    ! u += alpha p, r -= alpha q; returns r . r over all ranks.
    real(real8) function step(alpha, p, q, u, r)
        real(real8), intent(in) :: alpha
        real(real8), intent(in), dimension(0:n + 1, 0:columns + 1) :: p, q
        real(real8), intent(inout), dimension(0:n + 1, 0:columns + 1) :: u, r
        real(real8) :: dot
        integer :: i, j

        dot = 0
        !$omp parallel do private(i) reduction(+:dot)
        do j = 1, columns
            do i = 1, n
                u(i, j) = u(i, j) + alpha * p(i, j)
                r(i, j) = r(i, j) - alpha * q(i, j)
                dot = dot + r(i, j) * r(i, j)
            end do
        end do
        step = over_ranks(dot, MPI_SUM)
    end function

    ! p = r + beta p.
    subroutine turn(beta, r, p)
        real(real8), intent(in) :: beta
        real(real8), intent(in) :: r(0:n + 1, 0:columns + 1)
        real(real8), intent(inout) :: p(0:n + 1, 0:columns + 1)
        integer :: i, j

        !$omp parallel do private(i)
        do j = 1, columns
            do i = 1, n
                p(i, j) = r(i, j) + beta * p(i, j)
            end do
        end do
    end subroutine

    ! Solve for u; returns the number of iterations.
    integer function solve(u)
        real(real8), intent(inout) :: u(0:n + 1, 0:columns + 1)
        real(real8), allocatable, dimension(:, :) :: r, p, q
        real(real8) :: rr, next, goal

        allocate (r(0:n + 1, 0:columns + 1), source=0d0)
        allocate (p, q, source=r)
        rr = start(r, p)
        goal = 1d-24 * rr
        solve = 0
        do while (rr > goal .and. solve < 10 * n)
            next = step(rr / multiply(p, q), p, q, u, r)
            call turn(next / rr, r, p)
            rr = next
            solve = solve + 1
            call done(int(n, long) * columns, flop_iteration, bytes_iteration)
        end do
    end function

    real(real8) function largest_error(u)
        real(real8), intent(in) :: u(0:n + 1, 0:columns + 1)
        real(real8) :: worst
        integer :: i, j

        worst = 0
        do j = 1, columns
            do i = 1, n
                worst = max(worst, abs(u(i, j) - exact(i, j)))
            end do
        end do
        largest_error = over_ranks(worst, MPI_MAX)
    end function

    subroutine report(iterations, error)
        integer, intent(in) :: iterations
        real(real8), intent(in) :: error
        integer(long) :: points

        points = int(n, long) * n
        print '(a, i0, a, i0, a, i0, a, es7.1)', 'heat_omp: ', n, ' x ', n, &
            ' points, ', iterations, ' iterations, largest error ', error
        print '(a, i0, a, i0)', 'heat_omp: all ranks together: FLOP ', &
            points * (flop_first + flop_iteration * iterations), ', BYTES ', &
            points * (bytes_first + bytes_iteration * iterations)
    end subroutine

end module plate

program heat_omp
    use plate
    implicit none

    real(real8), allocatable :: u(:, :)
    real(real8) :: error
    character(len=20) :: argument
    integer :: rank, ranks, provided, iterations, status

    n = 400
    if (command_argument_count() > 0) then
        call get_command_argument(1, argument)
        read (argument, *) n
    end if
    call export_counts()
    call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, status)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, status)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, status)
    if (n < ranks) then
        if (rank == 0) print '(a)', 'heat_omp: needs a column of points a rank'
        call MPI_Finalize(status)
        stop 2
    end if
    call divide(rank, ranks)
    allocate (u(0:n + 1, 0:columns + 1), source=0d0)
    iterations = solve(u)
    error = largest_error(u)
    if (rank == 0) call report(iterations, error)
    call MPI_Finalize(status)
    if (.not. error < 1d-9) stop 1
end program heat_omp
