"""Models and formulas that take far longer, or need far more memory, than anybody waits for or has.

Each case is a command with the texts of its files, and is slow, or large, at another place of the program.
"""
import dataclasses


@dataclasses.dataclass
class Case:
    name: str
    command: list
    files: dict
    memory: bool = False  # memory is what it runs out of


CASES = []


def value(name, expression, *options, memory=False):
    CASES.append(Case(name, ["eval", expression, *options], {}, memory))


def machine(name, body, *options, memory=False, command="check"):
    CASES.append(Case(name, [command, f"{name}.mch", *options], {f"{name}.mch": f"MACHINE {name}\n{body}\nEND\n"}, memory))


def constants(name, count, properties, *options):
    names = ", ".join(f"c{i}" for i in range(1, count + 1))
    machine(name, f"CONSTANTS {names}\nPROPERTIES {' & '.join(properties)}\n"
            "VARIABLES v INVARIANT v = 0 INITIALISATION v := 0", *options)


def variable(name, start, operations, *options, memory=False, definitions=""):
    machine(name, f"{definitions}\nVARIABLES v INVARIANT v = v INITIALISATION v := {start}\nOPERATIONS {operations}",
            "--no-deadlock", *options, memory=memory)


# ---- loops over candidates
value("triples", "card({x, y, z | x : 1..3000 & y : 1..3000 & z : 1..3000 & (x * y + z * z * z) mod 1009 = 7})")
value("sum_of_products", "SIGMA(x, y, z).(x : 1..3000 & y : 1..3000 & z : 1..3000 | x * y * z)")
value("for_all", "!(x, y, z).(x : 1..3000 & y : 1..3000 & z : 1..3000 => x * y + z > 0)")
value("nothing_exists", "#(x, y, z).(x : 1..3000 & y : 1..3000 & z : 1..3000 & x * x * x + y * y * y = z * z * z)")
value("nested_sums", "SIGMA(x).(x : 1..5000 | SIGMA(y).(y : 1..5000 | SIGMA(z).(z : 1..5000 | (x + y + z) mod 7)))")
value("lazy_power", "card({s | s : POW(1..40) & card(s) = 20 & SIGMA(i).(i : s | i) = 410})")
value("functions", "card({f | f : 1..12 --> 1..12 & SIGMA(i).(i : 1..12 | f(i) * i) mod 1009 = 5})")
value("permutations", "card({f | f : perm(1..13) & f(1) < f(2) & f(3) * f(4) mod 7 = 1})")
value("subset_sum", "#(" + ",".join(f"x{i}" for i in range(32)) + ").("
      + " & ".join(f"x{i} : 0..1" for i in range(32)) + " & "
      + " + ".join(f"{2 * (7919 * i * i + 13)} * x{i}" for i in range(32)) + " = 12345677)")
value("pigeons", "#f.(f : 1..14 >-> 1..13)")
value("pigeons_by_inequality", "#(" + ",".join(f"x{i}" for i in range(13)) + ").("
      + " & ".join(f"x{i} : 1..12" for i in range(13)) + " & "
      + " & ".join(f"x{i} /= x{j}" for i in range(13) for j in range(i)) + ")")
value("hamilton", "#p.(p : perm(0..24) & !i.(i : 1..24 => (p(i + 1) - p(i)) mod 6 = 4 or (p(i) - p(i + 1)) * (p(i) + p(i + 1)) mod 11 = 3))")

# ---- large values
value("union_of_ranges", "card(UNION(i).(i : 1..30000 | {x | x : 1..30000 & x mod i = 0}))", memory=True)
value("large_product", "card(((1..6000) * (1..6000)) - {1 |-> 1})", memory=True)
value("large_powers", "2 ** 2000000 mod 1000003 + 3 ** 3000000 mod 7 + SIGMA(i).(i : 1..2000 | 7 ** (1000 * i) mod 11)")
value("factorial", "PI(i).(i : 1..400000 | i) mod 1000003")
value("closure", "card(closure1(%i.(i : 1..30000 | (i * 7919) mod 30011 + 1)))", memory=True)
value("composition", "card(((1..3000) * (1..3000)) ; ((1..3000) * (1..3000)))", memory=True)
value("set_of_sets", "card({s | #(x, y).(x : 1..2000 & y : 1..2000 & s = {x, y, x * y})})", memory=True)
value("image_pairs", "card({p | #(x, y).(x : 1..20000 & y : 1..20000 & p = x * 20001 + y)})", memory=True)
value("iterate", "card(iterate(%i.(i : 1..100000 | (i * 7919) mod 100003 + 1), 100000))", memory=True)

