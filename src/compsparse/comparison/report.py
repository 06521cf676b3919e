"""A comparison for a terminal: what matters most first, long lists cut."""

from collections.abc import Sequence
from typing import Any

from compsparse.comparison.cause_groups import CauseGroup, causes_text, jobs_text
from compsparse.comparison.claims_compared import CLAIM_STATES, ClaimChange, claim_value_text
from compsparse.comparison.comparison import Comparison
from compsparse.comparison.difference import size_text
from compsparse.comparison.files_compared import FILE_KINDS, FILE_STATES, FileChange
from compsparse.comparison.metrics_compared import METRIC_STATES, measured_text
from workflow_engine.counted import counted
from workflow_engine.validation.printable import printable

_MANY, _FEW = 8, 3  # lines of a list; the rest is counted
_SHOWN_KINDS = [kind for kind in FILE_KINDS if kind != "judgments"]

_STATES = {
    "verdict": "another verdict",
    "redefined": "another definition",
    "moved": "moved",
    "agrees": "agree",
    "changed": "other bytes",
    "equal": "equal",
    "added": "added",
    "removed": "removed",
}
_CLAIM_TITLES = {
    "verdict": "Claims with another verdict",
    "redefined": "Claims with another role, metric, band or scale, and the same verdict",
    "moved": "Claims whose value moved out of agreement, with the same verdict",
}


def comparison_text(comparison: Comparison) -> str:
    """Return the comparison as text."""
    lines = [f"before  {comparison.before}", *_python(comparison, 0)]
    lines += [f"after   {comparison.after}", *_python(comparison, 1), ""]
    lines += [f"NOTE    {note}" for note in comparison.notes]
    lines += [*_conclusion(comparison), "", *_counts(comparison)]
    for part in (_claims, _metrics, _files, _causes):
        found = part(comparison)
        lines += ["", *found] if found else []
    return "\n".join(printable(line) for line in lines)


def _python(comparison: Comparison, side: int) -> list[str]:
    """Name what made the results of a side, if anything is known about it."""
    versions, interpreter = comparison.pythons[side], comparison.interpreters[side]
    words = [f"records of Python {' and '.join(versions)}"] if versions else []
    words += [f"last run by {interpreter}"] if interpreter else []
    return [f"        {'; '.join(words)}"] if words else []


def _conclusion(comparison: Comparison) -> list[str]:
    if comparison.outcome == "equal":
        return ["EQUAL   all files have equal bytes"]
    lines = [
        "AGREES  no verdict changed and no value left its interval or band; bytes differ"
        if comparison.outcome == "agrees"
        else "DIFFERS claims, metrics or the set of files changed"
    ]
    if comparison.only_numbers:
        lines.append("        same params, code and environment on both sides: what differs is the")
        lines.append("        machine (another kind of CPU), or a step that is not deterministic")
        if None not in comparison.interpreters and len(set(comparison.interpreters)) == 2:
            lines.append(
                "        -- or the interpreter: the last runs were by other ones, see above"
            )
    if comparison.only_containers:
        lines.append(
            "        all arrays are equal, and so is every other file: what differs is how"
        )
        lines.append("        another version of Python or of this project packed the arrays")
    return lines


def _counts(comparison: Comparison) -> list[str]:
    parts: list[tuple[str, Sequence[str], list[str]]] = [
        ("claims", CLAIM_STATES, [c.state for c in comparison.claims]),
        ("metrics of no claim", METRIC_STATES, [c.state for c in comparison.metrics]),
    ]
    parts += [
        (kind, FILE_STATES, [c.state for c in comparison.files if c.kind == kind])
        for kind in _SHOWN_KINDS
    ]
    lines = []
    for name, order, found in parts:
        counts = [(found.count(state), _STATES[state]) for state in (*order[-1:], *order[:-1])]
        words = [f"{count} {state}" for count, state in counts if count]
        lines.append(f"  {name:<21}{', '.join(words) or 'none'}")
    return lines


def _claims(comparison: Comparison) -> list[str]:
    by_state: dict[str, list[ClaimChange]] = {state: [] for state in CLAIM_STATES}
    for claim in comparison.claims:
        by_state[claim.state].append(claim)
    lines = _scales(comparison.claims)
    for state, title in _CLAIM_TITLES.items():
        claims = sorted(by_state[state], key=lambda claim: (_weight(claim), -claim.shift))
        lines += [f"{title} ({len(claims)})"] if claims else []
        for claim in claims[:_MANY]:
            lines += _claim(comparison, claim)
        lines += _rest(claims)
    for state in ("added", "removed"):
        ids = [f"{claim.id} ({_verdict(claim)})" for claim in by_state[state]]
        lines += [f"Claims {state} ({len(ids)})", *_few(ids)] if ids else []
    lines += _agreeing(by_state["agrees"])
    reworded = [c for c in comparison.claims if c.reworded and c.state not in ("added", "removed")]
    if reworded:
        fields = sorted({field for claim in reworded for field in claim.reworded})
        lines += [f"Claims with other words ({len(reworded)}): {', '.join(fields)}"]
    return lines


def _agreeing(claims: list[ClaimChange]) -> list[str]:
    shifted = sorted((c for c in claims if c.shift), key=lambda claim: -claim.shift)
    if not shifted:
        return []
    lines = [f"Claims that agree, though not equal ({len(claims)}); the largest relative shifts"]
    lines += [
        f"  {c.id}: {_value(c.before)} -> {_value(c.after)} ({size_text(c.shift)})"
        for c in shifted[:_FEW]
    ]
    return lines


