"""Files that tests change."""
import pathlib

from harness.case import Failed


def change_file(folder, line):
    """`@ FILE: OLD => NEW` puts another text into a file; without `OLD =>` the file is made anew, without anything
    it is removed.  Gives its name."""
    name, _, change = line[2:].partition(":")
    old, arrow, new = change.strip().partition(" => ")
    file = pathlib.Path(folder) / name
    if arrow:
        text = file.read_text(encoding="utf-8")
        if old not in text:
            raise Failed(f"{line}: there is no such text")
        file.write_text(text.replace(old, new), encoding="utf-8")
    elif old:
        file.write_text(old + "\n", encoding="utf-8")
    else:
        file.unlink()
    return name
