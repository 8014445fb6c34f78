#!/bin/sh
# The formats of error_set in the code behind the : line and assets/errors.def, which puts them
# into Chinese, agree: every format has its row, and no row's English is gone from the sources.
# Prints what is missing where. (tests/test_translate.c holds what the rows say.)
set -eu
cd "$(dirname "$0")/.."
table=assets/errors.def

# Usage: texts FILE…    a file's text in one line, literals that C would join joined
texts() {
    cat "$@" | tr '\n' ' ' | sed -E 's/([^\\])" *"/\1/g'
}

# Usage: formats FILE    the literal formats of its calls, without a location before them
formats() {
    texts "$1" | grep -oE 'error_set\( *[^,"]*, *"([^"\\]|\\.)*"' |
        sed 's/^[^"]*"//; s/"$//; s/^%s:[0-9]*: //'
}

# Usage: rows    the English of each row
rows() {
    texts "$table" | grep -oE '(^|[ )])ERROR_TEXT\("([^"\\]|\\.)*"' | sed 's/^[^"]*"//; s/"$//'
}

passed=0 failed=0
verdict() {
    if [ -z "$1" ]; then
        passed=$((passed + 1))
    else
        printf '%s\n' "$1"
        failed=$((failed + 1))
    fi
}

english=$(mktemp)
trap 'rm -f "$english"' EXIT
rows >"$english"

for file in src/session/*.c src/base/key.c src/scene/number.c src/base/text.c src/base/save.c \
    src/base/mapped.c src/scene/array.c src/scene/array_types.c src/scene/npy.c src/scene/npz.c \
    src/scene/foreign.c src/export/*.c; do
    [ "$file" != src/session/translate.c ] || continue
    calls=$(texts "$file" | grep -o 'error_set(' | wc -l)
    [ "$calls" -gt 0 ] || continue
    found=$(formats "$file" | wc -l)
    verdict "$([ "$found" -eq "$calls" ] ||
        echo "$file: $calls calls of error_set, but $found formats are literals")"
    verdict "$(formats "$file" | grep -vxF -f "$english" |
        sed "s|.*|$file: no row in $table for \"&\"|")"
done

sources=$(texts src/*.c src/*/*.c src/*/*/*.c)
verdict "$(while IFS= read -r row; do
    case $sources in
        *"\"$row\""* | *"\"%s:1: $row\""*) ;;
        *) echo "$table: \"$row\" stands nowhere in src" ;;
    esac
done <"$english")"
verdict "$([ "$(wc -l <"$english")" -eq "$(grep -c '^ERROR_TEXT(' "$table")" ] ||
    echo "$table: a row that this script cannot read")"

echo "tests/errors.sh: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
