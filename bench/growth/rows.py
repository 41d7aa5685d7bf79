"""Series of models: each row is one thing that grows, and makes a model of any size of it.

A row is a function that gets a size n and gives a Case: what is run, and what it must print.  The sizes of
a row double: (n, 2n, 4n).  `small` is where instructions are counted under valgrind, and in continuous
integration; `large` is where peak memory is measured.
"""
import dataclasses

ROWS = []


@dataclasses.dataclass
class Case:
    command: list  # of the program; names of files stand for those files
    says: str = ""  # must stand in what it prints
    files: dict = dataclasses.field(default_factory=dict)  # texts by name
    status: tuple = (0,)  # exit codes that are right


@dataclasses.dataclass
class Row:
    name: str
    make: object  # size -> Case
    small: int  # the least of three sizes where instructions are counted
    large: int  # the same for memory; 0: memory is not measured
    about: str


def row(small, large=0):
    """Makes a row of a function; its first line of documentation says what grows."""
    def note(make):
        name = make.__name__.replace("_", "-")
        ROWS.append(Row(name, make, small, large, make.__doc__.strip()))
        return make
    return note


def value(expression, says):
    return Case(["eval", expression], says)


def machine(body, command=("check",), says="", status=(0,), name="m"):
    return Case([*command, f"{name}.mch"], says, {f"{name}.mch": f"MACHINE {name}\n{body}\nEND\n"}, status)


def names(letter, n):
    return [f"{letter}{i}" for i in range(1, n + 1)]


# ---- images

@row(small=1500, large=40000)
def image_comprehension(n):
    """{y | #x.(x : 1..n & y = E(x))}"""
    return value(f"card({{y | #x.(x : 1..{n} & y = x * x + 1)}})", f"{n}\n")


@row(small=1500, large=40000)
def image_any(n):
    """ANY y WHERE #x.(x : 1..n & y = E(x))"""
    return machine(f"""VARIABLES v INVARIANT v : INTEGER INITIALISATION v := 0
OPERATIONS go = ANY y WHERE v = 0 & #x.(x : 1..{n} & y = x * x + 1) THEN v := y END""",
                   ("check", "--no-deadlock"), f"{n + 1} states")


@row(small=1000, large=40000)
def image_relation(n):
    """{y | #x.(x |-> y : f & x > k)}"""
    return machine(f"""CONSTANTS f, s PROPERTIES f = %i.(i : 1..{n} | i * i) &
  s = {{y | #x.(x |-> y : f & x > {n // 2})}}
ASSERTIONS card(s) = {n - n // 2}
VARIABLES v INVARIANT v = 0 INITIALISATION v := 0""", ("check", "--no-deadlock"), "")


# ---- sets that are put together, loops

@row(small=1000, large=10000)
def union_quantified(n):
    """UNION(i).(i : 1..n | {i, i * i})"""
    return value(f"max(UNION(i).(i : 1..{n} | {{i, i * i}}))", f"{n * n}\n")


@row(small=1000, large=10000)
def union_range(n):
    """union(ran(%i.(i : 1..n | {i, i * i})))"""
    return value(f"max(union(ran(%i.(i : 1..{n} | {{i, i * i}}))))", f"{n * n}\n")


def loop(n, start, step, end):
    return machine(f"""VARIABLES done INVARIANT done : BOOL INITIALISATION done := FALSE
OPERATIONS r <-- go = SELECT done = FALSE THEN
  VAR i, f IN
    i := 0; f := {start};
    WHILE i < {n} DO i := i + 1; {step} INVARIANT i : 0..{n} VARIANT {n} - i END;
    r := {end}; done := TRUE
  END
END""", ("check", "--no-deadlock"), "2 states")


@row(small=1000, large=8000)
def loop_update(n):
    """WHILE with f(i) := i * i"""
    return loop(n, f"%j.(j : 1..{n} | 0)", "f(i) := i * i", f"f({n})")


@row(small=1000, large=8000)
def loop_append(n):
    """WHILE with f := f <- i"""
    return loop(n, "[]", "f := f <- i", "size(f)")


