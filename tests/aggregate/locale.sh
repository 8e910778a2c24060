#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Names in UTF-8 where the locale is that of batch jobs, or is not installed: tables of
# libsmartcols (2.38) do not end there.
. "${srcdir:-.}/tests/aggregate/lib.sh"

cat >odd.metric <<'END'
event instructions = PAPI_TOT_INS

metric odd_rate
  title    Größe 界界界界界界界界界界界界
  unit     MIPS
  formula  1e-6 * instructions / wall
  sense    higher
  about    Its title has characters that take two and three bytes, and two columns.
END
result r.h5 ranks=3 threads=1 events=2
mkdir names definitions
cp r.h5 names/größer-größer-größer-größer-größer-größer.h5
mv odd.metric definitions
for locale in C POSIX C.UTF-8 xx_YY.UTF-8; do
    for what in "--metrics=definitions/odd.metric" "--per=rank --metrics=definitions/odd.metric" \
        "--metrics=definitions/odd.metric --format=csv" "--catalog names"; do
        file=r.h5
        case $what in --catalog*) file= ;; esac
        # shellcheck disable=SC2086
        LC_ALL=$locale timeout 60 "$hpmagg" $what $file >out 2>err
        status=$?
        ok "$locale, $what: a table of names in UTF-8 is written" \
            test "$status:$(cat err)" = 0:
        ok "$locale, $what: it has whole characters alone" \
            iconv -f utf-8 -t utf-8 out
    done
    LC_ALL=$locale timeout 60 "$hpmagg" --metrics=definitions/odd.metric r.h5 >"table.$locale" 2>/dev/null
    ok "$locale: the table is that of a locale that knows them" \
        cmp "table.$locale" table.C
done
has table.C "Größe" "the title stands in the table as it is"

# What writes the file at the end of a run tells the same, and ends.
for locale in C xx_YY.UTF-8; do
    stream ranks=3 threads=1 events=2
    LC_ALL=$locale timeout 60 "$hpmagg" --recover stream -o w.h5 --force \
        --definitions=definitions --summary=full >out 2>err
    is "$?" 0 "$locale: a file is written, and its summary ends"
    ok "$locale: the summary has the title" grep -q 'Größe' err out
done
finish
