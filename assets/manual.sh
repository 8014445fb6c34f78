#!/bin/sh
# Writes the manual page with its lists filled in: assets/manual.sh PROGRAM PAGE >OUTPUT.
# Each line that PROGRAM --help-actions prints is a kind (action, option, key) and fields parted
# by two blanks or more; each kind replaces the line of PAGE that asks for it, as in @action@.
set -eu

lists=$(mktemp)
trap 'rm -f "$lists"' EXIT
"$1" --help-actions --lang en >"$lists"

awk -v lists="$lists" '
    function literal(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        gsub(/\^/, "\\(ha", text)
        gsub(/~/, "\\(ti", text)
        return text
    }
    # The entries of one kind: what to write, in bold, then what a key is bound to, then its help.
    function fill(kind,    line, count, field) {
        while ((getline line < lists) > 0) {
            if (line !~ "^" kind "  ") continue
            sub(/^[a-z]+ +/, "", line)
            count = split(literal(line), field, /   */)
            printf ".TP\n\\fB%s\\fR\n", field[1]
            if (count > 2) printf "\\fI%s\\fR:\n", field[2]
            print "\\&" (count > 1 ? field[count] : "")
        }
        close(lists)
    }
    /^\.\\" @[a-z]+@$/ { gsub(/[^a-z]/, ""); fill($0); next }
    { print }
' "$2"
