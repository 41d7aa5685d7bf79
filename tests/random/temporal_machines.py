#!/usr/bin/env python3
"""Random machines with random formulas of LTL and CTL, through the command line, against a slow evaluator.

    tests/random/temporal_machines.py [--bin PROBITY] [--count N] [--seed N] [--verbose]

The evaluator knows the states and steps of a machine from the same description that the machine was
printed from.  It builds the tableau of a formula of LTL as textbooks have it: a position of a path is a
state with the step that is taken there, or none, and with a guess what holds at the next position
and a record of what held at the last one.  Fairness is judged on its components, by recursion.  No
part of this is shared with the program.

Each run has several formulas, some limits and options.  Verdicts must be right (or unknown, if there
is a limit), and counterexamples are replayed: steps of the machine, a loop that closes or a deadlock,
fair, and violating the formula.
"""
import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# ------------------------------------------------------------------------------------------ machines

NAMES = ("a", "b", "c")


class Machine:
    """Variables over 0 .. size - 1; operations with a guard and effects, as functions and as text."""

    def __init__(self, rng):
        self.rng = rng
        self.sizes = [rng.randint(2, 3) for _ in range(rng.randint(1, 3))]
        self.vars = NAMES[:len(self.sizes)]
        self.init = [sorted(rng.sample(range(n), 1 if rng.random() < 0.7 else 2)) for n in self.sizes]
        self.ops = [self.operation(f"op{i}") for i in range(rng.randint(1, 4))]
        self.explore()

    def condition(self, depth=0):
        rng, i = self.rng, self.rng.randrange(len(self.vars))
        roll = rng.random()
        if depth < 2 and roll < 0.3:
            (f, s), (g, t) = self.condition(depth + 1), self.condition(depth + 1)
            if rng.random() < 0.5:
                return (lambda v, k: f(v, k) and g(v, k)), f"({s} & {t})"
            return (lambda v, k: f(v, k) or g(v, k)), f"({s} or {t})"
        if roll < 0.5 and len(self.vars) > 1:
            j = rng.randrange(len(self.vars))
            return (lambda v, k: v[i] != v[j]), f"{self.vars[i]} /= {self.vars[j]}"
        if roll < 0.65:
            return (lambda v, k: v[i] != k), f"{self.vars[i]} /= k"
        n = rng.randrange(self.sizes[i])
        if roll < 0.85:
            return (lambda v, k: v[i] != n), f"{self.vars[i]} /= {n}"
        return (lambda v, k: v[i] == n), f"{self.vars[i]} = {n}"

    def effect(self):
        rng, i = self.rng, self.rng.randrange(len(self.vars))
        size, name = self.sizes[i], self.vars[i]
        roll = rng.random()
        if roll < 0.3:
            n = rng.randint(1, size)
            return i, (lambda v, k: [(v[i] + n) % size]), f"{name} := ({name} + {n}) mod {size}"
        if roll < 0.5:
            return i, (lambda v, k: [(v[i] + k) % size]), f"{name} := ({name} + k) mod {size}"
        if roll < 0.75:
            n = rng.randrange(size)
            return i, (lambda v, k: [n]), f"{name} := {n}"
        some = sorted(rng.sample(range(size), 2))
        return i, (lambda v, k: some), f"{name} :: {{{some[0]}, {some[1]}}}"

    def operation(self, name):
        guard, guard_text = self.condition()
        effects = {}
        for _ in range(self.rng.randint(1, 2)):
            i, function, text = self.effect()
            effects[i] = (function, text)
        body = " || ".join(text for _, text in effects.values())
        text = f"  {name}(k) = SELECT k : 0..1 & {guard_text} THEN {body} END"

        def step(values, k):
            if not guard(values, k):
                return []
            choices = [effects[i][0](values, k) if i in effects else [values[i]]
                       for i in range(len(values))]
            return itertools.product(*choices)
        return name, step, text

    def explore(self):
        self.initial = list(itertools.product(*self.init))
        self.states, self.steps = list(self.initial), {}
        for state in self.states:  # grows
            out = self.steps[state] = []
            for name, step, _ in self.ops:
                for k in (0, 1):
                    for to in step(state, k):
                        if (name, k, to) not in out:
                            out.append((name, k, to))
                        if to not in self.steps and to not in self.states:
                            self.states.append(to)

    def text(self):
        inv = " & ".join(f"{v} : 0..{n - 1}" for v, n in zip(self.vars, self.sizes))
        init = " || ".join(f"{v} :: {{{', '.join(map(str, some))}}}" for v, some in zip(self.vars, self.init))
        return (f"MACHINE M\nVARIABLES {', '.join(self.vars)}\nINVARIANT {inv}\nINITIALISATION {init}\n"
                "OPERATIONS\n" + ";\n".join(text for _, _, text in self.ops) + "\nEND\n")


