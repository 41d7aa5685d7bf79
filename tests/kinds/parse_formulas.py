"""parse/*.test: formulas and their trees.

`expr|pred|subst|ltl|ctl FORMULA`, then lines `= OTHER` (same tree), `/= OTHER` (another tree), `> TEXT`
(what fmt prints), `ok`, or `! PART OF THE MESSAGE`.
"""
from harness.case import Failed, difference
from harness.formulas import check_formula_rejected, formula_cases


def check_parse_formula(program, kind, formula, demands):
    def tree(text):
        return program.demand("parse", f"--{kind}", text, "--dump")

    if not demands:
        raise Failed("nothing is expected of this formula")
    for line in demands:
        demand, _, rest = line.partition(" ")
        if line == "ok":
            tree(formula)
        elif demand == "!":
            check_formula_rejected(program, "parse", kind, formula, rest)
        elif demand == ">":
            printed = program.demand("fmt", f"--{kind}", formula).rstrip("\n")
            if printed != rest:
                raise Failed(f"fmt prints: {printed}")
            if tree(printed) != tree(formula):
                raise Failed("what fmt prints has another tree")
        elif demand in ("=", "/="):
            ours, other = tree(formula), tree(rest)
            if (ours == other) != (demand == "="):
                raise Failed(f"{'the same tree' if ours == other else 'another tree'} as: {rest}\n"
                             f"{difference(other, ours) or ours}")
        else:
            raise Failed(f"this line is not understood: {line}")


cases = formula_cases("parse", ("expr", "pred", "subst", "ltl", "ctl"), check_parse_formula)