# ---- equations, bounds, joins

@row(small=400)
def sum_of_two(n):
    """x + y = n"""
    return value(f"card({{x, y | x : 0..{n} & y : 0..{n} & x + y = {n}}})", f"{n + 1}\n")


@row(small=400)
def difference(n):
    """x - y = 5"""
    return value(f"card({{x, y | x : 0..{n} & y : 0..{n} & x - y = 5}})", f"{n - 4}\n")


@row(small=400)
def proportion(n):
    """2 * x = 3 * y"""
    return value(f"card({{x, y | x : 0..{n} & y : 0..{n} & 2 * x = 3 * y}})", f"{n // 3 + 1}\n")


@row(small=60)
def sum_of_three(n):
    """a + b + c = n"""
    return value(f"card({{a, b, c | a : 0..{n} & b : 0..{n} & c : 0..{n} & a + b + c = {n}}})",
                 f"{(n + 1) * (n + 2) // 2}\n")


@row(small=400)
def band(n):
    """x > y & x < y + 3, in the order that has to be turned around"""
    return value(f"card({{x, y | x : 1..{n} & y : 1..{n} & x > y & x < y + 3}})", f"{2 * n - 3}\n")


@row(small=400)
def band_turned(n):
    """the same bounds with the names in the other order"""
    return value(f"card({{y, x | y : 1..{n} & x : 1..{n} & x > y & x < y + 3}})", f"{2 * n - 3}\n")


@row(small=300)
def equal_values(n):
    """f(x) = f(y) & x /= y"""
    n -= n % 2
    return value(f"LET f BE f = %i.(i : 1..{n} | i mod {n // 2}) IN "
                 f"card({{x, y | x : 1..{n} & y : 1..{n} & f(x) = f(y) & x /= y}}) END", f"{n}\n")


@row(small=40)
def pythagoras(n):
    """x * x + y * y = z * z"""
    return value(f"card({{x, y, z | x : 1..{n} & y : 1..{n} & z : 1..{n} & x * x + y * y = z * z}}) > 0",
                 "TRUE")


# ---- constraints

def constants(count, properties, command=("check", "--no-deadlock"), letter="c", status=(0,), says=""):
    listed = " &\n  ".join(properties)
    return machine(f"CONSTANTS {', '.join(names(letter, count))}\nPROPERTIES\n  {listed}\n"
                   "VARIABLES v INVARIANT v = 0 INITIALISATION v := 0", command, says, status)


@row(small=8)
def injection(n):
    """f : 1..n >-> 1..n with exclusions"""
    return value(f"#f.(f : 1..{n} >-> 1..{n} & !i.(i : 1..{n} => f(i) /= i))", "TRUE")


@row(small=100)
def chain_of_constants(n):
    """c_i = c_(i-1) + 1, the last one first"""
    return constants(n, ["c1 = 1"] + [f"c{i} = c{i - 1} + 1" for i in range(n, 1, -1)], says="2 states")


@row(small=50)
def ordered_constants(n):
    """c_i : 1..n & c_i < c_(i+1)"""
    return constants(n, [f"c{i} : 1..{n}" for i in range(1, n + 1)] +
                     [f"c{i} < c{i + 1}" for i in range(1, n)], says="2 states")


@row(small=50)
def explained_constants(n):
    """--explain of a chain of constants that contradicts itself"""
    return constants(n, ["c1 = 1"] + [f"c{i} = c{i - 1} + 1" for i in range(2, n + 1)] + [f"c{n} = 0"],
                     ("check", "--explain"), status=(0, 1, 3))


@row(small=8)
def subset_sum(n):
    """a subset of n numbers whose sum cannot be had"""
    weights = " + ".join(f"{2 * (3 * i * i + 7)}*x{i}" for i in range(1, n + 1))
    bounds = " & ".join(f"x{i} : 0..1" for i in range(1, n + 1))
    return value(f"#({','.join(names('x', n))}).({bounds} & {weights} = {n * n * n + (n % 2 == 0)})", "FALSE")


