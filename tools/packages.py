#!/usr/bin/env python3
"""Checks that tools/install-deps.sh names every package that a build took something from.

    tools/packages.py BUILD-FOLDER [--test]

A machine on which we build has packages that a user's has not.  So every system header that the
compiler read (the *.d files of the build) and every library that was linked (link.txt, ldd) is looked up in
dpkg's lists; its package must be named in install-deps.sh (with --test also among those of the tests), or a
package that is named must depend on it.  Recommended packages do not count: they are not installed.
Without --test only what the program is made of counts, not the tests beside it in the same folder.
Where there is no dpkg, nothing is checked.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def named_packages(with_tests):
    text = (ROOT / "tools" / "install-deps.sh").read_text(encoding="utf-8")
    lists = ["packages", "test_packages"] if with_tests else ["packages"]
    return {name for key in lists for name in re.search(rf'^{key}="([^"]*)"', text, re.MULTILINE)[1].split()}


def installed_packages():
    """Name → the first alternative of each dependency; virtual name → the packages that provide it."""
    output = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\n"],
                            capture_output=True, text=True, check=True).stdout
    needs, providers = {}, {}
    for line in output.splitlines():
        package, depends, provides = line.split("\t")
        needs[package] = {re.match(r"[^\s:(|]*", part.strip())[0] for part in depends.split(",")} - {""}
        for name in re.findall(r"[a-z0-9][a-z0-9.+-]+", re.sub(r"\([^)]*\)", "", provides)):
            providers.setdefault(name, set()).add(package)
    return needs, providers


def closure(names):
    """All packages that come with these."""
    needs, providers = installed_packages()
    reached, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name in reached:
            continue
        reached.add(name)
        todo += needs.get(name, ()) if name in needs else providers.get(name, ())
    return reached


def parts(folder, pattern, with_tests):
    """Files of the targets of the build; without tests of those that make the program."""
    targets = ["*"] if with_tests else ["probity", "probity_*"]
    return [path for target in targets for path in folder.glob(f"CMakeFiles/{target}.dir/**/{pattern}")]


def headers(folder, with_tests):
    found = set()
    for path in parts(folder, "*.d", with_tests):
        found.update(re.findall(r"(?<=\s)/[^\s\\]+\.(?:h|hpp|def|inc)\b", path.read_text(encoding="utf-8").split(":", 1)[-1]))
    return found


def libraries(folder, with_tests):
    found = set()
    for path in parts(folder, "link.txt", with_tests):
        found.update(re.findall(r"(?<=\s)/\S+\.(?:a|so)\b", path.read_text(encoding="utf-8")))
    program = folder / "probity"
    if program.exists():
        found.update(re.findall(r"=> (/\S+)", subprocess.run(["ldd", str(program)], capture_output=True, text=True).stdout))
    return found


def outside(paths):
    """Those that are not ours."""
    return sorted(str(path) for path in map(pathlib.Path, paths) if ROOT not in path.parents)


def owners(paths):
    """Path → the package that has it under any of the names that a file has with a merged /usr."""
    names = {}
    for path in paths:
        real = str(pathlib.Path(path).resolve())
        for name in {path, real, real.removeprefix("/usr"), "/usr" + path}:
            names.setdefault(name, []).append(path)
    found = {}
    for listing in pathlib.Path("/var/lib/dpkg/info").glob("*.list"):
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            for path in names.get(line, ()):
                found[path] = listing.stem.split(":")[0]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="BUILD-FOLDER")
    parser.add_argument("--test", action="store_true", help="packages of the tests count, too")
    options = parser.parse_args()
    if not shutil.which("dpkg-query"):
        print("packages: skipped, this is not Debian")
        return 0
    used = outside(headers(options.folder, options.test)) + outside(libraries(options.folder, options.test))
    if not used:
        print(f"packages: {options.folder} holds no build")
        return 2
    allowed = closure(named_packages(options.test))
    missing, packages = {}, owners(used)
    for path in used:
        package = packages.get(path)
        if package not in allowed:
            missing.setdefault(package, path)
    for package, path in sorted(missing.items(), key=str):
        print(f"{path}: {'no package has it' if package is None else f'name {package} in tools/install-deps.sh'}")
    print(f"{len(used)} headers and libraries, {len(missing)} packages missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
