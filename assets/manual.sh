#!/bin/sh
# Writes the manual page with its lists filled in: assets/manual.sh PROGRAM PAGE >OUTPUT.
# What PROGRAM --help-actions prints replaces the line with @LISTS@: a line that starts at the
# margin becomes a heading, indented lines stay as they are.
set -eu

lists=$(mktemp)
trap 'rm -f "$lists"' EXIT
"$1" --help-actions >"$lists"

awk -v lists="$lists" '
    function literal(line) {
        gsub(/\\/, "\\e", line)
        gsub(/-/, "\\-", line)
        gsub(/`/, "\\(ga", line)
        gsub(/\^/, "\\(ha", line)
        gsub(/~/, "\\(ti", line)
        return line ~ /^[.\047]/ ? "\\&" line : line
    }
    function fill(   line, open) {
        while ((getline line < lists) > 0) {
            heading = line ~ /^[^ ]/
            if (open && heading) print ".fi"
            if (heading) { sub(/:$/, "", line); print ".SS \"" literal(line) "\"\n.nf" }
            else print line == "" ? ".sp" : literal(line)
            if (heading) open = 1
        }
        print ".fi"
    }
    /^\.\\" @LISTS@/ { fill(); next }
    { print }
' "$2"
