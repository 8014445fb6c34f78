#!/bin/sh
# Runs every test and adds them up: tests/run.sh PROGRAM TEST-BINARY (`make test` calls it).
# The last line is 'N passed, N failed'. The tests find the program under test in $ATTNSCOPE.
set -u
cd "$(dirname "$0")/.." || exit 1

ATTNSCOPE=$1
tests=$2
export ATTNSCOPE
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}"

passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Usage: part COMMAND…    shows what it prints, and counts the results it reports, which are
# lines that end with 'N passed, N failed' or are Check's 'Checks: N, Failures: N, Errors: N'.
# A command that fails, or reports nothing, without a failed test of its own is one failure.
part() {
    printf -- '-- %s\n' "$*"
    "$@" >"$log" 2>&1 </dev/null
    status=$?
    cat "$log"
    counts=$(awk '
        /[0-9]+ passed, [0-9]+ failed$/ {
            passed += $(NF - 3); failed += $(NF - 1); reported = 1
        }
        /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
            failed += $5 + $7; passed += $3 - $5 - $7; reported = 1
        }
        END {
            if (!failed && (!reported || '"$status"')) failed = 1
            print passed + 0, failed + 0
        }' "$log")
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    [ "$status" -eq 0 ] || echo "-- exit status $status"
}

part tests/layers.sh
part "$tests"
part "$ATTNSCOPE" --check
if [ -n "$(find tests/cases -name '*.csv' 2>/dev/null)" ]; then
    # shellcheck disable=SC2016 # the inner shell expands these
    part sh -c 'find tests/cases -name "*.csv" -print0 | sort -z | xargs -0 "$1" --check' \
        cases "$ATTNSCOPE"
fi
if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    part /usr/bin/python3 tests/arrays.py "$ATTNSCOPE"
else
    echo "-- tests/arrays.py: skipped, no /usr/bin/python3 with numpy here"
fi
part tests/install.sh "$ATTNSCOPE"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
