"""A client of `probity lsp` that knows nothing of the server: frames, requests, texts."""
import json
import os
import re
import select
import subprocess
import tempfile
import time

from harness.case import Failed


ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def text_position(text, offset, units="utf-16"):
    """The place of a character of the text."""
    encoding, size = ENCODINGS[units]
    ends = [end.end() for end in re.finditer("\r\n|\n|\r", text) if end.end() <= offset]
    column = text[ends[-1] if ends else 0:offset]
    return {"line": len(ends), "character": len(column.encode(encoding)) // size}


class Client:
    """A server and what it has said."""

    def __init__(self, program, folder, capabilities=None, arguments=()):
        self.limit = program.time_limit
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program.path, "lsp", *arguments], cwd=folder, env=program.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        self.input = b""
        self.number = 0
        self.versions = {}
        self.texts = {}
        self.diagnostics = {}  # by URI
        self.notifications = []
        self.stray = []  # answers to nothing that was asked
        self.answers = {}
        if capabilities is not None:
            self.initialize(folder, capabilities)

    def initialize(self, folder, capabilities):
        self.info = self.ask("initialize", {"processId": os.getpid(), "rootUri": f"file://{folder}",
                                            "capabilities": capabilities})
        self.units = self.info["capabilities"].get("positionEncoding", "utf-16")
        self.notify("initialized", {})

    def send_bytes(self, data):
        """Writes without waiting for ever; what the server says meanwhile is read."""
        end = time.monotonic() + self.limit
        output = self.process.stdin.fileno()
        while data:
            readable, writable, _ = select.select([self.process.stdout], [output], [], max(0, end - time.monotonic()))
            if readable:
                self.read_some()
            elif writable:
                data = data[os.write(output, data[:4096]):]
            else:
                raise Failed("the server does not read")

    def send(self, message):
        self.send_json({"jsonrpc": "2.0", **message})

    def send_json(self, value):
        body = json.dumps(value).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        """The number of the request."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, params):
        """The result; Failed if it is an error."""
        answer = self.answer(self.request(method, params))
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']}")
        return answer["result"]

    def answer(self, number):
        while number not in self.answers:
            self.wait()
        return self.answers.pop(number)

    def wait(self):
        if not select.select([self.process.stdout], [], [], self.limit)[0]:
            raise Failed(f"no answer within {self.limit} s")
        if not self.read_some():
            self.errors.seek(0)
            raise Failed("the server has ended\n" + self.errors.read().decode("utf-8", "backslashreplace"))

    def read_some(self):
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        self.input += data
        while True:
            head, found, rest = self.input.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1]) if found else 0
            if not found or len(rest) < length:
                return bool(data)
            self.input = rest[length:]
            self.take(json.loads(rest[:length]))

    def take(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        elif "method" in message and "id" in message:
            self.notifications.append(message)
            self.send({"id": message["id"], "result": None})
        elif "method" in message:
            self.notifications.append(message)
        elif isinstance(message["id"], int) and 0 < message["id"] <= self.number:
            self.answers[message["id"]] = message
        else:
            self.stray.append(message)

    # ---- texts

    def open(self, uri, text, language="b"):
        self.versions[uri], self.texts[uri] = 1, text
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1,
                                                              "text": text}})

    def position(self, uri, offset, text=None):
        return text_position(self.texts[uri] if text is None else text, offset, self.units)

    def close_text(self, uri):
        del self.versions[uri], self.texts[uri]
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def change(self, uri, begin, end, new):
        """What stands between these characters is replaced."""
        old = self.texts[uri]
        self.versions[uri] += 1
        self.texts[uri] = old[:begin] + new + old[end:]
        span = {"start": self.position(uri, begin, old), "end": self.position(uri, end, old)}
        self.notify("textDocument/didChange",
                    {"textDocument": {"uri": uri, "version": self.versions[uri]},
                     "contentChanges": [{"range": span, "text": new}]})

    def settle(self):
        """All that is open has been analysed, and told."""
        self.ask("probity/settle", {})

    # ---- the end

    def end(self):
        """Failed if the server does not end in order."""
        self.ask("shutdown", None)
        self.notify("exit", None)
        self.ended(0)

    def ended(self, wanted):
        self.process.stdin.close()
        status = self.process.wait(self.limit)
        self.process.stdout.close()
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "backslashreplace")
        self.errors.close()
        if status != wanted or "Sanitizer" in said or "runtime error" in said:
            raise Failed(f"exit status {status}\n{said}")
