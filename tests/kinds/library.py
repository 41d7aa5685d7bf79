"""library: libprobity beside the program under test, the examples of examples/library and tests/library.

What it exports is what src/api/probity.map lists and include/probity.h declares. C programs are compiled with the compiler
`cc` (of a build with sanitizers: `clang`, with the same) and print nothing that is not theirs.
"""
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from harness.case import ROOT, TESTS, Case, Failed, single

MAP = ROOT / "src" / "api" / "probity.map"
HEADER = ROOT / "include" / "probity.h"
EXAMPLES = ROOT / "examples" / "library"
ERROR_MODEL = ROOT / "examples" / "scheduler" / "scheduler0_err.mch"
WAY = """violated: card(pst~[{active}]) <= 1
  INITIALISATION
  new(PROC1)
  new(PROC2)
  ready(PROC1)
  ready(PROC2)
  enter(PROC1)
  enter(PROC2)
proc = {PROC1,PROC2}, pst = {(PROC1|->active),(PROC2|->active)}
"""


def run(*command, status=0, variables={}, cwd=None, limit=60):
    """Standard output and error of a command that must exit with this status."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd,
                          env={**os.environ, "LC_ALL": "C.UTF-8", **variables}, timeout=limit)
    if done.returncode != status:
        raise Failed(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


class Built:
    """The library that was built together with the program."""

    def __init__(self, program):
        self.folder = pathlib.Path(program.path).parent
        self.shared = self.folder / "libprobity.so"
        cache = (self.folder / "CMakeCache.txt").read_text(encoding="utf-8")
        self.sanitized = "PROBITY_SANITIZE:BOOL=ON" in cache
        self.compiler = "clang" if self.sanitized else "cc"
        self.options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] if self.sanitized else []

    def compile(self, source, target):
        run(self.compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *self.options, "-I", ROOT / "include",
            source, "-o", target, "-L", self.folder, "-lprobity", f"-Wl,-rpath,{self.folder}", "-pthread")


def listed():
    text = re.sub(r"/\*.*?\*/", "", MAP.read_text(encoding="utf-8"), flags=re.S)
    return set(re.findall(r"\b(probity_\w+);", text))


def check_symbols(built):
    """What is exported is what is listed, and what is listed is what is declared."""
    out, _ = run("nm", "-D", "--defined-only", "--with-symbol-versions", built.shared)
    exported = {line.split()[-1] for line in out.splitlines() if line.split()[1] != "A"}
    expected = {f"{name}@@PROBITY_0" for name in listed()}
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.S)
    declared = set(re.findall(r"PROBITY_API[^;(]*?\b(probity_\w+)\(", text))
    if exported != expected:
        raise Failed(f"exported, but not listed: {exported - expected}; the other way: {expected - exported}")
    if declared != listed():
        raise Failed(f"declared in the header or listed, but not both: {declared ^ listed()}")


def check_version(built):
    """One version everywhere."""
    library = ctypes.CDLL(str(built.shared))
    library.probity_version.restype = ctypes.c_char_p
    wanted = re.search(r"project\(probity VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    if library.probity_version().decode() != wanted:
        raise Failed(f"{library.probity_version()} is not {wanted}")


def check_settings():
    """Names and values of settings are those of options of the program."""
    options = {}
    for name, kind, argument in re.findall(r'^OPTION\(\w+,\s*"([^"]+)",[^,]*,\s*(\w+),\s*("[^"]*"|NULL)',
                                           (ROOT / "src/cli/options.def").read_text(), flags=re.M):
        options.setdefault(name, []).append((kind, argument.strip('"')))
    table = re.findall(r'^SETTING\(\w+,\s*"([^"]+)",\s*(\w+),\s*("[^"]*"|NULL)', (ROOT / "src/api/settings.def").read_text(),
                       flags=re.M)
    same = {"PAIR": "SETTING", "NUMBER": "POSITIVE"}
    for name, kind, words in table:
        wanted = {kind, same.get(kind, kind)}
        fitting = [argument for k, argument in options.get(name, []) if k in wanted]
        if not fitting:
            raise Failed(f"the setting {name} is no option of that kind")
        if kind == "CHOICE" and not any(set(words.strip('"').split("|")) <= set(a.split("|")) for a in fitting):
            raise Failed(f"the setting {name} has other words than the option")
    documented = set(re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs/library.md").read_text(), flags=re.M))
    if documented != {name for name, _, _ in table}:
        raise Failed(f"docs/library.md: settings {documented ^ {name for name, _, _ in table}}")


def check_header(compiler, language):
    """The header stands alone, in other languages, too."""
    run(compiler, "-x", language.split("-")[0], f"-std={language.split('-')[1]}", "-Wall", "-Wextra", "-Wpedantic",
        "-Wstrict-prototypes" if language.startswith("c-") else "-Wall", "-Werror", "-fsyntax-only", HEADER)


def check_program(built, name, arguments, status, expected, folder=EXAMPLES):
    with tempfile.TemporaryDirectory() as place:
        target = pathlib.Path(place) / name
        built.compile(folder / f"{name}.c", target)
        out, err = run(target, *arguments, status=status)
        if out != expected:
            raise Failed(f"{name} {' '.join(map(str, arguments))} printed\n{out}{err}instead of\n{expected}")


def documented_programs():
    """(language, program, output) of docs/library.md: a block of code, then one with what it prints."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / "docs/library.md").read_text(encoding="utf-8"), flags=re.M | re.S)
    return [(language, text, output) for (language, text), (kind, output) in zip(blocks, blocks[1:]) if kind == "output"]


