"""models/**, examples/**: `check` finds the same in every order, with one thread or two, cached or not.

The reference interpreter and the fast evaluator agree as well.
"""
import json

from harness.case import ROOT, TESTS, Case, Failed, difference, single


MATRIX_LIMITS = ["--max-states", "600", "--time-limit", "2"]
# With these everything is the same, the traces too …
SAME_ORDER = [["--jobs", jobs, "--cache", cache]
              for jobs, cache in (("1", "always"), ("2", "always"), ("2", "never"))]
SAME_ORDER += [["--evaluator", "reference", *SAME_ORDER[i]] for i in (0, 2)]
# … and with these the counts and verdicts of a complete exploration.
OTHER_ORDERS = [[order, "--cache", cache] for order in ("--dfs", "--mixed")
                for cache in ("always", "never")]
OTHER_ORDERS += [["--evaluator", "reference", *options] for options in OTHER_ORDERS]
COUNTS = ("verdict", "complete", "states", "transitions", "deadlock", "invariant_violated",
          "assertion_violated", "goal_found", "wd_error", "uncovered")


def checked(program, path, options):
    """The report, without what may differ from run to run."""
    result = program.run(["check", path, "--format", "json", *MATRIX_LIMITS, *options])
    if result.status not in (0, 1, 4):
        raise Failed(f"check {' '.join(options)}: status {result.status}\n{result.err}")
    report = json.loads(result.out)
    for changing in ("seconds", "peak_memory_bytes", "settings"):
        report.pop(changing, None)
    for violation in report.get("violations", []):
        for explanation in ("disabled", "conflict"):  # it may take a second, and then ends
            violation.pop(explanation, None)
    if any("time limit" in reason for reason in report.pop("reasons")):
        return None
    return report


def check_matrix(program, path):
    for mode in ([], ["--keep-going"]):
        expected = checked(program, path, ["--jobs", "1", "--no-cache", *mode])
        if expected is None:  # too large for this machine
            return
        for options in SAME_ORDER:
            got = checked(program, path, options + mode)
            if got is not None and not mode:
                got["uncovered"] = expected["uncovered"]  # of what was seen before the end
            if got is not None and got != expected:
                texts = [json.dumps(report, indent=1) for report in (expected, got)]
                raise Failed(f"check {' '.join(options + mode)} differs:\n{difference(*texts)}")
        if not mode or not expected["complete"]:
            continue
        for options in OTHER_ORDERS:
            got = checked(program, path, options + mode)
            for field in COUNTS if got is not None else ():
                if got[field] != expected[field]:
                    raise Failed(f"check {' '.join(options + mode)}: {field} is {got[field]}, "
                                 f"not {expected[field]}")


def cases(program, _):
    for path in sorted([*(ROOT / "examples").rglob("*"), *(TESTS / "models").rglob("*.mch")]):
        if path.suffix in (".mch", ".ref", ".imp") and path.parent.name != "wrong":
            name = str(path.relative_to(ROOT))
            yield Case("check options", name, single(name, check_matrix, program, path))
