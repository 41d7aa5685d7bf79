#!/usr/bin/env python3
"""Does the language server know of texts that were edited what it would know of them afresh?

    tests/random/lsp_edits.py [--bin PATH] [--count N] [--seed N] [--edits N] [--jumps N] PATH…

Files below the paths are opened by two clients, some of one folder together, and edited at random: characters, words,
lines and brackets come and go, also in what is no model any more.  After each edit one server is asked for
diagnostics, symbols, and what names at random places mean; the other one, to which the same text was closed and
opened anew, must say the same.  A new server takes its place now and then.  What differs is printed with the seed
of its file; the exit status is then 1.
"""
import argparse
import json
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness.case import MODEL_SUFFIXES, ROOT, SCRIPT_SUFFIXES, Failed
from harness.lsp_client import Client
from harness.program import Program

SUFFIXES = MODEL_SUFFIXES | SCRIPT_SUFFIXES | {".eventb"}
MOST_BYTES = 200_000
PLACED = ["hover", "definition", "declaration", "documentHighlight", "references", "prepareRename"]
PIECES = ["(", ")", "{", "}", "[", "]", ";", ",", "&", "=", "||", "|", ".", ":", "==", "<--", "END", "x", "0", "\n", " ", "\r\n", "\r",
          "/*", "*/", "//", "\"", "`", "∈", "𝔹", "\0", "\ufeff", "PRE", "MACHINE ", "SEES ", "INCLUDES a.", "REFINES ", "DEFINITIONS ",
          "OPERATIONS ", "machine ", "event ", "end", "let ", "within", "include \"", "->", "[]", "datatype ", "@", "'", "$0", "!", "#", "%"]


def read(path):
    return path.read_bytes().decode("utf-8", "replace")


def find_files(paths):
    found = []
    for path in map(pathlib.Path, paths):
        found += [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES)
    return [p.resolve() for p in found if p.stat().st_size <= MOST_BYTES]


def random_edit(rng, text, other):
    """(begin, end, new text)"""
    def place():
        return rng.randrange(len(text) + 1)

    def line(at):
        begin = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        return begin, len(text) if end < 0 else end + 1

    kind = rng.randrange(8)
    at = place()
    if kind <= 1:
        return at, at, rng.choice(PIECES)
    if kind == 2:
        return at, min(len(text), at + rng.randrange(1, 4)), ""
    if kind == 3:
        return at, min(len(text), at + rng.randrange(1, 8)), rng.choice(PIECES)
    if kind == 4:
        begin, end = line(at)
        return begin, end, ""
    if kind == 5:
        begin, end = line(place())
        to = line(at)[0]
        return to, to, text[begin:end]
    if kind == 6:
        begin = rng.randrange(len(other) + 1)
        return at, at, other[begin:begin + rng.randrange(60)]
    end = min(len(text), at + rng.randrange(300))
    return at, end, ""


class Pair:
    """The server that sees edits, and the one that sees texts."""

    def __init__(self, program, folder, capabilities):
        self.program, self.folder, self.capabilities = program, str(folder), capabilities
        self.edited = self.new_client()
        self.fresh = self.new_client()
        self.slowest = 0

    def new_client(self):
        return Client(self.program, self.folder, self.capabilities)

    def renew(self):
        texts = self.fresh.texts
        self.fresh.end()
        self.fresh = self.new_client()
        for uri, text in texts.items():
            self.fresh.open(uri, text)

    def open(self, uri, text):
        for client in (self.edited, self.fresh):
            client.open(uri, text)

    def change(self, uri, begin, end, new):
        text = self.edited.texts[uri]  # no position is between \r and \n
        begin -= text[max(0, begin - 1):begin + 1] == "\r\n"
        end += text[max(0, end - 1):end + 1] == "\r\n"
        self.edited.change(uri, begin, end, new)
        start = time.monotonic()
        self.edited.settle()
        self.slowest = max(self.slowest, time.monotonic() - start)
        self.fresh.close_text(uri)
        self.fresh.open(uri, self.edited.texts[uri])
        self.fresh.settle()

    def answers(self, uri, places):
        return [known(client, uri, places) for client in (self.edited, self.fresh)]

    def end(self):
        self.edited.end()
        self.fresh.end()


def known(client, uri, places):
    """All that a server says of the texts."""
    said = {"diagnostics": {u: params["diagnostics"] for u, params in client.diagnostics.items() if params["diagnostics"]}}
    document = {"textDocument": {"uri": uri}}
    said["symbols"] = client.answer(client.request("textDocument/documentSymbol", document))
    for place in places:
        for method in PLACED:
            answer = client.answer(client.request(f"textDocument/{method}", {
                **document, "position": place, "context": {"includeDeclaration": True}}))
            said[f"{method} {place}"] = answer.get("result", answer.get("error"))
    said["symbols"].pop("id")
    return said


def session(program, path, files, rng, options):
    """What went wrong with this file, or None."""
    capabilities = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": rng.random() < 0.5},
                                     "publishDiagnostics": {"relatedInformation": rng.random() < 0.5}}}
    siblings = [p for p in files if p.parent == path.parent and p != path]
    opened = [path] + rng.sample(siblings, min(len(siblings), rng.randrange(3)))
    pair = Pair(program, path.parent, capabilities)
    try:
        for one in opened:
            pair.open(one.as_uri(), read(one))
        for number in range(options.edits):
            uri = rng.choice(opened if rng.random() < 0.3 else [path]).as_uri()
            text = pair.edited.texts[uri]
            pair.change(uri, *random_edit(rng, text, read(rng.choice(files))))
            if number % 16 == 15:
                pair.renew()
                pair.fresh.settle()
            text = pair.edited.texts[uri]
            places = [pair.edited.position(uri, rng.randrange(len(text) + 1)) for _ in range(options.jumps)]
            edited, fresh = pair.answers(uri, places)
            for key in sorted(set(edited) | set(fresh)):
                if edited.get(key) != fresh.get(key):
                    return f"edit {number}: {key}\nedited: {json.dumps(edited.get(key))}\nfresh:  {json.dumps(fresh.get(key))}", pair
        pair.end()
    except Failed as failure:
        return str(failure), pair
    finally:
        for client in (pair.edited, pair.fresh):
            client.process.kill()
    return None, pair


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--count", type=int, default=1000, help="edits in all")
    parser.add_argument("--edits", type=int, default=25, help="edits of one file")
    parser.add_argument("--jumps", type=int, default=2, help="places that are asked for after each edit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="file for the text of which something different was said")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    program = Program(options.bin, 60, 1)
    files, done, wrong, slowest = find_files(options.paths), 0, 0, 0
    for seed in range(options.seed, options.seed + (options.count + options.edits - 1) // options.edits):
        rng = random.Random(seed)
        path = rng.choice(files)
        failure, pair = session(program, path, files, rng, options)
        done += options.edits
        slowest = max(slowest, pair.slowest)
        if failure:
            wrong += 1
            print(f"--seed {seed} {path}\n{failure}", flush=True)
            if options.keep:
                pathlib.Path(options.keep).write_text(pair.edited.texts[path.as_uri()], encoding="utf-8")
    print(f"{done} edits, {wrong} differences; the slowest analysis took {slowest * 1000:.0f} ms")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
