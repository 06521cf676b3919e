"""Items, verdicts, and a server on this machine that answers as it is told."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from compsparse.studies.regime.judging.back_ends.prompt import PROMPT_SHA256
from compsparse.studies.regime.judging.back_ends.verdicts import Item, Verdict, item_id

KEY = "sk-test/0123456789abcdef"
GOOD = json.dumps({"meaningful": 1, "confidence": 0.75, "reason": "the mouth opened"})


def item(number: int) -> Item:
    """Small stand-ins for pictures: what back ends do does not depend on what is in them."""
    base, changed = b"base", f"changed {number}".encode()
    return Item(item_id(base, changed), base, changed, "face", 1, 2, number, 1, 0.5, 0.08)


def verdict(number: int, meaningful: int | None = 1, **others: object) -> Verdict:
    values: dict = {
        **{"id": item(number).id, "meaningful": meaningful, "confidence": 0.75},
        **{"reason": 'it "moved", a bit', "judge": "openai_http", "model": "m"},
        **{"prompt_sha256": PROMPT_SHA256, "latency_s": 0.25},
    }
    return Verdict(**values | others)


def completion(text: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@dataclass
class Response:
    body: bytes = field(default_factory=lambda: completion(GOOD))
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    hang_up: bool = False


@dataclass
class Scripted:
    """The server: gives the responses in order, then good ones, and keeps what it was sent."""

    address: str = ""
    responses: list[Response] = field(default_factory=list)
    asked: list[dict] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    stop: Callable[[], None] = lambda: None


@pytest.fixture
def server() -> Iterator[Scripted]:
    scripted = Scripted()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            scripted.asked.append(json.loads(body))
            scripted.headers.append(dict(self.headers))
            scripted.paths.append(self.path)
            response = scripted.responses.pop(0) if scripted.responses else Response()
            time.sleep(response.delay_s)
            if response.hang_up:
                self.close_connection = True
                return
            try:
                self.send_response(response.status)
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(response.body)))
                self.end_headers()
                self.wfile.write(response.body)
            except OSError:  # who asked has gone
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    http_server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http_server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    scripted.address = f"http://127.0.0.1:{http_server.server_port}/v1"

    def stop() -> None:
        if thread.is_alive():
            http_server.shutdown()
            thread.join()
            http_server.server_close()

    scripted.stop = stop
    yield scripted
    stop()
