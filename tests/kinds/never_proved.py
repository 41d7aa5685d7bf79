"""never_proved/*.test: predicates that must not be proved, by nobody.

A predicate on each line, `//` begins a comment. `--option …` lines hold for the lines below, up to an empty line. A predicate
is well-defined and false for some values of its names; after `? ` it is not well-defined for some, which must not be proved
otherwise. That it is refuted is not asked: the values may be beyond any search.
"""
import shlex

from harness.case import ROOT, TESTS, Case, Failed, files, single

SECONDS = "0.3"


def statuses(out):
    """what is said of the predicate (THM), and of its being well-defined (WD)"""
    rows = [line.split() for line in out.splitlines() if line.startswith("formula")]
    return {row[1]: row[2] for row in rows if len(row) > 2 and row[1] in ("THM", "WD")}


def check(program, options, predicate, folder):
    kind, text = ("WD", predicate[2:]) if predicate.startswith("? ") else ("THM", predicate)
    result = program.run(["prove", "--time-limit-per", SECONDS, *options, "--pred", text], cwd=folder)
    found = statuses(result.out)
    if kind not in found:
        raise Failed(f"no obligation {kind}: {result.out}{result.err}")
    if found[kind] == "proved":
        raise Failed(f"{kind} is proved: {result.out}")


def cases(program, _options):
    for path in files(TESTS / "never_proved", {".test"}):
        options = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                options = []
            elif line.startswith("--"):
                options += shlex.split(line)
            elif not line.startswith("//"):
                name = f"{path.relative_to(ROOT)}:{number}: {line}"
                yield Case("never proved", name, single(name, check, program, options, line, path.parent))
