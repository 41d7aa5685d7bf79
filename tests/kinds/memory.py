"""memory/commands: runs from which memory is taken away after n allocations, for several n.

They give the same result as ever, or say that memory ran out and exit with status 4 (2: a file cannot be
read).
"""
import pathlib
import re
import shlex

from harness.case import ROOT, TESTS, Case, Failed, single


def without_times(text):
    return re.sub(r'[0-9.]+ s\b|"(seconds|peak_memory_bytes)": [-+0-9.e]+', "", text)


def check_without_memory(program, args, library):
    """Fails every allocation from the n-th on, and in a second run the n-th only."""
    good = program.run(args, cwd=ROOT)
    n, ended = 1, 0
    while ended < 2:  # two steps beyond what the run needs
        same = 0
        for once in ({}, {"FAIL_ONCE": "1"}):
            result = program.run(args, cwd=ROOT, variables={"LD_PRELOAD": library, "FAIL_ALLOC": str(n), **once})
            if (result.status, without_times(result.out)) == (good.status, without_times(good.out)):
                same += 1
            elif {2: "cannot read", 4: "memory"}.get(result.status, "\0") not in result.out + result.err:
                raise Failed(f"FAIL_ALLOC={n} {' '.join(once)}: exit status {result.status}\n{result.out}{result.err}")
        ended += same == 2
        n += 1 + n // 5


def cases(program, _):
    library = pathlib.Path(program.path).parent / "libfail_alloc.so"
    if not library.exists():  # a build with sanitizers
        return
    for line in (TESTS / "memory" / "commands").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name = f"tests/memory: {line}"
            yield Case("memory", name, single(name, check_without_memory, program, shlex.split(line), str(library)))
