#!/usr/bin/env python3
"""Are --time-limit and --memory-limit kept?

    tests/limits/limits.py [--bin PATH] [--all] [--filter TEXT] [--seconds S] [--megabytes M]

Runs models that would take far too long, or far too much memory (cases.py), under tight limits.  What a
limit is exceeded by is judged by the clock or by processor time, whichever is less, and by resident memory, so
neither a busy machine nor several threads do harm: time by 10 % + 0.2 s at most, memory by 10 % + 50 MB.  Each must end by itself with a documented exit code.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
from cases import CASES  # noqa: E402

STATUS = (0, 1, 2, 3, 4, 5)
PATIENCE = 60  # of ours, by the wall


def run(case, program, limit):
    """(exit code or None, seconds, megabytes)"""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case.files.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        begin = time.monotonic()
        child = subprocess.Popen(["timeout", "-k", "5", str(PATIENCE), program, *case.command, *limit], cwd=folder,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = min(time.monotonic() - begin, usage.ru_utime + usage.ru_stime)
        late = child.returncode in (124, 137)
        return None if late else child.returncode, seconds, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "probity", metavar="PATH")
    parser.add_argument("--all", action="store_true", help="time and memory of all cases; else memory only where it is short")
    parser.add_argument("--filter", default="", metavar="TEXT")
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--megabytes", type=int, default=100)
    options = parser.parse_args()
    program, passed, failed = str(options.bin.resolve()), 0, 0
    most_seconds = options.seconds * 1.1 + 0.2
    most_megabytes = options.megabytes * 1.1 + 50
    for case in CASES:
        if options.filter not in case.name:
            continue
        kinds = [("time", ["--time-limit", f"{options.seconds:g}"])]
        if case.memory or options.all:
            kinds.append(("memory", ["--memory-limit", f"{options.megabytes}M", "--time-limit", "10" if options.all else "3"]))
        for kind, limit in kinds:
            status, seconds, megabytes = run(case, program, limit)
            complaint = ""
            if status not in STATUS:
                complaint = "did not end" if status is None else f"exit code {status}"
            elif kind == "time" and seconds > most_seconds:
                complaint = f"{seconds:.2f} s instead of {options.seconds:g} s"
            elif kind == "memory" and megabytes > most_megabytes:
                complaint = f"{megabytes:.0f} MB instead of {options.megabytes} MB"
            if complaint or options.all:
                print(f"{case.name} ({kind}): {complaint or 'fine'}  [{status}, {seconds:.2f} s, {megabytes:.0f} MB]", flush=True)
            failed += bool(complaint)
            passed += not complaint
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
