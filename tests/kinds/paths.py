"""Pages and sources: the files that they name exist.

Of sources only names with a folder count.  A name may leave out its first folders (`code/vm.h`) and contain `*`; one with
NAME in it stands for any file.
"""
import fnmatch
import re

from harness.case import ROOT, Case, Failed, single

FOLDERS = ("src", "include", "tests", "tools", "bench", "fuzz", "docs", "examples", "cmake", "lib")
SOURCES = (".c", ".h", ".def", ".py", ".sh")
NAMED = re.compile(r"(?<![\w./*$-])((?:[\w*-]+/)*[\w*-]+\.(?:c|h|def|py|sh|md|tsv|cmake|law))\b(?![/.]\w)")
PLACEHOLDER = re.compile(r"folder/file\.h|module\.c|\*_impl\.h|.*NAME.*")


def inside(folder):
    """The paths in a folder of the project, except packages that were installed there."""
    return [path for path in (ROOT / folder).rglob("*") if "node_modules" not in path.parts]


def existing():
    """Paths of the project's files, each with a slash before it."""
    found = [path for folder in FOLDERS for path in inside(folder)]
    return [f"/{path.relative_to(ROOT)}" for path in [*found, *ROOT.glob("*")]]


def exists(name, files):
    if "*" in name:
        return any(fnmatch.fnmatchcase(path, f"*/{name}") for path in files)
    return any(path.endswith(f"/{name}") for path in files)


def missing(path, files):
    """Yields the place and the name of each file that is named and not there."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        for name in [] if line.lstrip().startswith("#include") else NAMED.findall(line):
            counts = path.suffix == ".md" or "/" in name
            if counts and not PLACEHOLDER.fullmatch(name) and not exists(name, files):
                yield f"{path.relative_to(ROOT)}:{number}: there is no file {name}"


def check_names(paths, files):
    complaints = [complaint for path in paths for complaint in missing(path, files)]
    if complaints:
        raise Failed("\n".join(complaints))


def cases(_program, _options):
    files = existing()
    groups = {str(path.relative_to(ROOT)): [path] for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])}
    for folder in FOLDERS:
        groups[f"{folder}/"] = [path for path in sorted(inside(folder)) if path.suffix in SOURCES]
    for group, paths in groups.items():
        name = f"paths in {group}"
        yield Case("paths", name, single(name, check_names, paths, files))
