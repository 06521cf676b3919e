"""What a commit holds of a study's results: records, and the files that git keeps."""

from dataclasses import dataclass
from pathlib import Path

from compsparse.carry.errors import CarryError
from compsparse.comparison.revision import described, export, find_commit
from workflow_engine.configuration.worlds import worlds_file
from workflow_engine.provenance.ledger import record_files
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record, RecordError


@dataclass(frozen=True)
class Committed:
    """A study's results in a commit.

    Attributes:
        commit: its full name.
        described: its short name and subject.
        out: the folder that stands for ``results/``.
        records: by their path below it.
        register: the study's claims file, relative to a project; the commit's lies beside ``out``.
    """

    commit: str
    described: str
    out: Path
    records: dict[str, Record]
    register: Path

    @property
    def on_request(self) -> dict[str, Record]:
        """The records that an ordinary run does not make: replication, worlds, requests."""
        return {name: r for name, r in self.records.items() if is_on_request(r.job)}

    @property
    def ordinary(self) -> dict[str, Record]:
        """All other records."""
        return {name: r for name, r in self.records.items() if not is_on_request(r.job)}


def read_committed(project: Project, study: str, revision: str, folder: Path) -> Committed:
    """Write a study's results of a commit below a folder, and read their records.

    Raises:
        CarryError: no such commit, or a record that is none.
        ComparisonError: git cannot be asked.
    """
    commit = find_commit(project.root, revision)
    if commit is None:
        raise CarryError(
            f"{revision!r} names no commit of {project.root}; give one whose results hold "
            "replication, worlds or requests."
        )
    register = Path(f"workflow/claims/{study}.yaml")
    words = (str(register), worlds_file(study))
    export(project.root, commit, (f"results/{study}", *words), folder)
    out = folder / "results"
    records = {}
    for name in record_files(out):
        try:
            records[name] = Record.read(out / name)
        except RecordError as error:
            raise CarryError(
                f"{name} of {commit[:10]} is no record ({error}); name a commit with sound ones, "
                "or make the tables anew: `snakemake replication worlds requests`."
            ) from None
    return Committed(commit, described(project.root, commit), out, records, register)
