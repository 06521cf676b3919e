"""The whole comparison of two sets of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from compsparse.comparison.attribution import Attribution
from compsparse.comparison.bytes_at_hand import BytesAtHand
from compsparse.comparison.cause import OTHER_CONTAINER, SAME_INPUTS, Cause
from compsparse.comparison.cause_groups import CauseGroup, cause_groups
from compsparse.comparison.claims_compared import ClaimChange, compare_claims
from compsparse.comparison.errors import ComparisonError
from compsparse.comparison.files_compared import FileChange, compare_files
from compsparse.comparison.metrics_compared import MetricChange, compare_metrics
from compsparse.comparison.side import Side, open_side, working_tree
from workflow_engine.counted import counted
from workflow_engine.interruption import temporary_folder
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.manifest import interpreter_text
from workflow_engine.provenance.project import Project

Outcome = Literal["equal", "agrees", "differs"]


@dataclass(frozen=True)
class Comparison:
    """What changed from ``before`` to ``after``.

    Attributes:
        idle: records of jobs whose inputs differ although their bytes are equal, by kind of cause.
        metrics: those that no claim is about.
        unread: how many records cannot be read; their files are not compared.
        notes: what a reader must know before trusting the rest.
        pythons: those that made the results of both sides, by their records, as far as they tell.
        interpreters: those of the last runs under the two roots, None where that is not known.
    """

    before: str
    after: str
    claims: list[ClaimChange]
    metrics: list[MetricChange]
    files: list[FileChange]
    causes: list[CauseGroup]
    claim_causes: dict[str, frozenset[Cause]]
    file_causes: dict[str, frozenset[Cause]]
    idle: dict[str, list[str]]
    unread: int
    notes: list[str]
    pythons: tuple[list[str], list[str]]
    interpreters: tuple[str | None, str | None]

    @property
    def outcome(self) -> Outcome:
        """Say how the two sides stand to each other.

        equal: all files have equal bytes. agrees: the same claims with the same verdicts, all
        values within their intervals or bands, the same files. differs: anything else, and
        wherever a record cannot be read.
        """
        states: set[str] = {claim.state for claim in self.claims}
        states |= {metric.state for metric in self.metrics}
        file_states = {change.state for change in self.files}
        if self.unread:
            return "differs"
        if states <= {"equal"} and file_states <= {"equal"}:
            return "equal"
        agree = states <= {"equal", "agrees"} and file_states <= {"equal", "changed"}
        return "agrees" if agree else "differs"

    @property
    def only_numbers(self) -> bool:
        """Whether all that differs are bytes that equal inputs led to, as on another machine."""
        causes = self._all_causes
        return SAME_INPUTS in causes and causes <= {SAME_INPUTS, OTHER_CONTAINER}

    @property
    def only_containers(self) -> bool:
        """Whether all that differs are the bytes around equal arrays."""
        return self._all_causes == {OTHER_CONTAINER}

    @property
    def _all_causes(self) -> set[Cause]:
        return {cause for found in self.file_causes.values() for cause in found}

    def as_json(self) -> dict[str, Any]:
        """Return everything for machines; equal claims, metrics and files are counted only."""
        parts: dict[str, Sequence[ClaimChange | MetricChange | FileChange]] = {
            "claims": self.claims,
            "metrics": self.metrics,
            "files": self.files,
        }
        return {
            "before": self.before,
            "after": self.after,
            "pythons": list(self.pythons),
            "interpreters": list(self.interpreters),
            "outcome": self.outcome,
            "same_inputs_other_bytes_only": self.only_numbers,
            "same_arrays_other_bytes_only": self.only_containers,
            "unread_records": self.unread,
            "notes": self.notes,
            "equal": {n: sum(c.state == "equal" for c in part) for n, part in parts.items()},
            "claims": [
                c.as_json() | {"causes": _causes_json(self.claim_causes.get(c.id, frozenset()))}
                for c in self.claims
                if c.state != "equal" or c.reworded
            ],
            "metrics": [c.as_json() for c in self.metrics if c.state != "equal"],
            "files": [
                c.as_json() | {"causes": _causes_json(self.file_causes.get(c.path, frozenset()))}
                for c in self.files
                if c.state != "equal"
            ],
            "causes": [group.as_json() for group in self.causes],
            "other_inputs_same_bytes": self.idle,
        }


def compare(project: Project, places: list[str], studies: list[str]) -> Comparison:
    """Compare two places, or one with the working tree's results.

    Args:
        project: the checkout.
        places: one or two git revisions or output roots, before first.
        studies: only these; all if empty.

    Raises:
        ComparisonError: a place that cannot be compared, or a study that neither side has.
        ArtifactError: claims or metrics that are not JSON.
    """
    hashes = Hashes(project.hash_memory)
    with temporary_folder(prefix="compsparse-compare-") as temporary:
        folders = [temporary / side for side in ("before", "after")]
        for folder in folders:
            folder.mkdir()
        before = open_side(project, places[0], folders[0])
        after = (
            open_side(project, places[1], folders[1])
            if places[1:]
            else working_tree(project, folders[1])
        )
        for side in (before, after):
            side.read(studies, hashes)
        return _compared(project, before, after, studies, hashes)


def _compared(
    project: Project, before: Side, after: Side, asked: list[str], hashes: Hashes
) -> Comparison:
    studies = sorted(before.studies | after.studies)
    if missing := sorted(set(asked) - set(studies)):
        raise ComparisonError(
            f"No study {missing[0]} has records in {before.label} or in {after.label}; "
            "leave --study out to see all studies."
        )
    # a run that was not asked for a replication does not differ for that
    requested = [
        f"{name} is in {side.label} only, made on request there; left out"
        for side, other in ((before, after), (after, before))
        for name in side.leave_out_requested(other)
    ]
    files = compare_files(before, after, BytesAtHand(project, (before, after), hashes))
    same = frozenset(f.path for f in files if f.difference and f.difference.same_content)
    attribution = Attribution(before, after, same)
    claims: list[ClaimChange] = []
    metrics: list[MetricChange] = []
    for study in studies:
        old, new = before.out / study, after.out / study
        claims += compare_claims(study, old, new)
        metrics += compare_metrics(study, old, new)
    claimed = {(claim.study, claim.metric) for claim in claims}
    changed = [change.path for change in files if change.state != "equal"]
    idle: dict[str, list[str]] = {}
    for record, causes in attribution.idle.items():
        for kind in sorted({cause.kind for cause in causes}):
            idle.setdefault(kind, []).append(record)
    return Comparison(
        before=before.name,
        after=after.name,
        claims=claims,
        metrics=[metric for metric in metrics if (metric.study, metric.name) not in claimed],
        files=files,
        causes=cause_groups(attribution),
        claim_causes={c.id: _claim_causes(c, attribution) for c in claims if c.state != "equal"},
        file_causes={path: attribution.of_file(path) for path in changed},
        idle=idle,
        unread=len(before.unreadable) + len(after.unreadable),
        notes=[*_notes(before), *_notes(after), *requested],
        pythons=(attribution.code.pythons(before), attribution.code.pythons(after)),
        interpreters=(interpreter_text(before.out), interpreter_text(after.out)),
    )


def _claim_causes(claim: ClaimChange, attribution: Attribution) -> frozenset[Cause]:
    """Return the causes of the metric behind a claim, and those of its judgment."""
    judged = f"{claim.study}/run_claims.json"
    result = (claim.metric or "").partition(".")[0]
    measured = attribution.of_file(f"{claim.study}/tables/{result}.metrics.json")
    if claim.metric is None:
        return attribution.of_file(judged)
    if claim.state in ("moved", "agrees"):
        return measured
    # another verdict or definition may come from the claims file or the scale
    return measured | attribution.direct.get(attribution.makers.get(judged, ""), frozenset())


def _notes(side: Side) -> list[str]:
    notes = []
    if side.unreadable:
        name, reason = min(side.unreadable.items())
        notes.append(
            f"{counted(len(side.unreadable), 'record')} in {side.label} cannot be read, so their "
            f"files are not compared; first {name}: {reason}"
        )
    if side.not_as_recorded:
        notes.append(
            f"{counted(len(side.not_as_recorded), 'file')} in {side.label} not as recorded; "
            f"first {min(side.not_as_recorded)}. `compsparse audit` names all."
        )
    if side.absent and not side.is_revision:
        notes.append(
            f"{counted(len(side.absent), 'recorded file')} not there in {side.label}, compared by "
            f"the records; first {min(side.absent)}"
        )
    return notes


def _causes_json(causes: frozenset[Cause]) -> list[dict[str, Any]]:
    return [cause.as_json() for cause in sorted(causes)]
