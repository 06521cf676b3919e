"""The files that say what is installed agree with each other."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from locked_requirements import read
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from workflow_engine.provenance.environment import _DEVICE_LIBRARY, read_pins

ROOT = Path(__file__).resolve().parents[2]
LOCKED = read(ROOT / "installation/requirements.lock")
BUILDS = read(ROOT / "installation/torch.lock")
NAMES = ("requirements", "torch", "tools", "site", "crate")
LOCKS = tuple(f"installation/{name}.lock" for name in NAMES)
BOM, INSTALL = "installation/sbom.cdx.json", "installation/install.sh"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MINORS = ("3.11", "3.12", "3.13")


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes_and_one_version_for_all(name: str) -> None:
    locked = read(ROOT / name)
    assert locked
    assert [one.name for one in locked if not one.hashes] == []
    assert [one.name for one in locked if len(set(one.hashes)) != len(one.hashes)] == []
    # one line each: the digest of an environment knows one version of a package
    assert sorted({one.name for one in locked}) == sorted(one.name for one in locked)


def test_the_two_locks_are_the_constraints() -> None:
    def rows(locked: list) -> set:
        return {(one.name, one.version, str(one.marker)) for one in locked}

    constraints = read(ROOT / "constraints.txt")
    # a line holds where its marker does, so here some may not
    pins = {one.name: one.version.partition("+")[0] for one in constraints}
    assert read_pins(ROOT / "constraints.txt").items() <= pins.items()
    assert rows(constraints) == rows(LOCKED) | rows(BUILDS)
    assert rows(LOCKED) & rows(BUILDS) == set()


def test_only_torch_and_what_some_of_its_builds_want_is_locked_apart() -> None:
    assert {one.name for one in BUILDS if not _DEVICE_LIBRARY.match(one.name)} == {"torch"}
    assert [one.name for one in LOCKED if _DEVICE_LIBRARY.match(one.name)] == []


def test_every_direct_requirement_is_pinned_as_it_asks() -> None:
    lines = (ROOT / "requirements.in").read_text().splitlines()
    needed = [Requirement(text) for line in lines if (text := line.partition("#")[0].strip())]
    pins = read_pins(ROOT / "constraints.txt")
    assert [r.name for r in needed if pins.get(canonicalize_name(r.name)) is None] == []
    assert [
        r.name for r in needed if not r.specifier.contains(pins[canonicalize_name(r.name)])
    ] == []
    assert [r.name for r in needed if r.url] == []


def test_the_project_is_built_by_the_locked_backend() -> None:
    pins = read_pins(ROOT / "constraints.txt")
    assert PYPROJECT["build-system"]["requires"] == [f"setuptools=={pins['setuptools']}"]


@pytest.mark.parametrize("minor", MINORS)
def test_no_locked_package_is_meant_for_some_minors_only(minor: str) -> None:
    supported = SpecifierSet(PYPROJECT["project"]["requires-python"])
    assert f"{minor}.0" in supported
    python = {"python_version": minor, "python_full_version": f"{minor}.0"}
    here = {one.name for one in LOCKED if one.applies}
    then = {one.name for one in LOCKED if one.marker is None or one.marker.evaluate(python)}
    assert then == here


def test_all_name_the_same_pythons() -> None:
    supported = SpecifierSet(PYPROJECT["project"]["requires-python"])
    assert "3.10.99" not in supported and "3.14.0" not in supported
    assert (
        "(3, 11) <= sys.version_info[:2] <= (3, 13)"
        in (ROOT / "installation" / "find_python.sh").read_text()
    )
    # what the code may use is what the oldest has
    assert PYPROJECT["tool"]["mypy"]["python_version"] == MINORS[0]
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py311"


def test_conda_makes_the_interpreter_of_the_committed_results_and_pip_the_rest() -> None:
    dependencies = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    assert dependencies == ["python=3.11", "pip", "git", "make"]


@pytest.mark.parametrize("name", [*LOCKS, "constraints.txt", "requirements.in", BOM, INSTALL])
def test_no_file_names_an_index(name: str) -> None:
    text = (ROOT / name).read_text()
    text = text.replace('"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json"', "")
    assert re.findall(r"https?://|file://|--(?:extra-)?index-url|--find-links", text) == []


def test_the_bill_of_materials_is_what_is_locked() -> None:
    bom = json.loads((ROOT / BOM).read_text())
    assert (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.6")
    components = {
        (part["name"], part["version"]): sorted(
            entry["content"]
            for reference in part.get("externalReferences", [])
            for entry in reference["hashes"]
        )
        for part in bom["components"]
    }
    assert len(components) == len(bom["components"])
    locked = {(one.name, one.version): sorted(one.hashes) for one in LOCKED}
    assert components == locked | {(one.name, one.version): [] for one in BUILDS}
    marked = {
        part["name"]
        for part in bom["components"]
        if {"name": "compsparse:integrity", "value": "unverified"} in part.get("properties", [])
    }
    assert marked == {one.name for one in BUILDS}


def test_the_bill_of_materials_is_the_same_each_time_it_is_made() -> None:
    bom = json.loads((ROOT / BOM).read_text())
    assert "serialNumber" not in bom
    assert "timestamp" not in bom["metadata"]
