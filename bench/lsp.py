#!/usr/bin/env python3
"""How quickly does the language server answer?

    bench/lsp.py [--bin PATH] [--lines N] [--files N]

Types into a machine of classical B with so many lines (default 2000), and renames a constant that so many machines use
(default 50).  Prints the median and the slowest of each, in milliseconds, beside its bar; the exit status is 1 if a
median is above its bar.  (Bars are for 2000 lines and 50 files on an idle machine.)
"""
import argparse
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness.lsp_client import Client
from harness.program import Program

BARS = {"diagnostics": 50, "completion": 20, "rename": 500}


def machine(lines):
    """About so many lines: a variable and an operation for every eight."""
    count = lines // 8
    names = [f"v{i}" for i in range(count)]
    operations = [f"""  op{i}(p, q) =
    PRE p : 0..10 & q : NAT & v{i} + p < 100
    THEN
      v{i} := v{i} + p || f{i % 7} := f{i % 7} <+ {{p |-> q}}
    END"""for i in range(count)]
    functions = [f"f{i}" for i in range(7)]
    return "\n".join([
        "MACHINE big", "VARIABLES", "  " + ",\n  ".join(names + functions), "INVARIANT",
        "  " + " &\n  ".join([f"{v} : 0..100" for v in names] + [f"{f} : INTEGER +-> NAT" for f in functions]),
        "INITIALISATION", "  " + " ||\n  ".join([f"{v} := 0" for v in names] + [f"{f} := {{}}" for f in functions]),
        "OPERATIONS", ";\n".join(operations), "END", ""])


def typing(client, uri, times):
    """Types a condition, character by character; each time until the diagnostics of that text are there."""
    text = client.texts[uri]
    at = text.index("& q : NAT") + len("& q : NAT")
    for number, character in enumerate(" & card({p,q}) > 0" * 2):
        start = time.monotonic()
        client.change(uri, at + number, at + number, character)
        while client.diagnostics.get(uri, {}).get("version") != client.versions[uri]:
            client.wait()
        times["diagnostics"].append(time.monotonic() - start)
        if client.info["capabilities"].get("completionProvider"):
            start = time.monotonic()
            client.ask("textDocument/completion", {"textDocument": {"uri": uri},
                                                   "position": client.position(uri, at + number + 1)})
            times["completion"].append(time.monotonic() - start)


def project(folder, files):
    (folder / "base.mch").write_text("MACHINE base\nCONSTANTS limit\nPROPERTIES limit = 10\nEND\n")
    for i in range(files - 1):
        text = machine(160).replace("MACHINE big", f"MACHINE m{i}\nSEES base").replace("< 100", "< limit")
        (folder / f"m{i}.mch").write_text(text)


def renaming(client, folder, times):
    uri = (folder / "base.mch").as_uri()
    client.open(uri, (folder / "base.mch").read_text())
    client.settle()
    for number in range(5):
        start = time.monotonic()
        answer = client.ask("textDocument/rename", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 10},
                                                    "newName": f"bound{number}"})
        times["rename"].append(time.monotonic() - start)
    return len(answer["changes"]), sum(map(len, answer["changes"].values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--files", type=int, default=50)
    options = parser.parse_args()
    program, times = Program(options.bin, 60, 1), {name: [] for name in BARS}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve()
        client = Client(program, folder, {})
        text = machine(options.lines)
        client.open((folder / "big.mch").as_uri(), text)
        typing(client, (folder / "big.mch").as_uri(), times)
        client.end()
        (folder / "project").mkdir()
        project(folder / "project", options.files)
        client = Client(program, folder / "project", {})
        files, edits = renaming(client, folder / "project", times)
        client.end()
    print(f"{text.count(chr(10))} lines; {edits} edits in {files} files")
    slow = False
    for name, bar in BARS.items():
        if times[name]:
            median = statistics.median(times[name]) * 1000
            slow |= median > bar
            print(f"{name:12} {median:8.1f} ms, at most {max(times[name]) * 1000:8.1f} ms (bar {bar} ms)")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
