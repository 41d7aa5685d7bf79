"""Runs the program on a terminal."""
import os
import re
import select
import subprocess
import time

from harness.case import Failed
from harness.expected import ended
from harness.program import Result

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|[\r\x07]")


def run_on_terminal(program, words, folder, keys, scratch):
    """What appears on a terminal on which these lines are typed, each after a prompt."""
    ours, theirs = os.openpty()
    environment = {**program.environment, "TERM": "dumb", "XDG_STATE_HOME": scratch}
    child = subprocess.Popen([program.path, *words], cwd=folder, env=environment, stdin=theirs, stdout=theirs,
                             stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown, lines, end = b"", keys.splitlines(keepends=True), time.monotonic() + program.time_limit
    while True:
        if not select.select([ours], [], [], max(0, end - time.monotonic()))[0]:
            child.kill()
            child.wait()
            raise Failed(f"no answer within {program.time_limit} s\n{shown.decode(errors='replace')}")
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            piece = b""
        if not piece:
            break
        shown += piece
        quiet = not select.select([ours], [], [], 0.1)[0]  # a prompt may be drawn again
        if lines and quiet and ESCAPES.sub(b"", shown).endswith((b"> ", b"... ")):
            os.write(ours, lines.pop(0))
    os.close(ours)
    return Result(child.wait(), ended(ESCAPES.sub(b"", shown).decode("utf-8", "backslashreplace")), "")
