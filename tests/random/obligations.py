#!/usr/bin/env python3
"""Random machines and refinements of classical B: the truth of their proof obligations by definition.

    tests/random/obligations.py [--bin PATH] [--count N] [--seed N] [--keep FOLDER]

Variables have few values that satisfy the invariant, so every obligation is decided here by trying all states and
following the substitutions as the B method defines them: the outcomes, and where a claim (ASSERT, an inner PRE, the
precondition of a call) fails.  An obligation that `prove` proves must be true, one that it disproves must be false.
What it does not decide is counted; the names of the obligations are compared as well.
"""

import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

NUMBERS = ["x", "y", "z"]  # 0..2
VALUES = {"int": [0, 1, 2], "bool": [False, True], "fun": [dict(zip((0, 1), v)) for v in itertools.product((0, 1), repeat=2)]}
TYPING = {"int": "%s : 0..2", "bool": "%s : BOOL", "fun": "%s : 0..1 --> 0..1"}


class Failed(Exception):
    """a claim that is asked for does not hold"""


class Undefined(Exception):
    """a formula has no value"""


# ------------------------------------------------------------------ formulas: text, and value at names


class Formula:
    is_conjunction = False

    def __init__(self, text, value):
        self.text, self.value = text, value


def number(rng, scope, depth=2):
    names = [n for n, t in scope.items() if t == "int"]
    functions = [n for n, t in scope.items() if t == "fun"]
    kind = rng.randrange(6) if depth else rng.randrange(2)
    if kind == 0 or not names:
        k = rng.choice([0, 1, 1, 2, 3])
        return Formula(str(k), lambda v: k)
    if kind in (1, 2):
        n = rng.choice(names)
        return Formula(n, lambda v: v[n])
    if kind == 3 and "#partial" in scope and rng.random() < 0.5:
        return partial(rng, scope, functions, depth)
    if kind == 3 and functions:
        f, i = rng.choice(functions), rng.randrange(2)
        return Formula(f"{f}({i})", lambda v: v[f][i])
    a, b = number(rng, scope, depth - 1), number(rng, scope, depth - 1)
    if kind == 4:
        return Formula(f"({a.text} + {b.text})", lambda v: a.value(v) + b.value(v))
    return Formula(f"({a.text} - {b.text})", lambda v: a.value(v) - b.value(v))


def partial(rng, scope, functions, depth):
    """has not always a value; both operands are looked at, the left one first"""
    a, b = number(rng, scope, depth - 1), number(rng, scope, depth - 1)

    def divide(v):
        left, right = a.value(v), b.value(v)
        if right == 0:
            raise Undefined
        return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)

    def apply(v):
        if b.value(v) not in v[f]:
            raise Undefined
        return v[f][b.value(v)]

    if functions and rng.random() < 0.6:
        f = rng.choice(functions)
        return Formula(f"{f}({b.text})", apply)
    return Formula(f"({a.text} / {b.text})", divide)


