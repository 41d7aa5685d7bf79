#!/usr/bin/env python3
"""Do the certificates of our own proofs replay?

    tests/random/replay.py [--bin PATH] [--seconds N] [--file-seconds N] [--rows FILE] PATH…

All obligations of the models below the paths are proved without foreign provers; what is proved in general is checked
anew from its certificate, in another process.  Counts what is checked, what is refused and what has no steps.  The
exit status is 1 if one is refused, or more than one of ten has no steps.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from agreement import models


def run(options, words):
    try:
        done = subprocess.run([options.bin, "prove", *words, "--format", "json"], capture_output=True, text=True,
                              timeout=options.file_seconds * 2 + 60)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return {}


def replay(options, path, certificates):
    """the answers, by the names of obligations"""
    proved = run(options, [path, "--jobs", "1", "--provers", "none", "--certificate", certificates,
                           "--time-limit-per", str(options.seconds), "--time-limit", str(options.file_seconds)])
    if not proved.get("obligations") or not os.path.exists(certificates):
        return [], 0
    checked = run(options, [path, "--check-certificate", certificates])
    return checked.get("certificates", []), proved["counts"]["proved"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--seconds", type=float, default=0.3, help="for one obligation")
    parser.add_argument("--file-seconds", type=float, default=30, help="for the obligations of one file")
    parser.add_argument("--rows", help="file for a row for each answer that is not `checked`")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    rows = open(options.rows, "a", encoding="utf-8") if options.rows else None
    counts, reasons, proved, files = collections.Counter(), collections.Counter(), 0, 0
    for path in models(options.paths):
        with tempfile.TemporaryDirectory() as folder:
            answers, count = replay(options, path, os.path.join(folder, "certificates"))
        proved += count
        files += bool(answers)
        for answer in answers:
            counts[answer["status"]] += 1
            if answer["status"] == "not-checkable":
                reasons[answer["why"]] += 1
            if rows and answer["status"] not in ("checked", "missing"):
                print(path, answer["name"].replace("\n", " "), answer["status"], answer["why"], sep="\t", file=rows, flush=True)
            if answer["status"] == "refused":
                print(f"refused: {path} {answer['name']}: {answer['why']}", flush=True)
    print(f"{files} files, {proved} proved: {counts['checked']} checked, {counts['refused']} refused, "
          f"{counts['not-checkable']} without steps, of {sum(counts.values())} obligations")
    for reason, count in reasons.most_common():
        print(f"  without steps: {count} by {reason}")
    if counts["checked"] + counts["refused"] + counts["not-checkable"] != proved:
        print("what was proved is not what is in the files")
        return 1
    return counts["refused"] > 0 or counts["not-checkable"] * 10 > proved


if __name__ == "__main__":
    sys.exit(main())
