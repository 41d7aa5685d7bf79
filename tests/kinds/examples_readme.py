"""examples/README.md: its tables are true.

Behind the name of a file may stand another one (what it is compared with) and options: `a.mch lock.csp#LOCK --card P=3`.
"""
import json
import re

from harness.case import ROOT, Case, Failed, single


def tables(text):
    """Yields the heading and the table below it as rows of cells, the first row being its head."""
    heading, rows = "", []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            yield heading, [rows[0], *rows[2:]]
            rows = []
        if line.startswith("## "):
            heading = line[3:]


def verdict_line(program, command, folder, words):
    result = program.run([command, "-q", *words], cwd=folder)
    return result.out.rstrip("\n").rpartition("\n")[2]


def check_claims(program, command, folder, words, claims):
    """Claims about the command with these words, run in the folder, by the head of their column, as the tables have them."""
    for head, claim in claims.items():
        if head == "verdict" or command == "refine":
            model = ["--model", head.replace(" ", "-")] if command == "refine" else []
            line = verdict_line(program, command, folder, [*words, *model])
            for part in claim.split(", ")[: 2 if "pairs" in claim else 1]:
                if not re.search(rf"\b{re.escape(part)}\b", line):
                    raise Failed(f"{head}: the README says {claim!r}, the program {line!r}")
        elif claim.isdigit():
            arguments = ["check", *words, "--keep-going", "--coverage", "--format", "json"]
            report = json.loads(program.run(arguments, cwd=folder).out)
            got = report["coverage"]["depths"][0] if head == "solutions" else report[head]
            if int(claim) != got:
                raise Failed(f"{head}: the README says {claim}, the program {got}")


def cases(program, _):
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    for heading, (head, *rows) in tables(text):
        command = "refine" if "refine" in head[0] else "check"
        for row in rows:
            names, *options = row[0].split(" --")
            options = [word for option in options for word in f"--{option}".split(" ")]
            names = [name for name in names.split(", ") if not name.endswith(".def")]
            columns = [cell.split(", ") if len(names) > 1 and cell[0].isdigit() else [cell] * len(names)
                       for cell in row]
            for i, name in enumerate(names):
                folder = ROOT / "examples" / heading.partition(":")[0]
                claims = {title: cells[i] for title, cells in zip(head[1:], columns[1:])
                          if title not in ("what it shows", "puzzle")}
                case = f"examples/README.md: {command} {row[0] if options else name}"
                yield Case("examples", case, single(case, check_claims, program, command, folder,
                                                    [*name.split(" "), *options], claims))
