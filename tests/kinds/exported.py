"""Models of examples/, tests/cli/files and tests/models/: what is exported as CSP-M behaves like the model.

Each model that can be explored completely within MOST_STATES states is exported, alone and guided by a script beside it.  The
exported script is typed, and it and the model refine each other in all semantic models.  The processes of scripts are
those of the assertions.
"""
import json
import pathlib
import re
import tempfile

from harness.case import ROOT, SCRIPT_SUFFIXES, TESTS, Case, Failed, single

MOST_STATES = 450
MACHINES = {".mch", ".ref", ".imp", ".aut", ".bum", ".eventb"}
SEMANTICS = ("traces", "failures", "failures-divergences")
LIMITS = ["--max-states", str(MOST_STATES), "--time-limit", "10"]
GUIDES = {"doors.mch": "lift.csp"}
FOLDERS = (ROOT / "examples", TESTS / "cli" / "files", TESTS / "models")


def check_refinement(program, path, impl, spec):
    for model in SEMANTICS:
        command = ["refine", impl, spec, "--model", model, "--time-limit", "60", "--format", "json"]
        report = json.loads(program.run(command, cwd=path.parent).out)
        if report.get("verdict") != "pass":
            told = report.get("reasons") or report.get("diagnostics") or report.get("counterexample")
            raise Failed(f"refine {impl} {spec} --model {model}: {report.get('verdict')}, {json.dumps(told)[:600]}")


def check_export(program, path, operand):
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        script = pathlib.Path(scratch) / "exported.csp"
        options = ["--alone"] if path.suffix in MACHINES else []
        done = program.run(["export", operand, "-o", script, *options, *LIMITS], cwd=path.parent)
        if done.status != 0:
            if script.exists():
                raise Failed(f"export {operand}: exit status {done.status}, but there is a script")
            return
        program.demand("types", script)
        check_refinement(program, path, operand, f"{script}#System")
        check_refinement(program, path, f"{script}#System", operand)


def processes(program, path):
    """The left and right sides of the assertions of a script."""
    report = program.run(["check", path, "--format", "json", "--time-limit", "10", "--max-states", "2000"]).out
    texts = [a["text"] for a in json.loads(report).get("assertions", []) if re.search(r" \[[A-Z]+= | :\[", a["text"])]
    sides = [side.strip() for text in texts for side in text.removeprefix("not ").split(" [T= ")]
    return sorted({side.split(" :[")[0].split(" [F")[0] for side in sides})[:6]


def operands(program, path):
    if path.suffix in MACHINES:
        guide = path.with_name(GUIDES.get(path.name, f"{path.stem.lower()}.csp"))
        return [path.name, f"{path.name}+{guide.name}"] if guide.exists() else [path.name]
    return [f"{path.name}#{process}" for process in processes(program, path)]


def run_file(program, path):
    name = str(path.relative_to(ROOT))
    results = []
    for operand in operands(program, path):
        results += single(f"{name}: {operand}", check_export, program, path, operand)()
    return results


def cases(program, _):
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in MACHINES | SCRIPT_SUFFIXES and path.parent.name not in ("bad", "wrong"):
                yield Case("exported", str(path.relative_to(ROOT)), lambda path=path: run_file(program, path))
