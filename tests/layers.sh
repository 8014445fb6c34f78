#!/bin/sh
# Includes point one way: base <- math <- scene <- session <- view; output sees frames, palettes
# and keys only; src/export, src/main.c and src/cli.c see all, and nobody else sees src/export. csv.h belongs to src/scene, curses.h to
# src/output/curses.c. Prints each wrong arrow as FILE:LINE and a sentence. The rules are tried on
# made-up includes first, then on this tree.
set -eu
cd "$(dirname "$0")/.."

# Usage: wrong_arrows FOLDER
wrong_arrows() {
    (cd "$1" && find src -name '*.[ch]' -exec awk '
        function wrong(sentence) {
            printf "%s:%d: %s\n", FILENAME, FNR, sentence
        }
        # True where `folder` may include the project header `name` of the folder `target`.
        function allowed(folder, target, name) {
            if (folder == target || folder == "top" || folder == "export") return 1
            if (folder == "output") return target == "base" || (name in for_output)
            return (folder in level) && (target in level) && level[target] < level[folder]
        }
        BEGIN {
            count = split("base math scene session view", order, " ")
            for (i = 1; i <= count; i++) level[order[i]] = i
            for_output["view/frame.h"]
            for_output["view/palette.h"]
            for_output["session/key.h"]
        }
        FNR == 1 {
            folder = FILENAME
            sub(/^src\//, "", folder)
            if (!sub(/\/.*/, "", folder)) folder = "top"
            if (folder != "top" && folder != "output" && folder != "export" && !(folder in level))
                wrong("src/" folder " is no layer that this project knows")
        }
        !/^[ \t]*#[ \t]*include[ \t]*[<"]/ { next }
        {
            name = $0
            sub(/^[^<"]*[<"]/, "", name)
            sub(/[>"].*/, "", name)
            target = name
            has_folder = sub(/\/.*/, "", target)
        }
        /include[ \t]*</ {
            if (name == "csv.h" && folder != "scene")
                wrong("only src/scene includes <csv.h>")
            if (name ~ /^(ncursesw?\/)?(n?curses|term|panel|menu|form)\.h$/ &&
                FILENAME != "src/output/curses.c")
                wrong("only src/output/curses.c includes <" name ">")
            if (has_folder && (target in level || target == "output"))
                wrong("write \"" name "\", angle brackets are for the system")
            next
        }
        name ~ /(^|\/)\.\.?\// { wrong("name " name " from src/, not by a relative path"); next }
        !has_folder && folder == "top" { next }
        !has_folder {
            # What is data in assets/ has no folder: it is found through -Iassets.
            if ((getline ignored < ("assets/" name)) < 0)
                wrong("\"" name "\" lacks its folder, as in \"math/matrix.h\"")
            close("assets/" name)
            next
        }
        !allowed(folder, target, name) {
            wrong("src/" folder " may not include \"" name "\"")
        }
    ' {} +)
}

# Usage: expect COUNT FILE INCLUDE    one made-up file with one include has COUNT wrong arrows
expect() {
    rm -rf "$made_up/src" && mkdir -p "$made_up/$(dirname "$2")"
    printf '/* Made up. */\n\n#include %s\n' "$3" >"$made_up/$2"
    found=$(wrong_arrows "$made_up" | grep -c "^$2:3: ." || true)
    if [ "$found" -eq "$1" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tests/layers.sh: $found wrong arrows instead of $1 for #include $3 in $2"
    fi
}

passed=0 failed=0
made_up=$(mktemp -d)
trap 'rm -rf "$made_up"' EXIT
expect 1 src/base/text.c '"math/matrix.h"'
expect 1 src/math/row.c '"scene/scene.h"'
expect 1 src/scene/reader.h '"session/action.h"'
expect 1 src/session/grid.c '"view/frame.h"'
expect 1 src/view/layout.c '"output/curses.h"'
expect 1 src/output/svg.c '"view/layout.h"'
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
expect 0 src/output/svg.c '"view/frame.h"'
expect 0 src/output/curses.c '"session/key.h"'
expect 0 src/output/curses.c '<curses.h>'
expect 0 src/scene/reader.c '<csv.h>'
expect 0 src/main.c '"output/curses.h"'
expect 0 src/cli.c '"cli.h"'

wrong=$(wrong_arrows .)
if [ -z "$wrong" ]; then
    passed=$((passed + 1))
else
    printf '%s\n' "$wrong"
    failed=$((failed + $(printf '%s\n' "$wrong" | wc -l)))
fi
echo "tests/layers.sh: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
