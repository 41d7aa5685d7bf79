"""Whoever is not allowed to gets nothing, and costs little: the chapter "Limits and security" of docs/serve.md."""
import json
import os
import socket
import time

MIB = 1 << 20


def head(server, **changes):
    headers = {"Host": f"127.0.0.1:{server.port}", "Content-Type": "application/json",
               "Authorization": f"Bearer {server.token}"}
    headers.update({key.replace("_", "-"): value for key, value in changes.items()})
    return {key: value for key, value in headers.items() if value is not None}


def about(server, **changes):
    """The status of a harmless request with other headers."""
    given = "".join(f"{key}: {value}\r\n" for key, value in head(server, **changes).items())
    return status_of(server.raw(f"POST /api/about HTTP/1.1\r\n{given}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}".encode()))


def lines(server, *without):
    """The headers of a request that is the last one of its connection."""
    return "".join(f"{key}: {value}\r\n" for key, value in [*head(server).items(), ("Connection", "close")] if key not in without)


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


def test_the_right_ones(start):
    s = start()
    assert about(s) == 200
    assert about(s, Host=f"localhost:{s.port}") == 200
    assert about(s, Origin=s.origin, Sec_Fetch_Site="same-origin") == 200
    assert about(s, Origin=f"http://localhost:{s.port}") == 200
    assert about(s, Content_Type="application/json; charset=utf-8") == 200


def test_token(start):
    s = start()
    wrong = ("0" if s.token[0] != "0" else "1") + s.token[1:]
    for given in (None, "", "Bearer", "Bearer ", f"Bearer {wrong}", f"Bearer {s.token[:-1]}", f"Bearer {s.token}0",
                  f"Basic {s.token}", s.token, "Bearer " + "0" * 10000):
        assert about(s, Authorization=given) == 401, given
    assert s.request("GET", "/api/events")[0] == 401
    assert s.request("GET", f"/api/events?token={s.token}")[0] == 401
    assert len(s.token) == 32 and start().token != s.token


def test_host(start):
    """Names of others that lead here (DNS rebinding)."""
    s = start()
    for host in ("evil.example", f"evil.example:{s.port}", "127.0.0.1", "localhost", f"127.0.0.1:{s.port + 1}",
                 f"127.0.0.1.evil.example:{s.port}", f"[::1]:{s.port}", f"0.0.0.0:{s.port}", "", f"127.0.0.1:{s.port}0"):
        assert about(s, Host=host) in (400, 403), host
        page = s.raw(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert status_of(page) in (400, 403), host
    assert about(s, Host=None) in (400, 403)
    twice = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert status_of(s.raw(twice.encode())) == 400


def test_origin(start):
    s = start()
    for origin in ("http://evil.example", f"https://127.0.0.1:{s.port}", "http://127.0.0.1", "null", "file://",
                   f"http://127.0.0.1:{s.port + 1}", f"http://evil.example:{s.port}", f"{s.origin}.evil.example"):
        assert about(s, Origin=origin) == 403, origin
    assert about(s, Sec_Fetch_Site="cross-site") == 403
    assert about(s, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document") == 403
    for headers, expected in (({"Sec-Fetch-Site": "cross-site"}, 403),
                              ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
                              ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200)):
        assert s.request("GET", "/", headers=headers)[0] == expected, headers
    status, headers, _ = s.request("OPTIONS", "/api/about", headers={"Origin": "http://evil.example",
                                                                     "Access-Control-Request-Method": "POST"})
    assert status == 403 and not [key for key in headers if key.lower().startswith("access-control")]


def test_forms(start):
    """What a form of another page can send has no such type."""
    s = start()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None, "application/jsonx"):
        assert about(s, Content_Type=kind) == 400, kind


def test_methods(start):
    s = start()
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "NONSENSE"):
        status, headers, _ = s.request(method, "/api/about", headers=head(s))
        assert status in (400, 405) and status != 200, (method, status)
    assert s.request("GET", "/api/about", headers=head(s))[1]["Allow"] == "POST"
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert s.request(method, "/", headers=head(s))[0] == 405, method
    assert s.request("POST", "/api/events", "{}", head(s))[0] == 405


def test_headers_of_answers(start):
    s = start()
    for status, headers, _ in (s.request("GET", "/"), s.request("POST", "/api/about", "{}", head(s)), s.request("GET", "/x")):
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer" and headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert not [key for key in headers if key.lower().startswith("access-control")]


