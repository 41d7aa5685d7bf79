#!/usr/bin/env python3
"""Do foreign provers agree with what our own methods prove?

    tests/random/agreement.py [--bin PATH] [--provers z3,cvc5] [--seconds N] [--most N] [--rows FILE] [--keep FOLDER] PATH…

Every obligation of the models below the paths that `prove` proves in general without foreign provers is given to them:
all hypotheses and the negated goal, as `--smt2` writes them.  A prover that says `unsat` agrees.  One that says `sat`
has a model of the translation.  Where that says less than the sequent, it says so in its first lines (card: the size of
a set may have a value there that it cannot have), and the answer counts as `weaker`: it says nothing.  Otherwise it
contradicts our proof: the query is kept, and the exit status is 1.

A path may also be one of queries that something else has written (*.smt2), such as `refute_fuzz --queries` of the
random sequents that are proved.

Queries that are equal are asked once.  Of each file at most --most obligations are asked, those first that are no
hypothesis, spread over the file.
"""

import argparse
import collections
import hashlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile

ENDINGS = (".mch", ".ref", ".imp", ".sys", ".bum", ".buc", ".eventb")
LESS = "; says less than the obligation: "
PROVERS = {"z3": ["z3", "-t:{milliseconds}"], "cvc5": ["cvc5", "-q", "--lang=smt2", "--tlimit={milliseconds}"]}


def answer(prover, path, seconds):
    command = [word.format(milliseconds=int(seconds * 1000)) for word in PROVERS[prover]]
    try:
        done = subprocess.run(command + [path], capture_output=True, text=True, timeout=seconds + 5)
    except subprocess.TimeoutExpired:
        return "unknown"
    if "(error" in done.stdout:
        return "error"
    words = done.stdout.split()
    return words[0] if words and words[0] in ("sat", "unsat") else "unknown"


def models(paths, endings=ENDINGS):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, folders, files in os.walk(path):
            folders.sort()
            for file in sorted(files):
                if file.endswith(endings):
                    yield os.path.join(folder, file)


def prove(options, path, folder):
    """the obligations proved, with their queries: (entry, path of the query)"""
    command = [options.bin, "prove", path, "--format", "json", "--jobs", "1", "--provers", "none", "--smt2", folder]
    command += ["--time-limit-per", str(options.prove_seconds), "--time-limit", str(options.file_seconds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.file_seconds + 60)
        entries = json.loads(done.stdout).get("obligations", [])
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return []
    queries = {int(file.split("-")[0]): os.path.join(folder, file) for file in os.listdir(folder)}
    return [(entry, queries[i]) for i, entry in enumerate(entries, 1)
            if i in queries and entry["status"] == "proved" and entry["proof"]["scope"] == "general"]


def queries(options, path, folder):
    if path.endswith(".smt2"):
        return [({"name": os.path.basename(path), "why": "", "proof": {"method": "a query"}}, path)]
    return choose(prove(options, path, folder), options.most)


def choose(proved, most):
    chosen = []
    for group in ([p for p in proved if p[0]["proof"]["method"] != "hypothesis"],
                  [p for p in proved if p[0]["proof"]["method"] == "hypothesis"]):
        room = most - len(chosen)
        step = max(1, -(-len(group) // room)) if room else 1
        chosen += group[::step][:room]
    return chosen


def losses(query):
    """what the comments at the beginning say that it says less of"""
    with open(query, encoding="utf-8") as file:
        for line in itertools.takewhile(lambda line: line.startswith(";"), file):
            if line.startswith(LESS):
                return line[len(LESS):].strip()
    return ""


def ask(options, query):
    """what was said, and who said it; of `weaker`, what the query says less of"""
    said, lost = "unknown", losses(query)
    for prover in options.provers.split(","):
        said = answer(prover, query, options.seconds)
        if said == "sat" and lost:
            return "weaker", f"{prover}: {lost}"
        if said in ("sat", "unsat", "error"):
            return said, prover
    return said, "-"


def is_new(query, seen):
    with open(query, "rb") as file:
        lines = [line for line in file if not line.startswith(b";")]
    digest = hashlib.sha256(b"".join(lines)).digest()
    new = digest not in seen
    seen.add(digest)
    return new


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--provers", default="z3,cvc5")
    parser.add_argument("--seconds", type=float, default=0.5, help="for one query and prover")
    parser.add_argument("--prove-seconds", type=float, default=0.3, help="for one obligation")
    parser.add_argument("--file-seconds", type=float, default=30, help="for the obligations of one file")
    parser.add_argument("--most", type=int, default=60, help="obligations of one file")
    parser.add_argument("--rows", help="file for a row for each obligation asked")
    parser.add_argument("--keep", help="folder for the queries with a model")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    rows = open(options.rows, "a", encoding="utf-8") if options.rows else None
    counts, methods, reasons, seen = collections.Counter(), collections.Counter(), collections.Counter(), set()
    for path in models(options.paths, ENDINGS + (".smt2",)):
        with tempfile.TemporaryDirectory() as folder:
            for entry, query in queries(options, path, folder):
                if not is_new(query, seen):
                    counts["equal to one asked before"] += 1
                    continue
                said, prover = ask(options, query)
                counts[said] += 1
                methods[entry["proof"]["method"], said] += 1
                if said == "weaker":
                    reasons[prover.split(": ", 1)[1]] += 1
                if rows:
                    print(path, entry["name"].replace("\n", " "), entry["proof"]["method"], entry["why"], said, prover, sep="\t", file=rows, flush=True)
                if said in ("sat", "error"):
                    print(f"{said} by {prover}: {path} {entry['name']}", flush=True)
                    if options.keep:
                        os.makedirs(options.keep, exist_ok=True)
                        shutil.copy(query, os.path.join(options.keep, f"{counts[said]:04}-{said}-{os.path.basename(query)}"))
    for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        print(f"weaker: {count} {reason}")
    for (method, said), count in sorted(methods.items()):
        print(f"{method}: {count} {said}")
    print(", ".join(f"{counts[key]} {key}" for key in ("unsat", "sat", "weaker", "unknown", "error", "equal to one asked before")))
    return counts["sat"] + counts["error"] > 0


if __name__ == "__main__":
    sys.exit(main())
