"""eval/*.test: formulas and their values.

Blank lines separate cases: lines `--option …`, a FORMULA, and the first line that `eval` prints for it, or
`! TEXT` if it is not well-defined or wrong, or `? TEXT` for UNKNOWN, where TEXT is part of the message (or
empty).  FORMULA continues on lines that begin with a blank; `//` begins a comment.  --bless rewrites what
failing cases expect.
"""
import re
import shlex

from harness.case import ROOT, TESTS, Case, Failed, files
from harness.expected import pattern
from harness.program import EXIT_TEXT_WRONG


class Evaluation:
    """One case of an eval/*.test file: `lines` are all of its lines, the last says what is expected."""

    def __init__(self, path, number, lines):
        self.number, self.lines = number, lines
        body = [line for line in lines if not line.startswith("//")]
        self.options = []
        while body and body[0].startswith("--"):
            self.options += shlex.split(body.pop(0))
        if len(body) < 2:
            raise ValueError(f"{path}:{number}: a formula and what is expected of it are needed")
        *formula, self.expected = body
        self.formula = "\n".join(formula)
        if any(not line.startswith(" ") for line in formula[1:]):
            raise ValueError(f"{path}:{number}: the lines of a formula after its first begin with a blank")


def read_evaluations(path):
    """Cases, and between them the blank lines and comments (as texts) that separate them."""
    parts, block = [], []
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
            continue
        if any(not l.startswith("//") for l in block):
            parts.append(Evaluation(path, number - len(block), block))
        else:
            parts += block
        parts.append(line)
        block = []
    return parts[:-1]


def evaluated(program, case, folder):
    """What the program says, in the form of the last line of a case."""
    result = program.run(["eval", *case.options, "--", case.formula], cwd=folder)
    first = result.out.splitlines()[0] if result.out else ""
    if result.status == 0:
        return first
    said = re.sub(r"^NOT WELL-DEFINED |^UNKNOWN ", "", first)
    if result.status == EXIT_TEXT_WRONG:
        error = re.search(r"error: (.*?)(?: \[[a-z-]+\])?$", result.err, re.MULTILINE)
        said = error[1] if error else result.err
    return {1: "! ", EXIT_TEXT_WRONG: "! ", 4: "? "}.get(result.status, f"=> {result.status} ") + said


def check_evaluation(expected, got):
    if expected[0] in "!?" and expected[1:2] in ("", " "):
        good = got.startswith(expected[0]) and expected[2:].strip() in got
    else:
        good = pattern([expected]).fullmatch(got + "\n")
    if not good:
        raise Failed(f"expected: {expected}\n     got: {got}")


def run_eval_file(program, path, bless):
    parts, results, changed = read_evaluations(path), [], False
    for case in parts:
        if isinstance(case, str):
            continue
        name, failure = f"{path.relative_to(ROOT)}:{case.number}: {case.formula}", None
        try:
            got = evaluated(program, case, path.parent)
            check_evaluation(case.expected, got)
        except Failed as error:
            failure = str(error)
            if bless and "CRASH" not in failure:
                case.lines[-1], changed, failure = got, True, None
        results.append((name, failure))
    if changed:
        lines = [line for part in parts for line in ([part] if isinstance(part, str) else part.lines)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return results


def cases(program, options):
    for path in files(TESTS / "eval", {".test"}):
        yield Case("eval", str(path.relative_to(ROOT)),
                   lambda path=path: run_eval_file(program, path, options.bless))
