"""The plan of a run, remembered by the bytes of all that decides it.

A plan is a pure function of params.yaml, the overlays of scales and worlds, the command line and
the package's own code. To compute it, the settings of all studies are loaded and checked, and their
plans made at other root seeds and in other worlds too: half of the time of a dry run that finds
nothing to do. The memory cannot speak of other bytes than those that were read. A damaged memory
costs time, nothing else. Whoever must believe nothing (jobs, audits) plans anew.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from workflow_engine.configuration.load import OVERLAYS, Configuration
from workflow_engine.configuration.model import Carry
from workflow_engine.configuration.output_folder import output_folder
from workflow_engine.configuration.worlds import worlds_file
from workflow_engine.provenance.canonical import canonical
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.memory import hash_named
from workflow_engine.provenance.project import Project
from workflow_engine.validation.regular_files import read_regular

Planned = tuple[Configuration, dict[str, Job]]
_KEPT = 4  # plans: of a dry run and a run, at two scales
_MODELS = ("settings", "repeated", "worlds")  # are not remembered; who needs them loads them


def remembered(
    project: Project, package: str | None, overrides: Mapping[str, Any], make: Callable[[], Planned]
) -> Planned:
    """Return what ``make`` returns, from the memory where nothing behind it has changed.

    ``package`` stands for the bytes of the package (see ``memory.package_key``).

    A remembered configuration has neither settings nor worlds.

    Raises:
        ConfigurationError: the output folder that was asked for cannot be one.
    """
    if package is None:
        return make()
    try:
        path = project.plans_memory / f"{_key(project, package, overrides)}.json"
    except (OSError, TypeError, ValueError):
        return make()  # what is wrong with a file is said where it is read
    with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
        found = _read(path)
        if "out" in overrides:  # the folder itself is looked at each time
            asked = output_folder(project.root, overrides["out"])
            found = (replace(found[0], out=asked), found[1])
        return found
    made = make()
    with suppress(OSError):  # a memory is not worth a failed run
        _write(path, made)
    return made


def _key(project: Project, package: str, overrides: Mapping[str, Any]) -> str:
    """Return the sha256 of all that decides the plan."""
    found = hashlib.sha256(canonical([package, dict(overrides)]).encode())
    for path in _parameters(project):
        hash_named(found, project, path)
    return found.hexdigest()


def _parameters(project: Project) -> Iterator[Path]:
    yield project.params
    for folder in (OVERLAYS, str(Path(worlds_file("any")).parent)):
        yield from sorted((project.root / folder).glob("*.yaml"))


def _read(path: Path) -> Planned:
    check, _, text = read_regular(path).partition(b"\n")
    if hashlib.sha256(text).hexdigest().encode() != check:
        raise ValueError("the memory is damaged")
    content = json.loads(text)
    known = content["configuration"]
    for name in ("studies", "pass_environment"):
        known[name] = tuple(known[name])
    known["other_seeds"] = {study: tuple(seeds) for study, seeds in known["other_seeds"].items()}
    known |= {"out": Path(known["out"]), "settings": {}, "carry": Carry(**known["carry"])}
    configuration = Configuration(**known)
    jobs = [Job(**job) for job in content["jobs"]]
    return configuration, {job.record_path: job for job in jobs}


def _write(path: Path, made: Planned) -> None:
    configuration, jobs = made
    known = {
        item.name: getattr(configuration, item.name)
        for item in fields(configuration)
        if item.name not in _MODELS
    }
    content = {
        "configuration": known
        | {"out": str(configuration.out), "carry": configuration.carry.model_dump()},
        "jobs": [job.as_json() | {"patterns": job.patterns} for job in jobs.values()],
    }
    text = json.dumps(content).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_bytes(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
    temporary.replace(path)
    kept = sorted(path.parent.glob("*.json"), key=lambda item: item.stat().st_mtime, reverse=True)
    for old in kept[_KEPT:]:
        old.unlink(missing_ok=True)
