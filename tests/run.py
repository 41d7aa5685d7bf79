#!/usr/bin/env python3
"""Runs the text tests below this folder, the examples and the commands in the documentation.

    tests/run.py [--bin PATH] [--filter TEXT] [--sample N] [--jobs N] [--bless]

A kind of test is a module of kinds/ with a function cases(program, options) that yields cases; its comment
says what the tests look like.  harness/ holds what kinds share.  Folders of tests may be absent or empty; files
that tests only refer to go into a folder lib/ beside them, which is searched with -I.  A crash, a report of
a sanitizer or exit status 70 fails any test.  The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures
import importlib
import os
import pkgutil
import shutil
import sys
import textwrap

import kinds
from harness.case import ROOT
from harness.program import Program


def find_kinds():
    """The modules of kinds/, in alphabetical order."""
    return [importlib.import_module(f"kinds.{module.name}") for module in pkgutil.iter_modules(kinds.__path__)]


def manual(found):
    """This file's comment, and those of the kinds: a title, the rest indented."""
    parts = [__doc__.strip()]
    for kind in found:
        title, _, rest = kind.__doc__.strip().partition("\n\n")
        parts.append("\n".join([title, textwrap.indent(rest, "    ")]).strip())
    return "\n\n".join(parts)


def parse_options(found):
    parser = argparse.ArgumentParser(description=manual(found),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build" / "release" / "probity", metavar="PATH",
                        help="the program to test (default build/release/probity)")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only cases whose name contains it")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every N-th of these")
    parser.add_argument("--offset", type=int, default=0, metavar="K", help="beginning with the one after the first K")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for one run")
    parser.add_argument("--patience", type=float, default=0.5, metavar="SECONDS", help="before a run is disturbed")
    parser.add_argument("--bless", action="store_true", help="accept what the program prints now")
    options = parser.parse_args()
    if not shutil.which(str(options.bin)):
        parser.error(f"{options.bin} is not a program; build it, or name another with --bin")
    return options


def main():
    found = find_kinds()
    options = parse_options(found)
    program = Program(shutil.which(str(options.bin)), options.limit, options.patience)
    cases = [case for kind in found for case in kind.cases(program, options) if options.filter in case.name]
    cases = cases[options.offset::options.sample]
    tally = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for case, results in zip(cases, pool.map(lambda case: case.run(), cases)):
            for name, failure in results:
                tally[case.kind]["failed" if failure else "passed"] += 1
                if failure:
                    print(f"--- {name}\n{failure}", flush=True)
    for kind, counts in tally.items():
        print(f"{kind:14} {counts['passed']:5} passed {counts['failed']:5} failed")
    total = sum(tally.values(), collections.Counter())
    print(f"{total['passed']} passed, {total['failed']} failed")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
