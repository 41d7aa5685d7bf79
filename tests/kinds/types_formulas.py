"""types/*.test: formulas and their types.

`expr|pred FORMULA`, then `: TYPE`, lines `NAME : TYPE` for its free names, `ok`, or `! PART OF THE MESSAGE`.
"""
from harness.case import Failed, difference
from harness.formulas import check_formula_rejected, formula_cases


def check_typed_formula(program, kind, formula, demands):
    if not demands:
        raise Failed("nothing is expected of this formula")
    if demands[0].startswith("!"):
        return check_formula_rejected(program, "types", kind, formula, demands[0][1:].strip())
    lines = program.demand("types", f"--{kind}", formula).splitlines()
    if demands[0].startswith(": "):
        wanted, first = demands.pop(0)[2:], lines.pop(0) if lines else ""
        if first != wanted and not first.endswith(f" : {wanted}"):
            raise Failed(f"expected type: {wanted}\n          got: {first}")
    names = [line for line in demands if line != "ok"]
    if names and sorted(names) != sorted(lines):
        raise Failed(difference("\n".join(sorted(names)), "\n".join(sorted(lines))))
    return None


cases = formula_cases("types", ("expr", "pred"), check_typed_formula)
