"""Whose house this is: the package beside this one that holds the studies.

The engine names modules of it as text and imports none: study plans, the judge, and the steps that
are done on request.
"""

from functools import cache
from pathlib import Path


@cache
def package() -> str:
    """Return the name of the package with the folder ``studies``.

    Raises:
        LookupError: there is none, or more than one.
    """
    found = [folder.name for folder in source_folder().iterdir() if (folder / "studies").is_dir()]
    if len(found) != 1:
        raise LookupError(
            f"{source_folder()} has {len(found)} packages with a folder `studies`; allowed: one."
        )
    return found[0]


def source_folder() -> Path:
    """Return the folder that this package lies in, ``src`` of its project."""
    return Path(__file__).resolve().parents[1]
