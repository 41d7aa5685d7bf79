#!/usr/bin/env python3
"""Measures how time and memory grow with the size of models, and compares with what is allowed.

    bench/growth.py [--bin PATH] [--filter TEXT] [--reduced] [--time-limit SECONDS] [--jobs N]

Each row of bench/growth/rows.py is a series of models of the sizes n, 2n, 4n.  The exponent of its growth
is log2((I(4n) - I(2n)) / (I(2n) - I(n))), so what a run costs whatever the size is does not count.
Instructions are counted (by `perf stat`, where it can, else by valgrind): they are the same on a busy machine.
Memory is the peak of the process, with larger models.  bench/growth/allowed.tsv has the exponents that
are allowed; above them the row fails.  --reduced is for continuous integration: instructions only, and
rows with a `-` there are left out.
"""
import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
ALLOWED = HERE / "growth" / "allowed.tsv"

sys.path.insert(0, str(HERE / "growth"))
from rows import ROWS  # noqa: E402

SLACK = 0.15  # of an exponent
FLAT_INSTRUCTIONS = 200_000  # growing by less is no growth
FLAT_MEGABYTES = 10.0


class Failure(Exception):
    pass


def read_allowed():
    """Row -> (exponent of instructions or None, exponent of memory or None)."""
    table = {}
    for line in ALLOWED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, *figures = line.split("\t")
            table[name] = tuple(None if figure == "-" else float(figure) for figure in figures)
    return table


def perf_counts():
    """Does `perf stat` count instructions here?"""
    if not shutil.which("perf"):
        return False
    probe = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"],
                           capture_output=True, text=True)
    return probe.returncode == 0 and re.search(r"^\d+,", probe.stderr, re.M) is not None


def prepared(case, folder, program):
    """The command of a case, with its files written into the folder."""
    for name, text in case.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [program, *(str(folder / word) if word in case.files else word for word in case.command)]


def judged(case, status, out):
    """Nothing, if the program answers as it should."""
    if status not in case.status:
        raise Failure(f"exit code {status}")
    if case.says not in out:
        raise Failure(f"not said: {case.says.strip()}")


def run(command, limit, cwd):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=limit, cwd=cwd)
    except subprocess.TimeoutExpired:
        raise Failure(f"more than {limit:g} s") from None


def instructions(case, program, limit, perf):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command = prepared(case, folder, program)
        if perf:
            done = run(["perf", "stat", "-x,", "-e", "instructions:u", *command], limit, folder)
            found = re.search(r"^(\d+),", done.stderr, re.M)
        else:
            done = run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                        *command], limit, folder)
            found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
        judged(case, done.returncode, done.stdout)
        if not found:
            raise Failure("instructions were not counted")
        return int(found[1].replace(",", ""))


def peak_megabytes(case, program, limit):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with open(folder / "out", "w+", encoding="utf-8") as out:
            child = subprocess.Popen(["timeout", f"{limit:g}", *prepared(case, folder, program)],
                                     stdout=out, stderr=subprocess.DEVNULL, cwd=folder)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            if child.returncode == 124:
                raise Failure(f"more than {limit:g} s")
            judged(case, child.returncode, out.read())
            return usage.ru_maxrss / 1024


def exponent(figures, flat):
    """Of three figures for n, 2n, 4n; 0 where they hardly grow."""
    first, second = figures[1] - figures[0], figures[2] - figures[1]
    if second < flat:
        return 0.0
    return math.log2(second / max(first, flat / 2))


def measure(row, program, limit, perf, memory):
    """(exponents, figures, complaint)"""
    exponents, notes = [None, None], []
    kinds = [(row.small, lambda case: instructions(case, program, limit, perf), FLAT_INSTRUCTIONS, "{:,.0f}")]
    if memory and row.large:
        kinds.append((row.large, lambda case: peak_megabytes(case, program, limit), FLAT_MEGABYTES, "{:.0f} MB"))
    for i, (size, count, flat, form) in enumerate(kinds):
        figures = []
        try:
            for factor in (1, 2, 4):
                figures.append(count(row.make(size * factor)))
            exponents[i] = exponent(figures, flat)
        except Failure as failure:
            exponents[i] = math.inf
            notes.append(f"size {size * 2 ** len(figures)}: {failure}")
        notes.append(f"{size}: " + " ".join(form.format(figure) for figure in figures))
    return exponents, "; ".join(notes)


def shown(figure):
    return "" if figure is None else f"{figure:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--filter", default="", metavar="TEXT")
    parser.add_argument("--reduced", action="store_true", help="what continuous integration runs")
    parser.add_argument("--time-limit", type=float, default=60, metavar="SECONDS", help="of one run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    allowed, perf, passed, failed = read_allowed(), perf_counts(), 0, 0
    rows = [row for row in ROWS if options.filter in row.name]
    if options.reduced:
        rows = [row for row in rows if allowed.get(row.name, (None,))[0] is not None]
    program = str(options.bin.resolve())
    print(f"{'row':24}{'time':>7}{'allowed':>8}{'memory':>8}{'allowed':>8}  figures at n, 2n, 4n")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [pool.submit(measure, row, program, options.time_limit, perf, not options.reduced) for row in rows]
        for row, result in zip(rows, work):
            found, notes = result.result()
            limits = (*allowed.get(row.name, ()), None, None)[:2]
            bad = any(have is not None and most is not None and have > most + SLACK
                      for have, most in zip(found, limits))
            print(f"{row.name:24}{shown(found[0]):>7}{shown(limits[0]):>8}{shown(found[1]):>8}{shown(limits[1]):>8}"
                  f"  {'GROWS TOO FAST  ' if bad else ''}{notes}", flush=True)
            failed += bad
            passed += not bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