# ------------------------------------------------------------------------------------------ formulas
# Trees: ("atom", text, function of machine, state, step or None), ("not", f), ("and", f, g) …


def atom(rng, m):
    roll = rng.random()
    i = rng.randrange(len(m.vars))
    name, n = m.vars[i], rng.randrange(m.sizes[i])
    op, k = rng.choice(m.ops)[0], rng.randrange(2)
    if roll < 0.35:
        return "atom", f"{{{name} = {n}}}", lambda s, a: s[i] == n
    if roll < 0.5:
        return "atom", f"[{op}]", lambda s, a: a is not None and a[0] == op
    if roll < 0.6:
        return "atom", f"[{op}({k})]", lambda s, a: a is not None and a[:2] == (op, k)
    if roll < 0.65:
        return "atom", f"[{op}({name})]", lambda s, a: a is not None and a[:2] == (op, s[i])
    if roll < 0.75:
        return "atom", f"e({op})", lambda s, a: any(x[0] == op for x in m.steps[s])
    if roll < 0.8:
        return "atom", "deadlock", lambda s, a: not m.steps[s]
    if roll < 0.84:
        return "atom", "sink", lambda s, a: all(x[2] == s for x in m.steps[s])
    if roll < 0.88:
        return "atom", f"unchanged({{{name}}})", lambda s, a: a is not None and a[2][i] == s[i]
    if roll < 0.92:
        return "atom", f"increasing({{{name}}})", lambda s, a: a is not None and a[2][i] > s[i]
    if roll < 0.95:
        return "atom", f"BA({{{name} /= {name}$0}})", lambda s, a: a is not None and a[2][i] != s[i]
    if roll < 0.97:
        return "atom", "current", lambda s, a: s in m.initial
    return "atom", f"deadlock({op}({k}))", lambda s, a: all(x[:2] != (op, k) for x in m.steps[s])


UNARY = {"not": "not", "X": "X", "F": "F", "G": "G", "Y": "Y", "O": "O", "H": "H"}
BINARY = {"and": "&", "or": "or", "=>": "=>", "U": "U", "W": "W", "R": "R", "S": "S", "T": "T"}


def formula(rng, m, size):
    if size <= 1:
        return atom(rng, m)
    if rng.random() < 0.5:
        op = rng.choice(["not", "X", "F", "G", "F", "G", "G", "Y", "O", "H"])
        return op, formula(rng, m, size - 1)
    op = rng.choice(["and", "or", "=>", "=>", "U", "W", "R", "S", "T"])
    left = rng.randint(1, max(1, size - 2))
    return op, formula(rng, m, left), formula(rng, m, max(1, size - 1 - left))


def show(f):
    if f[0] == "atom":
        return f[1]
    if f[0] in UNARY:
        return f"{UNARY[f[0]]} ({show(f[1])})"
    return f"({show(f[1])}) {BINARY[f[0]]} ({show(f[2])})"


TRUE = ("atom", "true", lambda s, a: True)


def basic(f):
    """With not, and, X, U, Y, S alone."""
    op = f[0]
    if op == "atom":
        return f
    a = basic(f[1])
    b = basic(f[2]) if len(f) > 2 else None

    def no(x):
        return "not", x
    if op in ("not", "X", "Y"):
        return op, a
    if op in ("and", "U", "S"):
        return op, a, b
    if op == "or":
        return no(("and", no(a), no(b)))
    if op == "=>":
        return no(("and", a, no(b)))
    if op == "F":
        return "U", TRUE, a
    if op == "G":
        return no(("U", TRUE, no(a)))
    if op == "O":
        return "S", TRUE, a
    if op == "H":
        return no(("S", TRUE, no(a)))
    if op == "W":  # not (not b U (not a and not b))
        return no(("U", no(b), ("and", no(a), no(b))))
    if op == "R":
        return no(("U", no(a), no(b)))
    return no(("S", no(a), no(b)))  # T


# ---------------------------------------------------------------------------------------------- CTL


