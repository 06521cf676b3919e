"""What ledger, Snakemake and audit must say about the bytes on disk, derived from the oracle only.

The rules are stated here a second time: a job holds when its record is the one that a build of the
present state leaves, apart from the hashes, and the hashes are those of the files on disk.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tests.soak.oracle import Build, ExpectedJob
from tests.workflow.project import STUDIES

# all of a record but hashes of files and its own digest
_DECIDING = ("job", "code", "environment", "sources", "format")


@dataclass(frozen=True)
class Expectation:
    """An output root as it lies there, beside the build of the present state."""

    build: Build
    disk: dict[str, str]
    records: dict[str, dict[str, Any]]  # sha: what stands in it, of all that were ever right

    @property
    def wrong(self) -> list[str]:
        """Planned files that are missing or have other bytes."""
        return sorted(p for p, sha in self.build.files.items() if self.disk.get(p) != sha)

    @property
    def extra(self) -> set[str]:
        """Files that no planned job makes."""
        return set(self.disk) - set(self.build.files)

    @property
    def studies(self) -> set[str]:
        """Studies that params.yaml lists."""
        return {job.study for job in self.build.jobs}

    @property
    def stale(self) -> list[ExpectedJob]:
        """Jobs whose own link does not hold."""
        return [job for job in self.build.jobs if not self._holds(job)]

    def _holds(self, job: ExpectedJob) -> bool:
        """Say whether the record is one of the planned job and tells the truth about the disk.

        It may still tell of other bytes than the build's, where an input is stale.
        """
        now = self.records.get(self.disk.get(job.record, ""))
        right = self.records[self.build.files[job.record]]
        if now is None or any(now[part] != right[part] for part in _DECIDING):
            return False
        files = now["inputs"] | now["outputs"]
        return all(self.disk.get(path) == sha for path, sha in files.items())

    def planned(self, targets: list[str] | None = None) -> dict[str, int]:
        """Count the jobs of each rule that a dry run must want: the stale and what follows."""
        rerun = self.build.descendants(self.stale)
        if targets is not None:
            behind = self.build.ancestry(targets)
            rerun = [job for job in rerun if job in behind]
        return dict(Counter(job.rule for job in rerun))

    @property
    def named(self) -> set[str]:
        """Files that the audit must name, dvc.lock left aside: these and no others."""
        outputs = {path for job in self.build.descendants(self.stale) for path in job.outputs}
        records = {
            path
            for path, sha in self.disk.items()
            if _is_record(path) and (path in self.extra or sha not in self.records)
        }
        known = outputs | {path for outputs in self._genuine().values() for path in outputs}
        foreign = {path for path in self.extra - known if not _is_record(path)}
        off = set(STUDIES) - self.studies
        named = outputs | records | foreign
        return {path for path in named if path.split("/")[0] not in off}

    def swept(self, asked: Collection[str]) -> set[str]:
        """Files that a real run must take away: a record proves that they are ours, nobody asks.

        Only those of the studies that the run is asked for and that params.yaml lists.
        """
        studies = self.studies & set(asked)
        return {path for path in self._unasked() if path.split("/")[0] in studies}

    def _unasked(self) -> set[str]:
        deleted: set[str] = set()
        stale = {job.record for job in self.stale}
        for record, outputs in sorted(self._genuine().items()):
            if record not in self.extra and record not in stale:
                continue
            left = False
            for path, sha in outputs.items():
                if path in self.build.files or path not in self.disk:
                    continue
                if self.disk[path] == sha:
                    deleted.add(path)
                elif path not in deleted:
                    left = True
            if record in self.extra and not left:
                deleted.add(record)
        return deleted

    def _genuine(self) -> dict[str, dict[str, str]]:
        """Return the outputs of every record on disk that is one."""
        return {
            path: self.records[sha]["outputs"]
            for path, sha in self.disk.items()
            if _is_record(path) and sha in self.records
        }


def _is_record(path: str) -> bool:
    parts = path.split("/")
    return len(parts) > 2 and parts[1] == "provenance" and path.endswith(".json")
