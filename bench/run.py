#!/usr/bin/env python3
"""Times the program and compares with bench/baseline.tsv.

    bench/run.py [--bin PATH] [--filter TEXT] [--repeat N] [--max-ratio R] [--bless]

Each case runs N times (default 3); the fastest counts.  Peak memory is that of the process.  A
ratio above 1 is slower or larger than the baseline, which was taken on one machine: compare on the
same one.  --bless makes these figures the baseline; --max-ratio R fails if a time exceeds R times
the baseline.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
BASELINE = HERE / "baseline.tsv"
WORK = ROOT / "build" / "bench"

# name, megabytes of the generated model or a file, command
CASES = [
    ("parse-1MB", 1, ["parse"]),
    ("types-1MB", 1, ["types"]),
    ("types-10MB", 10, ["types"]),
    ("types-50MB", 50, ["types"]),
    ("fmt-10MB", 10, ["fmt"]),
    ("counter-1M", "models/counter.mch", ["check", "--jobs", "1"]),
    ("product-2M", "models/product.mch", ["check", "--jobs", "1", "--pref", "MAXINT=5"]),
    ("product-2M-all", "models/product.mch", ["check", "--pref", "MAXINT=5"]),
    ("flags-1M", "models/flags.mch", ["check", "--jobs", "1"]),
    ("scheduler-6", "../examples/scheduler/scheduler1.ref", ["refine", "--card", "PROC=6"]),
    ("scheduler-8", "../examples/scheduler/scheduler1.ref", ["refine", "--card", "PROC=8"]),
    ("allocator-16", "models/numbers_counter.ref", ["relate", "--pref", "MAXINT=16"]),
    ("queues-10M", "models/queues.ref", ["refine"]),
]


def generated(megabytes):
    """The model of this size, made once."""
    path = WORK / f"big{megabytes}.mch"
    generator = HERE / "generate.py"
    if not path.exists() or path.stat().st_mtime < generator.stat().st_mtime:
        WORK.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, generator, str(megabytes), "-o", path], check=True)
    return path


def measure(command):
    """Seconds and peak megabytes of one run; None if it fails."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    complaint = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    seconds = time.monotonic() - start
    if child.returncode != 0:
        print(complaint.decode("utf-8", "replace").strip()[-500:], file=sys.stderr)
        return None
    return seconds, usage.ru_maxrss / 1024


def read_baseline():
    lines = BASELINE.read_text(encoding="utf-8").splitlines() if BASELINE.exists() else []
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {name: (float(seconds), float(megabytes)) for name, seconds, megabytes in rows}


def write_baseline(figures):
    with open(BASELINE, "w", encoding="utf-8") as file:
        file.write("# Written by bench/run.py --bless.\n# case\tseconds\tpeak megabytes\n")
        for name, (seconds, megabytes) in figures.items():
            file.write(f"{name}\t{seconds:.3f}\t{megabytes:.1f}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--filter", default="", metavar="TEXT")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--max-ratio", type=float, metavar="R")
    parser.add_argument("--bless", action="store_true")
    options = parser.parse_args()
    baseline, slow, broken = read_baseline(), 0, 0
    figures = dict(baseline)
    print(f"{'case':14}{'seconds':>10}{'ratio':>8}{'peak MB':>10}{'ratio':>8}")
    for name, megabytes, command in CASES:
        if options.filter not in name:
            continue
        path = HERE / megabytes if isinstance(megabytes, str) else generated(megabytes)
        runs = [measure([options.bin, *command, path]) for _ in range(max(1, options.repeat))]
        if None in runs:
            print(f"{name:14}    FAILED")
            broken += 1
            continue
        seconds, peak = min(run[0] for run in runs), min(run[1] for run in runs)
        figures[name] = seconds, peak
        then = baseline.get(name)
        ratios = [f"{now / max(old, 1e-3):.2f}" for now, old in zip((seconds, peak), then)] if then else "--"
        slow += bool(then and options.max_ratio and seconds > options.max_ratio * then[0])
        print(f"{name:14}{seconds:10.3f}{ratios[0]:>8}{peak:10.1f}{ratios[1]:>8}", flush=True)
    if options.bless:
        write_baseline(figures)
    return 1 if slow or broken else 0


if __name__ == "__main__":
    sys.exit(main())
