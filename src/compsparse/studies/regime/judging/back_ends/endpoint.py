"""The server that is asked, and the key for it: both come from environment variables only.

The key stands in no message, no text form of an object and no file. It goes to one address, over
https, or to a server on this machine; redirects are not followed, so it goes nowhere else.
"""

import contextlib
import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from compsparse.studies.regime.judging.back_ends.stopped import NotConfiguredError
from workflow_engine.validation.printable import printable

_LOCAL = ("localhost", "127.0.0.1", "::1")
_LONGEST_ANSWER = 1 << 20  # bytes
_SHOWN = 200  # characters of a server's own words


class AnswerTooLongError(http.client.HTTPException):
    """The server sends more than any verdict needs."""


@dataclass(frozen=True)
class Reply:
    """What the server sent back."""

    status: int
    retry_after: str | None
    body: bytes
    latency_s: float


class Endpoint:
    """A server for chat completions that is compatible with OpenAI's."""

    def __init__(self, address: str, key: str) -> None:
        """Take an address such as https://HOST/v1, and the key.

        Raises:
            NotConfiguredError: the address is neither https nor of this machine, or holds a name
                or a password; or the key cannot be sent. Neither is shown.
        """
        self._key = _checked_key(key)
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise NotConfiguredError("The judge's address is no address of the web.") from None
        self.host = parts.hostname or ""
        local = self.host in _LOCAL
        if not self.host or parts.scheme not in ("https", "http"):
            raise NotConfiguredError(
                "The judge's address must look like https://HOST/v1 or http://localhost:PORT/v1."
            )
        if parts.scheme == "http" and not local:
            raise NotConfiguredError(
                f"The judge's address leads to {printable(self.host)} over http, where anyone on "
                "the way can read the key. Use https; http is for localhost only."
            )
        if parts.username is not None or parts.query or parts.fragment:
            raise NotConfiguredError(
                "The judge's address holds a user, a query or a fragment; give the plain address "
                "and put the key into its own variable."
            )
        self._secure = parts.scheme == "https"
        self._port = port
        self._path = parts.path.rstrip("/") + "/chat/completions"
        if not _visible_ascii(self.host + self._path):
            raise NotConfiguredError("The judge's address holds spaces or non-ASCII characters.")

    def __repr__(self) -> str:
        return f"Endpoint({self.host!r}, key hidden)"

    def post(self, body: bytes, timeout_s: float) -> Reply:
        """Send one question (JSON) and return the reply, within ``timeout_s`` seconds in all.

        Raises:
            OSError: the server cannot be reached, or takes too long (TimeoutError).
            http.client.HTTPException: what it sends is not HTTP, or too long.
        """
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self.host, self._port, timeout=timeout_s)
        started = time.monotonic()
        try:
            headers = {
                "Authorization": f"Bearer {self._key}",
                "Content-Type": "application/json",
                "Accept": "application/json",
            }
            # a server may refuse before it has read everything: then its reply is there already
            with contextlib.suppress(BrokenPipeError):
                connection.request("POST", self._path, body, headers)
            with connection.getresponse() as response:
                content = _read(response, started + timeout_s)
                latency = time.monotonic() - started
                waiting = response.getheader("Retry-After")
                return Reply(response.status, waiting, content, latency)
        finally:
            connection.close()

    def without_key(self, text: object) -> str:
        """Return text of the server or about it on one line, without the key, and not long."""
        plain = str(text)
        for form in (self._key, json.dumps(self._key)[1:-1], self._key.replace("/", "\\/")):
            plain = plain.replace(form, "[key]")
        return printable(plain)[:_SHOWN]


def endpoint_from(
    environment: Mapping[str, str], address_variable: str, key_variable: str
) -> Endpoint:
    """Return the endpoint that two environment variables name, or raise NotConfiguredError."""
    missing = [name for name in (address_variable, key_variable) if not environment.get(name)]
    if missing:
        raise NotConfiguredError(
            f"The environment variable {' and '.join(missing)} is not set, so no model can be "
            "asked. Set it (jobs see it where params.yaml names it in pass_environment), or use "
            "the offline judge or recorded verdicts, which need no key."
        )
    try:
        return Endpoint(environment[address_variable], environment[key_variable])
    except NotConfiguredError as error:
        names = f"{address_variable} and {key_variable}"
        raise NotConfiguredError(f"{error} (from the environment variables {names})") from None


def _checked_key(key: str) -> str:
    if not key or not _visible_ascii(key):
        raise NotConfiguredError(
            f"The judge's key ({len(key)} characters) is empty or holds a space, a line end or a "
            "non-ASCII character; set it again without these."
        )
    return key


def _visible_ascii(text: str) -> bool:
    return all("!" <= character <= "~" for character in text)


def _read(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """Return the body; a server that sends a byte now and then does not hold us for ever."""
    parts: list[bytes] = []
    length = 0
    while part := response.read1(1 << 16):
        parts.append(part)
        length += len(part)
        if length > _LONGEST_ANSWER:
            raise AnswerTooLongError(f"The answer is longer than {_LONGEST_ANSWER} bytes.")
        if time.monotonic() > deadline:
            raise TimeoutError("The answer takes too long.")
    return b"".join(parts)
