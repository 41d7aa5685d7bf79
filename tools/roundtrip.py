#!/usr/bin/env python3
"""Checks that `probity fmt` keeps what it prints.

    tools/roundtrip.py [--bin PATH] [--jobs N] [--comments SEED [--rate R]] FOLDER|FILE...

Every B file below the folders that parses is printed in ASCII and in Unicode, at two widths.  The
text must parse to the same tree, printing it again must not change it, and every comment must be
in it, in order.  With --comments, comments are first put between the tokens, at random but the
same for the same seed.  The last line is `N passed, N failed`.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXIT_TEXT_WRONG = 3
SUFFIXES = {".mch", ".ref", ".imp", ".sys", ".def"}
PRAGMA = re.compile(r'/\*@\s*(label|desc|symbolic|generated|file|package|import-package)(?=[\s"*])')
TOKEN = re.compile(r"""
      (?P<comment> //[^\n\r]* | /\*.*?\*/ )
    | (?P<text> ```(?:\\.|.)*?``` | '''(?:\\.|.)*?''' | "(?:\\.|[^"\\\n\r])*" | `(?:\\.|[^`\\\n\r])*` )
    | (?P<word> \w+ (?:\.\w+)* | [ \t\n\r\f\v]+ | . )
    """, re.VERBOSE | re.DOTALL)


class Failed(Exception):
    """What is wrong with the file in hand."""


def comments_of(text):
    """The comments in order, without their layout; pragmas are none."""
    found = []
    for match in TOKEN.finditer(text):
        comment = match["comment"]
        if comment and not PRAGMA.match(comment):
            found.append(re.sub(r"\s+", " ", comment).strip())
    return found


def with_comments(text, seed, rate):
    """The text with comments put between some of its tokens."""
    rng = random.Random(seed)
    pieces, number = [], 0
    for match in TOKEN.finditer(text):
        piece = match[0]
        pieces.append(piece)
        before_blank = text[match.end():match.end() + 1].isspace()
        safe = piece.isspace() or piece in ",;&(){}[]" or (piece.isalnum() and before_blank)
        if safe and rng.random() < rate:
            number += 1
            pieces.append(rng.choice([
                f" /* c{number} */ ", f" // c{number}\n", f"\n // c{number}\n", f"\n\n/* c{number} */\n",
                f" /* c{number}\n   more */ ", f"\n\n// c{number}\n\n", f" /* c{number} */ /* d{number} */\n"]))
    return "".join(pieces)


def difference(expected, got):
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got",
                                 lineterm="", n=2)
    return "\n".join(list(lines)[:40])


def run(program, *args):
    done = subprocess.run([str(program), *map(str, args)], capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def demand(program, *args):
    status, out, err = run(program, *args)
    if status != 0:
        raise Failed(f"{' '.join(map(str, args))}: exit status {status}\n{err[:2000]}")
    return out


def tree_of(program, path, include):
    """The dump of the file; None if it does not parse."""
    status, tree, err = run(program, "parse", "--dump", *include, path)
    if status not in (0, EXIT_TEXT_WRONG):
        raise Failed(f"parse --dump: exit status {status}\n{err[:2000]}")
    return tree if status == 0 else None


def check(program, path, include, name):
    """Raises Failed; gives False if the file does not parse."""
    tree = tree_of(program, path, include)
    if tree is None:
        return False
    comments = comments_of(path.read_bytes().decode("utf-8", "replace"))
    with tempfile.TemporaryDirectory(prefix="probity-roundtrip-") as scratch:
        copy = pathlib.Path(scratch) / name
        for style in (["--ascii"], ["--unicode"], ["--ascii", "--width", "40"]):
            text = demand(program, "fmt", *style, *include, path)
            copy.write_bytes(text.encode())
            again = demand(program, "parse", "--dump", *include, copy)
            if again != tree:
                raise Failed(f"fmt {' '.join(style)} changes the tree:\n{difference(tree, again)}")
            printed = demand(program, "fmt", *style, *include, copy)
            if printed != text:
                raise Failed(f"fmt {' '.join(style)} of its own output differs:\n{difference(text, printed)}")
            kept = comments_of(text)
            if kept != comments:
                raise Failed(f"fmt {' '.join(style)}: comments differ:\n"
                             + difference("\n".join(comments), "\n".join(kept)))
            if re.search(r"[ \t]$", text, re.MULTILINE) and not re.search(r"'''|```|@desc", text):
                raise Failed(f"fmt {' '.join(style)}: blanks at the end of a line")
    return True


def check_file(options, path):
    include = ["-I", path.parent]
    if options.comments is None:
        return check(options.bin, path, include, path.name)
    if tree_of(options.bin, path, include) is None:
        return False
    with tempfile.TemporaryDirectory(prefix="probity-roundtrip-") as scratch:
        copy = pathlib.Path(scratch) / path.name
        text = path.read_bytes().decode("utf-8", "replace")
        copy.write_bytes(with_comments(text, f"{options.comments} {path.name}", options.rate).encode())
        return check(options.bin, copy, include, path.name)


def judge(options, path):
    try:
        return path, check_file(options, path), None
    except (Failed, subprocess.TimeoutExpired) as failure:
        return path, True, str(failure)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "probity")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--comments", metavar="SEED", help="put comments into the files first")
    parser.add_argument("--rate", type=float, default=0.1, help="comments per place (default 0.1)")
    parser.add_argument("places", nargs="+", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    paths = []
    for place in options.places:
        paths += [place] if place.is_file() else sorted(
            p for p in place.rglob("*") if p.suffix in SUFFIXES and p.is_file())
    passed = failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, parsed, failure in pool.map(lambda path: judge(options, path), paths):
            if failure:
                failed += 1
                print(f"--- {path}\n{failure}", flush=True)
            elif parsed:
                passed += 1
            else:
                skipped += 1
    print(f"{skipped} skipped: they do not parse")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
