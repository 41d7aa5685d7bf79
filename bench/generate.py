#!/usr/bin/env python3
"""Writes a large B machine, such as tools generate from tables of data.

    bench/generate.py MEGABYTES [-o FILE]

The machine has thousands of constants, each with a value in PROPERTIES: set literals, sequences,
functions, relations between enumerated sets, records and strings.  The same size gives the same
text.  The machine is named after FILE.
"""
import argparse
import pathlib
import random
import sys

ENUMERATED_SETS = 20
ELEMENTS = 50


def element(rng, s=None):
    return f"e{rng.randrange(ENUMERATED_SETS) if s is None else s}_{rng.randrange(ELEMENTS)}"


def numbers(rng, n):
    return ", ".join(str(rng.randrange(-10**6, 10**6)) for _ in range(n))


def set_literal(rng):
    return "POW(INTEGER)", "{" + numbers(rng, rng.randrange(20, 400)) + "}"


def sequence(rng):
    return "seq(INTEGER)", "[" + numbers(rng, rng.randrange(20, 400)) + "]"


def function(rng):
    size = rng.randrange(20, 300)
    pairs = (f"{i} |-> {rng.randrange(10**6)}" for i in range(1, size + 1))
    return f"1..{size} --> NATURAL", "{" + ", ".join(pairs) + "}"


def relation(rng):
    a, b = rng.randrange(ENUMERATED_SETS), rng.randrange(ENUMERATED_SETS)
    pairs = sorted({(element(rng, a), element(rng, b)) for _ in range(rng.randrange(10, 200))})
    return f"S{a} <-> S{b}", "{" + ", ".join(f"{x} |-> {y}" for x, y in pairs) + "}"


def nested(rng):
    inner = ("{" + numbers(rng, rng.randrange(1, 8)) + "}" for _ in range(rng.randrange(5, 60)))
    return "POW(POW(INTEGER))", "{" + ", ".join(inner) + "}"


def record(rng):
    fields = ", ".join(f'name : "item {i}", width : {rng.randrange(1000)}, on : TRUE'
                       for i in [rng.randrange(1000)])
    return "struct(name : STRING, width : INTEGER, on : BOOL)", f"rec({fields})"


def arithmetic(rng):
    terms = (f"{rng.randrange(1000)} * ({rng.randrange(1000)} + {rng.randrange(1, 1000)})"
             for _ in range(rng.randrange(2, 40)))
    return "INTEGER", " + ".join(terms)


SHAPES = [set_literal, sequence, function, relation, nested, record, arithmetic]


def machine(name, size):
    """The text of a machine of about this many bytes."""
    rng = random.Random(1)
    constants, properties, written = [], [], 0
    while written < size:
        constant = f"c{len(constants)}"
        kind, value = rng.choice(SHAPES)(rng)
        constants.append(constant)
        properties.append(f"  {constant} : {kind} &\n  {constant} = {value}")
        written += len(properties[-1]) + len(constant) + 6
    sets = (f"  S{s} = {{" + ", ".join(f"e{s}_{i}" for i in range(ELEMENTS)) + "}"
            for s in range(ENUMERATED_SETS))
    return "\n".join([
        f"MACHINE {name}",
        "SETS", ";\n".join(sets),
        "CONSTANTS", ",\n".join(f"  {c}" for c in constants),
        "PROPERTIES", " &\n".join(properties),
        "VARIABLES count",
        "INVARIANT count : NATURAL",
        "INITIALISATION count := 0",
        "OPERATIONS",
        "  tick = PRE count < 10 THEN count := count + 1 END",
        "END", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("-o", dest="output", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    name = options.output.stem if options.output else "generated"
    text = machine(name, int(options.megabytes * 1e6))
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
