"""Printing a model and reading it again."""
import pathlib
import tempfile

from harness.case import SCRIPT_SUFFIXES, Failed, difference, include_options


def check_round_trip(program, path):
    """Printing and parsing again gives the same tree, and printing that gives the same text."""
    include = include_options(path)
    tree = program.demand("parse", "--dump", *include, path)
    with tempfile.TemporaryDirectory(prefix="probity-test-") as scratch:
        copy = pathlib.Path(scratch) / path.name
        include += ["-I", path.parent]
        script = path.suffix in SCRIPT_SUFFIXES
        for notation in ("--width=100", "--width=24") if script else ("--ascii", "--unicode"):
            text = program.demand("fmt", notation, *include, path)
            copy.write_text(text, encoding="utf-8")
            again = program.demand("parse", "--dump", *include, copy)
            if again != tree:
                raise Failed(f"fmt {notation} changes the tree:\n{difference(tree, again)}")
            printed = program.demand("fmt", notation, *include, copy)
            if printed != text:
                raise Failed(f"fmt {notation} of its own output differs:\n{difference(text, printed)}")
