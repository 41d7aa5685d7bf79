"""The command `serve` itself."""
import os
import pathlib
import subprocess


def run(server, *words):
    return subprocess.run([server.process.args[0], "serve", *map(str, words)], capture_output=True, text=True, timeout=server.limit)


def test_mistakes(start):
    s = start()
    busy = run(s, s.folder, "--port", s.port)
    assert busy.returncode == 2 and f"port {s.port}: Address already in use" in busy.stderr and "hint:" in busy.stderr, busy
    for words, message in ((["missing"], "cannot open missing"), ([s.folder, s.folder], "one file or folder"),
                           (["--port", "70000"], "ports are numbers"), (["--port", "x"], "not a whole number"),
                           (["--format", "json"], "no JSON report"), (["--time-limit", "3"], "does not take")):
        done = run(s, *words)
        assert done.returncode == 2 and message in done.stderr + done.stdout, (words, done)


def test_folder(start):
    """What the page can read and write is said."""
    s = start()
    for operand in (s.folder, s.folder / "lift.mch", s.folder / "below/.."):
        one = start(operand=operand)
        one.ask("about")
        assert one.said() == f"probity: the page reads and writes files below {s.folder.resolve()}\n", one.said()


def test_port(start):
    first = start()
    port = first.port
    first.stop()
    assert start("--port", str(port)).port == port


def test_open(start):
    """The browser gets a file that only this user can read: command lines are seen by all."""
    tools = start().folder.parent / "tools"
    tools.mkdir()
    seen = tools / "seen"
    (tools / "xdg-open").write_text(f'#!/bin/sh\nstat -c "%a %n" "$1" > {seen}.new; cat "$1" >> {seen}.new; mv {seen}.new {seen}\n')
    (tools / "xdg-open").chmod(0o755)
    before = os.environ["PATH"]
    s = start("--open", variables={"PATH": f"{tools}:{before}", "XDG_RUNTIME_DIR": str(tools)})
    while not seen.exists():
        assert s.ask("about")
    mode, _, rest = seen.read_text().partition(" ")
    name, _, page = rest.partition("\n")
    assert mode == "600" and s.address in page and pathlib.Path(name).parent == tools, (mode, name)
    s.stop()
    assert not pathlib.Path(name).exists()
