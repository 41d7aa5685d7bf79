#!/usr/bin/env python3
"""Checks how Rodin projects are read.

    tools/rodin.py [--bin PATH] [--limit SECONDS] [--only load|same|print|start] FOLDER...

For every machine and context below the folders:
  load   its source loads; how long the slowest takes
  same   the checked file beside it (.bcm, .bcc), if there is one, gives the same model
  print  what `fmt` makes of the source, and of all that it needs, gives the same model
  start  with deferred sets of two elements a machine has a first state, or it is said why not
What fails is listed with the first line that was said about it.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECKED = {".bum": ".bcm", ".buc": ".bcc"}


def run(options, *args):
    """Exit status, output, what was said, seconds of processor time."""
    before = os.times()
    try:
        done = subprocess.run([options.bin, *map(str, args)], capture_output=True, timeout=options.limit)
    except subprocess.TimeoutExpired:
        return -1, "", f"no answer within {options.limit} s", options.limit
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), seconds


def first_line(*texts):
    return next((line for text in texts for line in text.splitlines() if line.strip()), "nothing was said")[:200]


NEST = r"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
TYPE = re.compile(rf" ⦂ (?:\w+)?(?:{NEST})?")
BOUND = re.compile(rf"(?<=[!#%({{, ])(\w+['@\w]*){NEST}(?=[,.)] ?| \|(?!\|))")
PARTS = re.compile(rf"([\w']+)({NEST}) := (.*?)(?= \|\| | END|$)")


def plain(line):
    """The line without labels, and with what Rodin's checker rewrites in one form: it writes types
    down, and f(i) := E as f := f <+ {i |-> E}."""
    line = re.sub(r"/\*@(label|desc).*?\*/ ?", "", line)
    line = BOUND.sub(r"\1", TYPE.sub("", line)) if "⦂" in line or "(" in line else line
    line = PARTS.sub(lambda m: f"{m[1]} := {m[1]} <+ {{{m[2][1:-1]} |-> {m[3]}}}", line)
    if line.startswith("operation ") or " LET " in line:  # parameters, also abstract ones, have no order
        return " ".join(sorted(re.findall(r"[\w'`]+|[^\w\s(),]", line)))
    return re.sub(r"[()\s]+", "", line)


def model_of(options, path):
    """The flat model, without what differs by the way it was read; None if there is none."""
    status, out, err, seconds = run(options, "dump", "model", path)
    return (sorted(map(plain, out.splitlines())) if status == 0 else None), first_line(err, out), seconds


def printed(options, path, folder):
    """The component and all beside it as text files in the folder; the name of its own."""
    for other in path.parent.iterdir():
        if other.suffix in CHECKED and not (folder / (other.stem + ".eventb")).exists():
            status, out, _, _ = run(options, "fmt", other)
            if status == 0:
                (folder / (other.stem + ".eventb")).write_text(out, encoding="utf-8")
    return folder / (path.stem + ".eventb")


def difference(first, second):
    left, right = collections.Counter(first), collections.Counter(second)
    missing, extra = list((left - right).elements()), list((right - left).elements())
    return f"{missing[:1] or ''} / {extra[:1] or ''}"[:400]


class Tally:
    def __init__(self):
        self.good, self.bad = collections.Counter(), collections.Counter()

    def note(self, what, path, fine, why=""):
        (self.good if fine else self.bad)[what] += 1
        if not fine:
            print(f"{what:6} {path}\n       {why}", flush=True)


def check_start(options, tally, path):
    """A machine that does not start must say why: no constants, no first state, what is not decided."""
    status, out, err, _ = run(options, "check", "--max-states", "50", "--no-deadlock", "--time-limit",
                              max(1, options.limit // 3), "--format", "json", path)
    try:
        report = json.loads(out)
    except ValueError:
        report = {}
    names = {violation["kind"] for violation in report.get("violations", [])} & {"setup", "initialisation"}
    why = report.get("reasons", []) + sorted(names)
    started = report.get("states", 0) > 0
    tally.note("start", path, started or bool(why), first_line(err, out))
    if not started and why:
        print(f"why    {path}\n       {'; '.join(why)[:200]}", flush=True)


def check_file(options, tally, path, slowest):
    model, said, seconds = model_of(options, path)
    tally.note("load", path, model is not None, said)
    slowest.append((seconds, str(path)))
    if model is None:
        return
    checked = path.with_suffix(CHECKED[path.suffix])
    if options.only in (None, "same") and checked.exists():
        other, said, _ = model_of(options, checked)
        tally.note("same", path, other == model, said if other is None else difference(model, other))
    if options.only in (None, "print"):
        with tempfile.TemporaryDirectory() as folder:
            other, said, _ = model_of(options, printed(options, path, pathlib.Path(folder)))
            tally.note("print", path, other == model, said if other is None else difference(model, other))
    if options.only in (None, "start") and path.suffix == ".bum":
        check_start(options, tally, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--bin", default=str(ROOT / "build/release/probity"))
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--only", choices=("load", "same", "print", "start"))
    options = parser.parse_args()
    tally, slowest = Tally(), []
    for folder in options.folders:
        for path in sorted(folder.rglob("*.bu[cm]")):
            check_file(options, tally, path, slowest)
    for what in ("load", "same", "print", "start"):
        if tally.good[what] + tally.bad[what]:
            print(f"{what}: {tally.good[what]} passed, {tally.bad[what]} failed")
    print("slowest:", ", ".join(f"{s:.2f} s {p}" for s, p in sorted(slowest)[-3:]))
    return 1 if sum(tally.bad.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
