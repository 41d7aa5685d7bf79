#!/usr/bin/env python3
"""Many clients at once: no answer is lost, nothing is left behind.

    tests/serve/many.py [--bin PATH] [--clients N] [--requests N] [--seed N]

As a program it does at length what the test does shortly, and says how much memory the server takes meanwhile.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import signal
import socket
import statistics
import sys
import threading
import time

EXPECTED = {"about": {200}, "files": {200}, "read": {200}, "save": {200, 409}, "open": {200, 429}, "close": {200, 404},
            "step": {200, 404, 409, 422}, "view": {200, 404}, "back": {200, 404, 422}, "goto": {200, 404, 422},
            "restart": {200, 404}, "job": {200, 429}, "cancel": {200, 404}, "result": {200, 404}, "forget": {200, 404},
            "interrupt": {200, 404}, "jobs": {200}, "desks": {200}, "nonsense": {404}}


class Client(threading.Thread):
    """Asks so many things at random."""

    def __init__(self, server, seed, count, shared):
        super().__init__(daemon=True)
        self.server, self.random, self.count, self.shared = server, random.Random(seed), count, shared
        self.name = f"client{seed}"
        self.file = f"of_{self.name}.mch"
        self.tally, self.times, self.problem = collections.Counter(), [], None
        self.link = server.connect()

    def post(self, name, **fields):
        began = time.perf_counter()
        status, answer = self.server.post(name, fields, self.link)
        self.times.append((name, time.perf_counter() - began))
        self.tally[status] += 1
        if status not in EXPECTED[name] or (status != 200) != ("error" in answer):
            raise AssertionError(f"{name} {fields}: {status} {json.dumps(answer)[:300]}")
        return answer if status == 200 else None

    def break_off(self):
        """A connection that ends in the middle of something."""
        token, port = self.server.token, self.server.port
        head = f"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        body = json.dumps({"desk": self.pick("desks") or "d1"})
        whole = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        stream = f"GET /api/events?client={self.name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", port), timeout=self.server.limit) as link:
            link.sendall(self.random.choice([whole, whole[: self.random.randrange(len(whole))], stream]))
            if self.random.random() < 0.5:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset
        self.tally["broken off"] += 1

    def pick(self, kind):
        with self.shared["lock"]:
            return self.random.choice(self.shared[kind]) if self.shared[kind] else None

    def note(self, kind, name):
        with self.shared["lock"]:
            self.shared[kind].append(name)

    def act(self):
        what = self.random.random()
        desk, job = self.pick("desks"), self.pick("jobs")
        if what < 0.05:
            self.break_off()
        elif what < 0.10 or not desk:
            file = self.random.choice(["lift.mch", "below/counter.mch"])
            if answer := self.post("open", file=file, client=self.name):
                self.note("desks", answer["desk"])
        elif what < 0.13:
            self.post("close", desk=desk)
            with self.shared["lock"]:
                self.shared["desks"] = [one for one in self.shared["desks"] if one != desk]
        elif what < 0.60:
            name = self.random.choice(["step", "step", "step", "view", "back", "goto", "restart", "interrupt"])
            more = {"step": {"index": self.random.randrange(4)}, "goto": {"at": self.random.randrange(6)}}.get(name, {})
            self.post(name, desk=desk, **more)
        elif what < 0.65:
            options = {"jobs": 1, "time-limit": 20}
            file = self.random.choice(["below/long.mch", "lift.mch"])
            if answer := self.post("job", command="check", file=file, options=options):
                self.note("jobs", answer["job"])
        elif what < 0.75 and job:
            self.post(self.random.choice(["cancel", "cancel", "result", "forget"]), job=job)
        elif what < 0.80:
            self.post("save", file=self.file, text="x" * self.random.randrange(5000), hash="any")
        else:
            self.post(self.random.choice(["about", "files", "jobs", "desks", "nonsense"]))
            self.post("read", file="lift.mch")

    def run(self):
        try:
            while len(self.times) < self.count:
                self.act()
        except Exception as problem:  # whatever it is, the test says it
            self.problem = f"{self.name}: {type(problem).__name__}: {problem}"
        self.link.close()


def state_of(server):
    """(kilobytes, descriptors, children) of the server."""
    process = pathlib.Path("/proc") / str(server.process.pid)
    resident = int(next(line for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS")).split()[1])
    return resident, len(list((process / "fd").iterdir())), len(server.children())


def tidy_up(server):
    """Closes and forgets everything; waits until nothing is left."""
    for one in server.ask("desks")["desks"]:
        server.ask("close", desk=one["desk"])
    for one in server.ask("jobs")["jobs"]:
        server.ask("forget", job=one["job"])
    deadline = time.monotonic() + 60  # connections that were broken off while they waited are found out later
    while state_of(server)[2] or len(os.listdir(f"/proc/{server.process.pid}/fd")) > server.descriptors:
        assert time.monotonic() < deadline, f"left behind: {state_of(server)}, there were {server.descriptors} descriptors"
        time.sleep(0.1)


def crowd(server, clients, requests, seed=1):
    shared = {"lock": threading.Lock(), "desks": [], "jobs": []}
    crowd = [Client(server, seed * 1000 + number, requests // clients, shared) for number in range(clients)]
    for client in crowd:
        client.start()
    for client in crowd:
        client.join(1200)
    lost = [client.name for client in crowd if client.is_alive()]
    assert not lost, f"no answer for {lost}"
    problems = [client.problem for client in crowd if client.problem]
    assert not problems, problems[:3]
    return crowd


def test_crowd(start):
    s = start("--arrival-limit", "1")
    s.descriptors = state_of(s)[1]
    crowd(s, 10, 400)
    tidy_up(s)


def test_interrupts_at_once(start):
    """What is interrupted before it has begun hits neither the server nor the desk."""
    s = start()
    for _ in range(30):
        opening = threading.Thread(target=lambda: s.post("open", {"file": "lift.mch"}))
        opening.start()
        for one in range(1, 40):
            s.post("interrupt", {"desk": f"d{one}"})
        opening.join()
        for one in s.ask("desks")["desks"]:
            assert one["state"] == "ready", one
            s.ask("close", desk=one["desk"])
        job = s.ask("job", command="check", file="lift.mch")["job"]
        s.ask("cancel", job=job)


def test_ends_with_its_processes(start):
    """Ctrl-C ends all that was started, whatever it is doing."""
    s = start()
    s.ask("open", file="lift.mch")
    s.ask("job", command="check", file="below/long.mch")
    events = s.events()
    before = state_of(s)[2]
    assert before == 2, before
    pids = s.children()
    s.stop()
    assert not any(pathlib.Path(f"/proc/{pid}").exists() for pid in pids)
    events.close()


def test_killed_server_takes_its_processes_along(start):
    s = start()
    s.ask("open", file="lift.mch")
    s.ask("job", command="check", file="below/long.mch")
    pids = s.children()
    assert len(pids) == 2
    s.process.kill()
    s.process.wait()
    deadline = time.monotonic() + s.limit
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def main():
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    from harness.program import Program
    from kinds import servers

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/release/probity")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, also by the server

    def run(start):
        server = start("--arrival-limit", "5")
        server.descriptors = state_of(server)[1]
        tally, times = collections.Counter(), collections.defaultdict(list)
        for turn in range(options.rounds):
            began = time.monotonic()
            for client in crowd(server, options.clients, options.requests // options.rounds, options.seed + turn):
                tally += client.tally
                for name, seconds in client.times:
                    times[name].append(seconds)
            busy = state_of(server)
            tidy_up(server)
            quiet = state_of(server)
            print(f"round {turn + 1}: {time.monotonic() - began:.1f} s, {busy[0]} KB with {busy[2]} processes, then {quiet[0]} KB, "
                  f"{quiet[1]} descriptors", flush=True)
        print("answers:", dict(tally))
        for name, all_times in sorted(times.items()):
            print(f"  {name:10} {len(all_times):6} median {1000 * statistics.median(all_times):7.2f} ms, longest {1000 * max(all_times):8.2f} ms")
    servers.run_case(Program(options.bin, 120, 0.5), run)


if __name__ == "__main__":
    main()
