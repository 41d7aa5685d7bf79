"""Traces that a desk saves and replays."""


def test_save_trace(start):
    s = start()
    desk = s.ask("open", file="lift.mch")["desk"]
    s.ask("random", desk=desk, count=4)
    alone = s.ask("save-trace", desk=desk)
    assert list(alone) == ["trace"] and not list(s.folder.glob("*.json"))
    saved = s.ask("save-trace", desk=desk, file="below/walk.json")
    assert (s.folder / "below/walk.json").read_text() == saved["trace"] == alone["trace"]
    assert s.ask("read", file="below/walk.json")["hash"] == saved["hash"]
    status, answer = s.post("save-trace", {"desk": desk, "file": "below/walk.json"})
    assert status == 409 and answer["error"]["kind"] == "changed", answer
    s.ask("random", desk=desk)
    again = s.ask("save-trace", desk=desk, file="below/walk.json", hash=saved["hash"])
    assert again["trace"] != saved["trace"] and again["hash"] != saved["hash"]
    s.ask("save-trace", desk=desk, file="below/walk.json", hash="any")
    for bad in ("../walk.json", "/tmp/walk.json", "below", ""):
        assert s.post("save-trace", {"desk": desk, "file": bad, "hash": "any"})[0] in (404, 422), bad
    assert s.post("save-trace", {"desk": desk, "file": 3})[0] == 400
    s.ask("restart", desk=desk)
    replayed = s.ask("replay", desk=desk, file="below/walk.json")
    assert replayed["replay"]["complete"] and replayed["view"]["history"]["length"] == 5, replayed["replay"]