def branch(rng, m, size):
    """A formula of CTL: its text, and the set of states where it holds."""
    states = set(m.states)

    def ex(f, fits=lambda x: True):
        return {s for s in states if any(fits(x) and x[2] in f for x in m.steps[s])}

    def least(f, more):
        while True:
            bigger = f | more(f)
            if bigger == f:
                return f
            f = bigger
    if size <= 1:
        while True:
            _, text, holds = atom(rng, m)
            if text[0] == "{" or text[:2] == "e(" or text in ("deadlock", "sink", "current"):
                return text, {s for s in states if holds(s, None)}
    dead = {s for s in states if not m.steps[s]}
    op = rng.choice(["not", "&", "or", "=>", "EX", "AX", "EF", "AF", "EG", "AG", "EX[]", "EU"])
    text, f = branch(rng, m, size - 1 if op[0] in "nEA" and op != "EU" else max(1, size // 2))
    if op == "not":
        return f"not ({text})", states - f
    if op in ("EX", "AX"):
        return f"{op} ({text})", ex(f) if op == "EX" else states - ex(states - f)
    if op == "EX[]":
        name = rng.choice(m.ops)[0]
        return f"EX[{name}] ({text})", ex(f, lambda x: x[0] == name)
    if op == "EF":
        return f"EF ({text})", least(f, ex)
    if op == "AG":
        return f"AG ({text})", states - least(states - f, ex)
    if op == "AF":
        return f"AF ({text})", least(f, lambda z: states - ex(states - z) - dead)
    if op == "EG":
        return f"EG ({text})", states - least(states - f, lambda z: states - ex(states - z) - dead)
    other, g = branch(rng, m, max(1, size // 2))
    if op == "EU":
        return f"E ({text}) U ({other})", least(g, lambda z: f & ex(z))
    both = f & g if op == "&" else f | g if op == "or" else (states - f) | g
    return f"({text}) {op} ({other})", both


# ------------------------------------------------------------------------------------------- tableau


def temporal_parts(f, ahead, behind):
    """What is guessed of the next position: the operands of X, and untils; likewise of the last one."""
    if f[0] == "atom":
        return
    for part in f[1:]:
        temporal_parts(part, ahead, behind)
    if f[0] in ("X", "U"):
        part = f[1] if f[0] == "X" else f
        if part not in ahead:
            ahead.append(part)
    if f[0] in ("Y", "S"):
        part = f[1] if f[0] == "Y" else f
        if part not in behind:
            behind.append(part)


class Tableau:
    """Positions of a graph: states with steps; `steps` by state, as (operation, argument, to)."""

    def __init__(self, steps, f):
        self.steps, self.f = steps, basic(f)
        self.ahead, self.behind = [], []
        temporal_parts(self.f, self.ahead, self.behind)
        self.truths = {}

    def holds(self, f, node):
        """A node: state, step or None, guesses, records."""
        key = (id(f), node)
        if key not in self.truths:
            self.truths[key] = self.compute(f, node)
        return self.truths[key]

    def compute(self, f, node):
        state, step, guesses, records = node
        op = f[0]
        if op == "atom":
            return f[2](state, step)
        if op == "not":
            return not self.holds(f[1], node)
        if op == "and":
            return self.holds(f[1], node) and self.holds(f[2], node)
        if op == "X":
            return guesses[self.ahead.index(f[1])]
        if op == "Y":
            return records[self.behind.index(f[1])]
        later = guesses[self.ahead.index(f)] if op == "U" else records[self.behind.index(f)]
        return self.holds(f[2], node) or (self.holds(f[1], node) and later)

    def nodes_of(self, state, records):
        """All positions in a state; the end of a path has no step, and nothing comes next."""
        if not self.steps[state]:
            yield state, None, (False,) * len(self.ahead), records
            return
        for step in self.steps[state]:
            for guesses in itertools.product((False, True), repeat=len(self.ahead)):
                yield state, step, guesses, records

    def successors(self, node):
        step = node[1]
        if step is None:
            return
        records = tuple(self.holds(f, node) for f in self.behind)
        for to in self.nodes_of(step[2], records):
            if tuple(self.holds(f, to) for f in self.ahead) == node[2]:
                yield to

    def graph(self, initial):
        """All nodes that are reached from positions where the formula is violated."""
        nothing = (False,) * len(self.behind)
        first = [n for s in initial for n in self.nodes_of(s, nothing) if not self.holds(self.f, n)]
        edges, todo = {}, list(first)
        while todo:
            node = todo.pop()
            if node not in edges:
                edges[node] = list(self.successors(node))
                todo += edges[node]
        return edges

    def keeps_promises(self, component):
        """Each until of the loop comes true in it."""
        return all(any(not self.holds(f, n) or self.holds(f[2], n) for n in component)
                   for f in self.ahead if f[0] == "U")


def components(nodes, edges):
    """Strongly connected components (Tarjan's algorithm)."""
    number, low, stack, on_stack = {}, {}, [], set()
    for root in nodes:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        visits = [(root, iter(edges[root]))]
        while visits:
            node, rest = visits[-1]
            for to in rest:
                if to not in nodes:
                    continue
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    on_stack.add(to)
                    visits.append((to, iter(edges[to])))
                    break
                if to in on_stack:
                    low[node] = min(low[node], number[to])
            else:
                visits.pop()
                if visits:
                    low[visits[-1][0]] = min(low[visits[-1][0]], low[node])
                if low[node] == number[node]:
                    found = set()
                    while node not in found:
                        member = stack.pop()
                        on_stack.discard(member)
                        found.add(member)
                    yield found


# Fairness: a list of cases, each a list of terms (strong, function of a step).


def fair_loop(t, steps, nodes, edges, terms):
    """Is there a loop within these nodes that keeps all promises and all terms?"""
    for part in components(nodes, edges):
        if not any(to in part for n in part for to in edges[n]):
            continue
        refused, hopeless = set(), not t.keeps_promises(part)
        for strong, is_such in terms:
            # the step of a node is the one to the next, so it is taken where a successor is inside
            taken = any(is_such(n[1]) and any(to in part for to in edges[n]) for n in part)
            possible = {n for n in part if any(is_such(x) for x in steps[n[0]])}
            if taken:
                continue
            if strong:
                refused |= possible
            elif len(possible) == len(part):
                hopeless = True
        if hopeless:
            continue
        if not refused or fair_loop(t, steps, part - refused, edges, terms):
            return True
    return False


def violated(steps, initial, f, cases):
    t = Tableau(steps, f)
    edges = t.graph(initial)
    if any(n[1] is None for n in edges):
        return True
    return any(fair_loop(t, steps, set(edges), edges, terms) for terms in cases)


def every_instance(steps, strong):
    instances = sorted({x[:2] for out in steps.values() for x in out})
    return [(strong, lambda x, i=i: x[:2] == i) for i in instances]


def term(rng, m, strong):
    op, k = rng.choice(m.ops)[0], rng.randrange(2)
    letter = "S" if strong else "W"
    if rng.random() < 0.5:
        return f"{letter}F({op})", (strong, lambda x: x[0] == op)
    return f"{letter}F({op}({k}))", (strong, lambda x: x[:2] == (op, k))


def fairness(rng, m):
    """Text for --fair or None, and cases of terms."""
    roll = rng.random()
    if roll < 0.3:
        return None, [[]]
    if roll < 0.5:
        strong = rng.random() < 0.7
        return ("strong" if strong else "weak"), [every_instance(m.steps, strong)]
    strong = rng.random() < 0.6
    texts, terms = zip(*(term(rng, m, strong) for _ in range(rng.randint(1, 3))))
    if roll < 0.65:
        return " or ".join(texts), [[t] for t in terms]
    text = " & ".join(texts)
    if roll < 0.8:
        return text, [list(terms)]
    other, more = term(rng, m, not strong)
    return f"({text}) & {other}", [list(terms) + [more]]


# ------------------------------------------------------------------------------------------ verdicts


def values_of(state, before, m):
    return tuple(int(state.get(v, before[i] if before else -1)) for i, v in enumerate(m.vars))


def walk(steps, m, before):
    """The steps of a report, as steps of the machine from the state before."""
    out = []
    for x in steps:
        to = values_of(x["state"], before, m)
        k = int(x["args"]["k"]) if isinstance(x["args"], dict) else int(x["args"][0])
        if (x["op"], k, to) not in m.steps[before]:
            raise ValueError(f"no step {x['op']}({k}) from {before} to {to}")
        out.append((before, (x["op"], k, to)))
        before = to
    return out, before


def check_path(path, m, f, cases):
    first = values_of(path["prefix"][0]["state"], None, m)
    if first not in m.initial:
        return "the path does not begin in an initial state"
    prefix, end = walk(path["prefix"][1:], m, first)
    loop, back = walk(path["loop"], m, end)
    if path["kind"] == "prefix":
        return None if prefix_violates(m, f, prefix, end) else "not every path that begins so violates the formula"
    if path["kind"] == "finite" and m.steps[end]:
        return "the path does not end in a deadlock"
    if path["kind"] == "lasso":
        if back != end or not loop:
            return "the loop does not close"
        if not any(all(keeps(m, loop, t) for t in terms) for terms in cases):
            return "the loop is not fair"
    # the path alone, its positions as states
    line = prefix + loop
    positions = len(line) + (path["kind"] == "finite")
    steps, meaning = {}, {}
    for i, (state, step) in enumerate(line):
        to = i + 1 if i + 1 < len(line) or path["kind"] == "finite" else len(prefix)
        steps[i] = [(step[0], step[1], to)]
        meaning[i] = (state, step)
    if path["kind"] == "finite":
        steps[positions - 1], meaning[positions - 1] = [], (end, None)

    def lift(g):
        if g[0] == "atom":
            return "atom", g[1], lambda i, a: g[2](*meaning[i])
        return (g[0], *map(lift, g[1:]))
    return None if violated(steps, [0], lift(f), [[]]) else "the path does not violate the formula"


def prefix_violates(m, f, prefix, end):
    """Whatever follows: all paths that go on from there."""
    steps, meaning = {}, {}
    for i, (state, step) in enumerate(prefix):
        to = i + 1 if i + 1 < len(prefix) else end
        steps[i] = [(step[0], step[1], to)]
        meaning[i] = (state, step)
    steps.update(m.steps)

    def lift(g):
        if g[0] == "atom":
            return "atom", g[1], lambda i, a: g[2](*meaning[i]) if i in meaning else g[2](i, a)
        return (g[0], *map(lift, g[1:]))
    return not violated(steps, [0] if prefix else [end], ("not", lift(f)), [[]])


def keeps(m, loop, t):
    strong, is_such = t
    if any(is_such(step) for _, step in loop):
        return True
    possible = [any(is_such(x) for x in m.steps[s]) for s, _ in loop]
    return not (any(possible) if strong else all(possible))


def one_case(binary, rng, folder, verbose):
    m = Machine(rng)
    fair, cases = fairness(rng, m)
    formulas = [formula(rng, m, rng.randint(1, 7)) for _ in range(rng.randint(1, 3))]
    path = folder / "M.mch"
    path.write_text(m.text(), encoding="utf-8")
    command = [binary, "check", str(path), "--format", "json"]
    for f in formulas:
        command += ["--ltl", show(f)]
    branches = [branch(rng, m, rng.randint(1, 6)) for _ in range(rng.randint(0, 2))]
    for text, _ in branches:
        command += ["--ctl", text]
    if fair:
        command += ["--fair", fair]
    command += rng.choice([[], ["--jobs", "1"], ["--jobs", "2"]])
    limited = rng.random() < 0.15
    if limited:
        command += ["--max-states", str(rng.randint(1, 6))]
    if verbose:
        print(*command, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
        entries = report["temporal"]
        for (text, holds), entry in zip(branches, entries[len(formulas):], strict=True):
            expected = "pass" if holds.issuperset(m.initial) else "fail"
            if entry["verdict"] != expected and not (limited and entry["verdict"] == "unknown"):
                raise ValueError(f"{text}: {entry['verdict']}, expected {expected}")
        for f, entry in zip(formulas, entries[:len(formulas)], strict=True):
            expected = "fail" if violated(m.steps, m.initial, f, cases) else "pass"
            if entry["verdict"] != expected and not (limited and entry["verdict"] == "unknown"):
                raise ValueError(f"{show(f)}: {entry['verdict']}, expected {expected}")
            if entry["verdict"] == "fail":
                wrong = check_path(entry["counterexample"], m, f, cases)
                if wrong:
                    raise ValueError(f"{show(f)}: {wrong}")
        return True
    except (ValueError, KeyError, TypeError) as problem:
        print(f"{problem}\n{m.text()}\n{' '.join(map(repr, command))}\nexit status {done.returncode}\n"
              f"{done.stdout[-1500:]}{done.stderr[-500:]}")
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(ROOT / "build/release/probity"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.bin).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for i in range(options.count):
            seed = options.seed * 1000003 + i
            if not one_case(binary, random.Random(seed), pathlib.Path(folder), options.verbose):
                print(f"case {i} of seed {options.seed}")
                return 1
    print(f"{options.count} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
