#!/usr/bin/env python3
"""Opens the site that `make docs` has built in a real browser, its landing page, every article and two symbols: site.py ARCHIVE [--screenshots DIR]."""

import argparse
import functools
import http.server
import json
import pathlib
import sys
import threading

sys.dont_write_bytecode = True  # the tests leave nothing in their directory

from browser import Browser, NoBrowser, Page

SYMBOLS = ["/documentation/depot/container", "/documentation/depotsharing/shared"]


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves the archive as a web server does, and says nothing."""

    def log_message(self, *_):
        pass


def pages(archive):
    """The landing page, what it lists, and some symbols: the path of each and its title."""
    home = json.loads((archive / "data/documentation/home.json").read_text())
    listed = [name for section in home["topicSections"] for name in section["identifiers"]]
    paths = ["/documentation/home"] + [home["references"][name]["url"] for name in listed] + SYMBOLS
    return [(path, json.loads((archive / f"data{path}.json").read_text())) for path in paths]


def check(page, path, content, address):
    """What is wrong with a page; nil where it is shown as it should be."""
    title = content["metadata"]["title"]
    pictures = sum(reference["type"] == "image" for reference in content["references"].values())
    page.open(address + path)
    heading = "document.querySelector('main h1')?.textContent.trim()"
    if not page.wait(f"{heading} === {json.dumps(title)}", time_limit=30):
        return f"the heading is {page.evaluate(heading)!r}, and not {title!r}"
    # Pictures load when they come into view; one that is missing is replaced by a picture that says so.
    page.evaluate("document.querySelectorAll('main img').forEach((image) => { image.loading = 'eager' })")
    shown = "[...document.querySelectorAll('main img')].filter((image) => image.src.includes('/images/') && image.complete && image.naturalWidth > 0).length"
    if not page.wait(f"{shown} >= {pictures}", time_limit=30):
        return f"{page.evaluate(shown)} of {pictures} pictures are shown"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=options.archive))
    server.handle_error = lambda *_: None  # the browser leaves a page while it loads
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    listed = pages(options.archive)
    failures = 0
    try:
        with Browser() as browser, Page(browser, address, width=1300, height=1500) as page:
            for path, content in listed:
                wrong = check(page, path, content, address)
                failures += wrong is not None
                if wrong:
                    print(f"FAIL  {path}: {wrong}")
                if options.screenshots:
                    options.screenshots.mkdir(parents=True, exist_ok=True)
                    page.screenshot(options.screenshots / f"{path.rsplit('/', 1)[1]}.png")
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(listed) - failures} of {len(listed)} pages of the site are shown")
    return 1 if failures or len(listed) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
