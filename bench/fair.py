#!/usr/bin/env python3
"""What fairness costs: formulas that hold, beside the exploration of the same states without them.

    bench/fair.py [--bin PATH] [--runs N] [--jobs N] [--check] [NAME...]

Of several runs the fastest counts, and the smallest, on both sides.  The last figure is the memory
that the formula takes beside the exploration, in bytes for each state of the product.  With --check
the exit status says whether any formula costs more than three times the exploration, or, with one
thread, more than twelve bytes.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent / "temporal"

SEMAPHORE = "G({state(0) = 1} => F {state(0) = 2})"
WAITING = "F {state(0) = 2}"
OTHER = "G({state(1) = 1} => F {state(1) = 2 or state(0) = 2})"

# Model and constants, fairness, formula.
ROWS = [
    (["semaphore"], "strong", SEMAPHORE),
    (["semaphore"], "SF(get(0)) & WF(put)", SEMAPHORE),
    (["semaphore"], "weak", "G({state(0) = 2} => F {state(0) = 3})"),
    (["philosophers"], "weak", "G({state(0) = 3} => F {state(0) = 0})"),
    (["philosophers"], "strong", "G({state(0) = 3} => F {state(0) = 0})"),
    (["waiting", "top=10"], "strong", WAITING),
    (["waiting", "top=10"], "SF(get(0)) & WF(put)", WAITING),
    (["waiting", "top=10"], "strong", OTHER),
    (["waiting", "top=10"], "weak", "G({state(1) = 3} => F {state(1) = 0 or state(0) = 2})"),
    (["stairs", "top=3", "others=7"], "strong", "F {open = TRUE}"),
    (["stairs", "top=12", "others=6"], "strong", "F {open = TRUE}"),
    (["stairs", "top=12", "others=7"], "strong", "F {open = TRUE}"),
    (["stairs", "top=3", "others=8"], "strong", "F {open = TRUE}"),
]


def run(command, runs):
    """The least seconds of the clock and of processors, the least memory, and the report."""
    best, report = None, {}
    for _ in range(runs):
        begin = time.monotonic()
        with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            out = child.stdout.read()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        used = (time.monotonic() - begin, usage.ru_utime, usage.ru_maxrss * 1024)
        best = tuple(map(min, best, used)) if best else used
        report = json.loads(out)
    return best, report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(HERE.parent.parent / "build/release/probity"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.bin).resolve())
    print(f"{'model':14}{'fairness':22}{'states':>9}{'product':>9}{'plain':>9}{'formula':>9}{'ratio':>7}"
          f"{'work':>7}{'bytes':>7}  verdict")
    slow = 0
    for model, fair, formula in ROWS:
        if options.names and model[0] not in options.names:
            continue
        command = [binary, "check", f"{model[0]}.mch", "--jobs", str(options.jobs), "--format", "json"]
        for constant in model[1:]:
            command += ["--let", constant]
        plain, states = run(command + ["--no-deadlock"], options.runs)
        with_formula, report = run(command + ["--fair", fair, "--ltl", formula], options.runs)
        ratio, nodes = with_formula[0] / plain[0], report["temporal"][0]["product_states"]
        each = (with_formula[2] - plain[2]) / nodes
        slow += ratio > 3 or (options.jobs == 1 and each > 12) or report["verdict"] != "pass"
        print(f"{model[0]:14}{fair:22}{states['states']:9}{nodes:9}"
              f"{plain[0]:8.2f}s{with_formula[0]:8.2f}s{ratio:7.2f}"
              f"{with_formula[1] / plain[1]:7.2f}{each:7.1f}  {report['verdict']}", flush=True)
    return options.check and slow > 0


if __name__ == "__main__":
    sys.exit(main())
