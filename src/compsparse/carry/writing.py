"""Write files that were carried over, and the records that say so."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compsparse.carry.committed import Committed
from compsparse.carry.errors import CarryError
from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.record import Record

State = tuple[str, str, dict[str, str], dict[str, str]]  # code, environment, inputs, sources


@dataclass(frozen=True)
class Writing:
    """Where to, and from where."""

    results: Path
    committed: Committed

    def as_committed(self, job: Job, was: Record, code: tuple[str, str], proof: Any) -> None:
        """Bring back the files that git keeps of a job, and write a record of the present code.

        Raises:
            CarryError: the commit holds other bytes than its record says.
        """
        for path, sha in was.outputs.items():
            source = self.committed.out / path
            if not source.exists() and not is_on_request(job):
                continue  # DVC's: its record stands for it
            if sha256(source) != sha:
                raise CarryError(
                    f"{path} of the commit is not what its record says; it was edited. Name "
                    "another commit, or make it anew."
                )
            _replace(self.results / path, source.read_bytes())
        self._record(job, (*code, was.inputs, was.sources), was, was.outputs, proof)

    def _record(
        self, job: Job, state: State, was: Record, outputs: dict[str, str], proof: Any
    ) -> None:
        entry = {"code": was.code, "environment": was.environment, **proof}
        record = Record(job, *state, outputs, carried=[*was.carried, entry], device=was.device)
        _replace(self.results / job.record_path, record.text().encode())


def _replace(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    part.write_bytes(content)
    part.replace(target)
