"""README.md, docs/*.md: a command `$ probity …` in a block of code, run in examples/, prints what the page shows.

The lines below it show standard error, then standard output.  A line `...` stands for any number of lines,
`…` for any text within a line, a time at the end of a line (`0.23 s`, `0.23 s)`) for any time; `animate> ` and `probity> `
are prompts, after which stands what is typed.  A block below a line that ends with a file in backquotes and a
colon lists that file of examples/.  --bless rewrites what is shown, unless there is a line `...`.
"""
import re
import shlex
import tempfile

from harness.case import ROOT, Case, Failed, difference
from harness.expected import ended, pattern, timeless
from harness.terminal import run_on_terminal

FOLDER = ROOT / "examples"
COMMAND = "$ probity "
PROMPTS = ("animate> ", "probity> ")
LISTING = re.compile(r"`([\w./-]+\.\w+)`:$")


def blocks(lines):
    """Yields for each block of code the last line of text before it, and where its own lines begin and end."""
    start, before = None, ""
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if start is not None:
                yield before, start, number
            start = number + 1 if start is None else None
        elif start is None and line.strip():
            before = line.strip()


def commands(lines, start, end):
    """Yields where the commands of a block stand, and where what is shown of each ends."""
    places = [i for i in range(start, end) if lines[i].startswith(COMMAND)]
    for place, after in zip(places, [*places[1:], end]):
        while not lines[after - 1].strip():
            after -= 1
        yield place, after


def transcript(program, command, shown):
    """What appears when the command runs and the lines after prompts are typed."""
    words = shlex.split(command)
    typed = [line.partition("> ")[2] for line in shown if line.startswith(PROMPTS)]
    if not typed:
        result = program.run(words, cwd=FOLDER)
        return ended(result.err) + ended(result.out)
    keys = "".join(f"{line}\n" for line in typed).encode()
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        return run_on_terminal(program, words, FOLDER, keys, scratch).out


def judge(shown, printed):
    expected = ["%%" if line == "..." else line for line in timeless("\n".join(shown))]
    return None if pattern(expected).fullmatch(printed) else difference("\n".join(shown), printed)


def judge_listing(name, shown):
    text = (FOLDER / name).read_text(encoding="utf-8")
    return None if text.splitlines() == shown else difference("\n".join(shown), text)


def run_page(program, path, bless):
    lines, results, blessed = path.read_text(encoding="utf-8").splitlines(), [], []
    for before, start, end in blocks(lines):
        listing = LISTING.search(before)
        if listing:
            results.append((f"{path.relative_to(ROOT)}:{start}: {listing[1]}", judge_listing(listing[1], lines[start:end])))
        for place, after in commands(lines, start, end):
            command, shown = lines[place][len(COMMAND):], lines[place + 1:after]
            try:
                printed = transcript(program, command, shown)
                failure = judge(shown, printed)
            except Failed as error:
                failure, printed = str(error), None
            if failure and bless and printed and "..." not in shown:
                blessed.append((place + 1, after, printed.splitlines()))
                failure = None
            results.append((f"{path.relative_to(ROOT)}:{place + 1}: {command}", failure))
    for start, end, printed in reversed(blessed):
        lines[start:end] = printed
    if blessed:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return results


def cases(program, options):
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        yield Case("pages", str(path.relative_to(ROOT)),
                   lambda path=path: run_page(program, path, options.bless))
