"""Models that the program rejects, with comments that say where and why."""
import collections
import pathlib
import re

from harness.case import MODEL_SUFFIXES, ROOT, SCRIPT_SUFFIXES, TESTS, Case, Failed, files, include_options, single
from harness.program import EXIT_TEXT_WRONG


Expectation = collections.namedtuple("Expectation", "severity file line column text")
EXPECT = re.compile(r"(?:/\*|//|--)\s*expect (error|warning)(?: in (\S+?))?(?: at (\d+):(\d+))?:"
                    r"\s*(.*?)\s*(?:\*/|$)")


def read_expectations(path):
    found = []
    for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), 1):
        for severity, file, at_line, at_column, text in EXPECT.findall(line.rstrip("\r")):
            place = (int(at_line), int(at_column)) if at_line else (None if file else number, None)
            found.append(Expectation(severity, file or path.name, *place, text))
    return found


def meets(diagnostic, expected):
    return (diagnostic.get("severity") == expected.severity
            and pathlib.Path(diagnostic.get("file") or "").name == expected.file
            and expected.line in (None, diagnostic.get("line"))
            and expected.column in (None, diagnostic.get("column"))
            and expected.text in diagnostic.get("message", ""))


def check_rejected(program, command, path):
    status, diagnostics = program.diagnostics(command, *include_options(path), path)
    expectations = read_expectations(path)
    complaints = [] if expectations else ["the file has no `expect error` comment"]
    if status != EXIT_TEXT_WRONG:
        complaints.append(f"exit status {status}, expected {EXIT_TEXT_WRONG}")
    left = list(diagnostics)
    for expected in sorted(expectations, key=lambda e: -len(e.text)):
        met = next((d for d in left if meets(d, expected)), None)
        if met:
            left.remove(met)
        else:
            place = ":".join(str(x) for x in expected[1:4] if x is not None)
            complaints.append(f"not reported: {place}: {expected.severity}: {expected.text}")
    for d in left:
        if d.get("severity") == "error":
            complaints.append(f"not expected: {d.get('file')}:{d.get('line')}:{d.get('column')}: "
                              f"error: {d.get('message')}")
    if complaints:
        raise Failed("\n".join(complaints))


def rejected_cases(command):
    def cases(program, _):
        for path in files(TESTS / command / "bad", MODEL_SUFFIXES | SCRIPT_SUFFIXES | {".eventb"}):
            name = str(path.relative_to(ROOT))
            yield Case(f"{command}/bad", name, single(name, check_rejected, program, command, path))
    return cases
