"""By how much two JSON values differ, and where."""

import math
from collections.abc import Iterator
from typing import Any

from compsparse.comparison.difference import Difference, number_text, relative, size_text
from workflow_engine.counted import counted


def json_difference(before: Any, after: Any) -> Difference:
    """Hold two JSON values against each other, entry by entry."""
    changes = list(_changes(before, after, ""))
    numbers = [change for change in changes if change[3] is not None]
    words = []
    largest = 0.0
    if numbers:
        place, old, new, size = max(numbers, key=lambda change: change[3] or 0.0)
        largest = size or 0.0
        by = size_text(largest)
        words.append(
            f"{counted(len(numbers), 'number')} changed, most {place}: {number_text(old)} -> "
            f"{number_text(new)} ({by})"
        )
    others = [change for change in changes if change[3] is None]
    if others:
        words.append(f"{counted(len(others), 'other value')} changed, first {others[0][0]}")
    return Difference(
        "; ".join(words) or "other text, the same values",
        math.inf if others else largest,
        {"numbers": len(numbers), "others": len(others)},
    )


def _changes(before: Any, after: Any, place: str) -> Iterator[tuple[str, Any, Any, float | None]]:
    """Yield (place, old, new, relative difference) of entries; no difference if not numbers."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            inner = f"{place}.{key}" if place else str(key)
            if key in before and key in after:
                yield from _changes(before[key], after[key], inner)
            else:
                yield inner, before.get(key), after.get(key), None
    elif isinstance(before, list) and isinstance(after, list):
        for i, (old, new) in enumerate(zip(before, after, strict=False)):
            yield from _changes(old, new, f"{place}[{i}]")
        if len(before) != len(after):
            yield f"length of {place or 'the list'}", len(before), len(after), None
    elif _is_number(before) and _is_number(after):
        if before != after:
            yield place or "the value", before, after, relative(float(before), float(after))
    elif before != after or type(before) is not type(after):
        yield place or "the value", before, after, None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
