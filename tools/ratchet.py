#!/usr/bin/env python3
"""Holds what conformance has reached: fails if a suite falls below its line in tests/ratchet.tsv.

    tools/ratchet.py [--bin PATH] [--raise]

Each line of the table is `SUITE<TAB>OPTIONS<TAB>PERCENT`; the options give the sample and its seed,
so that every run judges the same cases.  --raise writes better figures into the table, never worse
ones.  The conformance data are not part of the project: without them nothing is done.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "ratchet.tsv"
CONFORM = ROOT.parent / "shared" / "tools" / "conform"


def measure(program, suite, options):
    """The percentage that conform reports, rounded down to a tenth, and its output."""
    command = [str(CONFORM), "--bin", str(program), suite, *shlex.split(options)]
    if "--jobs" not in options:
        command += ["--jobs", str(os.cpu_count() or 1)]
    # Which provers of others are installed must not matter.
    environment = {**os.environ, "PROBITY_PROVERS": "none"}
    output = subprocess.run(command, capture_output=True, text=True, env=environment).stdout
    match = re.search(rf"^SUITE {re.escape(suite)}: (\d+) of (\d+)", output, re.MULTILINE)
    if not match or match[2] == "0":
        return None, output
    return int(match[1]) * 1000 // int(match[2]) / 10, output


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "probity",
                        metavar="PATH")
    parser.add_argument("--raise", action="store_true", dest="lift")
    options = parser.parse_args()
    if not CONFORM.exists():
        print("ratchet: skipped, there are no conformance data beside the project")
        return 0

    lines = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    passed = failed = 0
    for index, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        suite, arguments, floor = line.split("\t")
        reached, output = measure(options.bin, suite, arguments)
        good = reached is not None and reached >= float(floor)
        passed, failed = passed + good, failed + (not good)
        print(f"{suite:10} {reached if reached is not None else 'nothing'} %, at least {floor} %"
              + ("" if good else "   BELOW"), flush=True)
        if not good:
            print("    " + output.strip().replace("\n", "\n    "))
        elif options.lift and reached > float(floor):
            lines[index] = f"{suite}\t{arguments}\t{reached}"
    if options.lift:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
