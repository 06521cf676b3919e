"""Values for one run: ``--config set="factorial.single_pass.train.steps=100"``.

Several assignments stand in one text, since Snakemake keeps only the last of repeated keys: with
spaces, commas or semicolons between them. Values are YAML, as in params.yaml, and replace what
stands there at the run's scale.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import yaml

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.printable import printable
from workflow_engine.validation.strict_yaml import parse_yaml

ORIGIN = "--config set"
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
_PLAIN = re.compile(r"[A-Za-z0-9_.]+")  # what a folder's name can hold as it is
_LONGEST = 80  # characters of a folder's name
_BETWEEN = " \t\n,;"
_PAIRS = {"[": "]", "{": "}"}
_EXAMPLE = 'set="factorial.single_pass.train.steps=100 emergence.law.order=[3,4]"'
_OWN_KEYS = {"scale", "root_seed", "out"}


def assignments(asked: object) -> dict[str, Any]:
    """Return what is set: a value for each key with dots.

    Args:
        asked: the text of the command line, or the mapping that the mark of an output root holds.

    Raises:
        ConfigurationError: not of the form KEY=VALUE, a value that is no YAML, a key twice.
    """
    if isinstance(asked, Mapping):
        return dict(asked)
    if not isinstance(asked, str) or not asked.strip():
        raise ConfigurationError(
            f"{ORIGIN}: the value is {shown(asked)}; allowed: assignments such as {_EXAMPLE}. "
            "Snakemake reads some texts as something else: put quotes around the values in it "
            "that hold ': ' or ' #'."
        )
    found: dict[str, Any] = {}
    for part in _parts(asked):
        key, separator, text = part.partition("=")
        if not separator or not _KEY.fullmatch(key):
            raise ConfigurationError(
                f"{ORIGIN}: {shown(part)} is not of the form KEY=VALUE. Allowed: assignments with "
                f"spaces between them and none around =, such as {_EXAMPLE}. Correct it."
            )
        if key in found:
            raise ConfigurationError(f"{ORIGIN}: the key {key!r} is given twice; keep one.")
        _check_key(key)
        found[key] = _value(key, text)
    for key in found:
        above = next((other for other in found if key.startswith(f"{other}.")), None)
        if above is not None:
            raise ConfigurationError(
                f"{ORIGIN}: {key!r} lies in {above!r}, which is set as a whole; keep one."
            )
    return dict(sorted(found.items()))


def _check_key(key: str) -> None:
    names = key.split(".")
    if key in _OWN_KEYS:
        raise ConfigurationError(
            f"{ORIGIN}: {key} has its own option. Write --config {key}=... next to set."
        )
    if names[1:2] == ["scales"]:
        value = ".".join([names[0], *names[3:]])
        raise ConfigurationError(
            f"{ORIGIN}: {key!r} names the overlay of a scale; set applies at the run's own scale. "
            f"Set {value!r}, with scale=... if the run is to have another scale."
        )


def _parts(text: str) -> list[str]:
    """Divide a text at spaces, commas and semicolons that stand in no bracket and no quotes."""
    parts, expected, quote = [""], "", ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in _PAIRS:
            expected += _PAIRS[sign]
        elif expected and sign == expected[-1]:
            expected = expected[:-1]
        elif not expected and sign in _BETWEEN:
            parts.append("")
            continue
        parts[-1] += sign
    parts[-1] += quote  # Snakemake takes off quotes at the end of the whole text
    return [part for part in parts if part]


def _value(key: str, text: str) -> Any:
    if not text.strip():
        raise ConfigurationError(f"{ORIGIN}: {key} has no value; write null where none is meant.")
    try:
        return parse_yaml(text, f"{ORIGIN}: {key}")
    except InvalidFileError as error:
        reason = " ".join(printable(str(error)).split())
        raise ConfigurationError(
            f"{ORIGIN}: {key} has the value {shown(text)}, which is not valid YAML ({reason})."
        ) from None


def laid_over(content: Mapping[str, Any], assigned: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested values with what is set in them; what no model knows is the models' matter.

    Raises:
        ConfigurationError: a key leads through a value that is no mapping.
    """
    merged = dict(content)
    for key, value in assigned.items():
        here = merged
        *above, last = key.split(".")
        for depth, name in enumerate(above):
            inner = here.get(name, {})
            if not isinstance(inner, Mapping):
                place = ".".join(above[: depth + 1])
                raise ConfigurationError(
                    f"{ORIGIN}: {key!r} leads through {place}, which has the value {shown(inner)} "
                    f"and no keys. Set {place} as a whole."
                )
            here[name] = dict(inner)
            here = here[name]
        here[last] = value
    return merged


def folder_name(assigned: Mapping[str, Any]) -> str:
    """Return what is set as a part of a folder's name: what can stand there, and a digest."""
    texts = {key: _word(value) or _json(value) for key, value in assigned.items()}
    name = "-".join(
        f"{key}={''.join(re.findall(r'[A-Za-z0-9_.]+|,', text)).replace(',', '_')}"
        for key, text in texts.items()
    )
    if len(name) <= _LONGEST and all(_PLAIN.fullmatch(text) for text in texts.values()):
        return name
    suffix = hashlib.sha256(as_text(assigned).encode()).hexdigest()[:8]
    return f"{name[:_LONGEST].rstrip('-=_.')}-{suffix}"


def _word(value: Any) -> str | None:
    """Return a value that is a plain word, which YAML reads as itself; None for all others."""
    word = isinstance(value, str) and _PLAIN.fullmatch(value) and yaml.safe_load(value) == value
    return value if word else None


def as_text(assigned: Mapping[str, Any]) -> str:
    """Return what is set as one text that ``assignments`` reads back.

    Snakemake's YAML takes it for itself: it begins with a key, ends with no quote, and no space
    stands in a value, so there is no ': ' and no ' #' in it.
    """
    return " ".join(f"{key}={_json(value)};" for key, value in assigned.items())


def as_config(assigned: Mapping[str, Any]) -> list[str]:
    """Return what is set as words behind ``--config``: none where nothing is."""
    return [f"set={as_text(assigned)}"] if assigned else []


# a number with a power; texts are passed over
_POWER = re.compile(r'"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?e[+-]\d+)')


def _json(value: Any) -> str:
    # ASCII without spaces; those in texts are written as escapes
    text = json.dumps(value, separators=(",", ":"), sort_keys=True).replace(" ", r"\u0020")
    # 1e-06 is a number to some readers of YAML and a text to others
    return _POWER.sub(lambda found: plain_digits(found[1]) if found[1] else found[0], text)


def plain_digits(number: str) -> str:
    """Return a number without a power of ten, with a point."""
    digits = f"{Decimal(number):f}"
    return digits if "." in digits else f"{digits}.0"
