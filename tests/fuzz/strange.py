"""Values that do not belong where they are put, and changes that put them there."""

import copy
import datetime
import math
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Path = tuple[str | int, ...]

# whole numbers of more than 64 bits are refused where text is read
NUMBERS = [0, 1, -1, 2, 3, 7, 1000, 2**31, 2**53 + 1, 2**63 - 1, -(2**63)]
FLOATS = [0.0, -0.0, 1.0, 0.5, -0.5, 5e-324, 1e-300, 1e300, 1.7e308, math.nan, math.inf, -math.inf]
WORDS = ["", " ", "1e-3", "on", "0.5", "7", "2^8", "8^2", "1", "1^64", "2^64", "2^2000", "9" * 300]
WORDS += ["2^8*", "0^3", "cosine", "custom", "smoke", "../x", "a\0b", "\n", "ü", "\U0001f600", "|"]
WORDS += ["x" * 500, "portable", "factorial", "kind", "a.b", "[", "%s", "{0}", "\ud800", "None"]

leaves = (
    st.none()
    | st.booleans()
    | st.sampled_from(NUMBERS)
    | st.sampled_from(FLOATS)
    | st.sampled_from(WORDS)
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from([datetime.date(2001, 2, 3), datetime.datetime(2001, 2, 3, 4, 5, 6)])
)
keys = st.sampled_from(["kind", "scales", "steps", "runs", "low", "id", "", "ü", "on", "x" * 300])
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)


def places(data: Any, place: Path = ()) -> list[Path]:
    """Return the paths of all values inside ``data``, itself left out."""
    found: list[Path] = [place] if place else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*place, key))
    if isinstance(data, list):
        for number, value in enumerate(data):
            found += places(value, (*place, number))
    return found


def value_at(data: Any, place: Path) -> Any:
    """Return the value at a path."""
    for part in place:
        data = data[part]
    return data


def _twice(holder: Any, key: Any, drawn: Any) -> None:
    holder[key] = [holder[key], copy.deepcopy(holder[key])]


def _delete(holder: Any, key: Any, drawn: Any) -> None:
    del holder[key]


def _replace(holder: Any, key: Any, drawn: Any) -> None:
    holder[key] = drawn


def _empty(holder: Any, key: Any, drawn: Any) -> None:
    holder[key] = type(holder[key])() if isinstance(holder[key], list | dict) else ""


def _add(holder: Any, key: Any, drawn: Any) -> None:
    if isinstance(holder, list):
        holder.insert(key, drawn)
    else:
        holder[f"{key}s"] = drawn


def _repeat(holder: Any, key: Any, drawn: Any) -> None:
    if isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))


def _as_text(holder: Any, key: Any, drawn: Any) -> None:
    holder[key] = str(holder[key])


def _wrap(holder: Any, key: Any, drawn: Any) -> None:
    for _ in range(50):
        holder[key] = [holder[key]]


CHANGES: list[Callable[[Any, Any, Any], None]] = [
    _replace,
    _replace,
    _replace,
    _delete,
    _empty,
    _add,
    _repeat,
    _twice,
    _as_text,
    _wrap,
]


@st.composite
def changed(draw: st.DrawFn, data: Any, most: int = 2) -> tuple[Any, list[Path]]:
    """Return a copy of ``data`` with one or a few changes, and the paths where they are."""
    data, touched = copy.deepcopy(data), []
    for _ in range(draw(st.integers(1, most))):
        everywhere = places(data)
        if not everywhere:
            break
        place = everywhere[draw(st.integers(0, len(everywhere) - 1))]
        change = draw(st.sampled_from(CHANGES))
        change(value_at(data, place[:-1]), place[-1], draw(values))
        touched.append(place)
    return data, touched


@st.composite
def damaged(draw: st.DrawFn, contents: bytes) -> bytes:
    """Return the bytes of a file after an accident or an attack."""
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(contents)))
        kind = draw(st.integers(0, 4))
        if kind == 0:
            contents = contents[:place]
        elif kind == 1:
            contents = contents[:place] + draw(st.binary(max_size=8)) + contents[place + 1 :]
        elif kind == 2:
            length = draw(st.integers(0, 64))
            contents = contents[:place] + contents[place + length :]
        elif kind == 3:
            length = draw(st.integers(0, 64))
            contents = contents[:place] + contents[place : place + length] + contents[place:]
        else:
            word = draw(
                st.sampled_from([b"\0", b"\xff" * 8, b"\x80\x04.", b"\n", b",", b'"', b"["])
            )
            contents = contents[:place] + word + contents[place + len(word) :]
    return contents
