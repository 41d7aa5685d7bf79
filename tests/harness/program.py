"""Runs the program under test."""
import collections
import json
import os
import pathlib
import shlex
import subprocess

from harness.case import Failed


EXIT_TEXT_WRONG = 3
EXIT_PIPE = 141
EXIT_SANITIZER = 99  # set by the environment below, so that it cannot be taken for a verdict

Result = collections.namedtuple("Result", "status out err")


class Program:
    def __init__(self, path, time_limit, patience):
        self.path, self.time_limit, self.patience = str(pathlib.Path(path).resolve()), time_limit, patience
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "PROBITY_STRESS")},
            "LC_ALL": "C.UTF-8",
            "PROBITY_PROVERS": "none",  # which of them are installed must not matter
            "SOURCE_DATE_EPOCH": "0",  # when a trace is written must not, either
            "ASAN_OPTIONS": f"exitcode={EXIT_SANITIZER}",
            "LSAN_OPTIONS": f"exitcode={EXIT_SANITIZER}",
            "UBSAN_OPTIONS": f"exitcode={EXIT_SANITIZER}:print_stacktrace=1",
        }

    def run(self, args, cwd=None, stdin=None, stdout=None, variables={}):
        """The Result of one run; Failed if it crashed or did not end."""
        shown = shlex.join(map(str, args))
        environment = {**self.environment, **variables}
        if "z3" in environment["PROBITY_PROVERS"]:  # it keeps a thread of its own, on which the search for leaks crashes
            environment["ASAN_OPTIONS"] += ":detect_leaks=0"
        try:
            done = subprocess.run(
                [self.path, *map(str, args)], cwd=cwd, env=environment,
                stdin=stdin or subprocess.DEVNULL, stdout=stdout or subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=self.time_limit)
        except subprocess.TimeoutExpired:
            raise Failed(f"{shown}: no answer within {self.time_limit} s") from None
        except ValueError as error:  # a NUL in an argument
            raise Failed(f"{shown}: {error}") from None
        out, err = (text.decode("utf-8", "backslashreplace") for text in (done.stdout or b"", done.stderr))
        code = done.returncode
        crashed = code < 0 or code in (70, EXIT_SANITIZER) or (code > 128 and code not in (130, EXIT_PIPE))
        if crashed or "Sanitizer:" in err or ": runtime error: " in err:
            raise Failed(f"{shown}: CRASH, exit status {code}\n{err.strip()}")
        return Result(code, out, err)

    def demand(self, *args):
        """The standard output of a run that must exit with status 0."""
        result = self.run(args)
        if result.status != 0:
            complaint = (result.err or result.out).strip()
            raise Failed(f"{shlex.join(map(str, args))}: exit status {result.status}\n{complaint}")
        return result.out

    def diagnostics(self, *args):
        """Exit status and diagnostics of a run that reports in JSON."""
        args = [*args, "--format", "json"]
        result = self.run(args)
        try:
            return result.status, json.loads(result.out)["diagnostics"]
        except (ValueError, KeyError, TypeError):
            raise Failed(f"{shlex.join(map(str, args))}: no JSON report with diagnostics\n"
                         f"{result.out}{result.err}") from None
