#!/usr/bin/env python3
"""Is every code of a diagnostic in docs/diagnostics.md, and is every code there one of the program?

    tools/diagnostics.py

Codes are given to functions with a parameter `const char *code`: as literals, or by a function that looks them up
in a table (`return table[…];`).  What is wrong is printed, one line each; the exit status is then 1.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = r'"([a-z][a-z0-9-]*)"'


def arguments(text, at):
    """The arguments of the call whose opening bracket is before `at`."""
    parts, depth = [""], 0
    while depth >= 0 and at < len(text):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == "," and depth == 0:
            parts.append("")
        elif depth >= 0:
            parts[-1] += text[at]
        at += 1
    return parts


def sources():
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def takers(texts):
    """Functions that are given a code, with the index of that parameter."""
    found = {}
    for _, text in texts:
        for match in re.finditer(r"\b(\w+)\((?=[^()]*\bconst char \*code\b)", text):
            for index, parameter in enumerate(arguments(text, match.end())):
                if parameter.strip().endswith("const char *code"):
                    found[match[1]] = index
    return found


def table_of(texts, call):
    """The codes in the table from which a function takes its result; none if it is no such function."""
    name = re.match(r"(\w+)\(", call)
    for _, text in texts if name else ():
        found = re.search(rf"\b{name[1]}\([^()]*\)\s*{{[^{{}}]*\breturn (\w+)\[", text)
        table = found and re.search(rf"\b{found[1]}\[[^;]*;", text)
        if table:
            return re.findall(CODE, table[0])
    return []


def codes_of(texts, argument):
    """The codes that an argument may be; [] for one that is passed on, None if that is not clear."""
    if argument in ("const char *code", "code", "diag->code"):
        return []
    return re.findall(CODE, argument) or table_of(texts, argument) or None


def used_codes(texts):
    """Yields files with the codes that are given in them, and None where one cannot be found out."""
    functions = takers(texts)
    calls = re.compile(r"\b(" + "|".join(functions) + r")\(")
    for path, text in texts:
        for match in calls.finditer(text):
            given = arguments(text, match.end())
            index = functions[match[1]]
            codes = codes_of(texts, given[index].strip()) if index < len(given) else None
            yield from ((path, code) for code in (codes if codes is not None else [None]))


def documented():
    for line in (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            yield from re.findall(r"`([a-z0-9-]+)`", line.split("|")[1])


def main():
    texts = list(sources())
    known, used = set(documented()), set(used_codes(texts))
    problems = {f"{path}: a code is neither a literal nor from a table" for path, code in used if code is None}
    problems |= {f"{path}: {code} is not in docs/diagnostics.md" for path, code in used if code and code not in known}
    literals = {code for _, text in texts for code in re.findall(CODE, text)}
    problems |= {f"docs/diagnostics.md: nothing has the code {code}" for code in known - literals}
    print("\n".join(sorted(problems)) or f"{len(known)} codes are documented")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
