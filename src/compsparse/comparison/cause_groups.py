"""Causes in groups: one cause and all jobs that it changed, instead of one line a file."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from compsparse.comparison.attribution import Attribution
from compsparse.comparison.cause import KINDS, SENTENCES, Cause, Kind


@dataclass(frozen=True)
class CauseGroup:
    """Causes of one kind that changed the same jobs.

    Attributes:
        subjects: parameters, modules, packages or files.
        changes: distinct (old -> new) of all of them; for one parameter in many jobs there may be
            many.
        direct: records of the changed jobs that have the cause themselves.
        following: records of the changed jobs downstream of those that do not have it themselves.
    """

    kind: Kind
    subjects: tuple[str, ...]
    changes: tuple[str, ...]
    direct: tuple[str, ...]
    following: tuple[str, ...]

    @property
    def names_its_subject(self) -> bool:
        """Whether the kind must be said before the subject, which is a name, not a sentence."""
        return self.kind not in SENTENCES and self.kind not in self.subjects

    def as_json(self) -> dict[str, Any]:
        """Return the group for machines."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in vars(self).items()}


def cause_groups(attribution: Attribution) -> list[CauseGroup]:
    """Return the causes of all changed jobs, grouped, those that reach most jobs first."""
    changes: dict[tuple[Kind, str], set[str]] = defaultdict(set)
    direct: dict[tuple[Kind, str], set[str]] = defaultdict(set)
    reached: dict[tuple[Kind, str], set[str]] = defaultdict(set)
    for name, causes in attribution.direct.items():
        for cause in causes:
            direct[cause.kind, cause.subject].add(name)
    for name, causes in attribution.roots.items():
        for cause in causes:
            changes[cause.kind, cause.subject] |= {cause.change} - {""}
            reached[cause.kind, cause.subject].add(name)
    merged: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for (kind, subject), names in reached.items():
        direct_causes = frozenset(direct[kind, subject])
        # modules change in company: those with the same jobs make one line
        apart = "" if kind in ("code", "environment") else subject
        merged[kind, apart, direct_causes, frozenset(names) - direct_causes].append(subject)
    groups = [
        CauseGroup(
            kind,
            tuple(sorted(subjects)),
            tuple(sorted(change for s in subjects for change in changes[kind, s])),
            tuple(sorted(direct_causes)),
            tuple(sorted(following)),
        )
        for (kind, _, direct_causes, following), subjects in merged.items()
    ]
    return sorted(
        groups,
        key=lambda g: (-len(g.direct) - len(g.following), KINDS.index(g.kind), g.subjects),
    )


def causes_text(causes: frozenset[Cause]) -> str:
    """Return the causes of one claim in a few words."""
    if not causes:
        return "no record says why"
    words = []
    for kind in KINDS:
        found = sorted(cause for cause in causes if cause.kind == kind)
        shown = 2 if kind == "params" else 1
        words += [str(cause) for cause in found[:shown]]
        if found[shown:]:
            words[-1] += f" and {len(found) - shown} more"
    return "; ".join(words)


def jobs_text(records: tuple[str, ...]) -> str:
    """Return how many jobs of each study and step some records are of: ``3 train, 1 judge``."""
    steps = Counter((name.split("/")[0], name.split("/")[2]) for name in records)
    studies = sorted({study for study, _ in steps})
    return "; ".join(
        f"{study}: " + ", ".join(f"{n} {step}" for (s, step), n in steps.items() if s == study)
        for study in studies
    )