def _scales(claims: list[ClaimChange]) -> list[str]:
    """Say once that the claims were judged at another scale, which changes verdicts by itself."""
    pairs = {
        (c.before.get("judged_at"), c.after.get("judged_at"))
        for c in claims
        if c.before is not None and c.after is not None
    }
    return [f"Judged at another scale: {old} -> {new}" for old, new in pairs if old != new]


def _claim(comparison: Comparison, claim: ClaimChange) -> list[str]:
    before, after = claim.before or {}, claim.after or {}
    lines = [
        f"  {claim.id}",
        f"    before  {claim_value_text(before)}",
        f"    after   {claim_value_text(after)}",
    ]
    lines += [
        f"    {field:<7} {_compact(before.get(field))} -> {_compact(after.get(field))}"
        for field in claim.redefined
    ]
    lines.append(f"    cause   {causes_text(comparison.claim_causes.get(claim.id, frozenset()))}")
    return lines


def _metrics(comparison: Comparison) -> list[str]:
    moved = sorted((c for c in comparison.metrics if c.state == "moved"), key=lambda c: -c.shift)
    lines = [f"Metrics of no claim that moved ({len(moved)})"] if moved else []
    for change in moved[:_MANY]:
        values = f"{measured_text(change.before)} -> {measured_text(change.after)}"
        lines.append(f"  {change.name}: {values} ({size_text(change.shift)})")
    lines += _rest(moved)
    for state in ("added", "removed"):
        names = [c.name for c in comparison.metrics if c.state == state]
        lines += [f"Metrics of no claim {state} ({len(names)})", *_few(names)] if names else []
    return lines


def _files(comparison: Comparison) -> list[str]:
    lines: list[str] = []
    for kind in _SHOWN_KINDS:
        files = [change for change in comparison.files if change.kind == kind]
        changed = [change for change in files if change.state == "changed"]
        if changed:
            lines.append(f"{kind.capitalize()} with other bytes ({len(changed)} of {len(files)})")
            lines += _changed(changed, _MANY if kind == "tables" else _FEW)
        for state in ("added", "removed"):
            paths = [change.path for change in files if change.state == state]
            if paths:
                lines += [f"{kind.capitalize()} {state} ({len(paths)})", *_few(_fused(paths))]
    return lines


def _changed(changes: list[FileChange], shown: int) -> list[str]:
    measured = [(c.difference, c.path) for c in changes if c.difference is not None]
    measured.sort(key=lambda pair: (-pair[0].largest, pair[1]))
    lines = [f"  {path}: {difference.text}" for difference, path in measured[:shown]]
    lines += _rest(measured, shown)
    # where no numbers can be told, names are enough
    others: dict[str, list[str]] = {}
    for change in changes:
        if change.difference is None:
            others.setdefault(change.unknown, []).append(change.path)
    for reason, paths in sorted(others.items()):
        lines += _few(_fused(paths), f" ({reason})" if reason else "")
    return lines


def _fused(paths: list[str]) -> list[str]:
    """Name files that differ in their suffix only once: ``a.png``, ``a.svg`` as ``a.{png,svg}``."""
    suffixes: dict[str, list[str]] = {}
    for path in paths:
        stem, _, suffix = path.rpartition(".")
        suffixes.setdefault(stem, []).append(suffix)
    return [
        f"{stem}.{{{','.join(found)}}}" if found[1:] else f"{stem}.{found[0]}"
        for stem, found in suffixes.items()
    ]


def _causes(comparison: Comparison) -> list[str]:
    lines = []
    if comparison.causes:
        jobs = {name for g in comparison.causes for name in (*g.direct, *g.following)}
        lines.append(f"Causes of {counted(len(jobs), 'changed job')} (a job may have several)")
        for group in comparison.causes[:_MANY]:
            lines += _cause(group)
        lines += _rest(comparison.causes)
    for kind, records in comparison.idle.items():
        lines.append(
            f"Without effect: {kind} differs, bytes are equal in {counted(len(records), 'job')} "
            f"({jobs_text(tuple(records))})"
        )
    return lines


def _cause(group: CauseGroup) -> list[str]:
    subjects, changes = group.subjects, group.changes
    words: list[str] = [group.kind] if group.names_its_subject else []
    words.append(", ".join(name.removeprefix("compsparse.") for name in subjects[:_FEW]))
    if subjects[_FEW:]:
        words.append(f"and {len(subjects) - _FEW} more")
    if changes:
        words.append(changes[0])
    if changes[1:]:
        words.append(f"and {counted(len(changes) - 1, 'other change')}")
    lines = [f"  {' '.join(words)}"]
    if group.direct:
        lines.append(f"    {counted(len(group.direct), 'job')} changed ({jobs_text(group.direct)})")
    if group.following:
        follow = f"{counted(len(group.following), 'job')} downstream"
        lines.append(f"    {follow} ({jobs_text(group.following)})")
    return lines


def _rest(items: Sequence[object], shown: int = _MANY) -> list[str]:
    more = len(items) - shown
    return [f"  ... and {more} more (--json lists all)"] if more > 0 else []


def _few(names: list[str], note: str = "") -> list[str]:
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return [f"  {', '.join(names[:_FEW])}{more}{note}"]


def _weight(claim: ClaimChange) -> int:
    """Order changed verdicts: first where both sides decided, last where one could not test."""
    verdicts = {str((side or {}).get("verdict")) for side in (claim.before, claim.after)}
    return 2 if "not testable" in verdicts else int("undecided" in verdicts)


def _verdict(claim: ClaimChange) -> str:
    return str((claim.after or claim.before or {}).get("verdict"))


def _value(claim: dict[str, Any] | None) -> str:
    return claim_value_text(claim or {}).partition(", ")[2]


def _compact(value: object) -> str:
    return str(value).replace("'", "")