# ---- states
variable("counter", "0", "up = v := v + 1", memory=True)
variable("sets", "{}", "add = ANY x WHERE x : 1..40 THEN v := v \\/ {x} END", memory=True)
variable("arrays", "%i.(i : 1..2000 | 0)", "set = ANY i, x WHERE i : 1..2000 & x : 0..9 THEN v(i) := x END", memory=True)
variable("slow_guard", "0", "go = SELECT card({x, y, z | x : 1..2000 & y : 1..2000 & z : 1..2000 & (x * y + z) mod 1009 = v}) > 0 "
         "THEN v := v + 1 END")
variable("loop", "0", "go = VAR i IN i := 0; WHILE i < 1000000000 DO i := i + 1 INVARIANT i : NATURAL VARIANT 1000000000 - i END; v := i END")
variable("growing_loop", "0", "go = VAR i, f IN i := 0; f := {}; WHILE i < 1000000000 DO i := i + 1; f := f \\/ {i |-> i * i} "
         "INVARIANT i : NATURAL VARIANT 1000000000 - i END; v := card(f) END", memory=True)
variable("choices", "0", "go = " + "; ".join(["CHOICE v := 2 * v + 1 OR v := 2 * v END"] * 40), memory=True)
variable("any_of_many", "0", "go = ANY x, y WHERE x : 1..100000 & y : 1..100000 THEN v := x * y END", memory=True)
variable("slow_invariant", "0", "up = v := v + 1; z(x) = PRE x : 1..1000 & !(a, b, c).(a : 1..500 & b : 1..500 & c : 1..500 => a * b * c + x > 0) "
         "THEN v := x END")
machine("typing", "VARIABLES f INVARIANT f : 1..3000 --> POW(1..3000) INITIALISATION f := (1..3000) * {1..3000}\n"
        "OPERATIONS go(i, j) = PRE i : 1..3000 & j : 1..3000 THEN f(i) := f(i) - {j} END", "--no-deadlock", memory=True)
machine("wide", "VARIABLES " + ", ".join(f"v{i}" for i in range(300)) + " INVARIANT " + " & ".join(f"v{i} : 0..9" for i in range(300))
        + " INITIALISATION " + " || ".join(f"v{i} := 0" for i in range(300)) + "\nOPERATIONS "
        + "; ".join(f"o{i} = SELECT v{i} < 9 THEN v{i} := v{i} + 1 END" for i in range(300)), "--no-deadlock", memory=True)

# ---- constants
constants("chain", 4000, ["c1 = 1"] + [f"c{i} = c{i - 1} + 1" for i in range(4000, 1, -1)])
constants("ordered", 900, [f"c{i} : 1..900" for i in range(1, 901)] + [f"c{i} < c{i + 1}" for i in range(1, 900)])
constants("contradiction", 900, ["c1 = 1"] + [f"c{i} = c{i - 1} + 1" for i in range(2, 901)] + ["c900 = 0"], "--explain")
constants("products", 6, [f"c{i} : 1..2000" for i in range(1, 7)] + ["c1 * c2 * c3 + c4 * c5 * c6 = 123456789", "c1 < c2 & c2 < c3 & c4 < c5 & c5 < c6"])
machine("bijections", "CONSTANTS f PROPERTIES f : 1..400 >-> 1..400 & !i.(i : 1..400 => f(i) /= i)\n"
        "VARIABLES v INVARIANT v = 0 INITIALISATION v := 0", "--no-deadlock")
machine("many_setups", "SETS S CONSTANTS s, f PROPERTIES s <: S & f : s --> 1..9\n"
        "VARIABLES v INVARIANT v = 0 INITIALISATION v := 0", "--no-deadlock", "--card", "S=12", memory=True)
machine("recursion", "ABSTRACT_CONSTANTS f PROPERTIES f : NATURAL --> NATURAL & "
        "f = %k.(k : NATURAL | IF k < 2 THEN k ELSE f(k - 1) + f(k - 2) END)\n"
        "VARIABLES v INVARIANT v : NATURAL INITIALISATION v := f(60)", "--no-deadlock")
