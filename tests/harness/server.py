"""A running `probity serve`, and requests to it."""
import contextlib
import http.client
import json
import pathlib
import re
import select
import signal
import socket
import subprocess
import tempfile
import threading

from harness.case import Failed


class Refused(Exception):
    """An answer with another status than 200."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error}")
        self.status, self.error = status, error


class Server:
    def __init__(self, program, operand, *options, variables={}):
        self.limit = program.time_limit
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program.path, "serve", str(operand), *options], env={**program.environment, **variables},
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors)
        if not select.select([self.process.stdout], [], [], self.limit)[0]:
            self.process.kill()
            raise Failed(f"serve {operand}: no address within {self.limit} s")
        self.address = self.process.stdout.readline().decode().strip()
        if "#" not in self.address:
            raise Failed(f"serve {operand}: '{self.address}' is no address\n{self.said()}")
        self.origin, self.token = self.address.split("/#")
        self.port = int(self.origin.rsplit(":", 1)[1])

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "backslashreplace")

    def children(self):
        """The numbers of the processes that it has started."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    found.append(int(entry.name))
        return found

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.limit)

    def raw(self, data, half_close=False, wait=None):
        """All that comes back for these bytes, on a connection of its own, until it is closed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait or self.limit) as link:
            with contextlib.suppress(OSError):
                link.sendall(data)
                if half_close:
                    link.shutdown(socket.SHUT_WR)
            got = b""
            with contextlib.suppress(OSError):
                while part := link.recv(65536):
                    got += part
            return got

    def request(self, method, path, body=None, headers=None, connection=None):
        """(status, headers, bytes)"""
        link = connection or self.connect()
        link.request(method, path, body=body, headers=headers or {})
        answer = link.getresponse()
        data = answer.read()
        if connection is None:
            link.close()
        return answer.status, answer.headers, data

    def post(self, name, body, connection=None, **headers):
        """(status, object)"""
        given = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        given.update({key.replace("_", "-"): value for key, value in headers.items()})
        given = {key: value for key, value in given.items() if value is not None}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, _, answer = self.request("POST", f"/api/{name}", data, given, connection)
        return status, json.loads(answer)

    def ask(self, name, connection=None, **fields):
        """The answer; Refused."""
        status, answer = self.post(name, fields, connection)
        if status != 200:
            raise Refused(status, answer["error"])
        return answer

    def events(self, client=None):
        return Events(self, client)

    def stop(self):
        """Ends it as Ctrl-C does; Failed if it does not end well.  It may have ended before."""
        if self.errors.closed:
            return
        killed = self.process.returncode == -signal.SIGKILL  # by the test
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(self.limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failed(f"the server did not end within {self.limit} s\n{self.said()}") from None
        finally:
            self.process.stdout.close()
        said = self.said()
        self.errors.close()
        if (status != 0 and not killed) or "Sanitizer" in said or "runtime error" in said:
            raise Failed(f"serve: exit status {status}\n{said}")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.stop()
            return
        self.process.kill()
        self.process.wait()
        said = "" if self.errors.closed else self.said()
        if not re.fullmatch(r"(probity: the page reads and writes .*\n)?", said):
            raise Failed(f"{kind.__name__}: {value}\nthe server said:\n{said}") from value


class Events:
    """The stream of events, read by a thread."""

    def __init__(self, server, client=None):
        self.link = server.connect()
        self.link.request("GET", "/api/events" + (f"?client={client}" if client else ""),
                          headers={"Authorization": f"Bearer {server.token}"})
        self.socket = self.link.sock
        self.answer = self.link.getresponse()
        self.got, self.news, self.limit = [], threading.Condition(), server.limit
        self.seen = 0
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while line := self.answer.readline():
                with self.news:
                    self.got.append(json.loads(line))
                    self.news.notify_all()

    def wait(self, what, **fields):
        """The next event of this kind with these fields; those before it are passed over."""
        def found():
            while self.seen < len(self.got):
                event = self.got[self.seen]
                self.seen += 1
                if event["event"] == what and all(event.get(key) == value for key, value in fields.items()):
                    self.event = event
                    return True
            return False
        with self.news:
            if not self.news.wait_for(found, self.limit):
                raise Failed(f"no event {what} {fields} within {self.limit} s; there were {self.got[-5:]}")
            return self.event

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(self.limit)
        self.link.close()
