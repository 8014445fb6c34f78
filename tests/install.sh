#!/bin/sh
# Installs into an empty folder, runs the installed program from /, uninstalls, and looks whether
# anything is left: tests/install.sh [PROGRAM]. Ends with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 1

program=${1:-./attnscope}
build=.build
case $program in */.build/*) build=$(dirname "$program") ;; esac

room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
passed=0 failed=0

# Usage: holds SENTENCE COMMAND…
holds() {
    sentence=$1
    shift
    if "$@" >"$room/said" 2>&1 </dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tests/install.sh: not so: $sentence"
        sed 's/^/    /' "$room/said"
    fi
}

# Usage: make_target install|uninstall
make_target() {
    ${MAKE:-make} "$1" BUILD="$build" PROGRAM="${program#./}" DESTDIR="$room/root" PREFIX=/usr/local
}

from_root() {
    (cd / && "$room/root/usr/local/bin/attnscope" "$@")
}

same_list() {
    "$program" --list >"$room/here" && from_root --list >"$room/there" &&
        grep -q . "$room/here" && cmp "$room/here" "$room/there"
}

man_page() {
    sed 's/\\-/-/g' "$room/root/usr/local/share/man/man1/attnscope.1"
}

man_page_is_whole() {
    man_page >"$room/page"
    grep '@[a-z]*@' "$room/page" && return 1
    for entry in clear-mask empty-row '<Space>'; do
        grep -qF "\\fB$entry" "$room/page" || return 1
    done
}

# Usage: … | options    the long options that a text names, one a line
options() {
    grep -oE -e '--[a-z]+(-[a-z]+)*' | sort -u
}

man_page_names_the_options() {
    "$program" --help | options >"$room/help"
    man_page | options >"$room/page"
    grep -q . "$room/help" && diff "$room/help" "$room/page"
}

# Sanitizers take the place of all this, and without optimisation there is none of it.
is_hardened() {
    readelf -Wlds "$program" >"$room/said"
    grep -q __asan "$room/said" && return
    for sign in GNU_RELRO BIND_NOW __stack_chk_fail _chk@; do
        grep -q "$sign" "$room/said" || return 1
    done
}

only_the_stranger_is_left() {
    left=$(cd "$room/root" && find . ! -type d)
    echo "$left"
    [ "$left" = ./usr/local/share/attnscope/scenes/stranger.csv ]
}

nothing_is_left() {
    [ -z "$(find "$room/root" ! -type d -o -name '*attnscope*' -o -name scenes | tee /dev/stderr)" ]
}

holds 'make install works' make_target install
holds 'the installed program lists the scenes of this tree' same_list
holds 'the installed program prints a scene by its id' from_root --print 16.1
holds 'the installed man page lists actions and options' man_page_is_whole
holds 'the installed man page names the options of --help, no other' man_page_names_the_options
holds 'the program is hardened' is_hardened
stranger=$room/root/usr/local/share/attnscope/scenes/stranger.csv
holds "a stranger's file can lie among the scenes" touch "$stranger"
holds 'make uninstall works' make_target uninstall
holds "make uninstall leaves a stranger's file alone" only_the_stranger_is_left
rm -f "$stranger"
holds 'make uninstall works where little is installed' make_target uninstall
holds 'nothing is left' nothing_is_left

echo "tests/install.sh: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
