"""models/NAME/: runs in the folder, one per line of `args`.

`expect` has for each run the lines of its standard output, as in cli/*.test, and `=> N`, its exit status.
--bless rewrites it.
"""
import re
import shlex

from harness.case import ROOT, TESTS, Case, Failed, difference
from harness.expected import ended, pattern, timeless


def read_blocks(path):
    """The expected lines and exit status of each run."""
    blocks, lines = [], []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        status = re.fullmatch(r"=> (\d+)", line)
        if status:
            blocks.append((lines, int(status[1])))
            lines = []
        else:
            lines.append(line)
    return blocks


def run_model(program, folder, bless):
    results, blocks, changed = [], read_blocks(folder / "expect"), False
    commands = [line for line in (folder / "args").read_text(encoding="utf-8").splitlines() if line.strip()]
    blocks = (blocks + [([], -1)] * len(commands))[:len(commands)]
    for i, command in enumerate(commands):
        name, failure = f"{folder.relative_to(ROOT)}: {command}", None
        try:
            result = program.run(shlex.split(command), cwd=folder)
            lines, status = blocks[i]
            if result.status != status or not pattern(lines).fullmatch(ended(result.out)):
                want, got = "\n".join([*lines, f"=> {status}"]), f"{ended(result.out)}=> {result.status}"
                failure = difference(want, got)
            if failure and bless:
                blocks[i], changed, failure = (timeless(result.out), result.status), True, None
        except Failed as error:
            failure = str(error)
        results.append((name, failure))
    if changed:
        text = "".join("".join(f"{line}\n" for line in [*lines, f"=> {status}"]) for lines, status in blocks)
        (folder / "expect").write_text(text, encoding="utf-8")
    return results


def cases(program, options):
    for path in sorted((TESTS / "models").glob("*/args")):
        yield Case("models", str(path.parent.relative_to(ROOT)),
                   lambda folder=path.parent: run_model(program, folder, options.bless))
