"""lsp/*.test: what `probity lsp` says to an editor.

The server runs in tests/lsp/files, of which each test has a copy.
`= FILE [LANGUAGE]` opens a file; `- FILE` closes it; `+ FILE: OLD => NEW` changes the first such text of the open
document (JSON escapes such as \\n may be used).  `@ FILE: OLD => NEW` changes a file on the disk, as in tests of
desks, and tells the server.  `? FILE` shows the diagnostics of the file.
`> METHOD [FILE [LINE TEXT]] [{PARAMS}] [| PATH …]` sends a request; a short METHOD is one of textDocument.  The place is
where TEXT, a word or a JSON string, stands first in that LINE, or where a ¦ is in it.  The lines below are the result as JSON or, for each
path, what is there (as in tests of desks).  Ranges are shown as LINE:COLUMN-LINE:COLUMN, all from 1, and URIs as names of files; `file:NAME` in PARAMS becomes one, and
`range:LINE:COLUMN-LINE:COLUMN` a range.  `! METHOD …` is a request as well; its result, or what is at the one path, are edits, and the lines below
show what they change, line by line.
`# capabilities: {…}` says what the client can.  `< TEXT` sends bytes as they are (with JSON escapes), `<< MESSAGE` a message in a frame; shown is
what comes back that answers no request of the client.  A blank line or one with `#` may stand anywhere.  --bless rewrites the lines.
"""
import difflib
import json
import pathlib
import re
import shutil
import tempfile

from harness.case import TESTS, Case, Failed, difference
from harness.editing import change_file
from harness.lsp_client import Client
from kinds.desks import follow

METHODS = {"symbol": "workspace/symbol", "settle": "probity/settle"}
PARTS = re.compile(r"\[\d*\]|[^.\[\]]+")
WORD = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\S+)')


def unescaped(text):
    return json.loads('"' + text.replace('"', '\\"') + '"')


def text_offset(text, place):
    """Which character of the text is at that place, in UTF-16."""
    line = text.split("\n")[place["line"]]
    start = sum(len(one) + 1 for one in text.split("\n")[:place["line"]])
    return start + len(line.encode("utf-16-le")[:2 * place["character"]].decode("utf-16-le"))


def edited(text, edits):
    """The text after the edits, none of which may overlap another."""
    places = sorted(((text_offset(text, e["range"]["start"]), text_offset(text, e["range"]["end"]), i, e["newText"])
                     for i, e in enumerate(edits)), reverse=True)
    last = len(text)
    for begin, end, _, new in places:
        if end > last:
            raise Failed("edits overlap")
        text, last = text[:begin] + new + text[end:], begin
    return text


def changed_lines(before, after):
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [f"    {line}" for line in lines if not line.startswith(("---", "+++", "@@"))]


