#!/bin/sh
# Includes point one way: base <- math <- scene <- sheet <- session <- explain <-
# screen <- view, and base <- frame <- explain, screen, view, output. Inside view: lanes, afar <-
# pages <- view/*.c.
# src/export, src/main.c and src/cli.c include everything, and nobody else includes src/export.
# csv.h belongs to src/scene, curses.h to src/output/curses.c. Prints each wrong arrow as
# FILE:LINE and a sentence. No files include each other in a circle; the files of one are printed.
# The rules are tried on made-up includes first, then on this tree. Each suite of tests/suites.h
# belongs to a folder in tests/README.md, each test that tests/ABUSE.md names is there, and so are
# its rows 1 to 53.
set -eu
cd "$(dirname "$0")/.."

# Usage: wrong_arrows FOLDER
wrong_arrows() {
    (cd "$1" && find src -name '*.[ch]' -exec awk '
        function wrong(sentence) {
            printf "%s:%d: %s\n", FILENAME, FNR, sentence
        }
        # The room of a path below src: "math", "screen"; "top" for src/main.c.
        function room(path) {
            if (!sub(/\/[^\/]*$/, "", path)) return "top"
            return path
        }
        # True where a file of the room `from` may include a header of the room `to`.
        function allowed(from, to) {
            return from == to || from == "top" || from == "export" || ((from, to) in sees)
        }
        function sees_all(from, rooms,    list, n) {
            known[from]
            n = split(rooms, list, " ")
            while (n) sees[from, list[n--]]
        }
        BEGIN {
            sees_all("base", "")
            sees_all("math", "base")
            sees_all("scene", "base math")
            sees_all("sheet", "base math scene")
            sees_all("session", "base math scene sheet")
            sees_all("frame", "base")
            sees_all("explain", "base math scene sheet session frame")
            sees_all("screen", "base math scene sheet session frame explain")
            sees_all("view/lanes", "base math scene sheet session frame explain screen")
            sees_all("view/afar", "base math scene sheet session frame explain screen")
            sees_all("view/pages", "base math scene sheet session frame explain" \
                " screen view/lanes view/afar")
            sees_all("view", "base math scene sheet session frame explain" \
                " screen view/lanes view/afar view/pages")
            sees_all("output", "base frame")
            sees_all("export", "")
            sees_all("top", "")
        }
        FNR == 1 {
            folder = FILENAME
            sub(/^src\//, "", folder)
            folder = room(folder)
            if (!(folder in known)) wrong("src/" folder " is no folder that this project knows")
        }
        !/^[ \t]*#[ \t]*include[ \t]*[<"]/ { next }
        {
            name = $0
            sub(/^[^<"]*[<"]/, "", name)
            sub(/[>"].*/, "", name)
            target = room(name)
            has_folder = target != "top"
        }
        /include[ \t]*</ {
            if (name == "csv.h" && folder != "scene")
                wrong("only src/scene includes <csv.h>")
            if (name ~ /^(ncursesw?\/)?(n?curses|term|panel|menu|form)\.h$/ &&
                FILENAME != "src/output/curses.c")
                wrong("only src/output/curses.c includes <" name ">")
            if (has_folder && (target in known))
                wrong("write \"" name "\", angle brackets are for the system")
            next
        }
        name ~ /(^|\/)\.\.?\// { wrong("name " name " from src/, not by a relative path"); next }
        !has_folder && folder == "top" { next }
        !has_folder {
            # A table in assets/ has no folder: it is found through -Iassets.
            if ((getline ignored < ("assets/" name)) < 0)
                wrong("\"" name "\" lacks its folder, as in \"math/matrix.h\"")
            close("assets/" name)
            next
        }
        !allowed(folder, target) {
            wrong("src/" folder " may not include \"" name "\"")
        }
    ' {} +)
}

# Usage: circles FOLDER    the files of one circle of includes, in one line; nothing if there is none
circles() {
    (cd "$1" && find src -name '*.[ch]' -exec awk '
        /^[ \t]*#[ \t]*include[ \t]*"/ { split($0, part, "\""); print FILENAME, "src/" part[2] }
    ' {} + | LC_ALL=C tsort 2>&1 >/dev/null | awk '
        sub(/^tsort: src/, "src") { files = files " " $0 }
        END { if (files) print "files that include each other in a circle:" files }
    ')
}

# Usage: expect_circles COUNT FILES…    made-up files, each including the next, have COUNT circles
expect_circles() {
    count=$1
    shift
    files=$*
    rm -rf "$made_up/src" && mkdir -p "$made_up/src/base"
    for file; do
        shift
        printf '#include "base/%s"\n' "${1:-last.h}" >>"$made_up/src/base/$file"
    done
    verdict "$(circles "$made_up" | grep -c .)" "$count" "circles for $files"
}

# Usage: homeless SUITES README    the suites that no row of the table of folders names
homeless() {
    sed -n 's/^Suite \*\([a-z_]*\)_suite(void);$/\1/p' "$1" | while read -r suite; do
        grep -q "^| .* | .*\`$suite\`[^|]* |$" "$2" || echo "$2: no folder has the suite $suite"
    done
}

# Usage: unproved TABLE    what its rows name that is no test and no file of tests/, and rows that
# name nothing and give no reason
unproved() {
    sed -n '/^| [0-9]/ { /`/b; /not applicable: ./b; p; }' "$1" | sed "s|^|$1: no test in |"
    there=$(cat tests/test_*.c | tr -d '\n ' | grep -o 'START_TEST([a-z_0-9]*)')
    grep '^| [0-9]' "$1" | grep -o "\`[^\`]*\`" | tr -d "\`" | sort -u | while read -r name; do
        [ -f "tests/$name" ] || case $there in
            *"($name)"*) ;;
            *) echo "$1: there is no test $name" ;;
        esac
    done
}

# Usage: unnumbered TABLE COUNT    where the rows of its first section do not run from 1 to COUNT
unnumbered() {
    awk -v count="$2" '
        /^## / { section++ }
        section < 2 && /^\| [0-9]/ && $2 != ++row { print FILENAME ": " $2 " stands for " row; row = $2 }
        END { if (row != count) print FILENAME ": the last row is " row ", not " count }
    ' "$1"
}

# Usage: verdict FOUND EXPECTED THINGS
verdict() {
    if [ "$1" -eq "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tests/layers.sh: $1 instead of $2 $3"
    fi
}

# Usage: expect COUNT FILE INCLUDE    one made-up file with one include has COUNT wrong arrows
expect() {
    rm -rf "$made_up/src" && mkdir -p "$made_up/$(dirname "$2")"
    printf '/* Made up. */\n\n#include %s\n' "$3" >"$made_up/$2"
    found=$(wrong_arrows "$made_up" | grep -c "^$2:3: ." || true)
    verdict "$found" "$1" "wrong arrows for #include $3 in $2"
}

passed=0 failed=0
made_up=$(mktemp -d)
trap 'rm -rf "$made_up"' EXIT
expect 1 src/base/text.c '"math/matrix.h"'
expect 1 src/math/row.c '"scene/scene.h"'
expect 1 src/scene/scene.h '"session/action.h"'
expect 1 src/sheet/grid.c '"session/session.h"'
expect 1 src/session/action.c '"frame/frame.h"'
expect 1 src/frame/page.c '"session/session.h"'
expect 1 src/explain/explain.c '"screen/screen.h"'
expect 1 src/screen/layout.c '"output/curses.h"'
expect 1 src/screen/layout.c '"view/lanes/lanes.h"'
expect 1 src/view/attic/layout.c '"base/text.h"'
expect 1 src/output/svg.c '"screen/layout.h"'
expect 1 src/output/svg.c '"session/session.h"'
expect 1 src/output/svg.c '"math/matrix.h"'
expect 1 src/session/check.c '<csv.h>'
expect 1 src/view/view.c '<curses.h>'
expect 1 src/output/ansi.c '<ncursesw/curses.h>'
expect 1 src/main.c '<curses.h>'
expect 1 src/math/row.c '"matrix.h"'
expect 1 src/math/row.c '"../math/matrix.h"'
expect 1 src/math/row.c '<math/matrix.h>'
expect 0 src/math/row.c '"math/matrix.h"'
expect 0 src/math/row.c '<math.h>'
expect 0 src/view/view.c '"session/session.h"'
expect 0 src/view/lanes/lanes.c '"screen/screen.h"'
expect 0 src/output/svg.c '"frame/frame.h"'
expect 0 src/output/curses.c '"base/key.h"'
expect 0 src/output/curses.c '<curses.h>'
expect 0 src/scene/reader.c '<csv.h>'
expect 0 src/main.c '"output/curses.h"'
expect 0 src/cli.c '"cli.h"'
expect_circles 0 a.h
expect_circles 0 a.c a.h b.h
expect_circles 1 a.h b.h a.h
expect_circles 1 a.c a.h b.h c.h a.h

echo 'Suite *made_up_suite(void);' >"$made_up/suites.h"
printf '| base | \140text\140 \140made_up\140 |\n' >"$made_up/table"
verdict "$(homeless "$made_up/suites.h" tests/README.md | grep -c .)" 1 'suites without a folder'
verdict "$(homeless "$made_up/suites.h" "$made_up/table" | grep -c .)" 0 'suites without a folder'

printf '| 1 | spun | \140layers.sh\140 |\n| 2 | - | not applicable: no disk |\n' >"$made_up/table"
verdict "$(unproved "$made_up/table" | grep -c .)" 0 'rows without a test'
verdict "$(unnumbered "$made_up/table" 2 | grep -c .)" 0 'rows out of order'
verdict "$(unnumbered "$made_up/table" 3 | grep -c .)" 1 'rows out of order'
printf '| 3 | spun | \140made_up\140 |\n| 4 | spun | later |\n' >>"$made_up/table"
verdict "$(unproved "$made_up/table" | grep -c .)" 2 'rows without a test'

wrong=$(wrong_arrows . && circles . && homeless tests/suites.h tests/README.md &&
    unproved tests/ABUSE.md && unnumbered tests/ABUSE.md 53)
if [ -z "$wrong" ]; then
    passed=$((passed + 1))
else
    printf '%s\n' "$wrong"
    failed=$((failed + $(printf '%s\n' "$wrong" | wc -l)))
fi
echo "tests/layers.sh: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
