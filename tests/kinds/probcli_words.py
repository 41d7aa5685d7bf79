"""cli/files: random command lines of probcli, with known options, files and garbage, end with one of our exit codes.

The lines are the same each time; a crash or a run without an end fails.
"""
import random
import re

from harness.case import TESTS, Case, Failed, single

FOLDER = TESTS / "cli"
LINES = 120
MODELS = ["files/lift.mch", "files/once.mch", "files/broken.mch", "files/none.mch", "files/csp/lift.csp", "no_such.mch", "files/aut/odd.pl"]
GARBAGE = ["", "0", "-1", "7", "99999999999999999999", "x", "1=1", "TRUE", "level = 1", "G {level < 9}", "move", "all", "MAXINT", "lift", "json",
           "{", "\"", "user_output", "bf", "df", "state_space", "history", "\u2200x.(x=1)", "a b", "%1", "--", "-", "'"]
PLAUSIBLE = {"N": "3", "MS": "500", "STEPS": "4", "DEPTH": "2", "STATES": "26", "TRANSITIONS": "135", "SET": "P", "NAME": "MAXINT", "VALUE": "4",
             "GROUP": "time_out", "KIND": "state_space", "FORMULA": "1=1", "PRED": "1=1", "OP": "all", "MODE": "df", "OPTION": "show_init",
             "ALGORITHM": "bmc", "PROCESS": "MAIN", "MODEL": "FD", "ASSERTION": "STOP [T= STOP", "OPS": "a", "EXPR": "1", "FOLDER": "."}
TALKS = {"i", "repl"}


def options(program):
    """(name, arguments, is it refused) of all options that the help names."""
    understood, _, refused = program.run(["probcli", "-help"], cwd=FOLDER).out.partition("\nrefused")
    return [(name, arguments.split(), text is refused) for text in (understood, refused)
            for name, arguments in re.findall(r"^  -(\w+)((?: [A-Z]+)*)(?=  |$)", text, re.MULTILINE) if name not in TALKS]


def line(choice, known):
    words = []
    for name, arguments, refused in choice.sample(known, choice.randint(1, 6)):
        if refused and choice.random() < 0.95:
            continue
        words.append(choice.choice(["-", "--"]) + (name.replace("_", "-") if choice.random() < 0.3 else name))
        wild = choice.random() < 0.2
        words += [choice.choice(GARBAGE) if wild or a not in PLAUSIBLE else PLAUSIBLE[a] for a in arguments]
        if choice.random() < 0.02:
            words.pop()
    for _ in range(choice.choice([0, 1, 1, 1, 2])):
        words.insert(choice.randint(0, len(words)), choice.choice(MODELS))
    return words + (["-timeout", "500"] if choice.random() < 0.9 else [])


def try_line(program, words):
    result = program.run(["probcli", *words], cwd=FOLDER)
    if result.status not in (0, 1, 2, 3, 4):
        raise Failed(f"exit status {result.status}: {words}\n{result.err}")


def cases(program, _):
    choice = random.Random(7)
    known = options(program)
    writers = {"his", "sptxt", "save", "spdot", "dot", "dotexpr", "csv", "pp", "visb", "l", "logxml", "get_min_max_coverage", "mcm_tests",
               "animate_all", "execute_all", "eval_file"}  # which would write files of any name, or not end
    known = [option for option in known if option[0] not in writers]
    for number in range(LINES):
        words = line(choice, known)
        name = f"probcli line {number}"
        yield Case("probcli words", name, single(name, try_line, program, words))