@row(small=4)
def pigeonhole(n):
    """n + 1 names in 1..n, all different by x_i /= x_j"""
    bounds = " & ".join(f"x{i} : 1..{n}" for i in range(1, n + 2))
    different = " & ".join(f"x{i} /= x{j}" for i in range(1, n + 2) for j in range(1, i))
    return value(f"#({','.join(names('x', n + 1))}).({bounds} & {different})", "FALSE")


# ---- closures

@row(small=500)
def closure_image(n):
    """closure1(r)[{x}]"""
    return value(f"card(closure1(%i.(i : 1..{n} | i + 1))[{{{n // 2}}}])", f"{n - n // 2 + 1}\n")


@row(small=500)
def closure_member(n):
    """a |-> b : closure1(r)"""
    return value(f"{n // 2} |-> {n} : closure1(%i.(i : 1..{n} | i + 1))", "TRUE")


# ---- states

@row(small=40)
def becomes_such(n):
    """n states, x :(P) where P takes n steps and reads no old value"""
    return machine(f"""VARIABLES c, x INVARIANT c : 0..{n} & x : INTEGER INITIALISATION c := 0 || x := 0
OPERATIONS up = SELECT c < {n} THEN c := c + 1 END;
  pick = x :(x : 0..3 & card({{i | i : 1..{10 * n} & i mod 7 = x}}) >= 0)""", says=f"{4 * (n + 1)} states")


@row(small=400)
def random_steps(n):
    """animate --random n"""
    return machine("""VARIABLES x INVARIANT x : NATURAL INITIALISATION x := 0
OPERATIONS up = x := x + 1; down = SELECT x > 0 THEN x := x - 1 END""", ("animate", "--random", str(n)))


@row(small=20, large=40)
def choices(n):
    """n CHOICEs one after the other, with n + 1 outcomes"""
    one = "CHOICE x := x + 1 OR skip END"
    return machine(f"""VARIABLES x, done INVARIANT x : 0..{n} & done : BOOL INITIALISATION x := 0 || done := FALSE
OPERATIONS go = SELECT done = FALSE THEN {'; '.join([one] * n)}; done := TRUE END""",
                   ("check", "--no-deadlock"), f"{n + 2} states")


@row(small=100, large=400)
def large_arrays(n):
    """n states, each an array of n elements that differs from the last one in one place"""
    return machine(f"""VARIABLES f, i INVARIANT i : 0..{n} & f : INTEGER +-> INTEGER INITIALISATION f := %j.(j : 1..{n} | 0) || i := 0
OPERATIONS go = SELECT i < {n} THEN i := i + 1 || f(i + 1) := 1000 + i END""",
                   ("check", "--no-deadlock"), f"{n + 1} states")


@row(small=50)
def deep_typing(n):
    """n steps that change one value of f : 1..n --> (1..20 --> 0..1)"""
    return machine(f"""VARIABLES f, i INVARIANT i : 0..{n} & f : 1..{n} --> (1..20 --> 0..1)
INITIALISATION f := (1..{n}) * {{(1..20) * {{0}}}} || i := 0
OPERATIONS go = SELECT i < {n} THEN i := i + 1 || f(i + 1) := (1..20) * {{1}} END""",
                   ("check", "--no-deadlock"), f"{n + 1} states")


@row(small=10, large=20)
def related_counters(n):
    """relate of two counters with n * n states each"""
    above, below = (
        f"""VARIABLES {x}, {y} INVARIANT {x} : 0..{n} & {y} : 0..{n} INITIALISATION {x} := 0 || {y} := 0
OPERATIONS up = SELECT {x} < {n} THEN {x} := {x} + 1 END; over = SELECT {y} < {n} THEN {y} := {y} + 1 END
END"""
        for x, y in (("x", "y"), ("a", "b")))
    return Case(["relate", "below.mch", "above.mch"], "",
                {"above.mch": f"MACHINE above {above}\n", "below.mch": f"MACHINE below {below}\n"})


@row(small=4)
def deferred_subsets(n):
    """set-ups of s <: S with a deferred set of n elements"""
    return machine("""SETS S CONSTANTS s PROPERTIES s <: S
VARIABLES v INVARIANT v = 0 INITIALISATION v := 0""", ("check", "--no-deadlock", "--card", f"S={n}"))


