"""Cases and how they fail."""
import collections
import difflib
import pathlib


TESTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
MODEL_SUFFIXES = {".mch", ".ref", ".imp", ".sys", ".def"}
SCRIPT_SUFFIXES = {".csp", ".cspm", ".fdr2", ".fdr3"}

# A case is one unit of work; run() gives a list of (name, None or what went wrong).
Case = collections.namedtuple("Case", "kind name run")


class Failed(Exception):
    """The case in hand failed; the text says why."""


def difference(expected, got):
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got",
                                 lineterm="", n=2)
    return "\n".join(lines)


def include_options(path):
    helpers = path.parent / "lib"
    return ["-I", helpers] if helpers.is_dir() else []


def single(name, action, *args):
    """The run() of a case with one result."""
    def run():
        try:
            action(*args)
            return [(name, None)]
        except Failed as failure:
            return [(name, str(failure))]
    return run


def files(folder, suffixes):
    return sorted(p for p in folder.glob("*") if p.is_file() and p.suffix in suffixes)
