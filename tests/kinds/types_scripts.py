"""types/scripts/*.test: declarations of CSP-M and their types.

`decl DECLARATIONS`, then lines `NAME :: TYPE`, `ok`, or `! PART OF THE MESSAGE`, of which there is one; `;;` stands for
the end of a line.  `expr EXPRESSION`: the same for the name `it`, as `: TYPE`.
"""
import pathlib
import tempfile

from harness.case import ROOT, TESTS, Case, Failed, files, single
from harness.formulas import read_formulas
from harness.program import EXIT_TEXT_WRONG

HEADS = {"expr": "it = ", "decl": ""}


def check(program, kind, text, demands):
    if not demands:
        raise Failed("nothing is expected of this script")
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        path = pathlib.Path(scratch) / "it.csp"
        path.write_text(HEADS[kind] + text.replace(";;", "\n") + "\n", encoding="utf-8")
        if demands[0].startswith("!"):
            status, diagnostics = program.diagnostics("types", path)
            messages = [d.get("message", "") for d in diagnostics if d.get("severity") == "error"]
            part = demands[0][1:].strip()
            if status != EXIT_TEXT_WRONG or len(messages) != 1 or part not in messages[0]:
                raise Failed(f"exit status {status}, reported: " + "; ".join(messages))
            return
        lines = program.demand("types", path).splitlines()
        for demand in demands:
            wanted = "it :" + demand if demand.startswith(": ") else demand
            if wanted != "ok" and wanted not in lines:
                raise Failed(f"expected: {wanted}\n     got: " + "\n          ".join(lines))


def cases(program, _):
    for path in files(TESTS / "types" / "scripts", {".test"}):
        for number, kind, text, demands in read_formulas(path, tuple(HEADS)):
            name = f"{path.relative_to(ROOT)}:{number}: {kind} {text}"
            yield Case("types/scripts", name, single(name, check, program, kind, text, demands))
