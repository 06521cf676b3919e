"""Text from outside (names of files, words of a record) as part of one line of output.

A name may hold a line end, a sequence that moves the cursor, or a mark that turns the direction of
writing: printed as it is, it could forge a line that says "all hold". A name that is not UTF-8
cannot be printed at all.
"""

import json
from typing import Any


def printable(text: object) -> str:
    r"""Return text in which every character that does not print as itself is escaped.

    These are control characters, line and paragraph separators, marks of direction, spaces other
    than the plain one, and the halves of pairs that stand for undecodable bytes: ``\n``,
    ``\u2028``, ``\udcff``.
    """
    characters = str(text)
    if characters.isprintable():
        return characters
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in characters)


def printable_lines(text: object) -> str:
    """Return text of several lines of ours, in which nothing else is left to escape.

    All lines but the first are indented, so that a line end that came with a name begins no line
    that could be taken for another message.
    """
    first, *others = str(text).split("\n")
    indented = (line if line.startswith("  ") else f"  {line}" for line in others)
    return "\n".join(printable(line) for line in (first, *indented))


def json_text(value: Any) -> str:
    """Return a JSON value, indented, for other programs: all of them can read it.

    JSON may escape any character but half of a pair, which only some readers take; names that are
    not UTF-8 hold such halves.
    """
    return json.dumps(_whole(value), indent=2)


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value
