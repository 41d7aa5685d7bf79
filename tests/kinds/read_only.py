"""read-only: a file that its owner made read-only stays what it is, and the program says that it cannot be written.

For root nothing is read-only: there the program runs as somebody else.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

from harness.case import Case, Failed, single

NOBODY = 65534
COMMANDS = {  # and what the file holds
    "cache": (["prove", "--pred", "1 = 1", "--cache"], '{"proof_cache": "0", "proofs": {}}\n'),
    "certificate": (["prove", "--pred", "1 = 1", "--certificate"], "probity certificates 1\n"),
}


def refuses(program, words, text):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kept = folder / "kept"
        kept.write_text(text)
        kept.chmod(0o444)
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        copy = shutil.copy(program.path, folder / "program")
        for path in (folder, copy):
            os.chmod(path, 0o777)
        if other:
            os.chown(kept, NOBODY, NOBODY)
        done = subprocess.run([copy, *words, kept], env=program.environment, capture_output=True, text=True,
                              timeout=program.time_limit, **other)
        if done.returncode != 2 or "Permission denied" not in done.stderr:
            raise Failed(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
        if kept.read_text() != text or len(list(folder.iterdir())) != 2:
            raise Failed("the file, or what is beside it, has changed")


def cases(program, options):
    for name, (words, text) in COMMANDS.items():
        yield Case("read-only", f"read-only {name}", single(f"read-only {name}", refuses, program, words, text))
