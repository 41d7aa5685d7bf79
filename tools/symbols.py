"""What the objects of a build define and need, for the other scripts of this folder."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
AT_A_TIME = 200  # objects of one call: a program started for each of them takes many times as long


def objects(folder):
    """(file below src/, object) of everything that is part of the program."""
    for path in sorted(pathlib.Path(folder).rglob("*.c.o")):
        parts = path.parts
        name = "/".join(parts[len(parts) - parts[::-1].index("src"):])[:-2] if "src" in parts else ""
        if name and (ROOT / "src" / name).exists():  # not what is left of a file that is gone
            yield name, path


def symbols(folder):
    """(file below src/, symbol, kind as nm says it, section)"""
    found = {str(path): name for name, path in objects(folder)}
    paths = list(found)
    for first in range(0, len(paths), AT_A_TIME):
        listing = subprocess.run(["nm", "-A", "--format=sysv", *paths[first:first + AT_A_TIME]],
                                 capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            columns = [column.strip() for column in line.split("|")]
            if len(columns) < 7:
                continue
            path, _, symbol = columns[0].rpartition(":")
            yield found[path], symbol, columns[2], columns[6]