def check_documented(built, language, text, expected):
    with tempfile.TemporaryDirectory() as place:
        source, target = pathlib.Path(place) / f"program.{language}", pathlib.Path(place) / "program"
        source.write_text(text, encoding="utf-8")
        if language == "c":
            built.compile(source, target)
            out, _ = run(target, cwd=ROOT)
        else:
            out, _ = run(sys.executable, source, cwd=ROOT, variables={"LD_LIBRARY_PATH": str(built.folder)})
        if out != expected:
            raise Failed(f"docs/library.md: the program prints\n{out}instead of\n{expected}")


INSTALLED = """bin/probity include/probity.h LIB/libprobity.a LIB/libprobity.so LIB/libprobity.so.0
LIB/pkgconfig/probity.pc LIB/cmake/probity
share/applications/probity.desktop share/mime/packages/probity.xml share/man/man1/probity.1
share/bash-completion/completions/probity share/zsh/vendor-completions/_probity
share/fish/vendor_completions.d/probity.fish share/doc/probity/docs share/doc/probity/examples/library""".split()

USER_PROJECT = """cmake_minimum_required(VERSION 3.21)
project(user LANGUAGES C)
find_package(probity 0.1 REQUIRED)
add_executable(shared judge.c)
target_link_libraries(shared probity::probity)
add_executable(static judge.c)
target_link_libraries(static probity::static)
"""


def install(built, place):
    """The folder of the libraries; all that is installed is below `place`."""
    before = set(built.folder.glob("*"))
    run("cmake", "--install", built.folder, "--prefix", place, variables={"DESTDIR": ""})
    manifest = built.folder / "install_manifest.txt"
    outside = [line for line in manifest.read_text().splitlines() if not line.startswith(f"{place}/")]
    if outside or set(built.folder.glob("*")) - before - {manifest}:
        raise Failed(f"installed outside of its folder: {outside[:5]}")
    libraries = next(place.rglob("libprobity.so")).parent
    missing = [name for name in INSTALLED
               if not (place / name.replace("LIB", str(libraries.relative_to(place)))).exists()]
    if missing:
        raise Failed(f"not installed: {missing}")
    return libraries


def flags(libraries, place, *options):
    out, _ = run("pkg-config", f"--define-variable=prefix={place}", *options, "probity",
                 variables={"PKG_CONFIG_PATH": str(libraries / "pkgconfig")})
    return out.split()


