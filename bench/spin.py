#!/usr/bin/env python3
"""Compares temporal logic with Spin on the models of bench/temporal.

  bench/spin.py [--bin PROBITY] [--runs N] [--jobs N] [NAME...]

Each model is written twice, for both tools, with the same states; each property, too.  Of several
runs the fastest counts, on both sides; Spin's time is that of its compiled verifier alone.
Needs spin and gcc.  With --check the exit status says whether any time is more than twice Spin's.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent / "temporal"

# Name, Spin's property (None: states alone), arguments of pan, ours.
ROWS = [
    ("philosophers", None, [], None),
    ("philosophers", "exclusive", [], ["--ltl", "G not {state(0) = 3 & state(1) = 3}"]),
    ("philosophers", "again", [], ["--ltl", "G F {state(0) = 3} => G F {state(0) = 0}"]),
    ("philosophers", "served", ["-f"],
     ["--fair", "weak", "--ltl", "G({state(0) = 3} => F {state(0) = 0})"]),
    ("peterson", None, [], None),
    ("peterson", "exclusive", [], ["--ltl", "G not {place(0) = 3 & place(1) = 3}"]),
    ("peterson", "served", ["-f"], ["--fair", "weak", "--ltl", "G({level(0) = 1} => F {place(0) = 3})"]),
    ("election", None, [], None),
    ("election", "largest", [], ["--ltl", "G {leader = -1 or leader = top}"]),
    ("election", "elected", [], ["--ltl", "F {leader = top}"]),
    ("semaphore", None, [], None),
    ("semaphore", "served", [],
     ["--ltl", "SF(get(0)) & WF(put) => G({state(0) = 1} => F {state(0) = 2})"]),
]


def fastest(command, runs, cwd=None):
    """The least time, and the output."""
    best, out = None, ""
    for _ in range(runs):
        begin = time.monotonic()
        out = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False).stdout
        seconds = time.monotonic() - begin
        best = seconds if best is None else min(best, seconds)
    return best, out


def spin(name, prop, arguments, runs):
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        subprocess.run(["spin", "-a", HERE / f"{name}.pml"], cwd=folder, check=True,
                       capture_output=True)
        flags = ["-DNOCLAIM"] if prop is None else ["-DNFAIR=4"]
        subprocess.run(["gcc", "-O2", "-DMEMLIM=16000", *flags, "-o", "pan", "pan.c"], cwd=folder,
                       check=True, capture_output=True)
        search = [] if prop is None else ["-a", "-N", prop]
        seconds, out = fastest(["./pan", "-E", "-m2000000", *search, *arguments], runs, folder)
    finally:
        shutil.rmtree(folder)
    states = re.search(r"^\s*([\d.e+]+) states, stored", out, re.M)
    errors = re.search(r"errors: (\d+)", out)
    verdict = "holds" if errors and errors.group(1) == "0" else "fails"
    return seconds, states.group(1) if states else "?", verdict


def ours(binary, name, arguments, jobs, runs):
    command = [binary, "check", f"{name}.mch", "--no-deadlock"] if arguments is None else \
        [binary, "check", f"{name}.mch", *arguments, "--format", "json"]
    if jobs:
        command += ["--jobs", str(jobs)]
    seconds, out = fastest(command, runs, HERE)
    states = re.search(r'"product_states": (\d+)', out) or re.search(r"(\d+) states", out)
    verdict = re.search(r'"verdict": "(\w+)"', out)
    verdict = verdict.group(1) if verdict else out.split()[0] if out.split() else "?"
    return seconds, states.group(1) if states else "?", verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(HERE.parent.parent / "build/release/probity"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.bin).resolve())
    print(f"{'model':14}{'property':12}{'probity':>9}{'product':>12} {'verdict':8}"
          f"{'Spin':>9}{'stored':>14} {'verdict':8}{'ratio':>6}")
    slow = 0
    for name, prop, arguments, mine in ROWS:
        if options.names and name not in options.names:
            continue
        a = ours(binary, name, mine, options.jobs, options.runs)
        b = spin(name, prop, arguments, options.runs)
        ratio = a[0] / b[0]
        slow += ratio > 2 and a[0] > 0.05
        print(f"{name:14}{prop or '-':12}{a[0]:8.2f}s{a[1]:>12} {a[2]:8}"
              f"{b[0]:8.2f}s{b[1]:>14} {b[2]:8}{ratio:6.2f}", flush=True)
    return options.check and slow > 0


if __name__ == "__main__":
    sys.exit(main())
