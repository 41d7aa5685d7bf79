#!/usr/bin/env python3
"""Times the solver on puzzles, given as formulas to `probity eval`.

    bench/puzzles.py [--hard] [--bin PATH] [--filter TEXT] [--limit SECONDS]

Each line: name, seconds, what was found; `(all)` means that every solution was asked for.  Fails if an
answer is not the one expected or takes longer than the limit (default 10).  tools/ and CI do not run it.
--hard: problems on which propagation alone fails many times, to measure after how many failures the
network should go to CaDiCaL (docs/solving.md has the figures).
"""
import argparse
import pathlib
import random
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def queens(n):
    return (f"q : 1..{n} >-> 1..{n} & !(i,j).(i : 1..{n} & j : 1..{n} & i < j =>"
            " q(j)-q(i) /= j-i & q(i)-q(j) /= j-i)")


def send_more_money():
    return ("{S,E,N,D,M,O,R,Y} <: 0..9 & card({S,E,N,D,M,O,R,Y}) = 8 & S > 0 & M > 0 &"
            " S*1000+E*100+N*10+D + M*1000+O*100+R*10+E = M*10000+O*1000+N*100+E*10+Y")


SUDOKU_CLUES = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def sudoku():
    """A puzzle with 17 clues."""
    given = " & ".join(f"b({i // 9 + 1},{i % 9 + 1}) = {c}" for i, c in enumerate(SUDOKU_CLUES) if c != "0")
    return ("b : (1..9)*(1..9) --> 1..9 &"
            " !r.(r : 1..9 => %c.(c : 1..9 | b(r,c)) : 1..9 >->> 1..9) &"
            " !c.(c : 1..9 => %r.(r : 1..9 | b(r,c)) : 1..9 >->> 1..9) &"
            " !(u,v).(u : 0..2 & v : 0..2 =>"
            " %k.(k : 0..8 | b(3*u + k/3 + 1, 3*v + k mod 3 + 1)) : 0..8 >->> 1..9) & " + given)


def magic_square(n):
    total = n * (n * n + 1) // 2
    return (f"m : (1..{n})*(1..{n}) >->> 1..{n * n} &"
            f" !r.(r : 1..{n} => SIGMA(c).(c : 1..{n} | m(r,c)) = {total}) &"
            f" !c.(c : 1..{n} => SIGMA(r).(r : 1..{n} | m(r,c)) = {total}) &"
            f" SIGMA(i).(i : 1..{n} | m(i,i)) = {total} & SIGMA(i).(i : 1..{n} | m(i,{n + 1}-i)) = {total}")


def colourable_graph(nodes, edges, colours, seed):
    """The edges of a random graph that has a colouring with that many colours."""
    source = random.Random(seed)
    hidden = [source.randrange(colours) for _ in range(nodes)]
    pairs = set()
    while len(pairs) < edges:
        a, b = sorted(source.sample(range(nodes), 2))
        if hidden[a] != hidden[b]:
            pairs.add((a + 1, b + 1))
    return sorted(pairs)


def colouring(nodes, edges, colours, seed):
    graph = ",".join(f"{a}|->{b}" for a, b in colourable_graph(nodes, edges, colours, seed))
    return f"c : 1..{nodes} --> 1..{colours} & !(a,b).(a|->b : {{{graph}}} => c(a) /= c(b))"


def golomb(marks, length):
    return (f"a : 1..{marks} --> 0..{length} & a(1) = 0 & a({marks}) = {length} &"
            f" !i.(i : 1..{marks - 1} => a(i) < a(i+1)) & !(i,j,k,l).(i : 1..{marks} & j : 1..{marks} &"
            f" k : 1..{marks} & l : 1..{marks} & i < j & k < l & i|->j /= k|->l => a(j)-a(i) /= a(l)-a(k)) &"
            f" a(2) - a(1) < a({marks}) - a({marks - 1})")


def isomorphism(nodes, seed):
    source = random.Random(seed)
    edges = [(a, b) for a in range(1, nodes + 1) for b in range(1, nodes + 1) if a != b and source.random() < 0.3]
    names = list(range(1, nodes + 1))
    source.shuffle(names)
    left = ",".join(f"{a}|->{b}" for a, b in edges)
    right = ",".join(f"{names[a - 1]}|->{names[b - 1]}" for a, b in edges)
    return (f"p : 1..{nodes} >->> 1..{nodes} & g = {{{left}}} & h = {{{right}}} & (g ; p) = (p ; h)")


