"""cli/*.test: runs of the program, with what they print.

`$ [NAME=VALUE] ARGUMENTS [< FILE] [| HOW]` runs the program in tests/cli, with a variable of the environment.
HOW is `closed` (nobody reads standard output), `full` (it goes to a full disk), `SIGINT`, `SIGTERM` or `SIGTERM SIGTERM`
(sent after --patience seconds), `touched FILE` (the file changes then) or `terminal` (the lines of `< FILE`
are typed, each at a prompt).  The lines below are standard output, lines after `! ` standard error, `=> N` is
the exit status (default 0).  `…` stands for any text within a line, a line `%%` for any number of lines.
@TMP@ is a folder that the commands of one file share.  A blank line ends a group; lines with `#` before the
next `$` are comments; a backslash in front makes an expected line literal.  --bless rewrites failing groups.
"""
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time

from harness.case import ROOT, TESTS, Case, Failed, difference, files
from harness.expected import LITERAL, ended, pattern, timeless
from harness.program import Result
from harness.terminal import run_on_terminal


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
    if words[-2:] in (["|", "SIGINT"], ["|", "SIGTERM"]):
        return run_disturbed(program, words[:-2], folder, scratch,
                             lambda child: child.send_signal(signal.Signals[words[-1]]))
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


def heed_interruptions():
    """Who runs in the background, as the tests may do, was told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_disturbed(program, words, folder, scratch, disturb):
    """The Result of a run in which something happens after a while."""
    child = subprocess.Popen([program.path, *words], cwd=folder, env=program.environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interruptions)
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


def judge_group(group, result):
    out, err, status = group.expectation()
    complaints = []
    if result.status != status:
        complaints.append(f"exit status {result.status}, expected {status}")
    for what, lines, got in (("standard output", out, result.out), ("standard error", err, result.err)):
        if not pattern(lines).fullmatch(got):
            complaints.append(f"{what}:\n{difference(ended(chr(10).join(lines)), got)}")
    return "\n".join(complaints) or None


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


def cases(program, options):
    for path in files(TESTS / "cli", {".test"}):
        yield Case("cli", str(path.relative_to(ROOT)),
                   lambda path=path: run_cli_file(program, path, options.bless))
