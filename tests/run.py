#!/usr/bin/env python3
"""Runs the text tests below this folder, and the examples, against a probity binary.

    tests/run.py [--bin PATH] [--filter TEXT] [--sample N] [--jobs N] [--bless]

What lies where (every folder may be absent or empty):

cli/*.test            `$ [NAME=VALUE] ARGUMENTS [< FILE] [| closed]` runs the program inside tests/cli, with a
                      variable of the environment, and with a standard output that nobody reads.
                      `| full`: to a full disk; `| SIGTERM`: sent after half a second (or --patience), once or twice;
                      `| touched FILE`: the file is changed then.
                      `< FILE | terminal` types the lines of FILE, each when there is a prompt.  The lines below are
                      its standard output, lines after `! ` its standard error, `=> N` its exit
                      status (default 0).  `…` stands for any text within a line, a line `%%` for
                      any number of lines.  @TMP@ is a folder that the commands of one file share.
                      A blank line ends a group; lines with `#` before the next `$` are comments;
                      a backslash in front takes an expected line literally.
parse/good/FILE       parses, and survives printing and parsing again, in ASCII and in Unicode
parse/bad/FILE        is rejected by `parse`; types/bad/FILE is rejected by `types`.  A comment
                      `expect error: TEXT` stands on the line of each error; elsewhere
                      `expect error at LINE:COLUMN: TEXT` or `expect error in FILE: TEXT`.
                      No other error may be reported.  `expect warning…` likewise.
types/good/FILE       type-checks; FILE.types beside it (suffix replaced) is the exact output
parse/*.test          `expr|pred|subst FORMULA`, then lines `= OTHER` (same tree), `/= OTHER`
                      (another tree), `ok`, or `! PART OF THE MESSAGE`
types/*.test          `expr|pred FORMULA`, then `: TYPE`, lines `NAME : TYPE` for its free names,
                      `ok`, or `! PART OF THE MESSAGE`
eval/*.test           cases with blank lines between them: lines `--option …`, a FORMULA, and what
                      `eval` says of it: its first line of output, or `! TEXT` for not well-defined
                      and for errors, or `? TEXT` for UNKNOWN, where TEXT is part of what is said (or nothing).
                      `FORMULA` may go on over lines that begin with a blank; `//` begins a comment.
models/NAME/          runs inside the folder, one per line of `args`.  `expect` has for each the lines
                      of its standard output, as above, and `=> N`, its exit status.
memory/commands       runs from which memory is taken away after n allocations, for several n: they give
                      the same result as ever, or say so and end with exit status 4 (2: a file cannot be read)
../examples/**        every machine type-checks and survives printing and parsing again; `check` finds
                      the same in every order, with one thread or two, with caching or without;
                      the tables of README.md are true

Files that tests only refer to go into a folder lib/ beside them; it is searched with -I.
A crash, a report of a sanitizer or exit status 70 fails any test.  --bless rewrites what the
failing tests of cli/, eval/, models/ and the .types files expect.  The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parent
MODEL_SUFFIXES = {".mch", ".ref", ".imp", ".sys", ".def"}
EXIT_TEXT_WRONG = 3
EXIT_PIPE = 141
EXIT_SANITIZER = 99  # set by the environment below, so that it cannot be taken for a verdict

# A case is one unit of work; run() gives a list of (name, None or what went wrong).
Case = collections.namedtuple("Case", "kind name run")
Result = collections.namedtuple("Result", "status out err")


class Failed(Exception):
    """The case in hand failed; the text says why."""


# ---------------------------------------------------------------- running the program


class Program:
    def __init__(self, path, time_limit, patience):
        self.path, self.time_limit, self.patience = str(pathlib.Path(path).resolve()), time_limit, patience
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "PROBITY_STRESS")},
            "LC_ALL": "C.UTF-8",
            "ASAN_OPTIONS": f"exitcode={EXIT_SANITIZER}",
            "LSAN_OPTIONS": f"exitcode={EXIT_SANITIZER}",
            "UBSAN_OPTIONS": f"exitcode={EXIT_SANITIZER}:print_stacktrace=1",
        }

    def run(self, args, cwd=None, stdin=None, stdout=None, variables={}):
        """The Result of one run; Failed if it crashed or did not end."""
        shown = shlex.join(map(str, args))
        try:
            done = subprocess.run(
                [self.path, *map(str, args)], cwd=cwd, env={**self.environment, **variables},
                stdin=stdin or subprocess.DEVNULL, stdout=stdout or subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=self.time_limit)
        except subprocess.TimeoutExpired:
            raise Failed(f"{shown}: no answer within {self.time_limit} s") from None
        except ValueError as error:  # a NUL in an argument
            raise Failed(f"{shown}: {error}") from None
        out, err = (text.decode("utf-8", "backslashreplace") for text in (done.stdout or b"", done.stderr))
        code = done.returncode
        crashed = code < 0 or code in (70, EXIT_SANITIZER) or (code > 128 and code not in (130, EXIT_PIPE))
        if crashed or "Sanitizer:" in err or ": runtime error: " in err:
            raise Failed(f"{shown}: CRASH, exit status {code}\n{err.strip()}")
        return Result(code, out, err)

    def demand(self, *args):
        """The standard output of a run that must exit with status 0."""
        result = self.run(args)
        if result.status != 0:
            complaint = (result.err or result.out).strip()
            raise Failed(f"{shlex.join(map(str, args))}: exit status {result.status}\n{complaint}")
        return result.out

    def diagnostics(self, *args):
        """Exit status and diagnostics of a run that reports in JSON."""
        args = [*args, "--format", "json"]
        result = self.run(args)
        try:
            return result.status, json.loads(result.out)["diagnostics"]
        except (ValueError, KeyError, TypeError):
            raise Failed(f"{shlex.join(map(str, args))}: no JSON report with diagnostics\n"
                         f"{result.out}{result.err}") from None


def difference(expected, got):
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got",
                                 lineterm="", n=2)
    return "\n".join(lines)


def include_options(path):
    helpers = path.parent / "lib"
    return ["-I", helpers] if helpers.is_dir() else []


def single(name, action, *args):
    """The run() of a case with one result."""
    def run():
        try:
            action(*args)
            return [(name, None)]
        except Failed as failure:
            return [(name, str(failure))]
    return run


def files(folder, suffixes):
    return sorted(p for p in folder.glob("*") if p.is_file() and p.suffix in suffixes)


# ---------------------------------------------------------------- cli/*.test


class Group:
    """One command of a .test file with what is expected of it."""

    def __init__(self, number, command):
        self.number, self.command = number, command
        self.body = []      # lines below the command, as written
        self.trailing = []  # blank lines and comments before the next group

    def expectation(self):
        """Patterns of standard output and error, and the exit status."""
        out, err, status = [], [], 0
        for line in self.body:
            if re.fullmatch(r"=> \d+", line):
                status = int(line[3:])
            elif line == "!" or line.startswith("! "):
                err.append(line[2:])
            else:
                out.append(line)
        return out, err, status


def split_trailing(body):
    """Splits off blank lines at the end, and comments that a blank line sets apart."""
    end = len(body)
    while end > 0:
        start = end
        while start > 0 and body[start - 1].startswith("#"):
            start -= 1
        if start > 0 and body[start - 1] == "":
            end = start - 1
        elif start == 0:
            end = 0
        else:
            break
    return body[:end], body[end:]


def read_groups(path):
    head, groups = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("$ "):
            groups.append(Group(number, line[2:]))
        elif groups:
            groups[-1].body.append(line)
        else:
            head.append(line)
    for group in groups:
        group.body, group.trailing = split_trailing(group.body)
    return head, groups


LITERAL = re.compile(r"\\(?=[$!#%\\]|=>)")


def pattern(lines):
    """The regular expression for expected lines."""
    parts = []
    for line in lines:
        if line == "%%":
            parts.append(r"(?:.*\n)*")
        else:
            words = LITERAL.sub("", line, count=1) if LITERAL.match(line) else line
            parts.append(".*".join(re.escape(word) for word in words.split("…")) + r"\n")
    return re.compile("".join(parts))


def ended(text):
    return text if not text or text.endswith("\n") else text + "\n"


def run_group(program, group, folder, scratch):
    words = shlex.split(group.command.replace("@TMP@", scratch))
    if words and words[0] == "probity":
        del words[0]
    stdin = stdout = None
    variables = {}
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if words[-2:] == ["|", "closed"]:
        del words[-2:]
        reader, stdout = os.pipe()
        os.close(reader)
    if words[-2:] == ["|", "full"]:
        del words[-2:]
        stdout = os.open("/dev/full", os.O_WRONLY)
    if words[-3:] == ["|", "SIGTERM", "SIGTERM"]:
        return run_disturbed(program, words[:-3], folder, scratch,
                             lambda child: (child.terminate(), time.sleep(0.005), child.terminate()))
    if words[-2:] == ["|", "SIGTERM"]:
        return run_disturbed(program, words[:-2], folder, scratch, lambda child: child.terminate())
    if words[-3:-1] == ["|", "touched"]:
        return run_disturbed(program, words[:-3], folder, scratch, lambda _: os.utime(folder / words[-1]))
    if words[-2:] == ["|", "terminal"]:
        return run_on_terminal(program, words[:-4], folder, (folder / words[-3]).read_bytes(), scratch)
    if len(words) >= 2 and words[-2] == "<":
        stdin = open(folder / words[-1], "rb")
        del words[-2:]
    try:
        result = program.run(words, cwd=folder, stdin=stdin, stdout=stdout, variables=variables)
    finally:
        if stdin:
            stdin.close()
        if stdout:
            os.close(stdout)
    return Result(result.status, ended(result.out).replace(scratch, "@TMP@"),
                  ended(result.err).replace(scratch, "@TMP@"))


def run_disturbed(program, words, folder, scratch, disturb):
    """The Result of a run in which something happens after a while."""
    child = subprocess.Popen([program.path, *words], cwd=folder, env=program.environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(program.patience)
    disturb(child)
    try:
        out, err = child.communicate(timeout=program.time_limit)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise Failed(f"no answer within {program.time_limit} s") from None
    texts = (ended(text.decode("utf-8", "backslashreplace")).replace(scratch, "@TMP@") for text in (out, err))
    return Result(child.returncode, *texts)


ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|[\r\x07]")


def run_on_terminal(program, words, folder, keys, scratch):
    """What appears on a terminal on which these lines are typed, each after a prompt."""
    ours, theirs = os.openpty()
    environment = {**program.environment, "TERM": "dumb", "XDG_STATE_HOME": scratch}
    child = subprocess.Popen([program.path, *words], cwd=folder, env=environment, stdin=theirs, stdout=theirs,
                             stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown, lines, end = b"", keys.splitlines(keepends=True), time.monotonic() + program.time_limit
    while True:
        if not select.select([ours], [], [], max(0, end - time.monotonic()))[0]:
            child.kill()
            child.wait()
            raise Failed(f"no answer within {program.time_limit} s\n{shown.decode(errors='replace')}")
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            piece = b""
        if not piece:
            break
        shown += piece
        quiet = not select.select([ours], [], [], 0.1)[0]  # a prompt may be drawn again
        if lines and quiet and ESCAPES.sub(b"", shown).endswith((b"> ", b"... ")):
            os.write(ours, lines.pop(0))
    os.close(ours)
    return Result(child.wait(), ended(ESCAPES.sub(b"", shown).decode("utf-8", "backslashreplace")), "")


def judge_group(group, result):
    out, err, status = group.expectation()
    complaints = []
    if result.status != status:
        complaints.append(f"exit status {result.status}, expected {status}")
    for what, lines, got in (("standard output", out, result.out), ("standard error", err, result.err)):
        if not pattern(lines).fullmatch(got):
            complaints.append(f"{what}:\n{difference(ended(chr(10).join(lines)), got)}")
    return "\n".join(complaints) or None


def timeless(text):
    """The lines, with any time that was taken."""
    text = re.sub(r"\b\d+\.\d+ s$", "… s", text, flags=re.MULTILINE)
    return re.sub(r'^( *"(?:seconds|peak_memory_bytes)": )[\d.e+-]+', r"\1…", text, flags=re.MULTILINE).splitlines()


def blessed_body(result):
    """The lines below a command that expect exactly this result."""
    special = re.compile(r"[$!#] |[$!#]$|%%$|=> \d+$|" + LITERAL.pattern)
    body = [("\\" if special.match(line) else "") + line for line in timeless(result.out)]
    body += [f"! {line}".rstrip() for line in result.err.splitlines()]
    return body + ([f"=> {result.status}"] if result.status else [])


def run_cli_file(program, path, bless):
    head, groups = read_groups(path)
    results, changed = [], False
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        for group in groups:
            name = f"{path.relative_to(ROOT)}:{group.number}: {group.command}"
            try:
                result = run_group(program, group, path.parent, scratch)
                failure = judge_group(group, result)
            except (Failed, OSError, ValueError) as error:
                results.append((name, str(error)))
                continue
            if failure and bless:
                group.body, changed, failure = blessed_body(result), True, None
            results.append((name, failure))
    if changed:
        lines = list(head)
        for group in groups:
            lines += [f"$ {group.command}", *group.body, *group.trailing]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return results


def cli_cases(program, options):
    for path in files(TESTS / "cli", {".test"}):
        yield Case("cli", str(path.relative_to(ROOT)),
                   lambda path=path: run_cli_file(program, path, options.bless))


# ---------------------------------------------------------------- parse/good, examples


def check_round_trip(program, path):
    """Printing and parsing again gives the same tree, and printing that gives the same text."""
    include = include_options(path)
    tree = program.demand("parse", "--dump", *include, path)
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        copy = pathlib.Path(scratch) / path.name
        include += ["-I", path.parent]
        for notation in ("--ascii", "--unicode"):
            text = program.demand("fmt", notation, *include, path)
            copy.write_text(text, encoding="utf-8")
            again = program.demand("parse", "--dump", *include, copy)
            if again != tree:
                raise Failed(f"fmt {notation} changes the tree:\n{difference(tree, again)}")
            printed = program.demand("fmt", notation, *include, copy)
            if printed != text:
                raise Failed(f"fmt {notation} of its own output differs:\n{difference(text, printed)}")


def check_parses(program, path):
    program.demand("parse", *include_options(path), path)
    check_round_trip(program, path)


def parse_good_cases(program, _):
    for path in files(TESTS / "parse" / "good", MODEL_SUFFIXES):
        name = str(path.relative_to(ROOT))
        yield Case("parse/good", name, single(name, check_parses, program, path))


def check_example(program, path):
    program.demand("types", path)
    check_round_trip(program, path)


def example_cases(program, _):
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in (".mch", ".ref", ".imp"):
            name = str(path.relative_to(ROOT))
            yield Case("examples", name, single(name, check_example, program, path))


# ---------------------------------------------------------------- tables of examples/README.md


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


def verdict_line(program, command, path, options):
    result = program.run([command, "-q", path, *options])
    return result.out.rstrip("\n").rpartition("\n")[2]


def check_claims(program, command, path, options, claims):
    """Claims by the head of their column, as the tables have them."""
    for head, claim in claims.items():
        if head == "verdict" or command == "refine":
            model = ["--model", head.replace(" ", "-")] if command == "refine" else []
            line = verdict_line(program, command, path, [*options, *model])
            for part in claim.split(", ")[: 2 if "pairs" in claim else 1]:
                if not re.search(rf"\b{re.escape(part)}\b", line):
                    raise Failed(f"{head}: the README says {claim!r}, the program {line!r}")
        elif claim.isdigit():
            arguments = ["check", path, "--keep-going", "--coverage", "--format", "json", *options]
            report = json.loads(program.run(arguments).out)
            got = report["coverage"]["depths"][0] if head == "solutions" else report[head]
            if int(claim) != got:
                raise Failed(f"{head}: the README says {claim}, the program {got}")


def readme_cases(program, _):
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    for heading, (head, *rows) in tables(text):
        command = "refine" if "refine" in head[0] else "check"
        for row in rows:
            names, *options = row[0].split(" --")
            names = [name for name in names.split(", ") if not name.endswith(".def")]
            columns = [cell.split(", ") if len(names) > 1 and cell[0].isdigit() else [cell] * len(names)
                       for cell in row]
            for i, name in enumerate(names):
                path = ROOT / "examples" / heading.partition(":")[0] / name
                claims = {title: cells[i] for title, cells in zip(head[1:], columns[1:])
                          if title not in ("what it shows", "puzzle")}
                case = f"examples/README.md: {command} {row[0] if options else name}"
                yield Case("examples", case, single(case, check_claims, program, command, path,
                                                    [f"--{option}" for option in options], claims))


# ---------------------------------------------------------------- option matrix of check

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


def matrix_cases(program, _):
    models = [path for path in (TESTS / "models").rglob("*.mch") if path.parent.name != "wrong"]
    for path in sorted([*(ROOT / "examples").rglob("*"), *models]):
        if path.suffix in (".mch", ".ref", ".imp"):
            name = str(path.relative_to(ROOT))
            yield Case("check options", name, single(name, check_matrix, program, path))


# ---------------------------------------------------------------- parse/bad, types/bad

Expectation = collections.namedtuple("Expectation", "severity file line column text")
EXPECT = re.compile(r"(?:/\*|//)\s*expect (error|warning)(?: in (\S+?))?(?: at (\d+):(\d+))?:"
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
        for path in files(TESTS / command / "bad", MODEL_SUFFIXES | {".eventb"}):
            name = str(path.relative_to(ROOT))
            yield Case(f"{command}/bad", name, single(name, check_rejected, program, command, path))
    return cases


# ---------------------------------------------------------------- types/good


def check_types(program, path, bless):
    got = program.demand("types", *include_options(path), path)
    beside = path.with_suffix(".types")
    if not beside.exists():
        return
    expected = beside.read_text(encoding="utf-8")
    if got != expected and bless:
        beside.write_text(got, encoding="utf-8")
    elif got != expected:
        raise Failed(difference(expected, got))


def types_good_cases(program, options):
    for path in files(TESTS / "types" / "good", MODEL_SUFFIXES - {".def"}):
        name = str(path.relative_to(ROOT))
        yield Case("types/good", name, single(name, check_types, program, path, options.bless))


# ---------------------------------------------------------------- parse/*.test, types/*.test


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


def check_parse_formula(program, kind, formula, demands):
    def tree(text):
        return program.demand("parse", f"--{kind}", text, "--dump")

    if not demands:
        raise Failed("nothing is expected of this formula")
    for line in demands:
        demand, _, rest = line.partition(" ")
        if line == "ok":
            tree(formula)
        elif demand == "!":
            check_formula_rejected(program, "parse", kind, formula, rest)
        elif demand in ("=", "/="):
            ours, other = tree(formula), tree(rest)
            if (ours == other) != (demand == "="):
                raise Failed(f"{'the same tree' if ours == other else 'another tree'} as: {rest}\n"
                             f"{difference(other, ours) or ours}")
        else:
            raise Failed(f"this line is not understood: {line}")


def check_typed_formula(program, kind, formula, demands):
    if not demands:
        raise Failed("nothing is expected of this formula")
    if demands[0].startswith("!"):
        return check_formula_rejected(program, "types", kind, formula, demands[0][1:].strip())
    lines = program.demand("types", f"--{kind}", formula).splitlines()
    if demands[0].startswith(": "):
        wanted, first = demands.pop(0)[2:], lines.pop(0) if lines else ""
        if first != wanted and not first.endswith(f" : {wanted}"):
            raise Failed(f"expected type: {wanted}\n          got: {first}")
    names = [line for line in demands if line != "ok"]
    if names and sorted(names) != sorted(lines):
        raise Failed(difference("\n".join(sorted(names)), "\n".join(sorted(lines))))
    return None


def formula_cases(command, kinds, check):
    def cases(program, _):
        for path in files(TESTS / command, {".test"}):
            for number, kind, formula, demands in read_formulas(path, kinds):
                name = f"{path.relative_to(ROOT)}:{number}: {kind} {formula}"
                yield Case(f"{command}/*.test", name,
                           single(name, check, program, kind, formula, demands))
    return cases


# ---------------------------------------------------------------- eval/*.test


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


def eval_cases(program, options):
    for path in files(TESTS / "eval", {".test"}):
        yield Case("eval", str(path.relative_to(ROOT)),
                   lambda path=path: run_eval_file(program, path, options.bless))


# ---------------------------------------------------------------- models/NAME


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


def model_cases(program, options):
    for path in sorted((TESTS / "models").glob("*/args")):
        yield Case("models", str(path.parent.relative_to(ROOT)),
                   lambda folder=path.parent: run_model(program, folder, options.bless))


# ---------------------------------------------------------------- memory/commands


def without_times(text):
    return re.sub(r'[0-9.]+ s\b|"(seconds|peak_memory_bytes)": [-+0-9.e]+', "", text)


def check_without_memory(program, args, library):
    """Fails every allocation from the n-th on, and in a second run the n-th only."""
    good = program.run(args, cwd=ROOT)
    n, ended = 1, 0
    while ended < 2:  # two steps beyond what the run needs
        same = 0
        for once in ({}, {"FAIL_ONCE": "1"}):
            result = program.run(args, cwd=ROOT, variables={"LD_PRELOAD": library, "FAIL_ALLOC": str(n), **once})
            if (result.status, without_times(result.out)) == (good.status, without_times(good.out)):
                same += 1
            elif {2: "cannot read", 4: "memory"}.get(result.status, "\0") not in result.out + result.err:
                raise Failed(f"FAIL_ALLOC={n} {' '.join(once)}: exit status {result.status}\n{result.out}{result.err}")
        ended += same == 2
        n += 1 + n // 5


def memory_cases(program, _):
    library = pathlib.Path(program.path).parent / "libfail_alloc.so"
    if not library.exists():  # a build with sanitizers
        return
    for line in (TESTS / "memory" / "commands").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name = f"tests/memory: {line}"
            yield Case("memory", name, single(name, check_without_memory, program, shlex.split(line), str(library)))


# ---------------------------------------------------------------- main

KINDS = [
    cli_cases,
    parse_good_cases,
    rejected_cases("parse"),
    formula_cases("parse", ("expr", "pred", "subst"), check_parse_formula),
    types_good_cases,
    rejected_cases("types"),
    formula_cases("types", ("expr", "pred"), check_typed_formula),
    example_cases,
    readme_cases,
    matrix_cases,
    eval_cases,
    model_cases,
    memory_cases,
]


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build" / "release" / "probity", metavar="PATH",
                        help="the program to test (default build/release/probity)")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only cases whose name contains it")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every N-th of these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for one run")
    parser.add_argument("--patience", type=float, default=0.5, metavar="SECONDS", help="before a run is disturbed")
    parser.add_argument("--bless", action="store_true", help="accept what the program prints now")
    options = parser.parse_args()
    if not shutil.which(str(options.bin)):
        parser.error(f"{options.bin} is not a program; build it, or name another with --bin")
    return options


def main():
    options = parse_options()
    program = Program(shutil.which(str(options.bin)), options.limit, options.patience)
    cases = [case for kind in KINDS for case in kind(program, options) if options.filter in case.name][::options.sample]
    tally = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for case, results in zip(cases, pool.map(lambda case: case.run(), cases)):
            for name, failure in results:
                tally[case.kind]["failed" if failure else "passed"] += 1
                if failure:
                    print(f"--- {name}\n{failure}", flush=True)
    for kind, counts in tally.items():
        print(f"{kind:14} {counts['passed']:5} passed {counts['failed']:5} failed")
    total = sum(tally.values(), collections.Counter())
    print(f"{total['passed']} passed, {total['failed']} failed")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
