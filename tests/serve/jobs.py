"""The chapter "Jobs" of docs/serve.md."""
import time


def run(server, **fields):
    """The result of a job that ends by itself."""
    job = server.ask("job", **fields)["job"]
    while (result := server.ask("result", job=job))["state"] == "running":
        time.sleep(0.01)
    return result


def test_check(start):
    s = start()
    events = s.events()
    job = s.ask("job", command="check", file="below/counter.mch", options={"no-deadlock": True, "max-states": 1000})["job"]
    event = events.wait("job", job=job)
    assert event["state"] == "done" and event["verdict"] == "fail", event
    result = s.ask("result", job=job)
    assert result["code"] == 1 and result["verdict"] == "fail" and result["messages"] == [], result
    assert result["report"]["command"] == "check" and result["report"]["violations"][0]["kind"] == "invariant"
    assert s.ask("jobs")["jobs"] == [{"job": job, "command": "check", "file": "below/counter.mch", "state": "done"}]
    assert s.ask("forget", job=job) == {}
    assert s.ask("jobs")["jobs"] == [] and s.post("result", {"job": job})[0] == 404
    events.close()


def test_commands(start):
    s = start()
    for command in ("check", "chain", "prove", "graph"):
        result = run(s, command=command, file="lift.mch", options={"time-limit": 20})
        assert result["state"] == "done" and result["report"]["command"] == command, result
    for command in ("refine", "relate"):
        result = run(s, command=command, file="lift.mch", second="lift.mch")
        assert result["state"] == "done" and result["report"]["command"] == command, result


def test_trace_of_a_report(start):
    s = start()
    report = run(s, command="check", file="below/counter.mch")["report"]
    assert report["violations"][0]["trace"], report
    desk = s.ask("open", file="below/counter.mch")["desk"]
    status, answer = s.post("replay", {"desk": desk, "trace": report["violations"][0]["trace"]})
    assert status == 200 and answer["replay"]["complete"] and answer["view"]["steps"] > 0, answer


def test_desk(start):
    s = start()
    desk = s.ask("open", file="lift.mch", settings={"let": {"top": "2"}, "pref": {"MAXINT": 9}, "alone": True})["desk"]
    result = run(s, command="check", desk=desk)
    assert result["report"]["settings"] == {"let": {"top": "2"}, "pref": {"MAXINT": "9"}}, result
    result = run(s, command="prove", desk=desk)  # which takes neither let nor alone
    assert result["state"] == "done", result
    result = run(s, command="check", desk=desk, options={"let": ["top=3"]})
    assert result["state"] != "running"
    assert s.post("job", {"command": "check", "desk": "d99"})[0] == 404


def test_cancel(start):
    s = start()
    events = s.events()
    job = s.ask("job", command="check", file="below/long.mch")["job"]
    progress = events.wait("progress", job=job)
    assert progress["states"] > 0 and progress["seconds"] >= 0, progress
    began = time.monotonic()
    assert s.ask("about")["program"]  # nobody waits for a job
    assert time.monotonic() - began < 2
    assert s.ask("cancel", job=job) == {}
    event = events.wait("job", job=job)
    assert event["state"] == "cancelled" and event["verdict"] == "unknown", event
    report = s.ask("result", job=job)["report"]
    assert report["verdict"] == "unknown" and not report["complete"] and report["states"] > 0, report
    assert s.ask("cancel", job=job) == {}
    running = s.ask("job", command="check", file="below/long.mch")["job"]
    s.ask("forget", job=running)
    assert [one["job"] for one in s.ask("jobs")["jobs"]] == [job]
    events.close()


def test_mistakes(start):
    s = start()
    for fields in ({"command": "check"}, {"file": "lift.mch"}, {"command": "export", "file": "lift.mch"},
                   {"command": "check", "file": "lift.mch", "desk": "d1"}, {"command": "check", "file": 3},
                   {"command": "check", "file": "lift.mch", "options": {"output": "x"}},
                   {"command": "check", "file": "lift.mch", "options": {"trace": "x"}},
                   {"command": "check", "file": "lift.mch", "options": {"max-states": {}}},
                   {"command": "check", "file": "lift.mch", "options": {"ltl-file": "../x"}},
                   {"command": "check", "file": "lift.mch", "options": []},
                   {"command": "check", "file": "lift.mch", "wrong": 1}):
        assert s.post("job", fields)[0] == 400, fields
    result = run(s, command="check", file="missing.mch")
    assert result["state"] == "failed" and result["code"] == 2 and "missing.mch" in result["messages"][0], result
    result = run(s, command="check", file="lift.mch", options={"max-states": "many"})
    assert result["state"] == "failed" and "many" in result["messages"][0], result
    (s.folder / "wrong.mch").write_text("MACHINE wrong INVARIANT END")
    result = run(s, command="check", file="wrong.mch")
    assert result["state"] == "done" and result["verdict"] == "error" and result["report"]["diagnostics"], result
    assert s.post("result", {"job": "j99"})[0] == 404 and s.post("cancel", {})[0] == 400


def test_limit(start):
    s = start()
    jobs = [s.ask("job", command="check", file="below/long.mch", options={"jobs": 1})["job"] for _ in range(8)]
    status, answer = s.post("job", {"command": "check", "file": "below/long.mch"})
    assert status == 429 and answer["error"]["kind"] == "many", answer
    s.ask("forget", job=jobs[0])
    s.ask("job", command="check", file="below/long.mch", options={"jobs": 1})
