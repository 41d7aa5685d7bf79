#!/usr/bin/env python3
"""Random machines: does `check` say without exploring what is true by definition?

    tests/random/paths.py [--bin PATH] [--count N] [--seed N] [--keep FOLDER]

All states that can be reached, and the fewest steps after which one violates the invariant, are computed here.  `--bmc`
must find a violation after so many steps or none, `--induction` must not pass if there is one, `--inductive` must say
of each operation what its obligations are by definition, and `--proved` must find what plain exploration finds.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import event_b
import obligations

STEPS = 3


class Classical:
    file = "M.mch"

    def __init__(self, rng):
        variables = {n: "int" for n in rng.sample(obligations.NUMBERS, rng.randint(1, 2))}
        variables.update(rng.choice([{}, {"b": "bool"}, {"f": "fun"}]))
        self.m = obligations.make_machine(rng, "M", variables, obligations.Maker(rng, claims=False), rng.choice([1, 2, 3]))
        self.text = obligations.machine_text(self.m)
        self.truths = obligations.machine_truths(self.m)

    def start(self):
        return self.m.init.run({}, ())

    def holds(self, state):
        return all(self.m.holds(k, state) for k in range(len(self.m.variables) + len(self.m.invariants)))

    def steps(self, state):
        for op in self.m.ops:
            for p in obligations.parameters(op):
                v = {**state, **p}
                if op.pre is None or op.pre.value(v):
                    yield from ({k: c for k, c in o.items() if k in state} for o in op.body.run(v, ()))


class EventB:
    file = "M.eventb"

    def __init__(self, rng):
        self.m = event_b.make_machine(rng)
        self.text = self.m.text()
        self.truths = event_b.machine_truths(self.m)

    def start(self):
        return event_b.outcomes(self.m.events[0].actions, {})

    def holds(self, state):
        return self.m.holds(state)

    def steps(self, state):
        for e in self.m.events[1:]:
            for _, _, v in event_b.starts(e, [state]):
                yield from event_b.outcomes(e.actions, v)


def first_violation(case):
    """after how many steps, or None"""
    level, seen, depth = [dict(s) for s in case.start()], [], 0
    while level:
        if not all(case.holds(s) for s in level):
            return depth
        fresh = []
        for s in level:
            for o in case.steps(s):
                after = {**s, **o}
                if after not in seen:
                    seen.append(after)
                    fresh.append(after)
        level, depth = fresh, depth + 1
    return None


def check(program, path, *options):
    command = [program, "check", path, *options, "--format", "json", "--jobs", "1", "--time-limit", "10"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 4):
        return {"verdict": f"exit {done.returncode}: {done.stderr[-300:]}{done.stdout[:300]}"}
    return json.loads(done.stdout)


def shortest(data):
    """steps of the violation that is shown"""
    return len(data["violations"][0]["trace"]) - 1


def compare_paths(program, path, depth, wrong):
    bmc, induction = check(program, path, "--bmc", str(STEPS)), check(program, path, "--induction", str(STEPS))
    within = depth is not None and depth <= STEPS
    for name, data in (("--bmc", bmc), ("--induction", induction)):
        verdict = data["verdict"]
        if verdict not in ("pass", "fail", "unknown"):
            wrong.append(f"{name}: {verdict}")
        elif verdict == "fail" and not (within and shortest(data) == depth):
            wrong.append(f"{name}: violated after {shortest(data)} steps, not {depth}")
        elif verdict == "pass" and (depth is not None if name == "--induction" else within):
            wrong.append(f"{name}: no violation, but after {depth} steps")
        elif (data["paths"]["clear"] or 0) > (STEPS + 1 if depth is None else depth):
            wrong.append(f"{name}: clear up to {data['paths']['clear']}, violated after {depth}")
    return bmc["verdict"] == "fail" or induction["verdict"] != "unknown"


def compare_operations(data, truths, wrong):
    whole = {}
    for name, truth in truths.items():
        if isinstance(name, str) and name.endswith("/INV"):
            whole.setdefault(name.split("/")[0], []).append(truth)
    for entry in data.get("inductive", {}).get("operations", []):
        known = whole.get(entry["operation"], [])
        if None not in known and entry["status"] == ("disproved" if all(known) else "proved"):
            wrong.append(f"--inductive: {entry['operation']} is {entry['status']}")


def compare(program, path, case, wrong):
    depth = first_violation(case)
    decided = compare_paths(program, path, depth, wrong)
    compare_operations(check(program, path, "--inductive"), case.truths, wrong)
    data = check(program, path, "--proved", "--no-deadlock")  # an action that is not feasible fails, too
    if data["verdict"] == "pass" if depth is not None else data["invariant_violated"]:
        wrong.append(f"--proved: {data['verdict']}, but violated after {depth}")
    return decided


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the cases that are wrong")
    options = parser.parse_args()
    decided = failures = 0
    for i in range(options.count):
        rng = random.Random(f"{options.seed}/{i}")
        case = [Classical, EventB][i % 2](rng)
        wrong = []
        with tempfile.TemporaryDirectory() as folder:
            obligations.write(folder, case.file, case.text)
            decided += compare(options.bin, os.path.join(folder, case.file), case, wrong)
        if wrong:
            failures += 1
            print(f"case {i} of seed {options.seed}: " + "; ".join(wrong[:4]), flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                obligations.write(options.keep, f"{i}.{case.file}", case.text)
    print(f"{options.count} cases, {decided} decided, {failures} wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
