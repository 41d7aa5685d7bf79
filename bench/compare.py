#!/usr/bin/env python3
"""The same puzzles by probity, by Z3 and by CaDiCaL alone.

    bench/compare.py [--bin PATH] [--filter TEXT] [--limit SECONDS] [--keep FOLDER]

Z3 gets SMT-LIB over integers, CaDiCaL gets clauses where that is a natural way to write the puzzle
down: one variable for each value of each unknown.  One solution, or the refutation, is asked for.
Each column: seconds of the processor, or `-` where there is no such version, `?` where there was no
answer within the limit.  All must agree on whether there is a solution; otherwise the script fails.
Neither program is needed by anything else: where one is missing its column is left out.
"""
import argparse
import itertools
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

import puzzles


class Clauses:
    """A problem in conjunctive normal form; variables by any name."""

    def __init__(self):
        self.numbers, self.clauses = {}, []

    def var(self, *name):
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def add(self, *literals):
        self.clauses.append(literals)

    def at_most_one(self, literals):
        for a, b in itertools.combinations(literals, 2):
            self.add(-a, -b)

    def exactly_one(self, literals):
        self.add(*literals)
        self.at_most_one(literals)

    def text(self):
        lines = [f"p cnf {len(self.numbers)} {len(self.clauses)}"]
        return "\n".join(lines + [" ".join(map(str, c)) + " 0" for c in self.clauses]) + "\n"


def smt(names, low, high, *conditions):
    """Integers between bounds."""
    lines = ["(set-logic QF_NIA)"]
    for name in names:
        lines += [f"(declare-const {name} Int)", f"(assert (<= {low} {name} {high}))"]
    return "\n".join(lines + [f"(assert {c})" for c in conditions] + ["(check-sat)"]) + "\n"


def distinct(names):
    return f"(distinct {' '.join(names)})"


def total(parts):
    return f"(+ {' '.join(parts)})"


def queens(n):
    rows, names = range(n), [f"q{i}" for i in range(n)]
    numbers = Clauses()
    for i in rows:
        numbers.exactly_one([numbers.var(i, j) for j in rows])
        numbers.at_most_one([numbers.var(j, i) for j in rows])
    for d in range(-n, 2 * n):
        numbers.at_most_one([numbers.var(i, d - i) for i in rows if 0 <= d - i < n])
        numbers.at_most_one([numbers.var(i, i - d) for i in rows if 0 <= i - d < n])
    conditions = [distinct(names), distinct([f"(+ q{i} {i})" for i in rows]), distinct([f"(- q{i} {i})" for i in rows])]
    return smt(names, 1, n, *conditions), numbers.text()


def send_more_money():
    def number(word):
        return total(f"(* {10 ** (len(word) - 1 - i)} {c})" for i, c in enumerate(word))
    letters = list("SENDMORY")
    return smt(letters, 0, 9, distinct(letters), "(> S 0)", "(> M 0)",
               f"(= (+ {number('SEND')} {number('MORE')}) {number('MONEY')})"), None


def squares(n, groups, given):
    """A square in which the fields of each group are all different."""
    names = [f"b{r}_{c}" for r in range(n) for c in range(n)]
    numbers = Clauses()
    for r, c in itertools.product(range(n), repeat=2):
        numbers.exactly_one([numbers.var(r, c, v) for v in range(1, n + 1)])
    for group in groups:
        for v in range(1, n + 1):
            numbers.exactly_one([numbers.var(r, c, v) for r, c in group])
    for (r, c), v in given.items():
        numbers.add(numbers.var(r, c, v))
    conditions = [distinct([f"b{r}_{c}" for r, c in group]) for group in groups]
    conditions += [f"(= b{r}_{c} {v})" for (r, c), v in given.items()]
    return smt(names, 1, n, *conditions), numbers.text()


