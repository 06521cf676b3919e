"""One of the two sets of results: records, files, and the code and pins that belong to them."""

from dataclasses import dataclass, field
from pathlib import Path

from compsparse.comparison.errors import ComparisonError
from compsparse.comparison.revision import CODE, RESULTS, described, export, find_commit
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import record_files
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.project import Project, ProjectError
from workflow_engine.provenance.record import Record, RecordError


@dataclass
class Side:
    """Results before or after.

    Attributes:
        label: a short name.
        name: what the user called them, and what that is.
        out: the output root; for a revision a temporary folder with what git holds of it.
        checkouts: folders with the code, pins and dvc.lock that may belong to the results.
        records: by the path of the record.
        unreadable: records that cannot be read, with the reason.
        sha: the sha256 of every recorded file: of its bytes where it is there, else as recorded.
        not_as_recorded: files whose bytes are not those that their record names.
        absent: recorded files that are not there; in a revision, those that DVC versions.
        is_revision: whether this is a revision.
    """

    label: str
    name: str
    out: Path
    checkouts: list[Project]
    records: dict[str, Record] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    sha: dict[str, str] = field(default_factory=dict)
    not_as_recorded: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    is_revision: bool = False

    @property
    def studies(self) -> set[str]:
        """Studies that have records."""
        return {name.split("/")[0] for name in (*self.records, *self.unreadable)}

    def read(self, studies: list[str], hashes: Hashes) -> None:
        """Read the records of some studies (all, if none is named) and hash the files there are."""
        for name in record_files(self.out):
            if studies and name.split("/")[0] not in studies:
                continue
            try:
                record = self.records[name] = Record.read(self.out / name)
            except RecordError as error:
                self.unreadable[name] = str(error)
                continue
            for path, recorded in record.outputs.items():
                found = hashes(self.out / path, below=self.out)
                self.sha[path] = found or recorded
                if found is None:
                    self.absent.add(path)
                elif found != recorded:
                    self.not_as_recorded.add(path)

    def leave_out_requested(self, other: "Side") -> list[str]:
        """Leave out jobs done on request only, which ``other`` was not asked for; return them.

        Returns:
            The paths of their records.
        """
        ours = [name for name, record in self.records.items() if is_on_request(record.job)]
        left_out = [name for name in ours if name not in {*other.records, *other.unreadable}]
        for name in left_out:
            for path in self.records.pop(name).outputs:
                del self.sha[path]
                self.absent.discard(path)
                self.not_as_recorded.discard(path)
        return left_out


def open_side(project: Project, text: str, temporary: Path) -> Side:
    """Return what ``text`` names: a folder of results, or a revision of the project's repository.

    Args:
        project: the checkout that the command runs in.
        text: a folder or a revision.
        temporary: an own, empty folder for the files of a revision.

    Raises:
        ComparisonError: neither, or both, or without records.
    """
    folder = Path(text)
    is_folder = folder.is_dir()
    # a path that git cannot read as a revision needs no repository
    commit = (
        None if is_folder and text.startswith((".", "/")) else _commit(project, text, is_folder)
    )
    if is_folder and commit:
        raise ComparisonError(
            f"{text} is a folder and a git revision. Write ./{text} for the folder, or the "
            f"revision's full name, {commit[:12]}."
        )
    if commit:
        export(project.root, commit, (RESULTS, *CODE), temporary)
        name = described(project.root, commit)
        side = Side(
            name.partition(" ")[0],
            name,
            temporary / RESULTS,
            [Project(temporary)],
            is_revision=True,
        )
        missing = (
            "holds no records under results/. `git log --oneline -- 'results/*/provenance'` "
            "lists the revisions with results."
        )
    elif is_folder:
        side = Side(text, text, folder.resolve(), _checkouts(folder, temporary))
        nested = (folder / "results").is_dir()
        missing = "holds no records (<study>/provenance/<step>/*.json below it). " + (
            f"Give {folder / 'results'}." if nested else "Give an output root such as results."
        )
    else:
        state = "a file" if folder.exists() else "neither a folder nor a revision of this project"
        raise ComparisonError(
            f"{text} is {state}. Give a git revision (`git log --oneline` lists them) or an "
            "output root such as results or results/.scratch/smoke."
        )
    if not record_files(side.out):
        raise ComparisonError(f"{text} {missing}")
    return side


def working_tree(project: Project, temporary: Path) -> Side:
    """Return the results of the checkout as they are now.

    Args:
        project: the checkout.
        temporary: an own, empty folder.

    Raises:
        ComparisonError: there are none.
    """
    if not record_files(project.results):
        raise ComparisonError(
            f"{project.results} holds no records to compare with; run `snakemake`, or give two "
            "revisions or folders."
        )
    checkouts = _checkouts(project.root, temporary)
    return Side("results", "results as they are now", project.results, checkouts)


def _commit(project: Project, text: str, is_folder: bool) -> str | None:
    try:
        return find_commit(project.root, text)
    except ComparisonError:
        if is_folder:
            return None
        raise


def _checkouts(folder: Path, temporary: Path) -> list[Project]:
    """Return the checkout around a folder, and its last commit.

    That commit's code made the results where the sources were edited since.
    """
    try:
        project = Project.find(folder)
    except ProjectError:
        return []
    try:
        commit = find_commit(project.root, "HEAD")
        if commit is None:
            return [project]
        export(project.root, commit, CODE, temporary)
    except ComparisonError:
        return [project]
    return [project, Project(temporary)]
