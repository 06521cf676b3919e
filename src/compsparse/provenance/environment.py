"""The environment of a step: Python and the pinned packages that its closure can load.

Versions come from constraints.txt, not from what happens to be installed, so that the digest is the
same on every machine that follows the pins; the runner refuses to run where the installed versions
differ. Build labels (``+cpu``) and the libraries of one kind of device do not count: they stand in
the manifest of a run.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from compsparse.provenance.canonical import digest

# import names that differ from the name of the distribution
_DISTRIBUTIONS = {
    "yaml": "pyyaml",
    "mpl_toolkits": "matplotlib",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
}
# which of these a package wants depends on the build for one device
_DEVICE_LIBRARY = re.compile(r"(nvidia-|cuda-|triton|pytorch-triton)")


class PinError(Exception):
    """A package is not pinned, not installed, or installed in another version than pinned."""


def read_pins(constraints: Path) -> dict[str, str]:
    """Read ``name==version`` lines, environment markers and build labels dropped.

    Raises:
        PinError: the file is missing.
    """
    try:
        lines = constraints.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise PinError(f"{constraints} is missing; take it from git.") from None
    pins: dict[str, str] = {}
    for line in lines:
        requirement = line.partition("#")[0].partition(";")[0].strip()
        name, separator, version = requirement.partition("==")
        if separator:
            pins[canonicalize_name(name.strip())] = version.strip().partition("+")[0]
    return pins


@cache
def _installed(name: str) -> tuple[str, tuple[str, ...]]:
    """Return an installed distribution's version and the distributions that it requires here."""
    try:
        distribution = metadata.distribution(name)
        version, lines = distribution.version, distribution.requires or []
    except metadata.PackageNotFoundError:
        raise PinError(
            f"The package {name} is not installed. Install the environment again: "
            "pip install -c constraints.txt -r requirements.in"
        ) from None
    requirements = [Requirement(line) for line in lines]
    return version.partition("+")[0], tuple(
        canonicalize_name(r.name)
        for r in requirements
        if r.marker is None or r.marker.evaluate({"extra": ""})
    )


def distributions(import_names: Iterable[str]) -> list[str]:
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
        todo.extend(_installed(name)[1])
        found.add(name)
    return sorted(found)


def environment(import_names: Iterable[str], pins: dict[str, str]) -> dict[str, str]:
    """Return ``{"python": "3.11", package: pinned version, ...}``.

    Raises:
        PinError: a package is not installed or not pinned.
    """
    versions = {"python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    for name in distributions(import_names):
        if name not in pins:
            raise PinError(f"{name} is not pinned in constraints.txt; run `make lock`.")
        versions[name] = pins[name]
    return versions


def environment_digest(import_names: Iterable[str], pins: dict[str, str]) -> str:
    """Return the digest of ``environment``."""
    return digest(environment(import_names, pins))


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
                "Install the environment again: pip install -c constraints.txt -r requirements.in"
            )