def sudoku():
    lines = range(9)
    groups = [[(r, c) for c in lines] for r in lines] + [[(r, c) for r in lines] for c in lines]
    groups += [[(3 * u + k // 3, 3 * v + k % 3) for k in lines] for u in range(3) for v in range(3)]
    given = {(i // 9, i % 9): int(c) for i, c in enumerate(puzzles.SUDOKU_CLUES) if c != "0"}
    return squares(9, groups, given)


def colouring(nodes, edges, colours, seed):
    pairs = puzzles.colourable_graph(nodes, edges, colours, seed)
    numbers = Clauses()
    for node in range(1, nodes + 1):
        numbers.exactly_one([numbers.var(node, k) for k in range(colours)])
    for a, b in pairs:
        for k in range(colours):
            numbers.add(-numbers.var(a, k), -numbers.var(b, k))
    return (smt([f"c{i}" for i in range(1, nodes + 1)], 1, colours, *[f"(not (= c{a} c{b}))" for a, b in pairs]),
            numbers.text())


def golomb(marks, length):
    names = [f"a{i}" for i in range(marks)]
    distances = [f"(- a{j} a{i})" for i in range(marks) for j in range(i + 1, marks)]
    rising = [f"(< a{i} a{i + 1})" for i in range(marks - 1)]
    return smt(names, 0, length, "(= a0 0)", f"(= a{marks - 1} {length})", *rising, distinct(distances),
               f"(< (- a1 a0) (- a{marks - 1} a{marks - 2}))"), None


def magic_square(n):
    names = [f"m{r}_{c}" for r in range(n) for c in range(n)]
    lines = [[f"m{r}_{c}" for c in range(n)] for r in range(n)] + [[f"m{r}_{c}" for r in range(n)] for c in range(n)]
    lines += [[f"m{i}_{i}" for i in range(n)], [f"m{i}_{n - 1 - i}" for i in range(n)]]
    return smt(names, 1, n * n, distinct(names), *[f"(= {total(line)} {n * (n * n + 1) // 2})" for line in lines]), None


def subset_sum():
    weights = puzzles.WEIGHTS
    names = [f"x{i}" for i in range(len(weights))]
    return smt(names, 0, 1, f"(= {total(f'(* {w} {x})' for w, x in zip(weights, names))} 500)"), None


def injection(pigeons, holes):
    numbers = Clauses()
    for p in range(pigeons):
        numbers.add(*[numbers.var(p, h) for h in range(holes)])
    for h in range(holes):
        numbers.at_most_one([numbers.var(p, h) for p in range(pigeons)])
    names = [f"f{p}" for p in range(pigeons)]
    return smt(names, 1, holes, distinct(names)), numbers.text()


def clauses(variables, count, seed):
    numbers = Clauses()
    for v in range(1, variables + 1):
        numbers.var(v)
    for clause in puzzles.random_clauses(variables, count, seed):
        numbers.add(*clause)
    return None, numbers.text()


# name, formula, (SMT-LIB, DIMACS), is there a solution?
CASES = [
    ("queens-8", puzzles.queens(8), queens(8), True),
    ("queens-20", puzzles.queens(20), queens(20), True),
    ("send-more-money", puzzles.send_more_money(), send_more_money(), True),
    ("sudoku-17", puzzles.sudoku(), sudoku(), True),
    ("magic-square-4", puzzles.magic_square(4), magic_square(4), True),
    ("colouring-50", puzzles.colouring(50, 110, 3, 1), colouring(50, 110, 3, 1), True),
    ("colouring-200-4", puzzles.colouring(200, 800, 4, 3), colouring(200, 800, 4, 3), True),
    ("subset-sum", puzzles.subset_sum(), subset_sum(), True),
    ("golomb-8", puzzles.golomb(8, 34), golomb(8, 34), True),
    ("injection-10-9", "f : 1..10 >-> 1..9", injection(10, 9), False),
    ("clauses-150-640", puzzles.clauses(150, 640, 9), clauses(150, 640, 9), True),
    ("clauses-100-460", puzzles.clauses(100, 460, 5), clauses(100, 460, 5), False),
]


def timed(command, limit):
    """Seconds of the processor and the output; None: no answer in time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return limit, None
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def answer(output):
    """True, False, or None for no answer."""
    first = next((line.removeprefix("s ") for line in (output or "").splitlines() if not line.startswith("c")), "")
    return {"TRUE": True, "sat": True, "SATISFIABLE": True,
            "FALSE": False, "unsat": False, "UNSATISFIABLE": False}.get(first)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=puzzles.ROOT / "build" / "release" / "probity")
    parser.add_argument("--filter", default="")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--keep", help="leave the problems there")
    options = parser.parse_args()
    others = [name for name in ("z3", "cadical") if shutil.which(name)]
    for name in ("z3", "cadical"):
        if name not in others:
            print(f"{name} is not installed: left out")
    folder = pathlib.Path(options.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'':18}" + "".join(f"{name:>10}" for name in ["probity", *others]))
    wrong = 0
    for name, formula, texts, expected in CASES:
        if options.filter not in name:
            continue
        files = {"z3": folder / f"{name}.smt2", "cadical": folder / f"{name}.cnf"}
        for file, text in zip(files.values(), texts):
            if text:
                file.write_text(text)
        row = [timed([options.bin, "eval", "--", formula], options.limit)]
        for other, text in zip(("z3", "cadical"), texts):
            if other in others:
                extra = ["-q", "-n"] if other == "cadical" else []
                row.append(timed([other, *extra, files[other]], options.limit) if text else (None, None))
        answers = [answer(output) for _, output in row]
        bad = any(a is not None and a != expected for a in answers)
        wrong += bad
        cells = ["-" if s is None else "?" if a is None else f"{s:.3f}" for (s, _), a in zip(row, answers)]
        print(f"{name:18}" + "".join(f"{cell:>10}" for cell in cells) + ("   THEY DISAGREE" if bad else ""), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
