"""The chapter "Desks" of docs/serve.md: how requests reach desks; what they answer is in tests/desk."""
import os
import signal
import threading
import time


def test_open(start):
    s = start()
    opened = s.ask("open", file="lift.mch", client="a")
    assert opened["model"]["name"] == "lift" and opened["view"]["turn"] == 1 and opened["diagnostics"] == []
    assert s.ask("view", desk=opened["desk"])["view"]["turn"] == 1
    other = s.ask("open", file="below/counter.mch")
    assert other["desk"] != opened["desk"]
    s.ask("step", desk=other["desk"], index=0)
    assert s.ask("view", desk=opened["desk"])["view"]["steps"] == 0
    assert [one["state"] for one in s.ask("desks")["desks"]] == ["ready", "ready"]
    assert s.ask("close", desk=opened["desk"]) == {}
    assert [one["file"] for one in s.ask("desks")["desks"]] == ["below/counter.mch"]
    assert s.post("view", {"desk": opened["desk"]})[0] == 404


def test_refused(start):
    s = start()
    assert s.post("open", {"file": "missing.mch"})[0] == 404
    assert s.post("open", {})[0] == 400
    assert s.post("open", {"file": "lift.mch", "client": 3})[0] == 400
    assert s.post("open", {"file": "lift.mch", "request": "view"})[0] == 400
    assert s.post("view", {"desk": "d1", "id": 3})[0] == 400
    (s.folder / "wrong.mch").write_text("MACHINE wrong INVARIANT END")
    status, answer = s.post("open", {"file": "wrong.mch"})
    assert status == 422 and answer["error"]["diagnostics"][0]["line"] == 1, answer
    assert s.ask("desks")["desks"] == [] and s.children() == []
    assert s.post("view", {})[0] == 400 and s.post("view", {"desk": 1})[0] == 400 and s.post("nonsense", {})[0] == 404


def test_guessed_name(start):
    """Who asks of a desk that is being opened, and is not, gets an answer, too."""
    s = start()
    lines = "".join(f"  d{i} == {i};\n" for i in range(40000))
    (s.folder / "large.mch").write_text(f"MACHINE large\nDEFINITIONS\n{lines}INVARIANT END")
    found = []
    opening = threading.Thread(target=lambda: found.append(s.post("open", {"file": "large.mch"})[0]))
    opening.start()
    while not s.children():
        time.sleep(0.001)
    status, _ = s.post("view", {"desk": "d1"})
    opening.join()
    assert found == [422] and status == 404, (found, status)


def test_turn(start):
    s = start()
    desk = s.ask("open", file="below/counter.mch")["desk"]
    turn = s.ask("view", desk=desk)["view"]["turn"]
    s.ask("step", desk=desk, index=0, turn=turn)
    status, answer = s.post("step", {"desk": desk, "index": 0, "turn": turn})
    assert status == 409 and answer["error"]["kind"] == "changed", answer


def test_limit(start):
    s = start()
    for _ in range(16):
        last = s.ask("open", file="lift.mch")["desk"]
    status, answer = s.post("open", {"file": "lift.mch"})
    assert status == 429 and answer["error"]["kind"] == "many", answer
    s.ask("close", desk=last)
    s.ask("open", file="lift.mch")


def test_end_and_reopen(start):
    s = start()
    desk = s.ask("open", file="below/counter.mch")["desk"]
    events = s.events()
    for index in (0, 0, 3):
        s.ask("step", desk=desk, index=index)
    s.ask("back", desk=desk)
    before = s.ask("view", desk=desk)["view"]
    os.kill(s.children()[0], signal.SIGSEGV)
    assert events.wait("desk", desk=desk)["state"] == "ended"
    status, answer = s.post("view", {"desk": desk})
    assert status == 502 and answer["error"]["kind"] == "ended", answer
    assert s.ask("desks")["desks"][0]["state"] == "ended"
    again = s.ask("reopen", desk=desk)
    assert again["replay"] == {"steps": 4, "done": 4, "complete": True, "mismatch": None, "unsure": False, "unread": []}
    assert again["view"] == before and again["model"]["name"] == "counter"
    s.ask("forward", desk=desk)
    assert s.post("reopen", {"desk": desk})[0] == 422
    events.close()


