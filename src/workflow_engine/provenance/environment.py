"""The environment of a step: Python and the pinned packages that its closure can load.

Versions come from constraints.txt, not from what happens to be installed, so that the digest is the
same on every machine that follows the pins; the runner refuses to run where the installed versions
differ. Build labels (``+cpu``) and the libraries of one kind of device do not count: they stand in
the manifest of a run.

Of Python the minor version counts: 3.12 adds up floats otherwise than 3.11. What the digest would
be under another supported one can be told, so that a reader learns which one made a record.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path

from packaging.markers import InvalidMarker, Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from workflow_engine.provenance.canonical import digest
from workflow_engine.validation.regular_files import NotRegularError, read_text

SUPPORTED_PYTHONS = ("3.11", "3.12", "3.13")
RUNNING_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"

# import names that differ from the name of the distribution
_DISTRIBUTIONS = {
    "yaml": "pyyaml",
    "mpl_toolkits": "matplotlib",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
}
# which of these a package wants depends on the build for one device
_DEVICE_LIBRARY = re.compile(r"(nvidia-|cuda-|triton|pytorch-triton)")
# a marker that holds for nobody who installs a package without extras; most requirements have one
_OF_AN_EXTRA = re.compile(r";(?!.*\bor\b).*\bextra\s*==")


class PinError(Exception):
    """A package is not pinned, not installed, or installed in another version than pinned."""


def read_pins(constraints: Path, python: str = RUNNING_PYTHON) -> dict[str, str]:
    """Read the ``name==version ; marker`` lines that hold under a Python; build labels are dropped.

    Raises:
        PinError: the file is missing or cannot be read, or a marker cannot be.
    """
    try:
        text = read_text(constraints)
    except FileNotFoundError:
        raise PinError(f"{constraints} is missing; take it from git.") from None
    except NotRegularError as error:
        raise PinError(f"{error}; a text file is needed: take it from git.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PinError(f"{constraints} cannot be read ({error}); take it from git.") from None
    return dict(_pins(constraints, text, python))


@lru_cache(maxsize=len(SUPPORTED_PYTHONS))
def _pins(constraints: Path, text: str, python: str) -> dict[str, str]:
    pins: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        pin, _, marker = line.partition("#")[0].partition(";")
        name, separator, version = pin.partition("==")
        if not separator:
            continue
        try:
            holds = not marker.strip() or Marker(marker).evaluate(_markers(python))
        except InvalidMarker:
            raise PinError(
                f"{constraints}, line {number}: {line.strip()!r} has a marker that cannot be read. "
                "Take the file from git, or run `make lock`."
            ) from None
        if holds:
            pins[canonicalize_name(name.strip())] = version.strip().partition("+")[0]
    return pins


def _markers(python: str) -> dict[str, str]:
    """Return what markers are told of a Python beyond what holds for the running one."""
    if python == RUNNING_PYTHON:
        return {"extra": ""}
    return {"extra": "", "python_version": python, "python_full_version": f"{python}.0"}


@cache
def _installed(name: str) -> tuple[str, tuple[Requirement, ...]]:
    """Return an installed distribution's version and what it requires anywhere, without extras."""
    try:
        about = metadata.distribution(name).metadata  # read once: each attribute would read it
        version, lines = about["Version"], about.get_all("Requires-Dist") or []
    except metadata.PackageNotFoundError:
        raise PinError(
            f"The package {name} is not installed. Install the environment again: "
            f"installation/install.sh {sys.executable}"
        ) from None
    return version.partition("+")[0], tuple(
        Requirement(line) for line in lines if not _OF_AN_EXTRA.search(line)
    )


@cache
def _required(name: str, python: str) -> tuple[str, ...]:
    """Return the distributions that an installed one requires under a Python."""
    try:
        requirements = _installed(name)[1]
    except PinError:
        if python == RUNNING_PYTHON:
            raise
        return ()  # wanted by the other Python only
    return tuple(
        canonicalize_name(r.name)
        for r in requirements
        if r.marker is None or r.marker.evaluate(_markers(python))
    )


def distributions(import_names: Iterable[str], python: str = RUNNING_PYTHON) -> list[str]:
    """Return the distributions behind some imports and all that they require, sorted.

    Raises:
        PinError: one of them is not installed.
    """
    found: set[str] = set()
    todo: list[str] = [canonicalize_name(_DISTRIBUTIONS.get(name, name)) for name in import_names]
    while todo:
        name = todo.pop()
        if name in found or _DEVICE_LIBRARY.match(name):
            continue
        todo.extend(_required(name, python))
        found.add(name)
    return sorted(found)


def environment(
    import_names: Iterable[str], pins: dict[str, str], python: str = RUNNING_PYTHON
) -> dict[str, str]:
    """Return ``{"python": "3.11", package: pinned version, ...}``.

    ``pins`` are those of the same Python.

    Raises:
        PinError: a package is not installed or not pinned.
    """
    versions = {"python": python}
    for name in distributions(import_names, python):
        if name not in pins:
            raise PinError(f"{name} is not pinned in constraints.txt; run `make lock`.")
        versions[name] = pins[name]
    return versions


def environment_digest(
    import_names: Iterable[str], pins: dict[str, str], python: str = RUNNING_PYTHON
) -> str:
    """Return the digest of ``environment``."""
    return digest(environment(import_names, pins, python))


def check_installed(import_names: Iterable[str], pins: dict[str, str]) -> None:
    """Refuse an environment that is not the pinned one.

    Raises:
        PinError: naming package, installed and pinned version, and what to do.
    """
    for name in distributions(import_names):
        installed = _installed(name)[0]
        if installed != pins.get(name):
            raise PinError(
                f"{name} {installed} is installed, but constraints.txt pins {pins.get(name)}. "
                f"Install the environment again: installation/install.sh {sys.executable}"
            )
