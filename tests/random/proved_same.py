#!/usr/bin/env python3
"""Does `check --proved` say what `check` says?

    tests/random/proved_same.py [--bin PATH] [--seconds N] [--every N] [--rows FILE] PATH…

The models below the paths are explored in several ways, each with and without proofs of what operations preserve:
verdict, counts and violations are the same.  Runs that end by time are left out.  --every N takes each N-th model.
The exit status is 1 if an answer differs.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from agreement import models

WAYS = {
    "plain": ["--max-states", "800"],
    "all": ["--max-states", "800", "--keep-going"],
    "threads": ["--max-states", "3000", "--keep-going", "--jobs", "3"],
    "depth": ["--max-states", "300", "--dfs"],
}


def run(options, path, words):
    command = [options.bin, "check", path, "--format", "json", "--memory-limit", "1500M", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def answer(report, way):
    """what must not depend on proofs"""
    violations = sorted((v["kind"], v["message"], v.get("line", 0)) for v in report.get("violations", []))
    what = [report.get("verdict"), violations]
    # where threads stop after so many states depends on them, not what there is in all
    if way != "threads" or report.get("complete"):
        what += [report.get(key) for key in ("complete", "states", "transitions", "deadlock", "wd_error", "reasons")]
    return what


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--seconds", type=float, default=20, help="for one run")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--rows", help="file for a row for each model and way")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    rows = open(options.rows, "a", encoding="utf-8") if options.rows else None
    counts, verdicts, differ = collections.Counter(), collections.Counter(), 0
    for path in list(models(options.paths))[:: options.every]:
        for way, words in WAYS.items():
            proved = run(options, path, words + ["--proved"])
            if not proved or "states" not in proved:
                counts["without states"] += 1
                break
            plain = run(options, path, words)
            if not plain or "states" not in plain or any("limit" in r and "time" in r for r in plain["reasons"] + proved["reasons"]):
                counts["out of time"] += 1
                continue
            used = proved.get("preserved", {}).get("proved", 0)
            counts["compared, with proofs" if used else "compared, without proofs"] += 1
            verdicts[plain["verdict"]] += bool(used)
            same = answer(plain, way) == answer(proved, way)
            if rows:
                print(path, way, used, plain["verdict"], plain["states"], "same" if same else "differs", sep="\t", file=rows, flush=True)
            if not same:
                differ += 1
                print(f"{path} {way}: {answer(plain, way)}, with proofs {answer(proved, way)}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print("with proofs: " + ", ".join(f"{count} {what}" for what, count in sorted(verdicts.items())))
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