def stable_marriage(n, seed):
    source = random.Random(seed)

    def orders():
        rows = []
        for i in range(1, n + 1):
            row = list(range(1, n + 1))
            source.shuffle(row)
            rows += [f"({i},{who})|->{place}" for place, who in enumerate(row)]
        return "{" + ",".join(rows) + "}"
    return (f"his = {orders()} & her = {orders()} & w : 1..{n} >->> 1..{n} &"
            f" !(m,x).(m : 1..{n} & x : 1..{n} & his(m,x) < his(m,w(m)) => her(x,w~(x)) < her(x,m))")


WEIGHTS = [7, 12, 19, 23, 31, 38, 44, 57, 61, 75, 83, 97, 101, 113]


def subset_sum():
    return f"s <: {{{','.join(map(str, WEIGHTS))}}} & SIGMA(x).(x : s | x) = 500"


def zebra():
    near = "({0} - {1} : {{-1,1}})"
    return ("{en,sp,uk,no,ja} <: 1..5 & card({en,sp,uk,no,ja}) = 5 & {re,gr,iv,ye,bl} <: 1..5 &"
            " card({re,gr,iv,ye,bl}) = 5 & {dog,sn,fox,ho,ze} <: 1..5 & card({dog,sn,fox,ho,ze}) = 5 &"
            " {co,te,mi,ju,wa} <: 1..5 & card({co,te,mi,ju,wa}) = 5 & {og,ko,ch,lu,pa} <: 1..5 &"
            " card({og,ko,ch,lu,pa}) = 5 & en = re & sp = dog & co = gr & uk = te & gr = iv + 1 & og = sn &"
            " ko = ye & mi = 3 & no = 1 & lu = ju & ja = pa & "
            + " & ".join([near.format("ch", "fox"), near.format("ko", "ho"), near.format("no", "bl")]))


def knights(n, count):
    return (f"k <: (1..{n})*(1..{n}) & card(k) = {count} & !(a,b,c,d).(a|->b : (1..{n})*(1..{n}) &"
            f" c|->d : (1..{n})*(1..{n}) & (a-c)*(a-c)+(b-d)*(b-d) = 5 => not(a|->b : k & c|->d : k))")


def timetable():
    return ("h : 1..12 --> 1..4 & !(k,l).(k : 1..12 & l : 1..12 & k < l & (k mod 3 = l mod 3 or k mod 4 = l mod 4)"
            " => h(k) /= h(l))")


def crew():
    return ("c : 1..6 --> POW(1..10) & !f.(f : 1..6 => card(c(f)) = 3 & c(f) /\\ {1,2,3,4} /= {} &"
            " c(f) /\\ {4,5,6,7} /= {}) & !f.(f : 1..5 => c(f) /\\ c(f+1) = {}) &"
            " !f.(f : 1..4 => c(f) /\\ c(f+2) = {})")


def random_clauses(variables, count, seed):
    """Clauses of three literals; a negative number is a negated variable."""
    source = random.Random(seed)
    return [[v * source.choice([1, -1]) for v in source.sample(range(1, variables + 1), 3)] for _ in range(count)]


def clauses(variables, count, seed):
    """The variables that are true, as a set."""
    parts = [" or ".join(f"{abs(v)} {':' if v > 0 else '/:'} s" for v in clause)
             for clause in random_clauses(variables, count, seed)]
    return f"s <: 1..{variables} & " + " & ".join(f"({part})" for part in parts)


def pigeons(n):
    """One more than holes, as a relation: nothing says that all are different."""
    return (f"r : 1..{n + 1} <-> 1..{n} & !p.(p : 1..{n + 1} => r[{{p}}] /= {{}}) &"
            f" !(p,q,h).(p : 1..{n + 1} & q : 1..{n + 1} & h : 1..{n} & p < q => not(p|->h : r & q|->h : r))")


def schur(n, colours):
    """No number is the sum of two of its colour."""
    return (f"c : 1..{n} --> 1..{colours} & !(i,j).(i : 1..{n} & j : i..{n} & i + j <= {n} =>"
            " not(c(i) = c(j) & c(j) = c(i+j)))")


def ramsey(n):
    """Edges of two colours without a triangle of one colour or four nodes of the other."""
    return (f"e <: {{i,j | i : 1..{n} & j : 1..{n} & i < j}} &"
            f" !(i,j,k).(i : 1..{n} & j : 1..{n} & k : 1..{n} & i < j & j < k =>"
            " not(i|->j : e & j|->k : e & i|->k : e)) &"
            f" !(i,j,k,l).(i : 1..{n} & j : 1..{n} & k : 1..{n} & l : 1..{n} & i < j & j < k & k < l =>"
            " i|->j : e or i|->k : e or i|->l : e or j|->k : e or j|->l : e or k|->l : e)")


