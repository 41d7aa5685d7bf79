"""fixes/*.test: what diagnostics say is to be written, as edits.

A case is `=== ENDING` and a text, then for each fix, in order, `--- TITLE` and the text that it makes of the first one.  Behind
ENDING may stand the name of a frame, a text of FRAMES, in which the text and the fixed texts take the place of `…`.  The edits are those of
`types --format json`; the diagnostic that they belong to must be gone in what they make of it.  `--bless` writes the fixes that
there are.
"""
import json
import pathlib
import re
import tempfile

from harness.case import TESTS, Case, Failed, difference, single

FRAMES = {
    "invariant": "MACHINE M\nVARIABLES x, y, s, b\nINVARIANT\n  x : NAT & y : NAT & s <: NAT & b : BOOL &\n…\n"
                 "INITIALISATION x, y, s, b := 0, 0, {}, TRUE\nOPERATIONS op = skip\nEND\n",
    "operation": "MACHINE M\nVARIABLES x, y, s, b\nINVARIANT\n  x : NAT & y : NAT & s <: NAT & b : BOOL\n"
                 "INITIALISATION x, y, s, b := 0, 0, {}, TRUE\nOPERATIONS\n…\nEND\n",
    "definition": "MACHINE M\nDEFINITIONS\n…\nVARIABLES x\nINVARIANT x : NAT\nINITIALISATION x := 0\nOPERATIONS op = x := x + 1\nEND\n",
    "event": "machine m\nvariables x y s\ninvariants\n@a x : NAT\n@b y : NAT\n@c s <: NAT\n…\nevents\n"
             "event INITIALISATION then @a x := 0 @b y := 0 @c s := {} end\nend\n",
    "script": "channel a, b : {0..1}\nset = {0, 1}\n…\nQ = a.0 -> Q\n",
}


def read_cases(path):
    """(header, line, text, [(title, fixed text)]) of a file."""
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("=== "):
            cases.append([line[4:], number, [], []])
        elif cases and line.startswith("--- "):
            cases[-1][3].append((line[4:], []))
        elif cases:
            (cases[-1][3][-1][1] if cases[-1][3] else cases[-1][2]).append(line)
    trim = lambda lines: "\n".join(lines).strip("\n")
    return [(header, number, trim(text), [(title, trim(fixed)) for title, fixed in fixes])
            for header, number, text, fixes in cases]


def framed(header, text):
    _, _, frame = header.partition(" ")
    return FRAMES[frame].replace("…", text) if frame else text + "\n"


def unframed(header, text):
    _, _, frame = header.partition(" ")
    before, after = FRAMES[frame].split("…") if frame else ("", "\n")
    return text[len(before):len(text) - len(after)] if text.startswith(before) and text.endswith(after) else text


def diagnose(program, path):
    report = json.loads(program.run(["types", path.name, "--format", "json"], cwd=path.parent).out)
    return report["diagnostics"]


def apply(text, edits):
    lines = re.split(r"(?<=\n)", text)
    starts = [sum(map(len, lines[:i])) for i in range(len(lines) + 1)]
    place = lambda edit, prefix: starts[edit[prefix + "line"] - 1] + edit[prefix + "column"] - 1
    for edit in sorted(edits, key=lambda edit: place(edit, ""), reverse=True):
        text = text[:place(edit, "")] + edit["text"] + text[place(edit, "end_"):]
    return text


def fixes_of(program, path, header, body):
    """[(title, fixed body)], each of which mends what it is about."""
    text, found = framed(header, body), []
    path.write_text(text, encoding="utf-8")
    for diagnostic in diagnose(program, path):
        for fix in diagnostic.get("fixes", []):
            fixed = apply(text, fix["edits"])
            path.write_text(fixed, encoding="utf-8")
            left = [d["message"] for d in diagnose(program, path)]
            if diagnostic["message"] in left:
                raise Failed(f"{fix['title']}: there is still: {diagnostic['message']}\n{fixed}")
            found.append((fix["title"], unframed(header, fixed).strip("\n")))
    return found


def shown(fixes):
    return "".join(f"--- {title}\n{fixed}\n" for title, fixed in fixes)


def check(program, header, body, expected):
    with tempfile.TemporaryDirectory(prefix="probity-test-") as folder:
        path = pathlib.Path(folder) / f"M.{header.split()[0]}"
        got = fixes_of(program, path, header, body)
    if got != expected:
        raise Failed(difference(shown(expected), shown(got)))


def bless(program, path):
    out = []
    with tempfile.TemporaryDirectory(prefix="probity-test-") as folder:
        for header, _, body, _ in read_cases(path):
            got = fixes_of(program, pathlib.Path(folder) / f"M.{header.split()[0]}", header, body)
            out.append(f"=== {header}\n{body}\n{shown(got)}")
    path.write_text("\n".join(out), encoding="utf-8")


def cases(program, options):
    for path in sorted((TESTS / "fixes").glob("*.test")):
        if options.bless:
            yield Case("fixes", str(path.relative_to(TESTS)), single(path.name, bless, program, path))
            continue
        for header, number, body, expected in read_cases(path):
            name = f"{path.relative_to(TESTS)}:{number}"
            yield Case("fixes", name, single(name, check, program, header, body, expected))
