"""A job: one step applied to one set of wildcards, as a plain value."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workflow_engine.provenance.canonical import canonical

_WILDCARD = re.compile(r"[A-Za-z0-9_-]+")
_ON_REQUEST = frozenset({"replicate", "worlds"})
Paths = str | list[str]


def job_name(step: str, wildcards: Mapping[str, str]) -> str:
    """Return a step and the values of its wildcards, which stand in the order of their names.

    Not in the order of the mapping: a job that was read back from JSON must have the same name.
    """
    return f"{step}/{'.'.join(wildcards[name] for name in sorted(wildcards)) or 'all'}"


def filled(patterns: Mapping[str, str], wildcards: Mapping[str, str]) -> dict[str, str]:
    """Return paths: patterns with the values of the wildcards that stand in them in braces."""
    return {name: pattern.format(**wildcards) for name, pattern in patterns.items()}


@dataclass(frozen=True)
class Job:
    """Everything that decides the bytes of a job's outputs, apart from code and environment.

    Paths of ``inputs`` and ``outputs`` are relative to the output root (``results/``), those of
    ``sources`` to the project's root. ``params`` holds plain JSON values. ``runs`` names modules
    of steps that the job runs by a Snakemake of its own, and of those that write their files: their
    code decides the bytes too. ``patterns`` give the outputs' paths with wildcards in braces: jobs
    with the same ones share a rule. They stand in no record, since the outputs follow from them.
    """

    study: str
    step: str
    module: str
    wildcards: dict[str, str]
    params: dict[str, Any]
    outputs: dict[str, str]
    inputs: dict[str, Paths] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    numerics: str = "portable"
    runs: list[str] = field(default_factory=list)
    patterns: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in self.wildcards.items():
            if not _WILDCARD.fullmatch(value):
                raise ValueError(
                    f"{self.study}/{self.step}: wildcard {name} is {value!r}; only letters, "
                    "digits, '_' and '-' are allowed, since it becomes part of a file name."
                )
        if not self.outputs:
            raise ValueError(f"{self.study}/{self.step}: a job without outputs proves nothing.")
        if self.patterns and filled(self.patterns, self.wildcards) != self.outputs:
            raise ValueError(f"{self.study}/{self.name}: its patterns do not give its outputs.")

    @property
    def name(self) -> str:
        """The job's name within its study, for example ``train/2pow12.single_pass``."""
        return job_name(self.step, self.wildcards)

    @property
    def record_path(self) -> str:
        """Where the job's record lies, relative to the output root."""
        return f"{self.study}/provenance/{self.name}.json"

    @property
    def input_paths(self) -> list[str]:
        """All inputs in the order of their names."""
        return [p for v in self.inputs.values() for p in ([v] if isinstance(v, str) else v)]

    @property
    def on_request(self) -> bool:
        """Say whether the job is done only when its own target is asked for, never by default."""
        return self.step in _ON_REQUEST

    def as_json(self) -> dict[str, Any]:
        """Return the job as a JSON value; ``runs`` is left out where it is empty, as mostly."""
        kept = {key: value for key, value in vars(self).items() if key != "patterns"}
        return {key: value for key, value in kept.items() if key != "runs" or value}

    def to_json(self) -> str:
        """Return the job as one canonical line."""
        return canonical(self.as_json())

    @classmethod
    def from_json(cls, text: str) -> "Job":
        """Read a job back from ``to_json``."""
        return cls(**json.loads(text))