COMPARE = {"=": lambda a, b: a == b, "/=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


def predicate(rng, scope, depth=2):
    kind = rng.randrange(7) if depth else rng.choice([0, 3])
    bools = [n for n, t in scope.items() if t == "bool"]
    if kind < 3 or (kind == 3 and not bools):
        op = rng.choice(list(COMPARE))
        a, b = number(rng, scope, 1), number(rng, scope, 1)
        return Formula(f"{a.text} {op} {b.text}", lambda v: COMPARE[op](a.value(v), b.value(v)))
    if kind == 3:
        n, k = rng.choice(bools), rng.random() < 0.5
        return Formula(f"{n} = {str(k).upper()}", lambda v: v[n] == k)
    p, q = predicate(rng, scope, depth - 1), predicate(rng, scope, depth - 1)
    if kind == 4:
        both = Formula(f"({p.text} & {q.text})", lambda v: p.value(v) and q.value(v))
        both.is_conjunction = True
        return both
    if kind == 5:
        return Formula(f"({p.text} or {q.text})", lambda v: p.value(v) or q.value(v))
    return Formula(f"not({p.text})", lambda v: not p.value(v))


def conjunct(rng, scope):
    """one that is counted as one"""
    while True:
        made = rng.choice([predicate, predicate, quantified])(rng, scope)
        if not made.is_conjunction:
            return made


def quantified(rng, scope):
    """with a bound name that is called like another one, or not"""
    name = rng.choice(["q", "x", "w"])
    body = predicate(rng, {**scope, name: "int"}, 1)
    if rng.random() < 0.5:
        return Formula(f"#{name}.({name} : 0..2 & {body.text})", lambda v: any([body.value({**v, name: k}) for k in (0, 1, 2)]))
    return Formula(f"!{name}.({name} : 0..2 => {body.text})", lambda v: all([body.value({**v, name: k}) for k in (0, 1, 2)]))


# ------------------------------------------------------------------ substitutions


class Sub:
    """text; run(values, asked) yields the changes of each outcome, or raises Failed.  `asked`: the claims that
    count, "assert" and marks of calls and loops; where another one fails, there is no outcome.  calls: those
    marks in the order of the text, with the operation, None for a loop."""

    def __init__(self, text, run, ways=1, claims=False, calls=()):
        self.text, self.run, self.ways, self.claims, self.calls = text, run, ways, claims, calls


def with_changes(v, changes):
    return {**v, **changes}


def distinct(outcomes):
    seen = []
    for o in outcomes:
        if o not in seen:
            seen.append(o)
    return seen


class Maker:
    """makes substitutions in one machine"""

    def __init__(self, rng, callable_ops=(), sequences=False, claims=True):
        self.rng, self.ops, self.sequences, self.called, self.claims = rng, list(callable_ops), sequences, 0, claims

    def assign(self, scope, targets):
        rng = self.rng
        n = rng.choice(targets)
        kind = scope[n]
        if kind == "int":
            e = number(rng, scope)
            return Sub(f"{n} := {e.text}", lambda v, a: [{n: e.value(v)}])
        if kind == "bool":
            p = predicate(rng, scope, 1)
            return Sub(f"{n} := bool({p.text})", lambda v, a: [{n: p.value(v)}])
        i, e = rng.randrange(2), number(rng, scope)
        return Sub(f"{n}({i}) := {e.text}", lambda v, a: [{n: {**v[n], i: e.value(v)}}])

    def several(self, scope, targets):
        rng = self.rng
        ints = [n for n in targets if scope[n] == "int"]
        if len(ints) < 2:
            return self.assign(scope, targets)
        m, n = rng.sample(ints, 2)
        d, e = number(rng, scope), number(rng, scope)
        if rng.random() < 0.5:
            return Sub(f"{m}, {n} := {d.text}, {e.text}", lambda v, a: [{m: d.value(v), n: e.value(v)}])
        test = predicate(rng, {**scope, "#old": "none"}, 1)
        text = f"{m}, {n} :({m} : 0..1 & {n} : 0..2 & {m} <= {n}$0 & {n} /= {m}$0 & ({test.text}))"

        def run(v, a):
            return [
                {m: i, n: j}
                for i in (0, 1)
                for j in (0, 1, 2)
                if i <= v[n] and j != v[m] and test.value({**v, m: i, n: j})
            ]

        return Sub(text, run)

    def element(self, scope, targets):
        rng = self.rng
        n = rng.choice(targets)
        if scope[n] == "int":
            a, b = number(rng, scope, 1), number(rng, scope, 1)
            return Sub(f"{n} :: {{{a.text}, {b.text}}}", lambda v, _: distinct([{n: a.value(v)}, {n: b.value(v)}]))
        if scope[n] == "bool":
            return Sub(f"{n} :: BOOL", lambda v, _: [{n: False}, {n: True}])
        i, e = rng.randrange(2), number(rng, scope, 1)
        return Sub(f"{n}({i}) :: {{0, {e.text}}}", lambda v, _: distinct([{n: {**v[n], i: k}} for k in (0, e.value(v))]))

    def branches(self, scope, targets, depth):
        rng = self.rng
        kind = rng.choice(["if", "if", "select", "choice", "case"])
        count = rng.choice([1, 2, 2, 3]) if kind != "choice" else rng.choice([2, 3])
        subs = [self.make(scope, targets, depth - 1) for _ in range(count)]
        last = self.make(scope, targets, depth - 1) if rng.random() < 0.6 else None
        guards = [predicate(rng, scope, 1) for _ in range(count)]
        ways = sum(s.ways for s in subs) + 1
        claims = any(s.claims for s in subs + ([last] if last else []))
        calls = sum((tuple(s.calls) for s in subs + ([last] if last else [])), ())
        if kind == "choice":
            return Sub("CHOICE " + " OR ".join(s.text for s in subs) + " END", lambda v, a: self.union(subs, v, a), ways,
                       any(s.claims for s in subs), sum((tuple(s.calls) for s in subs), ()))
        if kind == "case":
            e = number(rng, scope, 1)
            labels = [[k] for k in range(count)]
            if rng.random() < 0.5:
                labels[-1].append(7)
            text = f"CASE {e.text} OF EITHER " + " OR ".join(
                ", ".join(map(str, l)) + f" THEN {s.text}" for l, s in zip(labels, subs))
            text += (f" ELSE {last.text}" if last else "") + " END END"

            def run_case(v, a):
                value = e.value(v)
                for l, s in zip(labels, subs):
                    if value in l:
                        return s.run(v, a)
                return last.run(v, a) if last else [{}]

            return Sub(text, run_case, ways, claims, calls)
        words = ("IF", " ELSIF ") if kind == "if" else ("SELECT", " WHEN ")
        text = words[0] + " " + words[1].join(f"{g.text} THEN {s.text}" for g, s in zip(guards, subs))
        text += (f" ELSE {last.text}" if last else "") + " END"

        def run(v, a):
            if kind == "if":
                way = next((s for g, s in zip(guards, subs) if g.value(v)), last)
                return way.run(v, a) if way else [{}]
            open_ways = [s for g, s in zip(guards, subs) if g.value(v)]
            return self.union(open_ways, v, a) if open_ways or not last else last.run(v, a)

        return Sub(text, run, ways, claims, calls)

    @staticmethod
    def union(subs, v, a):
        return distinct(sum((list(s.run(v, a)) for s in subs), []))

    def local(self, scope, targets, depth):
        rng = self.rng
        name = rng.choice([n for n in ("m", "k", "w") if n not in scope] or ["m9"])
        inner = {**scope, name: "int"}
        kind = rng.choice(["any", "any", "let", "var"] if self.sequences else ["any", "let"])
        if kind == "any":
            p, s = predicate(rng, inner, 1), self.make(inner, targets, depth - 1)
            return Sub(f"ANY {name} WHERE {name} : 0..2 & {p.text} THEN {s.text} END",
                       lambda v, a: self.union([Sub("", lambda v, a, k=k: s.run({**v, name: k}, a)) for k in (0, 1, 2)
                                                if p.value({**v, name: k})], v, a), s.ways, s.claims, s.calls)
        e = number(rng, scope)
        s = self.make(inner, targets if kind == "let" else targets + [name], depth - 1)
        if kind == "let":
            return Sub(f"LET {name} BE {name} = {e.text} IN {s.text} END", lambda v, a: s.run({**v, name: e.value(v)}, a),
                       s.ways, s.claims, s.calls)

        def run(v, a):
            start = e.value(v)
            return distinct([{k: c for k, c in {name: start, **o}.items() if k != name} for o in s.run({**v, name: start}, a)])

        return Sub(f"VAR {name} IN {name} := {e.text}; {s.text} END", run, s.ways, s.claims, s.calls)

    def claim(self, scope, targets, depth):
        p, s = predicate(self.rng, scope, 1), self.make(scope, targets, depth - 1)
        word = self.rng.choice(["ASSERT", "PRE"])

        def run(v, a):
            if p.value(v):
                return s.run(v, a)
            if "assert" in a:
                raise Failed
            return []

        return Sub(f"{word} {p.text} THEN {s.text} END", run, s.ways, True, s.calls)

    def call(self, scope, targets):
        op = self.rng.choice(self.ops)
        self.called += 1
        mark = object()
        e = number(self.rng, scope)
        ints = [n for n in targets if scope[n] == "int"]
        target = self.rng.choice(ints) if op.result and ints else None
        if op.result and not target:
            return Sub("skip", lambda v, a: [{}])
        text = (f"{target} <-- " if target else "") + op.name + (f"({e.text})" if op.parameter else "")

        def run(v, a):
            inside = {**v, op.parameter: e.value(v)} if op.parameter else v
            if op.pre and not op.pre.value(inside):
                if mark in a:
                    raise Failed
                return []
            changes = []
            for o in op.body.run(inside, ()):
                o = dict(o)
                result = o.pop(op.result, None) if op.result else None
                changes.append({**o, target: result} if target else o)
            return distinct(changes)

        return Sub(text, run, op.body.ways, False, ((mark, op),))

    def both(self, scope, targets, depth):
        """S || T: the parts write different variables"""
        rng = self.rng
        if len(targets) < 2:
            return self.assign(scope, targets)
        cut = rng.randint(1, len(targets) - 1)
        mixed = rng.sample(targets, len(targets))
        quiet = Maker(rng, (), self.sequences, False)
        left, right = self.make(scope, mixed[:cut], depth - 1), quiet.make(scope, mixed[cut:], depth - 1)
        if rng.random() < 0.5:
            left, right = right, left

        def run(v, a):
            firsts, seconds = list(left.run(v, a)), list(right.run(v, a))
            return distinct([{**o, **p} for o in firsts for p in seconds])

        return Sub(f"BEGIN {left.text} || {right.text} END", run, left.ways * right.ways, left.claims or right.claims,
                   tuple(left.calls) + tuple(right.calls))

    def sequence(self, scope, targets, depth):
        first, second = self.make(scope, targets, depth - 1), self.make(scope, targets, depth - 1)
        return self.in_order(first, second)

    @staticmethod
    def in_order(first, second):

        def run(v, a):
            found = []
            for o in first.run(v, a):
                found += [{**o, **p} for p in second.run({**v, **o}, a)]
            return distinct(found)

        return Sub(f"BEGIN {first.text}; {second.text} END", run, first.ways * second.ways, first.claims or second.claims,
                   tuple(first.calls) + tuple(second.calls))

    def loop(self, scope, targets, depth):
        """the values at a turn are all that satisfy the invariant of the loop"""
        rng = self.rng
        body = self.make(scope, targets, depth - 1)
        counter = rng.choice([n for n in targets if scope[n] == "int"] or [None])
        test = predicate(rng, scope, 1)
        if counter and rng.random() < 0.6:  # one that ends
            test = Formula(f"{counter} < 2", lambda v: v[counter] < 2)
            step = Sub(f"{counter} := {counter} + 1", lambda v, a: [{counter: v[counter] + 1}])
            others = [n for n in targets if n != counter]
            body = self.in_order(self.make(scope, others, depth - 1), step) if others and rng.random() < 0.7 else step
        variant = Formula(f"2 - {counter}", lambda v: 2 - v[counter]) if counter else number(rng, scope, 1)
        if rng.random() < 0.2:
            variant = number(rng, scope, 1)
        written = [n for n in targets if re.search(rf"\b{n}(\(\d\))?\s*(,\s*\w+\s*)?(:=|::|:\(|<--)|\w, {n} :", body.text)]
        extra = predicate(rng, scope, 1) if rng.random() < 0.4 else Formula("1 = 1", lambda v: True)
        text = " & ".join([TYPING[scope[n]] % n for n in written] + [extra.text])
        mark = object()

        def holds(v):
            return all(v[n] in VALUES[scope[n]] for n in written) and extra.value(v)

        def run(v, a):
            if "assert" in a and not holds(v):
                raise Failed
            found = []
            for values in itertools.product(*(VALUES[scope[n]] for n in written)):
                turn = dict(zip(written, values))
                now = {**v, **turn}
                if not holds(now):
                    continue
                if mark in a and variant.value(now) < 0:
                    raise Failed
                if not test.value(now):
                    found.append(turn)
                    continue
                for o in body.run(now, a):
                    if "assert" in a and not holds({**now, **o}):
                        raise Failed
                    if mark in a and variant.value({**now, **o}) >= variant.value(now):
                        raise Failed
            return distinct(found)

        return Sub(f"WHILE {test.text} DO {body.text} INVARIANT {text} VARIANT {variant.text} END", run, body.ways, True,
                   ((mark, None),) + tuple(body.calls))

    def make(self, scope, targets, depth):
        rng = self.rng
        if depth <= 0:
            return rng.choice([self.assign, self.assign, self.element, self.several])(scope, targets)
        kind = rng.random()
        if kind < 0.3:
            return self.branches(scope, targets, depth)
        if kind < 0.45:
            return self.local(scope, targets, depth)
        if kind < 0.6:
            return self.both(scope, targets, depth)
        if kind < 0.75 and self.sequences:
            return self.sequence(scope, targets, depth)
        if kind < 0.85 and self.sequences and self.claims and "#partial" not in scope:
            return self.loop(scope, targets, depth)
        if kind < 0.8 and self.claims and not self.ops:
            return self.claim(scope, targets, depth)
        if kind < 0.9 and self.ops and self.claims and self.called < 3:
            return self.call(scope, targets)
        return self.make(scope, targets, 0)


# ------------------------------------------------------------------ machines


class Op:
    def __init__(self, name, parameter, result, pre, body):
        self.name, self.parameter, self.result, self.pre, self.body = name, parameter, result, pre, body

    def text(self, body=None):
        head = (f"{self.result} <-- " if self.result else "") + self.name + (f"({self.parameter})" if self.parameter else "")
        inner = body or self.body.text
        if self.parameter or self.pre:
            typing = f"{self.parameter} : 0..2" if self.parameter else ""
            condition = " & ".join(filter(None, [typing, self.pre_text]))
            inner = f"PRE {condition} THEN {inner} END"
        return f"  {head} = BEGIN {inner} END"


def make_op(rng, name, scope, targets, maker, depth, signature=None, partial=False):
    scope = {**scope, "#partial": "none"} if partial else scope
    parameter, result = signature if signature else (rng.choice([None, "p"]), rng.choice([None, None, "r"]))
    inner = {**scope, **({parameter: "int"} if parameter else {})}
    own = predicate(rng, inner, 1) if rng.random() < 0.5 else None
    body = maker.make(inner, targets, depth)
    if not parameter and not own and body.text.startswith("PRE "):  # that would be its own precondition
        body.text = "ASSERT " + body.text[4:]
    if result:
        e = number(rng, inner)
        old = body
        body = Sub(f"BEGIN {old.text} || {result} := {e.text} END",
                   lambda v, a: [{**o, result: k} for k in [e.value(v)] for o in old.run(v, a)], old.ways, old.claims, old.calls)
    op = Op(name, parameter, result, None, body)
    op.pre_text = own.text if own else ""
    if parameter:
        op.pre = Formula("", lambda v: 0 <= v[parameter] <= 2 and (own is None or own.value(v)))
    elif own:
        op.pre = own
    return op


class Machine:
    def __init__(self, name, variables):
        self.name, self.variables, self.invariants, self.ops, self.init = name, variables, [], [], None

    def conjuncts(self):
        return [TYPING[t] % n for n, t in self.variables.items()] + [f"({i.text})" for i in self.invariants]

    def states(self):
        names = list(self.variables)
        for values in itertools.product(*(VALUES[self.variables[n]] for n in names)):
            state = dict(zip(names, values))
            if all(i.value(state) for i in self.invariants):
                yield state

    def holds(self, k, state):
        """the k-th conjunct; typing ones come first"""
        names = list(self.variables)
        if k >= len(names):
            return self.invariants[k - len(names)].value(state)
        t = self.variables[names[k]]
        return t == "bool" or state[names[k]] in VALUES[t]


def start_values(rng, variables):
    values = {n: rng.choice(VALUES[t]) for n, t in variables.items()}
    text = " || ".join(f"{n} := {show(v)}" for n, v in values.items())
    return Sub(text, lambda v, a: [values])


def show(value):
    if isinstance(value, bool):
        return str(value).upper()
    return "{" + ", ".join(f"{k} |-> {v}" for k, v in value.items()) + "}" if isinstance(value, dict) else str(value)


def make_machine(rng, name, variables, maker, depth, prefix="op", partial=False):
    m = Machine(name, variables)
    scope = dict(variables)
    for _ in range(rng.choice([0, 1, 1, 2])):
        m.invariants.append(conjunct(rng, scope))
    m.init = start_values(rng, variables)
    for i in range(rng.randint(1, 3)):
        m.ops.append(make_op(rng, f"{prefix}{i}", scope, list(variables), maker, depth, partial=partial))
    return m


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def machine_text(m, head="MACHINE", clauses=""):
    return (f"{head} {m.name}\n{clauses}VARIABLES {', '.join(m.variables)}\nINVARIANT {' & '.join(m.conjuncts())}\n"
            f"INITIALISATION {m.init.text}\nOPERATIONS\n" + ";\n".join(o.text() for o in m.ops) + "\nEND\n")


# ------------------------------------------------------------------ truths


def parameters(op):
    return [{op.parameter: k} for k in (0, 1, 2)] if op.parameter else [{}]


def starts(states, op):
    for state in states:
        for p in parameters(op):
            v = {**state, **p}
            if op.pre is None or op.pre.value(v):
                yield v


def always(cases):
    """None: something has no value"""
    try:
        return all(cases)
    except Failed:
        return False
    except Undefined:
        return None


def defined(cases):
    try:
        for _ in cases:
            pass
    except Undefined:
        return False
    return True


def only_defined(truths):
    """Of an operation that is not well-defined, only that is known."""
    wrong = {n.split("/")[0] for n, t in truths.items() if n[-1] == "D" and not t}
    return {n: t for n, t in truths.items() if n[-2:] == "WD" or not (n if isinstance(n, str) else n[0]).split("/")[0] in wrong}


def machine_truths(m, included=None):
    truths = {}
    names = list(m.variables)
    whole = list(m.states())
    if included:
        whole = [{**s, **t} for s in whole for t in included.states()]
        whole = [s for s in whole if all(i.value(s) for i in m.invariants)]
    start = {**next(iter(m.init.run({}, ()))), **(next(iter(included.init.run({}, ()))) if included else {})}
    for k in range(len(m.conjuncts())):
        if k < len(names) and m.variables[names[k]] == "bool":
            continue
        truths[f"INITIALISATION/inv{k + 1}/INV"] = m.holds(k, start)
    for op in m.ops:
        for k in range(len(m.conjuncts())):
            outcomes = lambda asked: ({**v, **o} for v in starts(whole, op) for o in op.body.run(v, asked))
            truths[f"{op.name}/inv{k + 1}/INV"] = always(m.holds(k, s) for s in outcomes(("assert",)))
            truths[f"{op.name}/inv{k + 1}/INV", "unlisted"] = always(m.holds(k, s) for s in outcomes(()))
        truths[f"{op.name}/WD"] = defined(v for v in starts(whole, op) for _ in op.body.run(v, ()))
        truths[f"{op.name}/ASSERT"] = always(True for v in starts(whole, op) for _ in op.body.run(v, ("assert",)))
        if truths[f"{op.name}/WD"]:
            truths.update(mark_truths(op, list(starts(whole, op))))
    return only_defined(truths)


def mark_truths(op, values):
    """of calls and loops"""
    truths, calls, loops = {}, 0, 0
    for mark, callee in op.body.calls:
        calls, loops = calls + (callee is not None), loops + (callee is None)
        name = f"{op.name}/call{calls}/PRE" if callee else f"{op.name}/while{loops}/VAR"
        if not callee or callee.pre:
            truths[name] = always(True for v in values for _ in op.body.run(v, (mark,)))
    return truths


def deadlock_free(m):
    return all(any(enabled(op, v) for op in m.ops for v in starts([s], op)) for s in m.states())


def enabled(op, v):
    try:
        return any(True for _ in op.body.run(v, ("assert",)))
    except Failed:
        return True


def refinement_truths(a, r, glue, renamed):
    """a, r: the machines; glue: of the values of both; renamed: abstract variables that the refinement has, too"""

    def joined(s, t):
        return {**{("A." + n if n in renamed else n): v for n, v in s.items()}, **t}

    def glued(s, t):
        v = joined(s, t)
        return (all(r.holds(k, t) for k in range(len(r.variables))) and all(i.value(v) for i in glue)
                and all(s[n] == t[n] for n in renamed))

    pairs = [(s, t) for s in a.states() for t in r.states() if glued(s, t)]
    first, second = next(iter(a.init.run({}, ()))), next(iter(r.init.run({}, ())))
    truths = {"INITIALISATION/REF": glued(first, second)}
    for above, op in zip(a.ops, r.ops):
        cases = [(s, t, p) for s, t in pairs for p in parameters(op)
                 if above.pre is None or above.pre.value({**s, **p})]
        truths[f"{op.name}/WD"] = defined(
            v for s, t, p in cases for v in [{**t, **p}] if op.pre is None or op.pre.value(v) for _ in op.body.run(v, ()))
        if not truths[f"{op.name}/WD"]:
            continue
        if op.pre:
            truths[f"{op.name}/PRE"] = all(op.pre.value({**t, **p}) for s, t, p in cases)
            cases = [(s, t, p) for s, t, p in cases if op.pre.value({**t, **p})]

        truths.update(mark_truths(op, [{**t, **p} for s, t, p in cases]))

        def matched(s, t, p, o):
            try:
                for q in above.body.run({**s, **p}, ("assert",)):
                    same = not op.result or q[op.result] == o[op.result]
                    if same and glued({**s, **keep(q, s)}, {**t, **keep(o, t)}):
                        return True
                return False
            except Failed:
                return True

        truths[f"{op.name}/REF"] = always(matched(s, t, p, o) for s, t, p in cases
                                          for o in op.body.run({**t, **p}, ("assert",)))
    return truths


def keep(changes, state):
    return {n: v for n, v in changes.items() if n in state}


# ------------------------------------------------------------------ cases


def plain_case(rng, folder):
    variables = {n: "int" for n in rng.sample(NUMBERS, rng.randint(1, 2))}
    variables.update(rng.choice([{}, {"b": "bool"}, {"f": "fun"}]))
    m = make_machine(rng, "M", variables, Maker(rng), rng.choice([1, 2, 3, 4]), partial=rng.random() < 0.4)
    write(folder, "M.mch", machine_text(m))
    truths = machine_truths(m)
    if all(t for n, t in truths.items() if n[-2:] == "WD"):
        truths["DLF"] = deadlock_free(m)
    return "M.mch", truths


def including_case(rng, folder):
    part = make_machine(rng, "Part", {"z": "int", "c": "bool"}, Maker(rng), 2, prefix="part")
    m = make_machine(rng, "M", {"x": "int", "y": "int"}, Maker(rng, part.ops), rng.choice([2, 3]))
    glue = conjunct(rng, {"x": "int", "y": "int", "z": "int", "c": "bool"})
    plain = list(m.states())
    m.invariants.append(glue)
    m.states = lambda: plain
    write(folder, "Part.mch", machine_text(part))
    write(folder, "M.mch", machine_text(m, clauses="INCLUDES Part\n"))
    return "M.mch", machine_truths(m, part)


def refinement_case(rng, folder):
    a = make_machine(rng, "A", rng.choice([{"x": "int"}, {"x": "int", "b": "bool"}]), Maker(rng), rng.choice([1, 2]))
    variables = rng.choice([{"y": "int"}, {"y": "int", "c": "bool"}, {"x": "int", "y": "int"}])
    renamed = [n for n in a.variables if n in variables]
    r = Machine("R", variables)
    scope = {**{n: t for n, t in a.variables.items() if n not in renamed}, **variables}
    glue = [rng.choice([predicate, quantified])(rng, scope) for _ in range(rng.choice([1, 1, 2]))]
    r.init = start_values(rng, variables)
    for op in a.ops:
        maker = Maker(rng, (), True)
        new = make_op(rng, op.name, variables, list(variables), maker, rng.choice([1, 2, 3]), (op.parameter, op.result),
                      rng.random() < 0.3)
        r.ops.append(new)
    write(folder, "A.mch", machine_text(a))
    text = machine_text(r, "REFINEMENT", "REFINES A\n")
    conjuncts = " & ".join(r.conjuncts() + [f"({g.text})" for g in glue])
    write(folder, "R.ref", text.replace("INVARIANT " + " & ".join(r.conjuncts()), "INVARIANT " + conjuncts, 1))
    truths = refinement_truths(a, r, glue, renamed)
    return "R.ref", truths


def is_optional(name, truths, listed):
    """that claims hold: where no other obligation of the operation says so"""
    op, kind = name.split("/")[0], name.split("/")[-1]
    return kind == "WD" and truths[name] or kind == "ASSERT" and (truths[name] or any(n.startswith(op + "/inv") for n in listed))


def compare(data, truths, wrong):
    """appends what differs to `wrong`; the number of obligations decided, and of all"""
    decided = 0
    listed = {entry["name"]: entry for entry in data["obligations"]}
    for name in listed:
        doubtful = truths.get(name.split("/")[0] + "/WD") is False
        if name not in truths and name.split("/")[-1] != "WD" and not doubtful:
            wrong.append(f"{name} is not known here")
    for name, truth in truths.items():
        if isinstance(name, tuple):
            continue
        entry = listed.get(name)
        if not entry:
            if not truths.get((name, "unlisted"), name not in listed and is_optional(name, truths, listed)):
                wrong.append(f"{name} is missing, {truth}")
            continue
        status = entry["status"]
        general = status == "proved" and entry["proof"]["scope"] == "general"
        decided += general or status == "disproved"
        if (general and not truth) or (status == "disproved" and truth):
            wrong.append(f"{name}: {status}, but it is {truth}")
    return decided, sum(n in listed for n in truths)


def run(program, folder, file, truths, wrong):
    command = [program, "prove", os.path.join(folder, file), "--format", "json", "--time-limit-per", "1", "--jobs", "1"]
    if "DLF" in truths:
        command.append("--deadlock")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 4):
        wrong.append(f"exit {done.returncode}: {done.stderr[-300:]}{done.stdout[:600]}")
        return 0, 0
    return compare(json.loads(done.stdout), truths, wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the cases that fail")
    options = parser.parse_args()
    decided = number_of = false = failures = 0
    for i in range(options.count):
        rng = random.Random(f"{options.seed}/{i}")
        make = [plain_case, plain_case, including_case, refinement_case, refinement_case][i % 5]
        with tempfile.TemporaryDirectory() as scratch:
            folder = scratch
            if options.keep:
                folder = os.path.join(options.keep, str(i))
                os.makedirs(folder, exist_ok=True)
            file, truths = make(rng, folder)
            wrong = []
            d, n = run(options.bin, folder, file, truths, wrong)
            decided, number_of, false = decided + d, number_of + n, false + sum(not t for t in truths.values())
            if wrong:
                failures += 1
                print(f"case {i} of seed {options.seed} ({make.__name__}): " + "; ".join(wrong[:4]), flush=True)
    print(f"{options.count} cases, {number_of} obligations, {false} of them false, {decided} decided, {failures} cases wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
