"""types/good/FILE: type-checks; FILE.types beside it (suffix replaced) is the exact output.

--bless rewrites FILE.types.
"""
from harness.case import MODEL_SUFFIXES, ROOT, SCRIPT_SUFFIXES, TESTS, Case, Failed, difference, files, include_options, single


def check_types(program, path, bless):
    got = program.demand("types", *include_options(path), path)
    beside = path.with_suffix(".types")
    if not beside.exists():
        return
    expected = beside.read_text(encoding="utf-8")
    if got != expected and bless:
        beside.write_text(got, encoding="utf-8")
    elif got != expected:
        raise Failed(difference(expected, got))


def cases(program, options):
    for path in files(TESTS / "types" / "good", (MODEL_SUFFIXES | SCRIPT_SUFFIXES) - {".def"}):
        name = str(path.relative_to(ROOT))
        yield Case("types/good", name, single(name, check_types, program, path, options.bless))
