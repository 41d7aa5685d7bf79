"""Files of formulas, each with lines below it that say what is expected."""
from harness.case import ROOT, TESTS, Case, Failed, files, single
from harness.program import EXIT_TEXT_WRONG


def read_formulas(path, kinds):
    """Yields (line number, kind, formula, lines that follow it)."""
    current = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        kind, _, formula = line.partition(" ")
        if kind in kinds and formula:
            if current:
                yield current
            current = (number, kind, formula.strip(), [])
        elif line.strip() and not line.startswith("#"):
            if not current:
                raise ValueError(f"{path}:{number}: no formula before this line")
            current[3].append(line.strip())
    if current:
        yield current


def check_formula_rejected(program, command, kind, formula, part):
    status, diagnostics = program.diagnostics(command, f"--{kind}", formula)
    messages = [d.get("message", "") for d in diagnostics if d.get("severity") == "error"]
    if status != EXIT_TEXT_WRONG:
        raise Failed(f"exit status {status}, expected {EXIT_TEXT_WRONG}")
    if not any(part in message for message in messages):
        raise Failed(f"no error says: {part}\nreported: " + "; ".join(messages))


def formula_cases(command, kinds, check):
    def cases(program, _):
        for path in files(TESTS / command, {".test"}):
            for number, kind, formula, demands in read_formulas(path, kinds):
                name = f"{path.relative_to(ROOT)}:{number}: {kind} {formula}"
                yield Case(f"{command}/*.test", name,
                           single(name, check, program, kind, formula, demands))
    return cases