def test_reopen_of_a_changed_text(start):
    s = start()
    desk = s.ask("open", file="below/counter.mch")["desk"]
    s.ask("step", desk=desk, index=0)
    s.ask("step", desk=desk, index=3)
    path = s.folder / "below" / "counter.mch"
    good = path.read_text()
    path.write_text(good.replace("x : 0..3", "x : 5..8"))
    os.kill(s.children()[0], signal.SIGKILL)
    while s.post("view", {"desk": desk})[0] != 502:
        pass
    again = s.ask("reopen", desk=desk)
    assert again["replay"]["done"] == 1 and not again["replay"]["complete"], again["replay"]
    assert "elsewhere" in again["replay"]["mismatch"]
    assert [one["text"] for one in again["view"]["variables"]] == ["1"]
    path.write_text("MACHINE")
    os.kill(s.children()[0], signal.SIGKILL)
    while s.post("view", {"desk": desk})[0] != 502:
        pass
    status, answer = s.post("reopen", {"desk": desk})
    assert status == 422 and answer["error"]["diagnostics"], answer
    path.write_text(good)
    assert s.ask("reopen", desk=desk)["view"]


def test_abandoned(start):
    s = start("--idle-limit", "0.5")
    watched = s.ask("open", file="lift.mch", client="one")["desk"]
    events = s.events("one")
    left = s.ask("open", file="lift.mch", client="two")["desk"]
    event = events.wait("desk", state="closed")
    assert event["desk"] == left, event
    assert [one["desk"] for one in s.ask("desks")["desks"]] == [watched]
    events.close()


def test_closing_is_told(start):
    s = start()
    events = s.events("one")
    desk = s.ask("open", file="lift.mch", client="one")["desk"]
    s.ask("close", desk=desk)
    event = events.wait("desk", state="closed")
    assert event["desk"] == desk, event
    events.close()


def test_save_trace(start):
    s = start()
    desk = s.ask("open", file="below/counter.mch")["desk"]
    s.ask("step", desk=desk, index=0)
    trace = s.ask("save-trace", desk=desk)["trace"]
    saved = s.ask("save-trace", desk=desk, file="below/a.prob2trace")
    path = s.folder / "below" / "a.prob2trace"
    assert path.read_text() == saved["trace"] and saved["file"] == "below/a.prob2trace", saved
    assert saved["hash"] == s.ask("read", file="below/a.prob2trace")["hash"] and trace
    status, answer = s.post("save-trace", {"desk": desk, "file": "below/a.prob2trace"})
    assert status == 409 and answer["error"]["hash"] == saved["hash"], answer
    s.ask("step", desk=desk, index=0)
    s.ask("save-trace", desk=desk, file="below/a.prob2trace", hash="any")
    assert path.read_text() != saved["trace"]
    assert s.post("save-trace", {"desk": desk, "file": "../a.prob2trace"})[0] == 422
    assert not (s.folder.parent / "a.prob2trace").exists()
    replayed = s.ask("replay", desk=desk, file="below/a.prob2trace")
    assert replayed["replay"]["complete"] and replayed["view"]["steps"] == 2, replayed["replay"]


def test_scratch(start):
    s = start()
    diagnostics = s.ask("diagnose", file="x.mch", text="MACHINE x INVARIANT END")["diagnostics"]
    assert diagnostics[0]["line"] == 1, diagnostics
    assert s.ask("format", file="x.mch", text="MACHINE x  END")["text"] == "MACHINE x\nEND\n"
    os.kill(s.children()[0], signal.SIGKILL)
    deadline = time.monotonic() + s.limit
    while s.post("diagnose", {"file": "x.mch", "text": "MACHINE x END"}) != (200, {"diagnostics": []}):
        assert time.monotonic() < deadline