def test_paths(start):
    s = start()
    secret = s.folder.parent / "secret.mch"
    secret.write_text("MACHINE secret END")
    (s.folder.parent / "models2").mkdir()
    (s.folder.parent / "models2" / "x.mch").write_text("MACHINE x END")
    os.symlink(secret, s.folder / "link.mch")
    os.symlink("..", s.folder / "up")
    os.symlink(s.folder.parent / "models2", s.folder / "other")
    os.symlink("dangling", s.folder / "dangling.mch")
    os.symlink(s.folder.parent / "made.mch", s.folder / "make.mch")
    bad = ["../secret.mch", "below/../../secret.mch", str(secret), "/etc/passwd", "link.mch", "up/secret.mch", "other/x.mch",
           "./lift.mch", "below//counter.mch", "", "/", ".", "..", "below/", "..%2fsecret.mch", "%2e%2e/secret.mch",
           "..\\secret.mch", "../models2/x.mch", "file:///etc/passwd", "x" * 300, "a/" * 3000 + "b", "lift.mch/../lift.mch",
           "dangling.mch", "make.mch", "/proc/self/environ", "~/x"]
    for path in bad:
        status, answer = s.post("read", {"file": path})
        assert status in (404, 422), (path, status)
        assert "secret END" not in json.dumps(answer)
        for given in ("any", None):
            status, answer = s.post("save", {"file": path, "text": "bad", "hash": given})
            if not path.startswith(("..%2f", "..\\")):  # which are names
                assert status in (404, 409, 422), (path, status)
        status, answer = s.post("open", {"file": path})
        assert status in (400, 404, 422), (path, status, answer)
        assert "secret END" not in json.dumps(answer)
    assert secret.read_text() == "MACHINE secret END"
    assert sorted(path.name for path in s.folder.parent.iterdir()) == ["models", "models2", "secret.mch"]
    for path in ("../secret.mch", str(secret), "up/secret.mch"):
        status, answer = s.post("job", {"command": "check", "file": path})
        assert status in (200, 400), (path, answer)
    while any(job["state"] == "running" for job in s.ask("jobs")["jobs"]):
        time.sleep(0.05)
    for job in s.ask("jobs")["jobs"]:
        result = s.ask("result", job=job["job"])
        assert result["state"] == "failed" and result["verdict"] in (None, "error"), result


def test_models_that_refer_outside(start):
    s = start()
    (s.folder.parent / "secret.mch").write_text("MACHINE secret END")
    (s.folder.parent / "secret.def").write_text("DEFINITIONS x == 1")
    (s.folder / "sees.mch").write_text("MACHINE sees SEES secret END")
    (s.folder / "uses.mch").write_text('MACHINE uses DEFINITIONS "../secret.def" END')
    os.symlink(s.folder.parent / "secret.mch", s.folder / "secret.mch")
    for file in ("sees.mch", "uses.mch"):
        status, answer = s.post("open", {"file": file})
        assert status == 422 and answer["error"]["diagnostics"], (file, answer)


def test_texts_that_refer_outside(start):
    """A text that is typed cannot be somewhere else, and does not learn whether a file is there that it may not read."""
    s = start()
    (s.folder.parent / "secret.mch").write_text("MACHINE secret END")
    for name in ("diagnose", "format"):
        for file in ("../x.mch", "/etc/x.mch", "below/../../x.mch", ""):
            status, answer = s.post(name, {"file": file, "text": "MACHINE x SEES secret END"})
            assert status == 422 and "leads out" in answer["error"]["message"], (file, answer)
    for file, text in (("x.mch", 'MACHINE x DEFINITIONS "%s" END'), ("x.csp", 'include "%s"\nP = STOP')):
        for there, missing in (("/etc/passwd", "/etc/nothing"), ("../secret.mch", "../nothing.mch")):
            said = [s.ask("diagnose", file=file, text=text % path)["diagnostics"][0]["message"].replace(path, "") for path in (there, missing)]
            assert said[0] == said[1] and "outside" in said[0], said


def test_options_that_would_write(start):
    s = start()
    for options in ({"output": "x"}, {"smt2": "below"}, {"certificate": "x"}, {"inside": "/"}, {"progress-fd": 1},
                    {"format": "text"}, {"include": "/"}, {"include": ".."}, {"csp": "/etc/passwd"}, {"verbose": True},
                    {"jobs=1 --output": "x"}, {"": True}, {"cache": "x.cache"}):
        assert s.post("job", {"command": "prove", "file": "lift.mch", "options": options})[0] == 400, options
    before = sorted(s.folder.rglob("*"))
    for options in ({"po": ["--output=x"]}, {"let": ["x=1", "--trace=x"]}):
        job = s.ask("job", command="prove", file="lift.mch", options=options)["job"]
        while s.ask("result", job=job)["state"] == "running":
            time.sleep(0.02)
    assert s.post("job", {"command": "check", "file": "-"})[0] == 400
    for file in ("--output=x", "-o"):
        job = s.ask("job", command="check", file=file)["job"]
        while (result := s.ask("result", job=job))["state"] == "running":
            time.sleep(0.02)
        assert result["state"] == "failed", result
    assert sorted(s.folder.rglob("*")) == before


