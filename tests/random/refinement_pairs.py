#!/usr/bin/env python3
"""Random refinements of classical B against a product that is computed by definition.

    tests/random/refinement_pairs.py [--bin PATH] [--count N] [--seed N] [--keep FOLDER]

A machine is made as a table (for each operation, state and argument: the outcomes, whether it
aborts, whether the precondition holds), a refinement as another table: derived from the first
by a map between the states, and often spoilt.  Some have three levels.  The tables are written
as machines of B, in several ways, and computed here as the B method says:

  check           every outcome of the refinement inside of the preconditions above it is matched,
                  level by level, by an outcome with the same results that satisfies the gluing
                  invariant; states, transitions and the length of the shortest way to a mistake
  relate          --check-gluing: the same verdict
  refine          --pre assume: traces of calls, with sets of states of the abstraction
                  --pre guard: traces where preconditions are guards

What `check` passes, `refine --pre assume` must pass: the gluing invariant is a simulation.  Not
the other way round: the gluing invariant may be too strong, or choices are made later.  Where the
middle one of three levels is wrong already, `refine --pre assume` may say that it does not know.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ABORT = "abort"


class Level:
    """One machine: its states 0..size-1, initial states, and for each operation a table."""

    def __init__(self, name, var, size):
        self.name, self.var, self.size = name, var, size
        self.init = {0}
        self.pre = {}  # op -> set of (state, x), or None: no precondition
        self.table = {}  # op -> {(state, x): set of (state', result) or ABORT}
        self.glue = None  # set of (abstract state, state)
        self.same = False  # the variable has the name of the abstract one
        self.part = False  # it lives in a machine that is included


class Signature:
    def __init__(self, rng, name):
        self.name = name
        self.arguments = [0, 1] if rng.random() < 0.6 else [0]
        self.has_argument = len(self.arguments) == 2
        self.has_result = rng.random() < 0.6
        self.results = [0, 1] if self.has_result else [0]


# ------------------------------------------------------------------ generation


def abstract_level(rng, ops):
    m = Level("A", "a", rng.randint(2, 4))
    m.init = set(rng.sample(range(m.size), rng.choice([1, 1, 2])))
    for op in ops:
        calls = [(s, x) for s in range(m.size) for x in op.arguments]
        m.table[op.name] = {
            c: {(rng.randrange(m.size), rng.choice(op.results)) for _ in range(rng.choice([1, 1, 2, 3]))}
            for c in calls
        }
        if rng.random() < 0.15:  # a guard
            for c in rng.sample(calls, rng.randint(1, len(calls))):
                m.table[op.name][c] = set()
        m.pre[op.name] = None
        if op.has_argument or rng.random() < 0.6:
            m.pre[op.name] = {c for c in calls if rng.random() < 0.7}
    return m


def derived_level(rng, above, ops, name, var):
    """A refinement of `above`, right unless something is spoilt."""
    m = Level(name, var, rng.randint(above.size, above.size + 2))
    m.same = rng.random() < 0.2
    if m.same:
        m.size = above.size
        m.var = above.var
    m.part = rng.random() < 0.25
    image = list(range(m.size)) if m.same else [rng.randrange(above.size) for _ in range(m.size)]
    m.glue = {(image[c], c) for c in range(m.size)}
    back = {a: [c for c in range(m.size) if image[c] == a] for a in range(above.size)}
    starts = [c for c in range(m.size) if image[c] in above.init]
    m.init = set(rng.sample(starts, rng.randint(1, len(starts)))) if starts else {rng.randrange(m.size)}
    for op in ops:
        table = {}
        for c in range(m.size):
            for x in op.arguments:
                wanted = [(k, r) for a, r in above.table[op.name][(image[c], x)] for k in back[a]]
                inside = above.pre[op.name] is None or (image[c], x) in above.pre[op.name]
                if inside and wanted:
                    table[(c, x)] = set(rng.sample(wanted, rng.randint(1, min(2, len(wanted)))))
                elif inside:
                    table[(c, x)] = set()
                else:  # nobody calls it
                    table[(c, x)] = rng.choice(
                        [{ABORT}, set(), {(rng.randrange(m.size), rng.choice(op.results))}]
                    )
        m.table[op.name] = table
        m.pre[op.name] = None
        if rng.random() < 0.3:  # weaker than the abstract one
            m.pre[op.name] = {
                (c, x)
                for c in range(m.size)
                for x in op.arguments
                if above.pre[op.name] is None or (image[c], x) in above.pre[op.name] or rng.random() < 0.5
            }
    spoil(rng, m, above, ops)
    return m


def spoil(rng, m, above, ops):
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        op = rng.choice(ops)
        call = rng.choice(list(m.table[op.name]))
        outcomes = m.table[op.name][call]
        kind = rng.randrange(7)
        if kind == 0:
            outcomes.add((rng.randrange(m.size), rng.choice(op.results)))
        elif kind == 1:
            outcomes.add(ABORT)
        elif kind == 2 and m.pre[op.name] is not None:
            m.pre[op.name].discard(call)
        elif kind == 3:
            outcomes.clear()
        elif kind == 4 and not m.same:
            m.glue.add((rng.randrange(above.size), rng.randrange(m.size)))
        elif kind == 5 and not m.same:
            m.glue.discard(rng.choice(sorted(m.glue)))
        elif kind == 6:
            m.init.add(rng.randrange(m.size))


# ------------------------------------------------------------------------ text


def pairs_text(pairs):
    return "{" + ", ".join("(%d|->%d)" % p for p in sorted(pairs)) + "}"


def assignment(m, op, outcome):
    if outcome == ABORT:
        result = " || r := 0" if op.has_result else ""
        return "ASSERT 1 = 2 THEN skip%s END" % result
    write = "w%s(%d)" % (m.name, outcome[0]) if m.part else "%s := %d" % (m.var, outcome[0])
    return write + (" || r := %d" % outcome[1] if op.has_result else "")


def choice(rng, m, op, outcomes):
    outcomes = sorted(outcomes, key=str)
    rng.shuffle(outcomes)
    if not outcomes:
        return "SELECT 1 = 2 THEN skip%s END" % (" || r := 0" if op.has_result else "")
    if len(outcomes) == 1:
        return "BEGIN " + assignment(m, op, outcomes[0]) + " END"
    return "CHOICE " + " OR ".join(assignment(m, op, o) for o in outcomes) + " END"


def condition(m, op, call):
    text = "%s = %d" % (m.var, call[0])
    return text + (" & x = %d" % call[1] if op.has_argument else "")


def body(rng, m, op):
    table = m.table[op.name]
    calls = sorted(table)
    plain = not any(ABORT in outs for outs in table.values())
    form = rng.randrange(3)
    if form == 0 and plain and not m.part:
        key = "(%s|->%s)" % (m.var, "x" if op.has_argument else "0")
        rows = ["((%d|->%d)|->(%d|->%d))" % (c + o) for c in calls for o in sorted(table[c])]
        return "ANY y, z WHERE y : 0..9 & z : 0..1 & (%s|->(y|->z)) : {%s} THEN %s := y%s END" % (
            key,
            ", ".join(rows),
            m.var,
            " || r := z" if op.has_result else "",
        ) if rows else "SELECT 1 = 2 THEN skip%s END" % (" || r := 0" if op.has_result else "")
    rng.shuffle(calls)
    if form == 1:
        branches = ["%s THEN %s" % (condition(m, op, c), choice(rng, m, op, table[c])) for c in calls]
        return "SELECT " + " WHEN ".join(branches) + " END"
    text = "IF %s THEN %s" % (condition(m, op, calls[0]), choice(rng, m, op, table[calls[0]]))
    for c in calls[1:-1]:
        text += " ELSIF %s THEN %s" % (condition(m, op, c), choice(rng, m, op, table[c]))
    return text + " ELSE %s END" % choice(rng, m, op, table[calls[-1]]) if len(calls) > 1 else (
        choice(rng, m, op, table[calls[0]])
    )


def operation(rng, m, op):
    head = ("r <-- " if op.has_result else "") + op.name + ("(x)" if op.has_argument else "")
    text = body(rng, m, op)
    pre = m.pre[op.name]
    if pre is not None:
        conjuncts = []
        if op.has_argument:
            conjuncts.append("x : 0..1")
            conjuncts.append("(%s|->x) : %s" % (m.var, pairs_text(pre)) if pre else "1 = 2")
        else:
            states = sorted(s for s, _ in pre)
            conjuncts.append("%s : {%s}" % (m.var, ", ".join(map(str, states))) if states else "1 = 2")
        text = "PRE %s THEN %s END" % (" & ".join(conjuncts), text)
    return "  %s = %s" % (head, text)


def level_text(rng, m, above, ops):
    init = "%s :: {%s}" % (m.var, ", ".join(map(str, sorted(m.init))))
    lines = ["%s %s" % ("REFINEMENT" if above else "MACHINE", m.name)]
    if above:
        lines.append("REFINES %s" % above.name)
    if m.part:
        lines.append("INCLUDES Part%s" % m.name)
    else:
        lines.append("VARIABLES %s" % m.var)
    invariant = ["%s : 0..%d" % (m.var, m.size - 1)]
    if above and not m.same:
        glue = "(%s|->%s) : %s" % (above.var, m.var, pairs_text(m.glue)) if m.glue else "%s /= %s" % (
            above.var,
            above.var,
        )
        invariant.append(glue)
    rng.shuffle(invariant)
    lines.append("INVARIANT " + " & ".join(invariant))
    if not m.part:
        lines.append("INITIALISATION " + init)
    lines.append("OPERATIONS")
    lines.append(";\n".join(operation(rng, m, op) for op in ops))
    lines.append("END\n")
    part = None
    if m.part:
        part = (
            "MACHINE Part%s\nVARIABLES %s\nINVARIANT %s : 0..%d\nINITIALISATION %s\nOPERATIONS\n"
            "  w%s(v) = PRE v : 0..%d THEN %s := v END\nEND\n"
            % (m.name, m.var, m.var, m.size - 1, init, m.name, m.size - 1, m.var)
        )
    return "\n".join(lines), part


# ------------------------------------------------------------------ definition


def inside(m, op, call):
    return m.pre[op.name] is None or call in m.pre[op.name]


def glued(levels, states):
    """Does the gluing invariant hold between neighbours?  states: concrete one first."""
    for k in range(len(levels) - 1):
        m = levels[k]
        good = states[k + 1] == states[k] if m.same else (states[k + 1], states[k]) in m.glue
        if not good:
            return False
    return True


def matches(levels, candidates, first):
    """All ways to extend the new state of the refinement through the levels above it."""
    ways = [(first,)]
    for k in range(1, len(levels)):
        ways = [w + (s,) for w in ways for s in candidates[k] if glued(levels[: k + 1], w + (s,))]
    return ways


def chain_check(levels, ops):
    """("pass", states, transitions) or ("fail", steps); levels[0] is the refinement."""
    seen, level = set(), []
    transitions = 0
    starts = [m.init for m in levels]
    for c in starts[0]:
        ways = matches(levels, starts, c)
        if not ways:
            return ("fail", 0)
        level += ways
    seen |= set(level)
    transitions += len(set(level))
    level, steps = sorted(set(level)), 0
    while level:
        following = set()
        for states in level:
            for op in ops:
                for x in op.arguments:
                    if not all(inside(m, op, (s, x)) for m, s in zip(levels[1:], states[1:])):
                        continue
                    own = levels[0]
                    if not inside(own, op, (states[0], x)) or ABORT in own.table[op.name][(states[0], x)]:
                        return ("fail", steps)
                    found = set()
                    for c, r in own.table[op.name][(states[0], x)]:
                        candidates = [None] + [
                            {s2 for s2, r2 in m.table[op.name][(s, x)] if r2 == r}
                            for m, s in zip(levels[1:], states[1:])
                        ]
                        ways = matches(levels, candidates, c)
                        if not ways:
                            return ("fail", steps)
                        found |= {(r, w) for w in ways}
                    transitions += len(found)
                    following |= {w for _, w in found}
        following -= seen
        seen |= following
        level, steps = sorted(following), steps + 1
    return ("pass", len(seen), transitions)


def chain_above(levels, op, states, x, r):
    """Where the levels above may be after a step with this result: the product of their chain."""
    if not all(inside(m, op, (s, x)) for m, s in zip(levels, states)):
        return set()
    candidates = [None] + [
        {s2 for s2, r2 in m.table[op.name][(s, x)] if r2 == r} for m, s in zip(levels[1:], states[1:])
    ]
    found = set()
    for s2, r2 in levels[0].table[op.name][(states[0], x)]:
        if r2 == r:
            found |= set(matches(levels, candidates, s2))
    return found


def assume_check(levels, ops):
    """Traces of calls that are allowed in all states where the abstraction may be."""
    own, above = levels[0], levels[1:]
    first = frozenset(w for a in above[0].init for w in matches(above, [m.init for m in above], a))
    level = {(first, c) for c in own.init}
    if not first:
        return ("fail", 0)
    seen, steps = set(level), 0
    while level:
        following = set()
        for sets, c in level:
            for op in ops:
                for x in op.arguments:
                    allowed = all(
                        inside(m, op, (s, x)) for states in sets for m, s in zip(above, states)
                    )
                    if not allowed:
                        continue
                    outcomes = own.table[op.name][(c, x)]
                    if not inside(own, op, (c, x)) or ABORT in outcomes:
                        return ("fail", steps)
                    for c2, r in outcomes:
                        after = frozenset(
                            w for states in sets for w in chain_above(above, op, states, x, r)
                        )
                        if not after:
                            return ("fail", steps)
                        following.add((after, c2))
        following -= seen
        seen |= following
        level, steps = following, steps + 1
    return ("pass", len(seen))


def guard_check(own, above, ops):
    """Traces where preconditions are guards; None: something aborts on the way."""
    first = frozenset(above.init)
    level = {(first, c) for c in own.init}
    seen, steps, wrong = set(level), 0, None
    todo = list(level)
    states = set(own.init)
    while todo:  # whatever the implementation reaches by itself
        _, c = todo.pop()
        for op in ops:
            for x in op.arguments:
                if not inside(own, op, (c, x)):
                    continue
                if ABORT in own.table[op.name][(c, x)]:
                    return None
                for c2, _ in own.table[op.name][(c, x)]:
                    if c2 not in states:
                        states.add(c2)
                        todo.append((first, c2))
    while level and wrong is None:
        following = set()
        for spec, c in level:
            for op in ops:
                for x in op.arguments:
                    if not inside(own, op, (c, x)):
                        continue
                    for c2, r in own.table[op.name][(c, x)]:
                        after = frozenset(
                            a2
                            for a in spec
                            if inside(above, op, (a, x))
                            for a2, r2 in above.table[op.name][(a, x)]
                            if r2 == r
                        )
                        if not after:
                            wrong = steps
                        following.add((after, c2))
        following -= seen
        seen |= following
        level, steps = following, steps + 1
    return ("pass",) if wrong is None else ("fail", wrong)


# ------------------------------------------------------------------ comparison


def run(program, folder, *arguments):
    done = subprocess.run(
        [program, *arguments, "--time-limit", "20"], cwd=folder, capture_output=True, text=True, timeout=60
    )
    lines = done.stdout.strip().splitlines()
    return lines[-1] if lines else "nothing: " + done.stderr


def verdict(line):
    found = re.match(r"PASS (\d+) states, (\d+) transitions", line)
    if found:
        return ("pass", int(found[1]), int(found[2]))
    if line.startswith("PASS"):
        return ("pass",)
    found = re.match(r"FAIL .*after (\d+) step", line)
    if found:
        return ("fail", int(found[1]))
    return ("fail",) if line.startswith("FAIL") else ("other", line)


def test(program, seed, folder):
    rng = random.Random(seed)
    ops = [Signature(rng, "op%d" % i) for i in range(rng.randint(1, 3))]
    first = abstract_level(rng, ops)
    levels = [derived_level(rng, first, ops, "B", "b"), first]
    if rng.random() < 0.25:
        for table in levels[0].table.values():  # mistakes of the middle one are found below it, too
            for outcomes in table.values():
                outcomes.discard(ABORT)
        levels.insert(0, derived_level(rng, levels[0], ops, "C", "c"))
    for m, above in zip(levels, levels[1:] + [None]):
        text, part = level_text(rng, m, above, ops)
        name = m.name + (".ref" if above else ".mch")
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
        if part:
            with open(os.path.join(folder, "Part%s.mch" % m.name), "w") as out:
                out.write(part)
    main = levels[0].name + ".ref"
    wanted = chain_check(levels, ops)
    assumed = assume_check(levels, ops)
    problems = []

    def compare(what, line, expected):
        got = verdict(line)
        if got[: len(expected)] != expected:
            problems.append("%s: %s, but by definition %s" % (what, line, expected))

    compare("check", run(program, folder, "check", main, "--no-deadlock"), wanted)
    compare(
        "check --evaluator reference",
        run(program, folder, "check", main, "--no-deadlock", "--evaluator", "reference"),
        wanted,
    )
    compare("relate --check-gluing", run(program, folder, "relate", main, "--check-gluing"),
            ("pass",) if wanted[0] == "pass" else wanted)
    line = run(program, folder, "refine", main, "--pre", "assume")
    above_right = len(levels) == 2 or chain_check(levels[1:], ops)[0] == "pass"
    if above_right or "not complete: specification" not in line:
        compare("refine --pre assume", line, ("pass",) if assumed[0] == "pass" else assumed)
    if len(levels) == 2:
        guarded = guard_check(levels[0], levels[1], ops)
        if guarded is not None:
            compare("refine", run(program, folder, "refine", main), guarded)
    if wanted[0] == "pass" and assumed[0] == "fail" and above_right:
        problems.append("by definition check passes, but the traces are none of the abstraction")
    return problems, wanted[0], assumed[0]


def main():
    parser = argparse.ArgumentParser(description="refinements against their product by definition")
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the models of failures into this folder")
    options = parser.parse_args()
    program = os.path.abspath(options.bin)
    failures, tally = 0, {}
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            problems, checked, assumed = test(program, seed, folder)
            tally[(checked, assumed)] = tally.get((checked, assumed), 0) + 1
            if not problems:
                continue
            failures += 1
            print("seed %d" % seed)
            for p in problems:
                print("  " + p)
            if options.keep:
                os.system("mkdir -p %s/%d && cp %s/* %s/%d" % (options.keep, seed, folder, options.keep, seed))
    for (checked, assumed), count in sorted(tally.items()):
        print("%6d: check %s, traces %s" % (count, checked, assumed))
    print("%d passed, %d failed" % (options.count - failures, failures))
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
