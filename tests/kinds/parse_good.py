"""parse/good/FILE: parses, and survives printing and parsing again, in ASCII and in Unicode.

Scripts are printed in a narrow layout, too.
"""
from harness.case import MODEL_SUFFIXES, ROOT, SCRIPT_SUFFIXES, TESTS, Case, files, include_options, single
from harness.round_trip import check_round_trip


def check_parses(program, path):
    program.demand("parse", *include_options(path), path)
    check_round_trip(program, path)


def cases(program, _):
    for path in files(TESTS / "parse" / "good", MODEL_SUFFIXES | SCRIPT_SUFFIXES):
        name = str(path.relative_to(ROOT))
        yield Case("parse/good", name, single(name, check_parses, program, path))