# ---- preparation

@row(small=50)
def preparation(n):
    """n variables, operations and conjuncts of the invariant"""
    variables = names("v", n)
    operations = ";\n  ".join(f"o{i} = SELECT v{i} < 1 THEN v{i} := v{i} + 1 END" for i in range(1, n + 1))
    return machine(f"""VARIABLES {', '.join(variables)}
INVARIANT {' & '.join(f'{v} : 0..1' for v in variables)}
INITIALISATION {' || '.join(f'{v} := 0' for v in variables)}
OPERATIONS
  {operations}""", ("check", "--max-states", "2"), status=(0, 4))


@row(small=100)
def wide_assignment(n):
    """one assignment to n variables"""
    variables = names("v", n)
    return machine(f"""VARIABLES {', '.join(variables)}
INVARIANT {' & '.join(f'{v} : 0..1' for v in variables)}
INITIALISATION {', '.join(variables)} := {', '.join('0' for _ in variables)}
OPERATIONS go = {', '.join(variables)} := {', '.join('1' for _ in variables)}""",
                   ("check",), "2 states")


# ---- depth

@row(small=500)
def deep_recursion(n):
    """f(n) of a recursive function that goes down by one"""
    return machine(f"""ABSTRACT_CONSTANTS f PROPERTIES
  f : NATURAL --> NATURAL & f = %k.(k : NATURAL | IF k = 0 THEN 0 ELSE 1 + f(k - 1) END)
VARIABLES v INVARIANT v = {n} INITIALISATION v := f({n})""", ("check", "--no-deadlock"), "2 states")


@row(small=6)
def fibonacci(n):
    """fib(n) by its definition"""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return machine(f"""ABSTRACT_CONSTANTS f PROPERTIES
  f : NATURAL --> NATURAL & f = %k.(k : NATURAL | IF k < 2 THEN k ELSE f(k - 1) + f(k - 2) END)
VARIABLES v INVARIANT v = {a} INITIALISATION v := f({n})""", ("check", "--no-deadlock"), "2 states")


@row(small=100)
def nested_brackets(n):
    """1 + (1 + (1 + …"""
    return value("1 + (" * n + "1" + ")" * n, f"{n + 1}\n")


# ---- what grows well, and is to stay so

@row(small=500)
def many_operations(n):
    """n operations of one machine"""
    operations = ";\n".join(f"o{i} = SELECT v = {i} THEN v := {i + 1} END" for i in range(n))
    return machine(f"VARIABLES v INVARIANT v : 0..{n} INITIALISATION v := 0 OPERATIONS\n{operations}",
                   ("types",))


@row(small=500)
def many_conjuncts(n):
    """an invariant of n conjuncts"""
    conjuncts = " &\n".join(f"v + {i} > 0" for i in range(1, n + 1))
    return machine(f"VARIABLES v INVARIANT v = 0 &\n{conjuncts}\nINITIALISATION v := 0", ("check", "--no-deadlock"))


@row(small=2000, large=50000)
def composition(n):
    """a composition of n pairs"""
    return value(f"card((%i.(i : 1..{n} | i + 1)) ; (%i.(i : 1..{n} | i * 2)))", f"{n - 1}\n")


@row(small=1000)
def long_trace(n):
    """a counterexample of n steps"""
    return machine(f"""VARIABLES v INVARIANT v < {n} INITIALISATION v := 0
OPERATIONS up = v := v + 1""", ("check",), status=(1,))


@row(small=20)
def chained_sets(n):
    """s1 <: s0 /\\ {0,…,n} & s2 <: s1 /\\ {0,…,n} & …, the last ones named first"""
    names = ", ".join(f"s{i}" for i in reversed(range(n + 1)))
    some = ", ".join(map(str, range(n)))
    parts = " & ".join(f"s{i + 1} <: s{i} /\\ {{{some}}}" for i in range(n))
    return value(f"bool(#({names}).(s0 <: 0..3 & {parts} & s{n} = {{7}}))", "FALSE\n")
