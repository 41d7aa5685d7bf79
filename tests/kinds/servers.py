"""serve/*.py: requests to a running `probity serve`, over plain HTTP.

Each function test_NAME(start) of these modules is a case.  `start(*OPTIONS)` starts a server (harness/server.py) on a
copy of serve/folder, whose path is its attribute `folder`; it ends with the case, and must end well.  With
--sample and --filter a single case can be run: `--filter serve/attacks`.
"""
import contextlib
import importlib.util
import os
import pathlib
import shutil
import tempfile

from harness.case import TESTS, Case, Failed
from harness.server import Refused, Server


def load(path):
    spec = importlib.util.spec_from_file_location(f"serve_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_case(program, function):
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where files are made quickly
    with tempfile.TemporaryDirectory(dir=memory) as scratch, contextlib.ExitStack() as servers:
        folder = pathlib.Path(scratch) / "models"
        shutil.copytree(TESTS / "serve" / "folder", folder)

        def start(*options, operand=folder, variables={}):
            server = servers.enter_context(Server(program, operand, *options, variables=variables))
            server.folder = folder
            return server
        function(start)


def cases(program, options):
    for path in sorted((TESTS / "serve").glob("*.py")):
        module = load(path)
        for title in [name for name in vars(module) if name.startswith("test_")]:
            name = f"serve/{path.stem}:{title.removeprefix('test_')}"

            def run(function=getattr(module, title), name=name):
                try:
                    run_case(program, function)
                except AssertionError as failure:
                    line = failure.__traceback__
                    while line.tb_next:
                        line = line.tb_next
                    return [(name, f"line {line.tb_lineno}: {failure}")]
                except (Failed, Refused, OSError) as failure:
                    return [(name, f"{type(failure).__name__}: {failure}")]
                return [(name, None)]
            yield Case("servers", name, run)
