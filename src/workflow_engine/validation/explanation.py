"""Turn the validator's report into sentences for the person who wrote the file."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

_DIGITS = "Write it without quotes and in digits: 0.001, not 1e-3."
_NUMBER = ("a finite number", _DIGITS)
_TEXT = ("text", "Put it in quotes: YAML reads bare digits, dates and yes/no as something else.")
_MAPPING = ("a mapping of keys to values", "Compare with a file beside it.")

_LONGEST = 200  # characters of a value in a message

# validator's kind of error -> (what is allowed, what to do)
_ADVICE: dict[str, tuple[str, str]] = {
    "float_type": _NUMBER,
    "finite_number": _NUMBER,
    "int_type": ("a whole number", "Write it in digits, without quotes and without a point."),
    "string_type": _TEXT,
    "string_unicode": ("text of whole characters", "Remove the escape that is half of a pair."),
    "invalid_key": _TEXT,
    "model_type": _MAPPING,
    "dict_type": _MAPPING,
    "list_type": ("a list", "Begin each of its lines with a dash."),
}


def explain(error: ValidationError, source: str, data: object, model: type[BaseModel]) -> str:
    """Return one line per problem: source, place, value, what is allowed, what to do."""
    return "\n".join(f"{source}: {_sentence(detail, data, model)}" for detail in error.errors())


def shown(value: object) -> str:
    """Return a value as a message shows it: the two ends of what would fill the terminal."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:150]} ... {text[-40:]}"


def unknown_key(key: str, owner: str, allowed: Iterable[str]) -> str:
    """Return the sentence for a key that nothing reads."""
    names = sorted(allowed)
    close = difflib.get_close_matches(key, names, n=1)
    remedy = f"Did you mean {close[0]!r}?" if close else "Correct its spelling or remove it."
    listed = ", ".join(names) or "none"
    return f"unknown key {shown(key)} in {owner or 'the top level'}; allowed: {listed}. {remedy}"


def _sentence(detail: ErrorDetails, data: object, model: type[BaseModel]) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "value_error":  # raised by our own rules, which speak in full sentences
        where = _place(detail["loc"], data)
        return f"{where}: {context['error']}" if where else str(context["error"])
    if kind in {"extra_forbidden", "missing"}:
        owner, key = _place(detail["loc"][:-1], data), str(detail["loc"][-1])
        keys = _keys(model, detail["loc"][:-1])
        if kind == "extra_forbidden":
            return unknown_key(key, owner, keys)
        listed = ", ".join(keys)
        return f"missing key {key!r} in {owner or 'the top level'}; allowed: {listed}. Add it."
    place = _place(detail["loc"], data) or "the top level"
    allowed, remedy = _ADVICE.get(
        kind, (detail["msg"].removeprefix("Input should be "), "Correct the value.")
    )
    if kind == "union_tag_invalid":
        allowed, remedy = (
            context["expected_tags"],
            f"Choose one of these as {context['discriminator']}.",
        )
    if kind == "literal_error":
        allowed, remedy = context["expected"], "Choose one of these."
    if kind == "string_pattern_mismatch":
        allowed = f"text that matches {context['pattern']}"
    return f"{place} has the value {shown(detail['input'])}; allowed: {allowed}. {remedy}"


def _place(location: tuple[int | str, ...], data: object) -> str:
    """Return a path like ``claims[2] (its id).accept.low``; ids spare the reader the counting."""
    place, here = "", data
    for part in location:
        if isinstance(part, int):
            place += f"[{part}]"
            here = here[part] if isinstance(here, list) and part < len(here) else None
            if isinstance(here, Mapping) and isinstance(here.get("id"), str):
                place += f" ({here['id']})"
        else:
            place += f".{part}" if place else part
            here = here.get(part) if isinstance(here, Mapping) else None
    return place


def _keys(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """Return the keys that the model at ``location`` inside ``model`` knows."""
    here: Any = model
    for part in location:
        fields = getattr(here, "model_fields", None)
        if fields is not None and part in fields:
            here = fields[str(part)].annotation
        elif fields is None:
            # list[Item], dict[str, Item], Tagged | Union: take the fitting or the last item
            items = [a for a in get_args(here) if hasattr(a, "model_fields")] or get_args(here)
            here = next((a for a in items if _has_tag(a, part)), items[-1])
    return list(here.model_fields)


def _has_tag(model: Any, tag: int | str) -> bool:
    fields = getattr(model, "model_fields", {})
    return any(tag in get_args(field.annotation) for field in fields.values())