def latin(n, holes, seed):
    """A square of which some places are open."""
    source = random.Random(seed)
    rows, columns, names = (source.sample(range(n), n) for _ in range(3))
    places = source.sample([(r, c) for r in range(n) for c in range(n)], n * n - holes)
    given = " & ".join(f"b({r + 1},{c + 1}) = {names[(rows[r] + columns[c]) % n] + 1}" for r, c in places)
    return (f"b : (1..{n})*(1..{n}) --> 1..{n} & !r.(r : 1..{n} => %c.(c : 1..{n} | b(r,c)) : 1..{n} >->> 1..{n}) &"
            f" !c.(c : 1..{n} => %r.(r : 1..{n} | b(r,c)) : 1..{n} >->> 1..{n}) & {given}")


# name, formula, all solutions?, their number (None: at least one; 0: none)
CASES = [
    ("queens-8", queens(8), False, None),
    ("queens-8-all", queens(8), True, 92),
    ("queens-20", queens(20), False, None),
    ("send-more-money", send_more_money(), True, 1),
    ("sudoku-17", sudoku(), True, 1),
    ("zebra", zebra(), True, 1),
    ("magic-square-4", magic_square(4), False, None),
    ("knights-8x8-20", knights(8, 20), False, None),
    ("colouring-50", colouring(50, 110, 3, 1), False, None),
    ("subset-sum", subset_sum(), True, None),
    ("crew-6", crew(), False, None),
    ("marriage-8", stable_marriage(8, 1), True, None),
    ("golomb-8", golomb(8, 34), True, 1),
    ("injection-10-9", "f : 1..10 >-> 1..9", True, 0),
    ("isomorphism-9", isomorphism(9, 1), True, None),
    ("timetable-12", timetable(), False, None),
    ("identity-100", "f : 1..100 --> 1..100 & !x.(x : 1..100 => f(x) = x)", True, 1),
]


HARD = [
    ("clauses-60-240", clauses(60, 240, 3), False, None),
    ("clauses-70-320", clauses(70, 320, 2), True, 0),
    ("clauses-150-640", clauses(150, 640, 9), False, None),
    ("clauses-100-460", clauses(100, 460, 5), True, 0),
    ("pigeons-7", pigeons(7), True, 0),
    ("pigeons-8", pigeons(8), True, 0),
    ("schur-13-3", schur(13, 3), False, None),
    ("schur-14-3", schur(14, 3), True, 0),
    ("schur-40-4", schur(40, 4), False, None),
    ("ramsey-8", ramsey(8), False, None),
    ("ramsey-9", ramsey(9), True, 0),
    ("colouring-120-3", colouring(120, 270, 3, 7), False, None),
    ("colouring-200-4", colouring(200, 800, 4, 3), False, None),
    ("latin-12-60", latin(12, 60, 1), False, None),
    ("latin-18-140", latin(18, 140, 2), False, None),
    ("golomb-9", golomb(9, 44), False, None),
    ("magic-square-5", magic_square(5), False, None),
    ("queens-40", queens(40), False, None),
    ("knights-8x8-32", knights(8, 32), False, None),
    ("sudoku-17-all", sudoku(), True, 1),
]


def run(program, formula, everything, limit):
    start = time.monotonic()
    command = [program, "eval", *(["--all"] if everything else []), "--", formula]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return limit, None
    lines = done.stdout.splitlines()
    found = None
    if lines and lines[0] == "FALSE":
        found = 0
    elif lines and lines[0] == "TRUE":
        found = len(lines) - 1 if everything else 1
    return time.monotonic() - start, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--filter", default="")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--limit", type=float, default=10)
    options = parser.parse_args()
    failed = 0
    for name, formula, everything, expected in HARD if options.hard else CASES:
        if options.filter not in name:
            continue
        seconds, found = run(options.bin, formula, everything, options.limit)
        good = found is not None and (found > 0 if expected is None else found == expected)
        failed += not good
        text = "no answer" if found is None else f"{found} solution{'' if found == 1 else 's'}"
        print(f"{name:18} {seconds:8.3f} s   {text}{' (all)' if everything else ''}{'' if good else '   WRONG'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
