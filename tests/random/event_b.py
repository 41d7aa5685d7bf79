#!/usr/bin/env python3
"""Random machines and refinements of Event-B: the truth of their proof obligations by definition.

    tests/random/event_b.py [--bin PATH] [--count N] [--seed N] [--keep FOLDER]

As obligations.py does it for classical B: variables have few values that satisfy the invariant, so each obligation is
decided here by trying all states, parameters, values after and values that witnesses admit.  What `prove` proves must be
true, what it disproves must be false, and one that is false must not be missing.
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

from obligations import VALUES, conjunct, number, predicate, show

TYPING = {"int": "%s ∈ 0‥2", "bool": "%s ∈ BOOL", "fun": "%s ∈ 0‥1 → 0‥1"}
WORDS = {" /= ": " ≠ ", " <= ": " ≤ ", " & ": " ∧ ", " or ": " ∨ ", "not(": "¬(", ".(": "·(", " : ": " ∈ ", "..": "‥", " => ": " ⇒ ", "#": "∃", "!": "∀", " - ": " − "}


def eventb(text):
    for b, e in WORDS.items():
        text = text.replace(b, e)
    return text.replace("|->", "↦")


def primed(values):
    return {n + "'": v for n, v in values.items()}


def of_type(kind, value):
    return value in VALUES[kind] and (kind != "int" or not isinstance(value, bool))


# ------------------------------------------------------------------ actions


class Action:
    """text; ways(values) are those that the variable may have afterwards"""

    def __init__(self, name, text, ways, deterministic):
        self.name, self.ways, self.deterministic = name, ways, deterministic
        self.text = f"@a_{name} {eventb(text)}"


def make_action(rng, scope, name):
    kind = scope[name]
    if kind == "fun":
        i, e = rng.randrange(2), number(rng, scope, 1)
        return Action(name, f"{name}({i}) ≔ {e.text}", lambda v: [{**v[name], i: e.value(v)}], True)
    way = rng.random()
    if way < 0.5 and kind == "int":
        e = number(rng, scope)
        return Action(name, f"{name} ≔ {e.text}", lambda v: [e.value(v)], True)
    if way < 0.5:
        p = predicate(rng, scope, 1)
        return Action(name, f"{name} ≔ bool({p.text})", lambda v: [p.value(v)], True)
    if way < 0.7 and kind == "int":
        d, e = number(rng, scope, 1), number(rng, scope, 1)
        return Action(name, f"{name} :∈ {{{d.text}, {e.text}}}", lambda v: [d.value(v), e.value(v)], False)
    if way < 0.7:
        return Action(name, f"{name} :∈ BOOL", lambda v: [False, True], False)
    after = name + "'"
    p = predicate(rng, {**scope, after: kind}, 1)
    return Action(name, f"{name} :∣ {TYPING[kind] % after} ∧ ({p.text})",
                  lambda v: [k for k in VALUES[kind] if p.value({**v, after: k})], False)


def start_action(rng, name, kind):
    if kind == "int" and rng.random() < 0.3:
        k, l = rng.choice([0, 1, 2]), rng.choice([0, 1, 2, 3])
        return Action(name, f"{name} :∈ {{{k}, {l}}}", lambda v: [k, l], False)
    value = rng.choice(VALUES[kind])
    return Action(name, f"{name} ≔ {show(value)}", lambda v: [value], True)


def outcomes(actions, v):
    """of all actions together: the values of what they assign"""
    for values in itertools.product(*(a.ways(v) for a in actions)):
        yield {a.name: k for a, k in zip(actions, values)}


# ------------------------------------------------------------------ events


class Event:
    def __init__(self, name, parameters, guards, actions):
        self.name, self.parameters, self.guards, self.actions = name, parameters, guards, actions
        self.refines, self.extends, self.witnesses, self.status = None, None, [], "ordinary"

    def text(self):
        """without what it extends"""
        out = f"  {'convergent ' if self.status == 'convergent' else ''}event {self.name}"
        if self.extends:
            out += f" extends {self.extends.name}"
        elif self.refines and self.name != "INITIALISATION":
            out += f" refines {self.refines.name}"
        old = self.extends or Event("", [], [], [])
        parameters, actions = self.parameters[len(old.parameters):], self.actions[len(old.actions):]
        if parameters:
            out += " any " + " ".join(parameters)
        guards = [f"@t_{p} {TYPING['int'] % p}" for p in parameters]
        guards += [f"@g{i} {eventb(g.text)}" for i, g in enumerate(self.guards)][len(old.guards):]
        if guards:
            out += "\n    where " + " ".join(guards)
        if self.witnesses:
            out += "\n    with " + " ".join(w.text for w in self.witnesses)
        if actions:
            out += "\n    then " + " ".join(a.text for a in actions)
        return out + "\n  end\n"

    def arguments(self):
        for values in itertools.product((0, 1, 2), repeat=len(self.parameters)):
            yield dict(zip(self.parameters, values))

    def possible(self, v):
        return all(g.value(v) for g in self.guards)

    def action_of(self, name):
        return next((a for a in self.actions if a.name == name), None)


def make_event(rng, name, variables, parameters=("p", "q")):
    parameters = list(parameters)[:rng.choice([0, 0, 1, 1, 2])]
    scope = {**variables, **{p: "int" for p in parameters}}
    guards = [conjunct(rng, scope) for _ in range(rng.choice([0, 1, 1, 2]))]
    names = [n for n in variables if rng.random() < 0.6]
    return Event(name, parameters, guards, [make_action(rng, scope, n) for n in names])


class Witness:
    """of a parameter, or of a variable that is gone (its value after): what it admits"""

    def __init__(self, name, text, values):
        self.name, self.values, self.text = name, values, f"@{name} {eventb(text)}"


def make_witness(rng, name, kind, scope):
    if kind == "int" and rng.random() < 0.6:
        e = number(rng, scope, 1)
        return Witness(name, f"{name} = {e.text}", lambda v: [e.value(v)])
    if kind == "bool" and rng.random() < 0.6:
        p = predicate(rng, scope, 1)
        return Witness(name, f"{name} = bool({p.text})", lambda v: [p.value(v)])
    p = predicate(rng, {**scope, name: kind}, 1)
    return Witness(name, f"{TYPING[kind] % name} ∧ ({p.text})", lambda v: [k for k in VALUES[kind] if p.value({**v, name: k})])


# ------------------------------------------------------------------ machines


class Machine:
    def __init__(self, name, variables):
        self.name, self.variables, self.invariants, self.events, self.variant = name, variables, [], [], None
        self.refines = None

    def typed(self):
        """those that this machine declares and the refined one does not"""
        return [n for n in self.variables if not (self.refines and n in self.refines.variables)]

    def text(self):
        out = f"machine {self.name}" + (f" refines {self.refines.name}" if self.refines else "") + "\nvariables " + " ".join(self.variables)
        invariants = [f"@t_{n} {TYPING[self.variables[n]] % n}" for n in self.typed()]
        invariants += [f"@i{k} {eventb(i.text)}" for k, i in enumerate(self.invariants)]
        if invariants:
            out += "\ninvariants\n  " + "\n  ".join(invariants)
        if self.variant:
            out += f"\nvariant {eventb(self.variant.text)}"
        return out + "\nevents\n" + "".join(e.text() for e in self.events) + "end\n"

    def holds(self, v):
        return all(of_type(self.variables[n], v[n]) for n in self.typed()) and all(i.value(v) for i in self.invariants)

    def conjuncts(self):
        """label, and its truth"""
        for n in self.typed():
            yield f"t_{n}", lambda v, n=n: of_type(self.variables[n], v[n])
        for k, i in enumerate(self.invariants):
            yield f"i{k}", i.value


def make_machine(rng):
    variables = {"x": "int", **rng.choice([{}, {"y": "int"}, {"b": "bool"}, {"f": "fun"}])}
    m = Machine("M", variables)
    m.invariants = [conjunct(rng, variables) for _ in range(rng.choice([0, 1, 1, 2]))]
    m.events = [Event("INITIALISATION", [], [], [start_action(rng, n, t) for n, t in variables.items()])]
    m.events += [make_event(rng, f"e{i}", variables) for i in range(rng.choice([1, 2]))]
    return m


def extended_event(rng, m, r, old):
    added = {n: t for n, t in r.variables.items() if n not in m.variables}
    own = make_event(rng, old.name, r.variables, ("k", "l"))
    scope = {**r.variables, **{p: "int" for p in old.parameters + own.parameters}}
    actions = [start_action(rng, n, t) if old.name == "INITIALISATION" else make_action(rng, scope, n) for n, t in added.items()]
    guards, parameters = (own.guards, own.parameters) if old.name != "INITIALISATION" else ([], [])
    new = Event(old.name, old.parameters + parameters, old.guards + guards, old.actions + actions)
    new.refines = new.extends = old
    return new


def refined_event(rng, m, r, old):
    gone = {n: t for n, t in m.variables.items() if n not in r.variables}
    if not gone and rng.random() < 0.4:
        return extended_event(rng, m, r, old)
    if old.name == "INITIALISATION":
        new = Event(old.name, [], [], [start_action(rng, n, t) for n, t in r.variables.items()])
    else:
        new = make_event(rng, old.name, r.variables)
        if rng.random() < 0.5:  # something like the old one, so that more is true
            scope = {**r.variables, **{p: "int" for p in old.parameters}}
            new.parameters = list(old.parameters)
            uses = lambda text: not any(n in text for n in gone)
            new.guards = [g for g in old.guards if uses(g.text)]
            kept = [a for a in old.actions if a.name in r.variables and uses(a.text)]
            new.actions = kept + [make_action(rng, scope, n) for n in r.variables if n not in m.variables]
    new.refines = old
    before = {} if old.name == "INITIALISATION" else {**m.variables, **r.variables}
    scope = {**before, **{p: "int" for p in new.parameters}, **{a.name + "'": r.variables[a.name] for a in new.actions}}
    for p in old.parameters:
        if p not in new.parameters:
            new.witnesses.append(make_witness(rng, p, "int", scope))
    for n, t in gone.items():
        a = old.action_of(n)
        if a and not a.deterministic:
            new.witnesses.append(make_witness(rng, n + "'", t, scope))
    return new


def make_refinement(rng, m):
    variables = dict(m.variables)
    if rng.random() < 0.6:
        gone = rng.choice(list(variables))
        if gone != "f":
            del variables[gone]
    variables["z"] = rng.choice(["int", "int", "bool"])
    r = Machine("R", variables)
    r.refines = m
    joint = {**m.variables, **variables}
    r.invariants = [conjunct(rng, joint) for _ in range(rng.choice([1, 1, 2]))]
    r.events = [refined_event(rng, m, r, old) for old in m.events]
    if rng.random() < 0.6:
        new = make_event(rng, "fresh", variables)
        if rng.random() < 0.5:
            new.status, r.variant = "convergent", number(rng, variables)
        r.events.append(new)
    return r


# ------------------------------------------------------------------ truths


class Truths(dict):
    """By the names of obligations.  doubtful: events of which an action or a witness is not feasible.  Then nothing comes
    after them, and all of that is true; as an obligation it knows only of the actions and witnesses that it speaks of."""

    def __init__(self):
        super().__init__()
        self.doubtful = set()

    def note(self, name, truth):
        self[name] = self.get(name, True) and truth


def all_states(m, r=None):
    names = {**m.variables, **(r.variables if r else {})}
    for values in itertools.product(*(VALUES[t] for t in names.values())):
        v = dict(zip(names, values))
        if m.holds(v) and (not r or r.holds(v)):
            yield v


def starts(event, states):
    """states and parameters in which the event is possible"""
    for state in [{}] if event.name == "INITIALISATION" else states:
        for p in event.arguments():
            v = {**state, **p}
            if event.possible(v):
                yield state, p, v


def note_feasible(truths, event, v):
    """As an obligation it may use witnesses and what the refined event does, and is not asked for where that does the same."""
    old = event.refines
    plain = not old or (not event.witnesses and all(a.deterministic for a in old.actions))
    for a in event.actions:
        if plain and not a.deterministic:
            truths.note(f"{event.name}/a_{a.name}/FIS", bool(a.ways(v)))
        if not a.ways(v):
            truths.doubtful.add(event.name)


def machine_truths(m):
    truths, states = Truths(), list(all_states(m))
    for e in m.events:
        for state, _, v in starts(e, states):
            note_feasible(truths, e, v)
            for after in outcomes(e.actions, v):
                for label, holds in m.conjuncts():
                    truths.note(f"{e.name}/{label}/INV", holds({**state, **after}))
    return truths


def admitted(witnesses, v):
    """the values that witnesses give, one by one"""
    for values in itertools.product(*(w.values(v) for w in witnesses)):
        yield {w.name: k for w, k in zip(witnesses, values)}


def refined_truths(truths, m, r, e, state, v, after):
    """of one step of a refining event: what it says of the refined one"""
    old = e.refines
    inner = {**v, **primed(after)}
    for w in e.witnesses:
        truths.note(f"{e.name}/{w.name}/WFIS", bool(w.values(inner)))
        if not w.values(inner):
            truths.doubtful.add(e.name)
    for given in admitted(e.witnesses, inner):
        before = {**inner, **given}
        for p in old.parameters:
            truths.note(f"{e.name}/t_{p}/GRD", before[p] in (0, 1, 2))
        for i, g in enumerate(old.guards):
            truths.note(f"{e.name}/g{i}/GRD", g.value(before))
        final = {**state, **after}
        for n in m.variables:
            a = old.action_of(n)
            if n not in r.variables and a:
                final[n] = a.ways(before)[0] if a.deterministic else given[n + "'"]
            if a and not (a.deterministic and n not in r.variables):
                truths.note(f"{e.name}/a_{n}/SIM", final[n] in a.ways(before))
            if not a and n in after:
                truths.note(f"{e.name}/{n}/EQL", final[n] == state[n])
        for label, holds in r.conjuncts():
            truths.note(f"{e.name}/{label}/INV", holds(final))


def new_truths(truths, m, r, e, state, after):
    final = {**state, **after}
    for n in after:
        if n in m.variables:
            truths.note(f"{e.name}/{n}/EQL", final[n] == state[n])
    for label, holds in r.conjuncts():
        truths.note(f"{e.name}/{label}/INV", holds(final))
    if e.status == "convergent":
        truths.note(f"{e.name}/VAR", r.variant.value(final) < r.variant.value(state))


def refinement_truths(m, r):
    truths, states = Truths(), list(all_states(m, r))
    for e in r.events:
        for state, _, v in starts(e, states):
            note_feasible(truths, e, v)
            if e.status == "convergent":
                truths.note(f"{e.name}/NAT", r.variant.value(v) >= 0)
            for after in outcomes(e.actions, v):
                if e.refines:
                    refined_truths(truths, m, r, e, state, v, after)
                else:
                    new_truths(truths, m, r, e, state, after)
    return truths


# ------------------------------------------------------------------ cases


def compare(entries, truths, wrong):
    decided, doubtful = 0, truths.doubtful
    listed = {entry["name"]: entry for entry in entries}
    for name, truth in truths.items():
        entry = listed.get(name)
        if not entry:
            if not truth:
                wrong.append(f"{name} is missing, {truth}")
            continue
        general = entry["status"] == "proved" and entry["proof"]["scope"] == "general"
        decided += general or entry["status"] == "disproved"
        false = entry["status"] == "disproved" and name.split("/")[0] not in doubtful
        if (general and not truth) or (false and truth):
            wrong.append(f"{name}: {entry['status']}, but it is {truth}")
    for name, entry in listed.items():
        known = name in truths or name.split("/")[-1] == "WD" or name.split("/")[0] in doubtful
        if entry["status"] == "disproved" and not known:
            wrong.append(f"{name}: disproved, but is not known here")
    return decided, len(listed)


def run(program, path, m, r, wrong):
    command = [program, "prove", path, "--format", "json", "--time-limit-per", "1", "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 4):
        wrong.append(f"exit {done.returncode}: {done.stderr[-300:]}{done.stdout[:600]}")
        return 0, 0, 0
    entries = json.loads(done.stdout)["obligations"]
    decided = count = false = 0
    for component, truths in (("M", machine_truths(m)), ("R", refinement_truths(m, r))):
        d, n = compare([e for e in entries if e["component"] == component], truths, wrong)
        decided, count, false = decided + d, count + n, false + sum(not t for t in truths.values())
    return decided, count, false


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the cases that are wrong")
    options = parser.parse_args()
    decided = count = false = failures = 0
    for i in range(options.count):
        rng = random.Random(f"{options.seed}/{i}")
        m = make_machine(rng)
        r = make_refinement(rng, m)
        wrong = []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "case.eventb")
            with open(path, "w", encoding="utf-8") as file:
                file.write(m.text() + "\n" + r.text())
            d, n, f = run(options.bin, path, m, r, wrong)
        decided, count, false = decided + d, count + n, false + f
        if wrong:
            failures += 1
            print(f"case {i} of seed {options.seed}: " + "; ".join(wrong[:4]), flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                with open(os.path.join(options.keep, f"{i}.eventb"), "w", encoding="utf-8") as file:
                    file.write(m.text() + "\n" + r.text())
    print(f"{options.count} cases, {count} obligations, {false} of them false, {decided} decided, {failures} cases wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