def test_pages(start):
    s = start()
    for path in ("/../CMakeLists.txt", "/%2e%2e/etc/passwd", "/lift.mch", "//", "/index.html/..", "/app.js%00.html", "/%61pp.js",
                 "/api/read/..", "/apii", "/?x", "/API/about"):
        status = status_of(s.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nConnection: close\r\n\r\n".encode()))
        assert status in (200 if path == "/?x" else 404, 401, 400), (path, status)
    for name in ("about%00", "About", "../about", "about/", "%61bout", "x" * 5000):
        assert s.request("POST", f"/api/{name}", "{}", head(s))[0] == 404, name


def test_markup(start):
    """Texts are plain; they come as JSON that no browser takes for a page."""
    s = start()
    evil = "<img src=x onerror=alert(1)>"
    (s.folder / f"{evil}.mch").write_text("MACHINE lift INVARIANT \"</script><b>\" = 1 END")
    status, headers, data = s.request("POST", "/api/files", "{}", head(s))
    assert headers["Content-Type"].startswith("application/json") and evil.encode() in data
    assert f"{evil}.mch" in [one["path"] for one in json.loads(data)["files"]]
    for name, body in (("open", {"file": f"{evil}.mch"}), ("open", {"file": evil}), ("read", {"file": evil}),
                       ("view", {"desk": evil}), (evil.replace(" ", "+"), {}), ("about", {evil: 1})):
        status, headers, data = s.request("POST", f"/api/{name}", json.dumps(body), head(s))
        assert status != 200 and headers["Content-Type"].startswith("application/json"), (name, status)
        json.loads(data)
    page = s.raw(f"GET /{evil.replace(' ', '+')} HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nConnection: close\r\n\r\n".encode())
    assert evil.encode() not in page


def test_json(start):
    s = start()
    for body in (b"", b"{", b"[]", b"1", b"null", b'"x"', b"{}{}", b'{"a":1,"a":2}', b"\xff", b'{"a":"\xff"}', b'{"a":"\\u0000"}',
                 b'{"file":"x\\u0000y"}', b"\x00", b"{\x00}", b"[" * 100000, b'{"a":' * 100000, b'{"file":1e999}'):
        assert s.post("read", body)[0] == 400, body[:50]
    assert s.post("read", {"file": 1})[0] == 400 and s.post("about", b" {} ")[0] == 200


def test_large_bodies(start):
    s = start("--arrival-limit", "0.5")
    status, answer = s.post("save", {"file": "big.mch", "text": "x" * (8 * MIB - 100), "hash": None})
    assert status == 200, answer
    status, answer = s.post("about", b" " * (8 * MIB) + b"{}")
    assert status == 413 and answer["error"]["kind"] == "large", answer
    begin = lines(s)
    for length in ("99999999999999999999999999", "9999999999", "-1", "0x10", "8388609", "+2", "1,2", ""):
        got = s.raw(f"POST /api/about HTTP/1.1\r\n{begin}Content-Length: {length}\r\n\r\n{{}}".encode(), True)
        assert status_of(got) in (400, 413, None), (length, got[:100])
    chunked = f"POST /api/about HTTP/1.1\r\n{begin}Transfer-Encoding: chunked\r\n\r\n".encode()
    assert status_of(s.raw(chunked + b"2\r\n{}\r\n0\r\n\r\n", True)) == 200
    chunk = b"100000\r\n" + b" " * MIB + b"\r\n"
    assert status_of(s.raw(chunked + 9 * chunk + b"0\r\n\r\n", True)) in (413, None)
    assert status_of(s.raw(chunked + b"zz\r\n{}\r\n0\r\n\r\n", True)) in (400, None)
    assert about(s) == 200


def test_large_headers(start):
    s = start("--arrival-limit", "0.5")
    assert about(s, X="x" * 100000) in (400, 413, 431, None)
    got = s.raw(f"GET /{'x' * 100000} HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n\r\n".encode())
    assert status_of(got) in (400, 404, 414, 431, None)
    many = "".join(f"X{number}: y\r\n" for number in range(10000))
    assert status_of(s.raw(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n{many}\r\n".encode())) in (400, 431, None)
    assert about(s) == 200


def test_smuggling(start):
    """Requests that two readers could understand differently are not answered as two."""
    s = start("--arrival-limit", "0.5")
    begin = lines(s)
    begin, second = begin.replace("Connection: close\r\n", ""), f"POST /api/files HTTP/1.1\r\n{begin}Content-Length: 2\r\n\r\n{{}}"
    for headers in ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
                    "Content-Length: 2\r\nContent-Length: 5\r\n", "Content-Length: 2\r\nContent-Length: 2\r\n",
                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "Transfer-Encoding: xchunked\r\n",
                    "Transfer-Encoding: chunked, identity\r\n", "Content-Length : 2\r\n"):
        got = s.raw(f"POST /api/about HTTP/1.1\r\n{begin}{headers}\r\n2\r\n{{}}\r\n0\r\n\r\n{second}".encode(), True)
        assert got.count(b"HTTP/1.1 200") == 0, (headers, got)
    assert b'"files"' not in s.raw(f"POST /api/about HTTP/1.1\nHost: x\n{begin}Content-Length: 2\n\n{{}}{second}".encode(), True)
    first = f"POST /api/about HTTP/1.1\r\n{begin}Content-Length: 2\r\n\r\n{{}}"
    last = f"POST /api/about HTTP/1.1\r\n{lines(s)}Content-Length: 2\r\n\r\n{{}}"
    assert s.raw((first + last).encode(), True).count(b"HTTP/1.1 200") == 2  # what is clear is answered


def test_null_bytes(start):
    s = start("--arrival-limit", "0.5")
    begin = lines(s)
    # For the library a text ends there; what stands behind it is not seen by anybody.
    page = s.raw(b"GET /\x00/../secret HTTP/1.1\r\n" + begin.encode() + b"Connection: close\r\n\r\n", True)
    assert status_of(page) in (400, 404, None) or b"text/html" in page
    for request in (b"\x00" * 1000 + b"\r\n\r\n",
                    b"POST /api/about HTTP/1.1\r\n" + begin.encode().replace(s.token.encode(), b"\x00" + s.token.encode())
                    + b"Content-Length: 2\r\n\r\n{}",
                    b"POST /api/about HTTP/1.1\r\n" + begin.encode().replace(b"127.0.0.1:", b"127.0.0.1\x00:")
                    + b"Content-Length: 2\r\n\r\n{}"):
        assert status_of(s.raw(request, True)) in (400, 401, 403, 404, None), request[:60]
    assert about(s) == 200


def test_nonsense(start):
    s = start("--arrival-limit", "0.5")
    for request in (b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"GET / HTTP/1.1\r\n" * 3,
                    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", os.urandom(5000), b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n" % s.port):
        got = s.raw(request, True)
        assert status_of(got) in (400, 403, 405, 505, 404, None) or b"Upgrade: websocket" in request, (request[:40], got[:60])
        assert not got.startswith(b"HTTP/1.1 101")
    assert about(s) == 200


def test_slow_clients(start):
    """Those who send a byte now and then are cut off; others do not notice."""
    s = start("--arrival-limit", "0.5")
    begin = f"POST /api/about HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\n".encode()
    rest = lines(s, "Host").encode()
    links = []
    for sent in (b"", b"POST /api", begin, begin + rest + b"Content-Length: 100\r\n\r\n{"):
        link = socket.create_connection(("127.0.0.1", s.port), timeout=s.limit)
        link.sendall(sent)
        links.append(link)
    began = time.monotonic()
    for _ in range(12):
        time.sleep(0.2)
        for link in links:
            try:
                link.sendall(b" ")
            except OSError:
                pass
        assert about(s) == 200
    for link in links:
        got = b"?"
        try:
            while got:
                got = link.recv(1000)
        except ConnectionError:
            pass
        link.close()
    assert time.monotonic() - began < 10


def test_many_connections(start):
    s = start()
    links = [socket.create_connection(("127.0.0.1", s.port), timeout=s.limit) for _ in range(127)]
    assert about(s) == 200
    links += [socket.create_connection(("127.0.0.1", s.port), timeout=s.limit) for _ in range(3)]
    assert about(s) == 429
    for link in links:
        link.close()
    deadline = time.monotonic() + s.limit
    while about(s) != 200:
        assert time.monotonic() < deadline


def test_only_this_machine(start):
    s = start()
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{s.port:04X}")]
    assert listening == [f"0100007F:{s.port:04X}"], listening
