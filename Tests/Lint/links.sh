#!/bin/sh
# Every link of the Markdown files to a place in the repository leads to a file, and one with a fragment to a heading of it. Prints those that do not; fails if
# there is one. Links of the catalog's articles to each other are looked at by docc, in `make docs`.
cd "$(dirname "$0")/../.." || exit 1
git ls-files '*.md' | awk '
    # A heading as in a link: lowercase, without punctuation, with hyphens for spaces.
    function slug(heading) {
        heading = tolower(heading)
        gsub(/[^a-z0-9 _-]/, "", heading)
        gsub(/ /, "-", heading)
        return heading
    }
    function read(file, line, inside) {
        if (file in isRead) return
        isRead[file] = 1
        while ((getline line < file) > 0) {
            if (line ~ /^ *```/) inside = !inside
            if (!inside && line ~ /^#+ /) {
                sub(/^#+ /, "", line)
                headings[file, slug(line)] = 1
            }
        }
        close(file)
    }
    function check(file, number, link, folder, path, fragment) {
        if (link ~ /^([a-z]+:|<)/) return
        fragment = ""
        if (match(link, /#.*/)) {
            fragment = substr(link, RSTART + 1)
            # docc keeps the case of a heading.
            if (file ~ /^Docs\/Depot.docc\//) fragment = tolower(fragment)
            link = substr(link, 1, RSTART - 1)
        }
        folder = file
        if (!sub(/[^\/]*$/, "", folder)) folder = ""
        path = link == "" ? file : folder link
        # What docc finds by its name alone.
        if (link != "" && file ~ /^Docs\/Depot.docc\// && link !~ /\//) path = "Docs/Depot.docc/Resources/" link
        if (system("test -e \"" path "\"") != 0) {
            print file ":" number ": there is no " path
            status = 1
        } else if (fragment != "") {
            read(path)
            if (!((path, fragment) in headings)) {
                print file ":" number ": there is no heading for #" fragment " in " path
                status = 1
            }
        }
        checked++
    }
    {
        file = $0
        number = inside = 0
        while ((getline line < file) > 0) {
            number++
            if (line ~ /^ *```/) inside = !inside
            if (inside) continue
            gsub(/`[^`]*`/, "", line)
            while (match(line, /\]\([^)]+\)/)) {
                link = substr(line, RSTART + 2, RLENGTH - 3)
                line = substr(line, RSTART + RLENGTH)
                check(file, number, link)
            }
        }
        close(file)
    }
    END {
        print checked + 0 " links looked at."
        exit status || checked < 50
    }'