def check_installed(built):
    """Programs that find the installed library by pkg-config and CMake; one watches for leaks."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "installed"
        libraries = install(built, place)
        loads = {"LD_LIBRARY_PATH": str(libraries)}
        source, target = EXAMPLES / "counterexample.c", pathlib.Path(folder) / "program"
        shared = flags(libraries, place, "--cflags", "--libs")
        run("cc", "-g", "-fsanitize=address", source, "-o", target, *shared)
        out, _ = run(target, ERROR_MODEL, status=1, variables={**loads, "ASAN_OPTIONS": "exitcode=99:detect_leaks=1"})
        if out != WAY:
            raise Failed(out)
        wanted = flags(libraries, place, "--cflags", "--libs", "--static")
        run("cc", source, "-o", target, *[libraries / "libprobity.a" if word == "-lprobity" else word for word in wanted])
        out, _ = run(target, ERROR_MODEL, status=1)
        if out != WAY:
            raise Failed(out)
        check_found_by_cmake(pathlib.Path(folder) / "user", place)
        run(place / "bin" / "probity", "check", ROOT / "examples/scheduler/scheduler0.mch")


def check_found_by_cmake(user, place):
    user.mkdir()
    (user / "CMakeLists.txt").write_text(USER_PROJECT, encoding="utf-8")
    (user / "judge.c").write_text((EXAMPLES / "judge.c").read_text(encoding="utf-8"), encoding="utf-8")
    run("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={place}")
    run("cmake", "--build", user / "build")
    for name in ("shared", "static"):
        out, _ = run(user / "build" / name)
        if "refine: pass" not in out:
            raise Failed(f"{name}: {out}")


def check_without_memory(built, library):
    """Fails every allocation from the n-th on, and in a second run the n-th only."""
    with tempfile.TemporaryDirectory() as place:
        target = pathlib.Path(place) / "memory_test"
        built.compile(TESTS / "library" / "memory_test.c", target)
        models = ROOT / "examples/scheduler/scheduler_states.ref", ROOT / "examples/scheduler/scheduler.mch"
        run(target, *models)
        n, fine = 1, False
        while not fine:
            fine = True
            for once in ({}, {"FAIL_ONCE": "1"}):
                done = subprocess.run([str(word) for word in (target, *models)], capture_output=True, text=True, timeout=60,
                                      env={"LD_PRELOAD": str(library), "FAIL_ALLOC": str(n), **once})
                if done.returncode not in ((0, 3) if once else (0, 3, 4)):
                    raise Failed(f"FAIL_ALLOC={n} {once}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
                fine &= done.returncode == 0
            n += 1 + n // 6


def check_python(built):
    out, _ = run(sys.executable, EXAMPLES / "explore.py", ERROR_MODEL, built.shared, status=1)
    if out != WAY:
        raise Failed(out)


def cases(program, _):
    if not (pathlib.Path(program.path).parent / "libprobity.so").exists():
        return
    built = Built(program)

    def case(name, action, *args):
        return Case("library", f"library: {name}", single(f"library: {name}", action, *args))

    yield case("symbols", check_symbols, built)
    yield case("settings", check_settings)
    for language in ("c-c99", "c++-c++11"):
        yield case(f"header in {language}", check_header, built.compiler, language)
    yield case("counterexample.c", check_program, built, "counterexample", [ERROR_MODEL], 1, WAY)
    yield case("counterexample.c, none", check_program, built, "counterexample",
               [ROOT / "examples/scheduler/scheduler0.mch"], 0, "54 states, all fine\n")
    yield case("judge.c", check_program, built, "judge", [], 0,
               "check: pass\nrefine: pass\nthere is a root: yes, x = 7\n")
    yield case("api_test.c", check_program, built, "api_test", [ROOT / "examples"], 0, "", TESTS / "library")
    for number, (language, text, expected) in enumerate(documented_programs(), 1):
        if language == "c" or not built.sanitized:
            yield case(f"docs/library.md, program {number}", check_documented, built, language, text, expected)
    if (built.folder / "libfail_alloc.so").exists():
        yield case("without memory", check_without_memory, built, built.folder / "libfail_alloc.so")
    if (built.folder / "libprobity.a").exists():
        yield case("installed", check_installed, built)
    if not built.sanitized:  # whose library can be loaded by a program with them only
        yield case("version", check_version, built)
        yield case("explore.py", check_python, built)
