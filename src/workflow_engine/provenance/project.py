"""Where things lie in a project: source code, pins, parameters, results."""

import os
from dataclasses import dataclass
from pathlib import Path

_MARKS = ("Snakefile", "params.yaml", "src/workflow_engine")


class ProjectError(Exception):
    """The current folder is not inside a project."""


@dataclass(frozen=True)
class Project:
    """The folders of one checkout."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> "Project":
        """Return the project that holds ``start`` (the current folder).

        Raises:
            ProjectError: no folder above holds a Snakefile, params.yaml and the package.
        """
        here = (start or Path.cwd()).resolve()
        for folder in (here, *here.parents):
            if all(os.path.lexists(folder / mark) for mark in _MARKS):
                return cls(folder)
        raise ProjectError(
            f"{here} is not inside a compsparse project (a folder with {', '.join(_MARKS)}); "
            "change to the folder that you cloned."
        )

    @property
    def params(self) -> Path:
        """The one file of parameters."""
        return self.root / "params.yaml"

    @property
    def src(self) -> Path:
        """The folder that holds the package."""
        return self.root / "src"

    @property
    def constraints(self) -> Path:
        """The pinned versions."""
        return self.root / "constraints.txt"

    @property
    def results(self) -> Path:
        """The output root that DVC and git track."""
        return self.root / "results"

    @property
    def epoch(self) -> Path:
        """The file between valid and invalid results (see ``sync``)."""
        return self.root / ".snakemake" / "ledger" / "epoch"

    @property
    def hash_memory(self) -> Path:
        """Remembered hashes of large files (see ``hashes``)."""
        return self.root / ".snakemake" / "ledger" / "hashes.json"

    @property
    def plans_memory(self) -> Path:
        """The folder of remembered plans (see ``plan_memory``)."""
        return self.root / ".snakemake" / "ledger" / "plans"

    @property
    def package_memory(self) -> Path:
        """What follows from the package's bytes (see ``memory``)."""
        return self.root / ".snakemake" / "ledger" / "package.json"

    @property
    def readings_memory(self) -> Path:
        """What syntax trees say, remembered by the bytes of their files (see ``readings``)."""
        return self.root / ".snakemake" / "ledger" / "sources.json"
