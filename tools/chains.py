#!/usr/bin/env python3
"""Compares `probity refine` with what Rodin has proved, for every step of the chains of a project.

    tools/chains.py [--bin PATH] [--limit SECONDS] [--filter TEXT] [--narrow N]
                    [--replace REGEX TEXT]... FOLDER [-- OPTION...]

A step is a machine that refines another one.  For each, the verdict of `probity refine OPTION...` stands beside
the number of proof obligations of the machine that Rodin has discharged (NAME.bps: confidence above 500, not
broken, with the stamp that the obligation has in NAME.bpo).  A step whose obligations are all discharged cannot
violate trace refinement: if it does, it is marked WRONG, and the exit status is 1.

--narrow N makes the scope small enough to finish: a copy of the project is compared in which constants that are
intervals (axiom NAME = a‥b) have their first N numbers only, and numbers that axioms, guards and actions choose
freely (x ∈ ℕ, x :∈ ℤ) are among the first N.  --replace changes all formulas of the copy.  What was proved is then
not quite what is compared.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = "org.eventb.core."
VERDICTS = {0: "holds", 1: "violated", 3: "error", 4: "unknown"}


def children(path, kind):
    if not path.exists():
        return []
    return [part for part in ElementTree.parse(path).getroot() if part.tag == CORE + kind]


def obligations(machine):
    """How many obligations are discharged, and how many there are."""
    stamps = {part.get("name"): part.get(CORE + "poStamp") for part in children(machine.with_suffix(".bpo"), "poSequent")}
    done = 0
    for status in children(machine.with_suffix(".bps"), "psStatus"):
        name = status.get("name")
        fresh = name in stamps and status.get(CORE + "poStamp") == stamps[name]
        proved = int(status.get(CORE + "confidence", "-99")) > 500 and status.get(CORE + "psBroken") != "true"
        done += fresh and proved
    return done, len(stamps)


def narrowed(formula, n):
    formula = re.sub(r"^(\s*\w+\s*=\s*)(\d+)\s*‥\s*(\d+)\s*$",
                     lambda m: f"{m[1]}{m[2]}‥{min(int(m[3]), int(m[2]) + n - 1)}", formula)
    return re.sub(r"^(\s*\w+\s*:?∈\s*)(?:(ℕ1)|[ℕℤ])\s*$",
                  lambda m: m[1] + (f"1‥{n}" if m[2] else f"0‥{n - 1}"), formula)


def narrow_copy(options, copy):
    """The sources of the project, with a smaller scope."""
    kinds = {"axiom": "predicate", "invariant": "predicate", "guard": "predicate", "witness": "predicate",
             "action": "assignment", "variant": "expression"}
    for path in options.folder.rglob("*.bu[mc]"):
        tree = ElementTree.parse(path)
        for part in tree.iter():
            kind = kinds.get(part.tag.removeprefix(CORE))
            formula = part.get(CORE + kind) if kind else None
            if not formula:
                continue
            if options.narrow and not part.tag.endswith("invariant"):
                formula = narrowed(formula, options.narrow)
            for regex, text in options.replace:
                formula = re.sub(regex, text, formula)
            part.set(CORE + kind, formula)
        target = copy / path.relative_to(options.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        tree.write(target, encoding="utf-8", xml_declaration=True)


def refine(options, machine):
    """The verdict, its line, and seconds of processor time."""
    before = os.times()
    command = [options.bin, "refine", "-q", *options.option, str(machine)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=options.limit)
    except subprocess.TimeoutExpired:
        return "unknown", f"no answer within {options.limit:g} s", options.limit
    after = os.times()
    lines = done.stdout.decode("utf-8", "replace").splitlines() + done.stderr.decode("utf-8", "replace").splitlines()
    said = next((line for line in lines if line.split(" ")[0] in ("PASS", "FAIL", "UNKNOWN", "ERROR")), lines[0] if lines else "")
    return VERDICTS.get(done.returncode, f"exit {done.returncode}"), said, after.children_user - before.children_user


def compare(options, folder):
    wrong = 0
    for machine in sorted(options.folder.rglob("*.bum")):
        if options.filter not in machine.stem or not children(machine, "refinesMachine"):
            continue
        verdict, said, seconds = refine(options, folder / machine.relative_to(options.folder))
        done, total = obligations(machine)
        contradicts = verdict == "violated" and done == total
        wrong += contradicts
        print(f"{'WRONG' if contradicts else verdict:9}{done:4} of {total:4}  {seconds:6.1f} s  {machine.stem}: {said}", flush=True)
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("option", nargs="*", help="for probity refine, after --")
    parser.add_argument("--bin", default=str(ROOT / "build/release/probity"))
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--filter", default="", help="only machines whose name contains this")
    parser.add_argument("--narrow", type=int, metavar="N")
    parser.add_argument("--replace", nargs=2, action="append", default=[], metavar=("REGEX", "TEXT"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as copy:
        if not options.narrow and not options.replace:
            return compare(options, options.folder)
        narrow_copy(options, pathlib.Path(copy))
        return compare(options, pathlib.Path(copy))


if __name__ == "__main__":
    sys.exit(main())
