#!/usr/bin/env python3
"""Tests of the page that explores a graph, in a real browser: run.py DIRECTORY [--screenshots DIR] [--only TEXT]."""

import argparse
import pathlib
import signal
import sys
import time
import traceback

sys.dont_write_bytecode = True  # the tests leave nothing in their directory

from browser import Browser, NoBrowser, Page
import screenshots
import tests_browsing
import tests_looks
import tests_safety
import tests_speed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--only", default="", help="run the tests whose name contains this")
    options = parser.parse_args()
    failures = 0
    count = 0
    try:
        with Browser() as browser:
            def open_page(name):
                return Page(browser, (options.directory.resolve() / f"{name}.html").as_uri())

            for module in (tests_browsing, tests_looks, tests_safety, tests_speed):
                for name, test in module.TESTS:
                    if options.only not in name:
                        continue
                    count += 1
                    start = time.monotonic()
                    try:
                        note = test(open_page)
                    except Exception as error:
                        failures += 1
                        print(f"FAIL  {name}: {error}")
                        if not isinstance(error, AssertionError):
                            traceback.print_exc()
                    else:
                        spent = round((time.monotonic() - start) * 1000)
                        print(f"ok  {name}  ({note or f'{spent} ms'})", flush=True)
            if options.screenshots:
                options.screenshots.mkdir(parents=True, exist_ok=True)
                screenshots.take(open_page, options.screenshots)
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{count - failures} of {count} tests passed")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    # A request to end also goes through `with`, which ends the browser.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
