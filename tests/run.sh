#!/bin/sh
# shellcheck disable=SC2016 # the shell of a part expands what is in single quotes
#
# Runs tests and adds them up: tests/run.sh PROGRAM TEST-BINARY [SUITE…], as `make test` and
# `make quick` do. Without a SUITE, every suite of tests/suites.h and all that is no suite; with
# some, these, the scenes and the checks of the sources. JOBS parts run side by side (as many as there
# are processors); each shows its output when it has ended. The last line is 'N passed, N failed'.
# The tests find the program under test in $ATTNSCOPE.
set -u
cd "$(dirname "$0")/.." || exit 1

# Usage: part COMMAND    runs one line of shell, shows its output, and writes down its results: lines
# that end with 'N passed, N failed', or Check's 'Checks: N, Failures: N, Errors: N'. A command that
# fails, or reports no test, without a failed test of its own is one failure.
part() {
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    printf -- '-- %s\n' "$1" >"$log"
    sh -c "$1" >>"$log" 2>&1 </dev/null
    status=$?
    [ "$status" -eq 0 ] || echo "-- exit status $status" >>"$log"
    awk '
        /[0-9]+ passed, [0-9]+ failed$/ {
            passed += $(NF - 3); failed += $(NF - 1)
        }
        /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
            failed += $5 + $7; passed += $3 - $5 - $7
        }
        END {
            if (!failed && (!passed || '"$status"')) failed = 1
            print passed + 0, failed + 0
        }' "$log" >>"$RESULTS"
    flock "$RESULTS" cat "$log" 2>/dev/null || cat "$log"
}

# Usage: suites SUITE…    their commands, one a line
suites() {
    printf 'CK_RUN_SUITE=%s "$TESTS"\n' "$@"
}

of_the_sources() {
    echo tests/layers.sh
    echo 'tests/circles.py "${TESTS%/tests/*}"'
    echo 'tests/handlers.py "${TESTS%/tests/*}"'
    echo '"$ATTNSCOPE" --check'
}

# shellcheck disable=SC2046 # a suite's name is one word
all_parts() {
    of_the_sources
    suites $(sed -n 's/^Suite \*\([a-z_]*\)_suite(void);$/\1/p' tests/suites.h)
    echo 'find tests/cases -name "*.csv" -print0 | sort -z | xargs -0 "$ATTNSCOPE" --check'
    if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
        echo '/usr/bin/python3 tests/arrays.py "$ATTNSCOPE"'
    else
        echo "-- tests/arrays.py: skipped, no /usr/bin/python3 with numpy here" >&2
    fi
    echo 'tests/install.sh "$ATTNSCOPE"'
}

if [ "$1" = --part ]; then
    part "$2"
    exit
fi

ATTNSCOPE=$1 TESTS=$2
RESULTS=$(mktemp)
trap 'rm -f "$RESULTS"' EXIT
export ATTNSCOPE TESTS RESULTS CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}"
shift 2
if [ $# -eq 0 ]; then all_parts; else of_the_sources && suites "$@"; fi | tr '\n' '\0' |
    xargs -0 -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" tests/run.sh --part

awk '
    { passed += $1; failed += $2 }
    END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || !passed }
' "$RESULTS"
