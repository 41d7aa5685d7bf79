"""desk/*.test: requests to a desk, with what is looked at in the answers.

`> REQUEST [{FIELDS}] [| PATH …]` sends a request of docs/serve.md to `probity desk`, which runs in tests/desk/files; all
requests of a file go to one desk, in order.  The lines below are the status with the kind of error and its message,
if it is not 200, and for each path the value there, as JSON: `view.enabled.count`, `view.variables[].text` for all
elements of a list, `view.variables[0]` for one of them; `view.turn?` says only of which type the value is.  `ended` is
printed if the desk has ended.  `>! REQUEST …` is interrupted while it is answered.  `< TEXT` sends a line as it is; what is shown is the status with its message.  `@ FILE: OLD => NEW`
puts another text into a file (of a copy of the folder); without `OLD =>` the file is made anew, without anything it is removed.  A blank line or one with
`#` may stand before these.  --bless rewrites the lines.
"""
import json
import re
import select
import shutil
import signal
import subprocess
import tempfile

from harness.case import TESTS, Case, Failed, difference
from harness.editing import change_file


class Desk:
    """A process that answers requests."""

    def __init__(self, program, folder):
        self.limit = program.time_limit
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program.path, "desk", "--inside", "."], cwd=folder, env=program.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        self.number = 0

    def ask(self, request, fields, interrupted):
        """The answer; None: the desk has ended."""
        self.number += 1
        line = json.dumps({"id": self.number, "request": request, **fields})
        answer = self.send(line, interrupted)
        if answer and answer["id"] != self.number:
            raise Failed(f"{line[:200]}: answered as {answer['id']}")
        return answer

    def send(self, line, interrupted=False):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        for _ in range(100):
            if not interrupted or select.select([self.process.stdout], [], [], 0.1)[0]:
                break
            self.process.send_signal(signal.SIGINT)
        if not select.select([self.process.stdout], [], [], self.limit)[0]:
            self.process.kill()
            raise Failed(f"{line[:200]}: no answer within {self.limit} s")
        answer = self.process.stdout.readline()
        return json.loads(answer) if answer else None

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(self.limit)
        self.process.stdout.close()
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "backslashreplace")
        self.errors.close()
        if status != 0 or "Sanitizer" in said or "runtime error" in said:
            raise Failed(f"exit status {status}\n{said}")


def follow(value, path):
    """What the path leads to; `…[]` goes through a list."""
    for number, part in enumerate(path):
        if part == "[]":
            return [follow(one, path[number + 1:]) for one in value or []]
        try:
            value = value[int(part[1:-1])] if part.startswith("[") else value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def show(answer, path):
    looked_up = follow(answer, re.findall(r"\[\d*\]|[^.\[\]?]+", path))
    text = type(looked_up).__name__ if path.endswith("?") else json.dumps(looked_up, ensure_ascii=False)
    return f"{path} = {text}"


def read_request(line):
    """REQUEST, FIELDS, PATHS"""
    name, _, rest = line.lstrip(">!").strip().partition(" ")
    fields, rest = {}, rest.strip()
    if rest.startswith("{"):
        fields, end = json.JSONDecoder().raw_decode(rest)
        rest = rest[end:].strip()
    return name, fields, rest.removeprefix("|").split()


def answer_lines(desk, line):
    name, fields, paths = read_request(line)
    answer = desk.ask(name, fields, line.startswith(">!"))
    if answer is None:
        return ["ended"]
    if answer["status"] == 200:
        return [show(answer["answer"], path) for path in paths]
    error = answer["error"]
    said = [f"{answer['status']} {error['kind']}: {error['message']}"]
    said += [f"hint: {error['hint']}"] if error.get("hint") else []
    said += [f"line {one['line']}: {one['severity']}: {one['message']}" for one in error.get("diagnostics", [])]
    return said + [show(error, path) for path in paths]


def raw_lines(desk, line):
    answer = desk.send(line[2:])
    if answer is None:
        return ["ended"]
    error = answer.get("error")
    return [f"{answer['status']} {error['kind']}: {error['message']}" if error else str(answer["status"])]


def run_file(program, path):
    """The file as it should be."""
    files = path.parent / "files"
    if not re.search("^@", path.read_text(encoding="utf-8"), re.MULTILINE):
        return run_in(program, path, files)
    with tempfile.TemporaryDirectory() as scratch:
        return run_in(program, path, shutil.copytree(files, f"{scratch}/files"))


def run_in(program, path, folder):
    lines = []
    desk = Desk(program, folder)
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(">"):
                lines += [line, *answer_lines(desk, line)]
            elif line.startswith("<"):
                lines += [line, *raw_lines(desk, line)]
            elif line.startswith("@"):
                change_file(folder, line)
                lines.append(line)
            elif line == "" or line.startswith("#"):
                lines.append(line)
    except BrokenPipeError:
        lines.append("ended")
    desk.close()
    return "".join(f"{line}\n" for line in lines).replace(str(TESTS), "…")


def cases(program, options):
    for path in sorted((TESTS / "desk").glob("*.test")):
        name = str(path.relative_to(TESTS))

        def run(path=path, name=name):
            try:
                got = run_file(program, path)
            except Failed as failure:
                return [(name, str(failure))]
            expected = path.read_text(encoding="utf-8")
            if got != expected and options.bless:
                path.write_text(got, encoding="utf-8")
            elif got != expected:
                return [(name, difference(expected, got))]
            return [(name, None)]
        yield Case("desks", name, run)