class Talk:
    def __init__(self, program, folder, capabilities):
        self.root = str(pathlib.Path(folder).resolve())
        self.client = Client(program, self.root, capabilities)

    def uri(self, name):
        return name if ":" in name else f"file://{self.root}/{name}"

    def shown(self, value):
        """Places for people."""
        if isinstance(value, dict):
            if set(value) == {"start", "end"}:
                return f"{self.shown(value['start'])}-{self.shown(value['end'])}"
            if set(value) == {"line", "character"}:
                return f"{value['line'] + 1}:{value['character'] + 1}"
            return {self.shown(k): self.shown(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.shown(v) for v in value]
        if isinstance(value, str):
            return value.replace(f"file://{self.root}/", "").replace(self.root, "…")
        return value

    def as_json(self, value):
        return json.dumps(self.shown(value), ensure_ascii=False)

    def place(self, uri, line, text):
        """Where the text is in that line, or the mark in it."""
        document = self.client.texts[uri]
        text = json.loads(text) if text.startswith('"') else text
        before, _, after = text.partition("¦")
        start = 0
        for _ in range(line - 1):
            start = document.index("\n", start) + 1
        found = document.find(before + after, start)
        if found < 0:
            raise Failed(f"{uri}: there is no {text} in line {line}")
        return self.client.position(uri, found + (len(before) if "¦" in text else 0))

    def resolve(self, value):
        if isinstance(value, dict):
            return {k: self.resolve(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.resolve(v) for v in value]
        if isinstance(value, str) and value.startswith("range:"):
            line, column, end_line, end_column = (int(n) - 1 for n in re.findall(r"\d+", value))
            return {"start": {"line": line, "character": column}, "end": {"line": end_line, "character": end_column}}
        return self.uri(value[5:]) if isinstance(value, str) and value.startswith("file:") else value

    def read_request(self, line):
        """METHOD, PARAMS, PATHS"""
        line, _, paths = line[1:].partition(" | ")
        head, brace, tail = line.partition(" {")
        params = self.resolve(json.loads(brace + tail)) if brace else {}
        words = WORD.findall(head)
        method = METHODS.get(words[0], words[0] if "/" in words[0] else f"textDocument/{words[0]}")
        if len(words) > 1:
            uri = self.uri(words[1])
            params["textDocument"] = {"uri": uri}
            if len(words) > 3:
                params["position"] = self.place(uri, int(words[2]), words[3])
        return method, params, paths.split()

    def request(self, line):
        method, params, paths = self.read_request(line)
        answer = self.client.answer(self.client.request(method, params))
        if "error" in answer:
            return [f"error {answer['error']['code']}: {answer['error']['message']}"]
        if not paths:
            return [self.as_json(answer["result"])]
        return [f"{path} = {self.as_json(follow(answer['result'], PARTS.findall(path)))}" for path in paths]

    def changes(self, line):
        """What the edits of an answer do to each text."""
        method, params, paths = self.read_request(line)
        result = self.client.ask(method, params)
        edits = follow(result, PARTS.findall(paths[0])) if paths else result
        if isinstance(edits, list):
            edits = {"changes": {params["textDocument"]["uri"]: edits}}
        lines = []
        for uri, own in (edits or {}).get("changes", {}).items():
            before = self.client.texts.get(uri) or pathlib.Path(uri[len("file://"):]).read_text(encoding="utf-8")
            name = [self.shown(uri)] if uri != params["textDocument"]["uri"] else []
            lines += name + changed_lines(before, edited(before, own))
        return lines or ["no edits"]

    def diagnostics(self, name):
        self.client.settle()
        lines = []
        for one in self.client.diagnostics.get(self.uri(name), {}).get("diagnostics", []):
            kind = {1: "error", 2: "warning"}[one["severity"]]
            message = self.shown(one["message"]).replace("\n", " / ")
            lines.append(f"{self.shown(one['range'])} {kind} [{one['code']}] {message}")
            for related in one.get("relatedInformation", []):
                place = self.shown(related["location"])
                lines.append(f"    {place['uri']} {place['range']} {related['message']}")
        return lines or ["none"]

    def raw(self):
        self.client.settle()
        stray, self.client.stray = self.client.stray, []
        return [self.as_json({k: v for k, v in one.items() if k != "jsonrpc"}) for one in stray]

    def change(self, line):
        name, _, change = line[2:].partition(":")
        old, _, new = change.lstrip(" ").partition(" => ")
        old, new, uri = unescaped(old), unescaped(new), self.uri(name)
        at = self.client.texts[uri].find(old)
        if at < 0:
            raise Failed(f"{line}: there is no such text")
        self.client.change(uri, at, at + len(old), new)

    def changed_on_disk(self, line):
        name = change_file(self.root, line)
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri(name), "type": 2}]})

    def open(self, line):
        name, _, language = line[2:].partition(" ")
        text = "" if ":" in name else pathlib.Path(self.root, name).read_bytes().decode("utf-8")
        self.client.open(self.uri(name), text, language or "b")

    def do(self, line):
        """The lines that belong below; None: this one is the program's."""
        if line.startswith("= "):
            self.open(line)
        elif line.startswith("- "):
            self.client.close_text(self.uri(line[2:]))
        elif line.startswith("+ "):
            self.change(line)
        elif line.startswith("@ "):
            self.changed_on_disk(line)
        elif line.startswith("? "):
            return self.diagnostics(line[2:])
        elif line.startswith("> "):
            return self.request(line)
        elif line.startswith("! "):
            return self.changes(line)
        elif line.startswith("<< "):
            self.client.send_json(self.resolve(json.loads(line[3:])))
            return self.raw()
        elif line.startswith("< "):
            self.client.send_bytes(unescaped(line[2:]).encode("latin-1"))
            return self.raw()
        elif line and not line.startswith("#"):
            return None
        return []


def capabilities_of(text):
    line = re.search("^# capabilities: (.*)", text, re.MULTILINE)
    return json.loads(line[1]) if line else {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}


def run_file(program, path):
    """The file as it should be."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        folder = shutil.copytree(path.parent / "files", f"{scratch}/files")
        talk, lines = Talk(program, folder, capabilities_of(text)), []
        try:
            for line in text.splitlines():
                below = talk.do(line)
                lines += [line, *below] if below is not None else []
            talk.client.end()
        finally:
            talk.client.process.kill()
    return "".join(f"{line}\n" for line in lines)


def cases(program, options):
    for path in sorted((TESTS / "lsp").glob("*.test")):
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
        yield Case("lsp", name, run)
