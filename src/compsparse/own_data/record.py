"""The record of an answer: which file, code, environment and seed made it; audit and trace read it.

It lies beside the outputs and names all files relative to its own folder, so that a folder may be
moved or given away whole.
"""

import importlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from compsparse.own_data.outputs import RECORD
from compsparse.own_data.question import QUESTIONS
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.counted import counted
from workflow_engine.house import source_folder
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.closure import Sources
from workflow_engine.provenance.environment import environment_digest, read_pins
from workflow_engine.provenance.hashes import regular_sha256
from workflow_engine.validation.printable import printable

_KIND = "an answer of compsparse to a file of the user's"
_ROOTS = ("workflow_engine.numerics", "workflow_engine.artifacts.pictures")
_KEYS = {
    *("kind", "format", "study", "file", "options", "root_seed", "code", "environment"),
    *("outputs", "answer", "sha256"),
}


@dataclass(frozen=True)
class OwnRecord:
    """A record that was read.

    Attributes:
        path: of its file.
        content: as it stands there.
    """

    path: Path
    content: Mapping[str, Any]

    @property
    def outputs(self) -> dict[Path, str]:
        """The sha256 of each output."""
        return {self.path.parent / name: sha for name, sha in self.content["outputs"].items()}

    @property
    def source(self) -> Path:
        """The user's file."""
        return self.path.parent / str(self.content["file"]["path"])

    @cached_property
    def faults(self) -> list[str]:
        """Why the answer cannot be vouched for; empty where it can."""
        return list(self._faults())

    def _faults(self) -> Iterator[str]:
        content = {key: value for key, value in self.content.items() if key != "sha256"}
        if digest(content) != self.content["sha256"]:
            yield "the record was changed"
            return  # and says nothing that can be relied on
        for path, sha in {**self.outputs, self.source: self.content["file"]["sha256"]}.items():
            found = regular_sha256(path, through_links=path == self.source)
            if found != sha:
                what = "is not there" if found is None else "was changed since"
                yield f"{printable(os.path.relpath(path, self.path.parent))} {what}"
        code, environment = _digests(str(self.content["study"]))
        if code != self.content["code"]:
            yield "the code that answers has changed"
        if environment != self.content["environment"]:
            yield "Python or the pinned packages have changed"

    def as_json(self) -> dict[str, Any]:
        """Return record and faults for programs."""
        return {"record": str(self.path), **self.content, "faults": self.faults}

    def audit_lines(self) -> Iterator[str]:
        """Yield what the audit says."""
        if not self.faults:
            files = counted(len(self.outputs), "output")
            yield f"{printable(self.path)}: holds: the file, {files}, code and environment"
        for fault in self.faults:
            yield f"{printable(self.path)}: {fault}"
        if self.faults:
            yield "Ask the same question again with --force."

    def trace_lines(self) -> Iterator[str]:
        """Yield the chain from the outputs down to the user's file and the seed."""
        content, file = self.content, self.content["file"]
        for name, sha in content["outputs"].items():
            yield f"{printable(name)}  sha256 {sha}"
        code, environment = content["code"][:12], content["environment"][:12]
        yield f"  answered by {content['study']}, code {code}, environment {environment}"
        yield f"  options {json.dumps(content['options'])}, root seed {content['root_seed']}"
        yield f"  from {printable(file['path'])}  sha256 {file['sha256']}"
        yield from (f"  fault: {fault}" for fault in self.faults)


def module(study: str) -> str:
    """Return the name of the module with a study's question."""
    return f"compsparse.studies.{study}.own_data"


def make_record(
    path: Path,
    study: str,
    source: Path,
    source_sha256: str,
    options: Mapping[str, Any],
    root_seed: int,
    outputs: Mapping[Path, str],
    answer: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the record of an answer.

    Args:
        path: where the record is going to lie.
        study: whose question it was.
        source: the user's file.
        source_sha256: of the bytes that were read.
        options: of the question, as they decided the answer.
        root_seed: of all random draws.
        outputs: sha256 of each file that was written.
        answer: for programs.
    """
    code, environment = _digests(study)
    content = {
        "kind": _KIND,
        "format": 1,
        "study": study,
        "file": {"path": os.path.relpath(source, path.parent), "sha256": source_sha256},
        "options": dict(options),
        "root_seed": root_seed,
        "code": code,
        "environment": environment,
        "outputs": {os.path.relpath(place, path.parent): sha for place, sha in outputs.items()},
        "answer": dict(answer),
    }
    return {**content, "sha256": digest(content)}


def find_record(path: Path) -> OwnRecord | None:
    """Return the record that a path is, or that vouches for the file or folder that it is."""
    for place in (path, path / RECORD, path.with_name(f"{path.name}.json"), path.parent / RECORD):
        found = _read(place) if place.is_file() else None
        if found is not None and (place in (path, path / RECORD) or path in found.outputs):
            return found
    return None


def _read(path: Path) -> OwnRecord | None:
    if path.suffix != ".json":
        return None
    try:
        content = read_json(path)
    except ArtifactError:
        return None
    if not isinstance(content, dict) or content.keys() != _KEYS or content["kind"] != _KIND:
        return None
    nested = all(isinstance(content[key], dict) for key in ("file", "outputs"))
    return OwnRecord(path, content) if nested and content["study"] in QUESTIONS else None


def _digests(study: str) -> tuple[str, str]:
    """Return the digests of the code that answers and of the packages that it can load."""
    root = source_folder()
    sources = Sources(root)
    runs = importlib.import_module(module(study)).QUESTION.runs
    modules = sources.closure(module(study), *_ROOTS, *runs)
    pins = read_pins(root.parent / "constraints.txt")
    return sources.code_digest(modules), environment_digest(sources.third_party(modules), pins)
