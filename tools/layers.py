#!/usr/bin/env python3
"""Checks that the house stands as ARCHITECTURE.md says.

    tools/layers.py                     lower folders of src/ never include upper ones, nor do lower rooms
                                        inside of one; headers *_impl.h stay in their folder
    tools/layers.py --objects FOLDER    the objects built there have no mutable globals, no name is
                                        defined twice, and only cli/ ends the process
"""
import argparse
import pathlib
import re
import sys

from symbols import symbols

# Low to high.  Folders on one line do not include one another.
LAYERS = [
    ["base"],
    ["value"],
    ["syntax"],
    ["eventb"],
    ["model"],
    ["engine"],
    ["solver"],
    ["lts"],
    ["csp"],
    ["search"],
    ["temporal"],
    ["compare"],
    ["prove"],
    ["session"],
    ["report"],
    ["serve", "lsp", "api"],
    ["cli"],
]
RANK = {folder: rank for rank, row in enumerate(LAYERS) for folder in row}

# The rooms of a folder, low to high.  Those on one line may include one another.
ROOMS = [
    ["engine"],
    ["engine/reference"],
    ["engine/reference/set"],
    ["engine/reference/closure"],
    ["engine/reference/solve"],
    ["engine/reference/execute"],
    ["engine/reference/formula"],
    ["engine/external"],
    ["engine/code"],
    ["engine/code/plan"],
    ["engine/code/formula"],
    ["engine/code/statement"],
    ["engine/code/show"],
    ["engine/setup"],
    ["solver/net"],
    ["solver"],
    ["compare/gluing"],
    ["eventb/notation"],
    ["eventb/read", "eventb/flatten"],
    ["eventb"],
    ["csp/syntax"],
    ["csp/names"],
    ["csp/value"],
    ["csp/types"],
    ["csp/eval"],
    ["csp/process"],
    ["csp/machine"],
    ["csp/guide"],
    ["csp"],
    ["temporal/notation"],
    ["prove/sequent"],
    ["prove/rules", "prove/eventb", "prove/classical"],
    ["prove/steps"],
    ["prove/term"],
    ["prove/rewrite"],
    ["prove/arithmetic"],
    ["prove/tableau", "prove/check"],
    ["prove/foreign", "prove/refute"],
    ["prove"],
    ["session"],
    ["temporal/automaton"],
    ["temporal/product"],
    ["temporal/path"],
    ["temporal/ctl"],
    ["temporal/meaning"],
    ["temporal"],
    ["session/cover", "session/csp", "session/temporal", "session/prove", "session/display", "session/folder"],
    ["session/visb"],
    ["report"],
    ["report/scene", "report/display", "report/exchange"],
    ["report/check"],
    ["report/csp", "report/temporal", "report/prove"],
    ["report/compare", "report/talk"],
    ["report/export", "report/probcli"],
    ["serve"],
    ["serve/desk"],
    ["serve/page"],
    ["serve/http"],
    ["lsp/wire", "lsp/text"],
    ["lsp/index"],
    ["lsp/project"],
    ["lsp"],
    ["lsp/run"],
    ["lsp/method", "lsp/assist"],
    ["lsp/server"],
    ["cli"],
    ["cli/console"],
    ["cli/common", "cli/probcli"],
    ["cli/project"],
    ["cli/command"],
]
ROOM_RANK = {room: rank for rank, row in enumerate(ROOMS) for room in row}

# What a folder may include besides what is not in the list: search/ sees models through lts.h alone.
NARROW = {"search": {"lts/lts.h", "lts/words.h"}}
NARROWED = ["model", "engine", "solver", "lts"]

# Symbols that may live in writable memory, each with its reason.  (file, symbol)
ALLOWED_GLOBALS = {
    ("base/memory.c", "keeper"),  # of each thread: who is told when memory runs out
    ("cli/signals.c", "attention"),  # what a signal handler may write
    ("cli/signals.c", "bell"),  # and read
    ("cli/signals.c", "last_words"),
}

# Functions that jump out of the program or of a computation, and the folders that may call them.
FORBIDDEN_CALLS = {
    "exit": ["cli"], "_exit": ["cli"], "_Exit": ["cli"], "quick_exit": ["cli"],
    "longjmp": [], "siglongjmp": [], "__longjmp_chk": [],
}

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]*)"')


def include_problems():
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".c", ".h", ".def"):
            continue
        name, room = path.relative_to(ROOT), str(path.parent.relative_to(ROOT / "src"))
        own = room.split("/")[0]
        if own not in RANK or ("/" in room and room not in ROOM_RANK):
            yield f"{name}: the folder is not a layer; see LAYERS and ROOMS in tools/layers.py"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            included, slash, file = match[1].rpartition("/")
            folder = included.split("/")[0]
            if not slash or folder not in RANK:
                yield f'{name}:{number}: includes are written "folder/file.h"'
            elif folder != own and RANK[folder] >= RANK[own]:
                yield f"{name}:{number}: {own}/ may not include {folder}/"
            elif folder == own and ROOM_RANK.get(included, 0) > ROOM_RANK.get(room, 0):
                yield f"{name}:{number}: {room}/ may not include {included}/"
            elif own in NARROW and folder in NARROWED and match[1] not in NARROW[own]:
                yield f"{name}:{number}: {own}/ may include of {folder}/ only {', '.join(sorted(NARROW[own]))}"
            elif included != room and file.endswith("_impl.h"):
                yield f"{name}:{number}: {file} is for {included}/ alone"


def is_writable(section):
    """Whether this section can be written to once the program has been loaded."""
    writable = re.match(r"\.(data|bss|tdata|tbss)\b|\*COM\*", section)
    return bool(writable) and not section.startswith(".data.rel.ro")


def object_problems(folder):
    defined = {}  # a linker that takes the first of two silently calls the wrong one
    none = True
    for source, symbol, kind, section in symbols(folder):
        none = False
        layer = source.split("/")[0]
        if kind in ("T", "D", "B", "R") and symbol != "main":
            if symbol in defined:
                yield f"src/{source}: {symbol} is also defined in src/{defined[symbol]}"
            defined[symbol] = source
        if is_writable(section) and (source, symbol) not in ALLOWED_GLOBALS:
            yield f"src/{source}: {symbol} is a mutable global"
        if kind == "U" and layer not in FORBIDDEN_CALLS.get(symbol, [layer]):
            yield f"src/{source}: {layer}/ may not call {symbol}"
    if none:
        yield f"{folder}: no objects of src/ here"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    problems = object_problems(options.objects) if options.objects else include_problems()
    found = 0
    for problem in problems:
        print(problem)
        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
