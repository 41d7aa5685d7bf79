"""The chapter "Events" of docs/serve.md."""
import json
import os
import socket
import time


def test_hello(start):
    s = start()
    events = s.events()
    assert events.wait("hello")["version"] == s.ask("about")["version"]
    assert events.answer.headers["Content-Type"].startswith("application/x-ndjson")
    assert events.answer.headers["Cache-Control"] == "no-store"
    events.close()


def test_files(start):
    s = start()
    desk = s.ask("open", file="lift.mch")["desk"]
    events = s.events()
    (s.folder / "lift.mch").write_text("MACHINE lift END")
    event = events.wait("files")
    assert event["files"] == ["lift.mch"] and event["desks"] == [desk], event
    (s.folder / "new").mkdir()
    events.wait("files")
    (s.folder / "new" / "a.mch").write_text("MACHINE a END")
    assert events.wait("files")["files"] == ["new/a.mch"]
    os.rename(s.folder / "new", s.folder / "newer")
    events.wait("files")
    (s.folder / "newer" / "a.mch").unlink()
    assert events.wait("files")["files"] == ["newer/a.mch"]
    saved = s.ask("save", file="below/counter.mch", text="MACHINE counter END", hash="any")
    assert saved["hash"] and events.wait("files")["files"] == ["below/counter.mch"]
    events.close()


def test_several_streams(start):
    s = start()
    streams = [s.events(f"tab{number}") for number in range(20)]
    job = s.ask("job", command="check", file="lift.mch")["job"]
    for events in streams:
        assert events.wait("job", job=job)["state"] == "done"
    for events in streams:
        events.close()
    assert s.ask("about")


def test_slow_stream(start):
    """A client that reads nothing is told that it has lost events, or is cut off in the end; nobody waits for it."""
    s = start()
    watcher = s.events()
    with socket.create_connection(("127.0.0.1", s.port)) as link:
        link.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nAuthorization: Bearer {s.token}\r\n\r\n".encode())
        told = 0
        while told < 5 << 19:  # more than the system and the server keep for a client
            for number in range(1000):
                (s.folder / f"{number:0200}").touch()
                (s.folder / f"{number:0200}").unlink()
            told += len(json.dumps(watcher.wait("files"), ensure_ascii=False).encode())
        assert s.ask("about")
        link.settimeout(s.limit)
        got = b""
        deadline, part = time.monotonic() + s.limit, b"?"
        while b'"lost"' not in got and time.monotonic() < deadline and part:
            part = link.recv(1 << 20)
            got += part
        assert b'{"event":"lost"}' in got or not part, got[-200:]
    watcher.close()
    body = got[got.index(b"\r\n\r\n") + 4:]
    assert json.loads(body.split(b"\r\n")[1])["event"] == "hello"
