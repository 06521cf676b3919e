"""Whether records vouch for one file of results/, also where DVC's files were never pulled.

The ledger and the audit judge a root that should hold everything, so to them an absent model is a
fault of every job that reads it. What is published (README, docs, the verdicts on the terminal)
must be checkable in a clone too, which holds only what git has. There a record stands for an
absent file of DVC's: it must hold apart from that, and the records must agree on its bytes.
"""

from dataclasses import dataclass, field

from workflow_engine.configuration.load import load
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.git_head import DVC_FOLDERS
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Fault, Judgment, judge
from workflow_engine.provenance.plan import makers, plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.storage import told_in_words


@dataclass(frozen=True)
class Objection:
    """Why a file is not vouched for: a fault, and the record that has it."""

    fault: Fault
    record: str | None = None

    def __str__(self) -> str:
        return f"{self.fault}" + (f"; record {self.record}" if self.record else "")

    @property
    def remedy(self) -> str:
        """What to do, in a sentence."""
        if self.record is None:
            return "List its study in params.yaml, or move the file elsewhere."
        return "Run `snakemake`, which makes it from what params.yaml and the code say now."


@dataclass
class Vouching:
    """Answers for the files of one output root, from one judgment of all of them."""

    judgment: Judgment
    _maker: dict[str, Job] = field(init=False)
    _known: dict[str, Objection | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._maker = makers(self.judgment.jobs)

    @classmethod
    def of(cls, project: Project) -> "Vouching":
        """Judge results/ by params.yaml as written; no remembered hash is trusted.

        Raises:
            ConfigurationError, PlanError, PinError: nothing can be planned or judged here.
            StorageError: a file may not be read.
        """
        jobs = plan(load(project.params), again=True)
        with told_in_words("reading results"):
            return cls(judge(project.results, project.root, jobs, Digests(project), Hashes()))

    @property
    def planned(self) -> frozenset[str]:
        """All files that the plan has a job for."""
        return frozenset(self._maker)

    def record(self, path: str) -> Record | None:
        """Return the record of the job that makes a file; None where it is missing or damaged."""
        job = self._maker.get(path)
        return self.judgment.records.get(job.record_path) if job is not None else None

    def record_path(self, path: str) -> str:
        """Return where the record of a planned file lies, relative to the output root."""
        return self._maker[path].record_path

    def objection(self, path: str) -> Objection | None:
        """Return why no record vouches for a file and for all that it was made from, or None.

        None for an absent file of DVC's says that its record is to be trusted. An absent file that
        git should have is an objection.

        Args:
            path: relative to the output root.
        """
        job = self._maker.get(path)
        if job is None:
            return Objection(Fault("no job", f"params.yaml asks for none that makes {path}"))
        name = job.record_path
        if name not in self._known:
            self._known[name] = None  # so that a circle of jobs ends
            self._known[name] = self._objection_to(name)
        return self._known[name]

    def _objection_to(self, name: str) -> Objection | None:
        record = self.judgment.records.get(name)
        if record is None:
            damage = self.judgment.faults.get(name, [Fault("no record", f"{name} does not exist")])
            return Objection(damage[0], name)
        excused = {
            Fault(kind, f"{path} is missing")
            for kind, entries in (("input", record.inputs), ("content", record.outputs))
            for path in entries
            if held_by_dvc(path)
        }
        for fault in self.judgment.faults[name]:
            if fault not in excused:
                return Objection(fault, name)
        for path, sha in record.inputs.items():
            if above := self.objection(path):
                return above
            maker = self.record(path)
            if maker is not None and maker.outputs[path] != sha:
                detail = f"{path} has other bytes in the record of the job that makes it"
                return Objection(Fault("input", detail), name)
        return None


def held_by_dvc(path: str) -> bool:
    """Say whether a file of an output root is DVC's; git holds the others."""
    return any(folder in DVC_FOLDERS for folder in path.split("/")[1:-1][:1])
