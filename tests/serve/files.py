"""The chapter "Server and files" of docs/serve.md."""
import os


def test_about(start):
    s = start()
    about = s.ask("about")
    assert about["program"] == "probity" and about["folder"] == "models" and about["file"] is None, about
    assert about["limits"] == {"body": 8 << 20, "desks": 16, "jobs": 8}, about
    assert start(operand=s.folder / "lift.mch").ask("about")["file"] == "lift.mch"
    assert s.post("about", {"x": 1})[0] == 400


def test_files(start):
    s = start()
    (s.folder / ".hidden.mch").write_text("")
    os.symlink("/etc/passwd", s.folder / "outside.mch")
    os.symlink("lift.mch", s.folder / "inside.mch")
    os.symlink("..", s.folder / "loop")
    answer = s.ask("files")
    kinds = {one["path"]: one["kind"] for one in answer["files"]}
    assert kinds["lift.mch"] == kinds["inside.mch"] == kinds["below/counter.mch"] == "b", kinds
    assert not kinds.keys() & {".hidden.mch", "outside.mch", "loop"}, kinds
    assert list(kinds) == sorted(kinds) and answer["truncated"] is False
    one = next(one for one in answer["files"] if one["path"] == "lift.mch")
    info = (s.folder / "lift.mch").stat()
    assert one["size"] == info.st_size and one["modified"] == int(info.st_mtime), one


def test_many_files(start):
    s = start()
    for number in range(5001):
        (s.folder / f"f{number}.mch").touch()
    answer = s.ask("files")
    assert len(answer["files"]) == 5000 and answer["truncated"] is True


def test_read(start):
    s = start()
    (s.folder / "ü.mch").write_text("MACHINE ü // ∈ <b>\r\n", encoding="utf-8", newline="")
    answer = s.ask("read", file="ü.mch")
    assert answer["text"] == "MACHINE ü // ∈ <b>\r\n" and answer["file"] == "ü.mch", answer
    assert len(answer["hash"]) == 32
    (s.folder / "binary").write_bytes(b"\xff\xfe")
    assert s.post("read", {"file": "binary"})[0] == 422
    (s.folder / "large").write_bytes(b"x" * ((8 << 20) + 1))
    assert s.post("read", {"file": "large"})[0] == 413
    assert s.post("read", {"file": "missing.mch"})[0] == 404
    assert s.post("read", {"file": "below"})[0] == 422
    assert s.post("read", {})[1]["error"]["message"] == "the field 'file' is missing"
    os.mkfifo(s.folder / "pipe")
    assert s.post("read", {"file": "pipe"})[0] == 422


def test_save(start):
    s = start()
    path = s.folder / "lift.mch"
    path.chmod(0o640)
    old = s.ask("read", file="lift.mch")
    new = s.ask("save", file="lift.mch", text="MACHINE ∈\n", hash=old["hash"])
    assert path.read_text(encoding="utf-8") == "MACHINE ∈\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert s.ask("read", file="lift.mch")["hash"] == new["hash"] != old["hash"]
    status, answer = s.post("save", {"file": "lift.mch", "text": "x", "hash": old["hash"]})
    assert status == 409 and answer["error"]["kind"] == "changed" and answer["error"]["hash"] == new["hash"], answer
    assert s.post("save", {"file": "lift.mch", "text": "x", "hash": None})[0] == 409
    assert s.ask("save", file="lift.mch", text="y", hash="any")["hash"]
    assert path.read_text() == "y"


def test_save_new(start):
    s = start()
    assert s.post("save", {"file": "new.mch", "text": "x"})[0] == 400
    status, answer = s.post("save", {"file": "new.mch", "text": "x", "hash": "0" * 32})
    assert status == 409 and answer["error"]["hash"] is None, answer
    s.ask("save", file="new.mch", text="x", hash=None)
    assert (s.folder / "new.mch").read_text() == "x"
    s.ask("save", file="below/new.mch", text="y", hash=None)
    assert (s.folder / "below" / "new.mch").read_text() == "y"
    assert s.post("save", {"file": "nowhere/new.mch", "text": "x", "hash": None})[0] == 404
    assert s.post("save", {"file": "below", "text": "x", "hash": "any"})[0] == 422
    assert not [path for path in s.folder.rglob(".probity*")]


def test_save_through_links(start):
    s = start()
    os.symlink("below/counter.mch", s.folder / "link.mch")
    old = s.ask("read", file="link.mch")
    s.ask("save", file="link.mch", text="z", hash=old["hash"])
    assert (s.folder / "link.mch").is_symlink() and (s.folder / "below" / "counter.mch").read_text() == "z"
