"""Modules that were renamed since tables were made: ``workflow/renamed_modules.yaml``.

A line ``old: new`` renames a module, or a package with all that is in it. The file is committed, so
that what passed for a mere renaming can be read. Lines go when all tables were made anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from compsparse.carry.errors import CarryError
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.record import Record
from workflow_engine.validation.strict_yaml import read_yaml

FILE = "workflow/renamed_modules.yaml"


@dataclass(frozen=True)
class RenamedModules:
    """New names by old ones; the longest name that fits decides."""

    names: Mapping[str, str]

    def new(self, old: str) -> str:
        """Return the present name of a module."""
        parts = old.split(".")
        for count in range(len(parts), 0, -1):
            if (start := ".".join(parts[:count])) in self.names:
                return ".".join([self.names[start], *parts[count:]])
        return old

    def as_before(self, job: Job, before: Mapping[str, Record]) -> Job:
        """Return a job of now under the name that its module had in committed records.

        Raises:
            CarryError: the module has another name now, and the file does not say so.
        """
        was = before.get(job.record_path)
        if was is not None:
            return replace(job, module=self._old(job, was.job.module))
        # a job that only worlds or requests have: its module is one that the run has, too, or new
        olds = {record.job.module for record in before.values()}
        return replace(
            job, module=next((old for old in olds if self.new(old) == job.module), job.module)
        )

    def _old(self, job: Job, old: str) -> str:
        if self.new(old) != job.module:
            raise CarryError(
                f"{job.study}/{job.name} was made by {old} and is made by {job.module} now. If "
                f"that is the same module, say so in {FILE}: `{old}: {job.module}`."
            )
        return old


def read_renamed_modules(root: Path) -> RenamedModules:
    """Read the file of a project; without one nothing was renamed.

    Raises:
        CarryError: it does not map names to names.
    """
    path = root / FILE
    content = read_yaml(path, CarryError) if path.exists() else {}
    content = {} if content is None else content
    if not isinstance(content, dict) or not all(
        isinstance(name, str) for pair in content.items() for name in pair
    ):
        raise CarryError(f"{FILE}: allowed are lines `old.module: new.module`.")
    return RenamedModules(content)
