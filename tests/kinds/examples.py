"""examples/**: every machine type-checks, and survives printing and parsing again."""
from harness.case import ROOT, Case, single
from harness.round_trip import check_round_trip


def check_example(program, path):
    program.demand("types", path)
    check_round_trip(program, path)


def cases(program, _):
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in (".mch", ".ref", ".imp") and path.parent.name != "wrong":
            name = str(path.relative_to(ROOT))
            yield Case("examples", name, single(name, check_example, program, path))
