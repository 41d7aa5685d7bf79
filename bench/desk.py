#!/usr/bin/env python3
"""How quickly a desk of `probity serve` answers (docs/serve.md): milliseconds, median and 95th of a hundred.

    bench/desk.py [PROGRAM]

Steps are to be answered within 50 ms where 1,000 instances are enabled, diagnoses of 2,000 lines within 100 ms.
"""
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

THOUSAND = """MACHINE thousand
SETS T = {t1, t2, t3, t4, t5, t6, t7, t8, t9, t10}
VARIABLES f, g, r, n
INVARIANT f : T +-> 0..99 & g : T --> BOOL & r : T <-> T & n : 0..1000 & card(r) < 50 & (n > 10 => f /= {})
INITIALISATION f := {} || g := T * {FALSE} || r := {} || n := 0
OPERATIONS
  put(t, v) = PRE t : T & v : 0..99 & v /= n mod 100 THEN f(t) := v || n := (n + 1) mod 1000 END;
  flip(t) = PRE t : T THEN g(t) := bool(g(t) = FALSE) END;
  link(t, u) = PRE t : T & u : T & t |-> u /: r THEN r := {t |-> u} END
END
"""


def long_model():
    """About 2,000 lines, 330 operations with 40 instances each."""
    odd = "".join(f"\n  & v{i} : 0..100 & v{i - 1} : S +-> NAT" for i in range(1, 60, 2))
    start = " || ".join(f"v{i} := 0\n  || v{i - 1} := {{}}" for i in range(1, 60, 2))
    operations = ";\n".join(f"""  op{k}(x, n) =
    PRE x : S & n : 0..9 & v{2 * (k % 30) + 1} < 50 & x /: dom(v{2 * (k % 30)})
    THEN
      v{2 * (k % 30)}(x) := n + {k} ||
      v{2 * (k % 30) + 1} := v{2 * (k % 30) + 1} + 1
    END""" for k in range(330))
    names = ", ".join(f"v{i}" for i in range(60))
    return f"MACHINE long\nSETS S = {{a, b, c, d}}\nVARIABLES {names}\nINVARIANT TRUE = TRUE{odd}\nINITIALISATION\n  {start}\nOPERATIONS\n{operations}\nEND\n"


class Desk:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, "desk"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request, **fields):
        """(the answer, milliseconds)"""
        began = time.perf_counter()
        self.process.stdin.write(json.dumps({"id": 1, "request": request, **fields}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        took = (time.perf_counter() - began) * 1000
        answer = json.loads(line)
        assert answer["status"] == 200, answer
        return answer["answer"], took


def tell(what, times):
    times.sort()
    print(f"{what:<56}{statistics.median(times):8.1f}{times[len(times) * 95 // 100]:8.1f}")


def walk(desk, view, dice, what):
    times = []
    for _ in range(100):
        step = dice.choice(view["enabled"]["items"])
        answer, took = desk.ask("step", index=step["index"], turn=view["turn"])
        view = answer["view"]
        times.append(took)
    tell(f"{what}, {view['enabled']['count']} enabled", times)
    return view


def main():
    program = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release/probity").resolve())
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        text = long_model()
        pathlib.Path(folder, "thousand.mch").write_text(THOUSAND)
        pathlib.Path(folder, "long.mch").write_text(text)
        desk = Desk(program, folder)
        view = walk(desk, desk.ask("open", file="thousand.mch")[0]["view"], dice, "a step")
        for expression in ("card(f)", "g", "{t | t : dom(f) & f(t) > 50}", "n > 10", "r~"):
            desk.ask("watch", expression=expression)
        walk(desk, view, dice, "a step with 5 watches")
        tell("a chart of 5 watches over 200 states", [desk.ask("chart")[1] for _ in range(100)])
        tell("enabled with a predicate", [desk.ask("enabled", operation="put", where=f"v > {i}")[1] for i in range(99)])
        lines = text.count("\n")
        tell(f"a diagnosis of {lines} lines",
             [desk.ask("diagnose", file="long.mch", text=text.replace("v1 := 0", f"v1 := {i}"))[1] for i in range(100)])
        tell(f"the layout of {lines} lines", [desk.ask("format", file="long.mch", text=text)[1] for _ in range(20)])
        long = Desk(program, folder)
        walk(long, long.ask("open", file="long.mch")[0]["view"], dice, "a step of a model with 330 operations")


if __name__ == "__main__":
    main()
