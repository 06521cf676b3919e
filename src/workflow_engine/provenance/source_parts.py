"""A source of a job: a file that people keep, or one entry of a YAML file.

``workflow/claims/tickets.yaml#results.law`` is what stands under ``law`` under ``results``. A job
that reads one entry is stale when that entry changes, and not when its neighbours do.
"""

import re
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import yaml

from workflow_engine.provenance.canonical import digest
from workflow_engine.validation.regular_files import NotRegularError, read_text

# a path of the user's may have the mark as well, but hardly after these letters
_PART = re.compile(r"(?P<file>.+\.yaml)#(?P<keys>[a-z0-9_]+(?:\.[a-z0-9_]+)*)")


def part(file: str, *keys: str) -> str:
    """Return the source that is the entry of a file under some keys."""
    return f"{file}#{'.'.join(keys)}"


def is_part(source: str) -> bool:
    """Say whether a source is an entry of a file, not the whole file."""
    return _PART.fullmatch(source) is not None


def file_of(source: str) -> str:
    """Return the file of a source."""
    found = _PART.fullmatch(source)
    return found["file"] if found else source


def read_parts(path: Path) -> Any:
    """Return all of a file that has entries.

    Words are not checked, which takes twenty times as long: whoever reads the whole file does that.

    Raises:
        LookupError: the file cannot be read as YAML.
    """
    try:
        return yaml.load(read_text(path), yaml.CSafeLoader)
    except (OSError, NotRegularError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LookupError(f"{path} is no readable YAML ({error})") from None


def entry(source: str, content: Any) -> Any:
    """Return the entry that a source names, of the content of its file.

    Raises:
        LookupError: there is none.
    """
    found = _PART.fullmatch(source)
    if found is None:
        raise LookupError(f"{source} names no entry of a file")
    return reduce(_under, found["keys"].split("."), content)


def entry_digest(source: str, content: Any) -> str | None:
    """Return the digest of an entry; None where there is none, or nothing that JSON could hold."""
    try:
        return digest(entry(source, content))
    except (LookupError, TypeError, ValueError):
        return None


def _under(value: Any, key: str) -> Any:
    if not isinstance(value, Mapping) or key not in value:
        raise LookupError(f"there is no entry {key!r}")
    return value[key]
