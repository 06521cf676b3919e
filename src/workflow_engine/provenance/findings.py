"""What an audit of one output root found, for machines; ``audit_text`` has it for people."""

from dataclasses import dataclass, field
from typing import Any

from workflow_engine.provenance.rebuild import Rebuilt

Found = tuple[str, str]  # path, reason: "kind: detail"
CARRIED = "since the files were made; the proof is in the records"  # ends such notices


@dataclass
class Audit:
    """What an audit found.

    Attributes:
        root: the output root as people write it.
        files: how many files were looked at.
        records: how many records were.
        failures: what cannot be vouched for.
        not_pulled: failures whose only reason is that DVC's files of a study are not here.
        notices: what is worth knowing.
        uncommitted: notices on what is not as in the last commit.
        commit: the last commit, where all was held against it.
        root_of_records: one hash for all records of results/, and their number.
        rebuilt: what was made anew and compared.
    """

    root: str
    files: int = 0
    records: int = 0
    failures: list[Found] = field(default_factory=list)
    not_pulled: list[Found] = field(default_factory=list)
    notices: list[Found] = field(default_factory=list)
    uncommitted: list[Found] = field(default_factory=list)
    commit: str | None = None
    root_of_records: tuple[str, int] | None = None
    rebuilt: Rebuilt | None = None

    @property
    def failed(self) -> bool:
        """Say whether anything cannot be vouched for."""
        return bool(self.failures or self.not_pulled)

    def as_json(self) -> dict[str, Any]:
        """Return the audit for machines."""
        root, count = self.root_of_records or (None, None)
        return {
            "root": self.root,
            "ok": not self.failed,
            "files": self.files,
            "records": self.records,
            "failures": _listed([*self.failures, *self.not_pulled]),
            "notices": _listed([*self.notices, *self.uncommitted]),
            "commit": self.commit,
            "rebuilt": self.rebuilt.as_json() if self.rebuilt else None,
            "root_of_records": root,
            "records_in_root": count,
        }


def _listed(found: list[Found]) -> list[dict[str, str]]:
    return [{"path": path, "reason": reason} for path, reason in found]
