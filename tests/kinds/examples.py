"""examples/**: every machine and script type-checks, and survives printing and parsing again.

What components are said to have done, they can do. An assertion of a script holds, unless the comment on its line begins with `-- fails`; one about MACHINE is
not known without the machine.
"""
import json
import re

from harness.case import ROOT, SCRIPT_SUFFIXES, Case, Failed, single
from harness.round_trip import check_round_trip

MODELS = (".mch", ".ref", ".imp")


def check_assertions(program, path):
    lines = path.read_text(encoding="utf-8").splitlines()
    report = json.loads(program.run(["check", path, "--format", "json"]).out)
    for assertion in report.get("assertions", []):
        line = lines[assertion["line"] - 1]
        wanted = "fail" if "-- fails" in line else "unknown" if re.search(r"\bMACHINE\b", line) else "pass"
        if assertion["verdict"] != wanted:
            raise Failed(f"{line}: {assertion['verdict']}, the comment says {wanted}")
        check_components(program, path, assertion["counterexample"] or {"components": []})


def check_components(program, path, counterexample):
    """What each component of a system is said to have done, it can do."""
    for component in counterexample["components"]:
        events = [e for e in component["trace"] if e not in ("τ", "✓")]
        claim = f"{component['process']} :[has trace [T]]: <{','.join(events)}>"
        result = program.run(["check", path, "--assert", claim])
        if result.status != 0:
            raise Failed(f"{claim}\n{result.out}")


def check_example(program, path):
    program.demand("types", path)
    check_round_trip(program, path)
    if path.suffix in SCRIPT_SUFFIXES:
        check_assertions(program, path)


def cases(program, _):
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in (*MODELS, *SCRIPT_SUFFIXES) and path.parent.name != "wrong":
            name = str(path.relative_to(ROOT))
            yield Case("examples", name, single(name, check_example, program, path))
