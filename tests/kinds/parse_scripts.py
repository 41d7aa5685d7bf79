"""parse/scripts/*.test: expressions and declarations of CSP-M, and their trees.

`expr EXPRESSION`, `decl DECLARATION` or `assert ASSERTION`, then lines `= OTHER` (same tree), `/= OTHER` (another tree),
`> TEXT` (what fmt prints), `ok`, or `! PART OF THE MESSAGE`; `;;` stands for the end of a line.
"""
import pathlib
import tempfile

from harness.case import ROOT, TESTS, Case, Failed, difference, files, single
from harness.formulas import read_formulas
from harness.program import EXIT_TEXT_WRONG

HEADS = {"expr": "it = ", "decl": "", "assert": "assert "}


def check(program, kind, text, demands):
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        path = pathlib.Path(scratch) / "it.csp"

        def written(what):
            path.write_text(HEADS[kind] + what.replace(";;", "\n") + "\n", encoding="utf-8")
            return path

        def tree(what):
            return program.demand("parse", "--dump", written(what))

        for line in demands:
            demand, _, rest = line.partition(" ")
            if demand == "ok":
                tree(text)
            elif demand == "!":
                check_message(program, written(text), rest)
            elif demand == ">":
                printed = program.demand("fmt", written(text)).rstrip("\n").replace("\n", ";;")
                if printed != HEADS[kind] + rest:
                    raise Failed(f"printed as: {printed}")
            elif (tree(text) == tree(rest)) != (demand == "="):
                raise Failed(difference(tree(rest), tree(text)) or f"the same tree as: {rest}")


def check_message(program, path, part):
    status, diagnostics = program.diagnostics("parse", path)
    messages = [d.get("message", "") for d in diagnostics if d.get("severity") == "error"]
    if status != EXIT_TEXT_WRONG or len(messages) != 1 or part not in messages[0]:
        raise Failed(f"exit status {status}, reported: " + "; ".join(messages))


def cases(program, _):
    for path in files(TESTS / "parse" / "scripts", {".test"}):
        for number, kind, text, demands in read_formulas(path, tuple(HEADS)):
            name = f"{path.relative_to(ROOT)}:{number}: {kind} {text}"
            yield Case("parse/scripts", name, single(name, check, program, kind, text, demands))
