"""Which inputs caused what changed: the own causes of every job, and the roots upstream."""

from dataclasses import dataclass, field

from compsparse.comparison.cause import (
    OTHER_CONTAINER,
    SAME_INPUTS,
    TAMPERED,
    UNEXPLAINED,
    Cause,
)
from compsparse.comparison.code_causes import CodeCauses
from compsparse.comparison.side import Side
from workflow_engine.provenance.canonical import canonical
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import changed_values
from workflow_engine.provenance.record import Record

_LONGEST_VALUE = 48


@dataclass
class Attribution:
    """The causes of a comparison's changed jobs, by the path of the record.

    Attributes:
        direct: what differs at the job itself; empty where only its inputs' bytes do.
        roots: its own causes and, through inputs whose bytes differ, those of the jobs upstream.
        idle: jobs with causes of their own that left the same bytes all the same.
        makers: the record that makes each file.
        same_content: changed files that hold the same values in other bytes.
    """

    before: Side
    after: Side
    same_content: frozenset[str] = frozenset()
    direct: dict[str, frozenset[Cause]] = field(default_factory=dict)
    roots: dict[str, frozenset[Cause]] = field(default_factory=dict)
    idle: dict[str, frozenset[Cause]] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.code = CodeCauses(self.before, self.after)
        for side in (self.before, self.after):
            for name, record in side.records.items():
                self.makers.update(dict.fromkeys(record.outputs, name))
        for name in sorted(self.before.records.keys() | self.after.records.keys()):
            causes = self._own(name)
            if self._is_changed(name):
                self.direct[name] = causes
            elif causes:
                self.idle[name] = causes
        for name in self.direct:
            self._trace(name)

    def of_file(self, path: str) -> frozenset[Cause]:
        """Return the root causes of a changed file; none if nothing is known about it."""
        return self.roots.get(self.makers.get(path, ""), frozenset())

    def _is_changed(self, name: str) -> bool:
        old, new = self.before.records.get(name), self.after.records.get(name)
        if old is None or new is None:
            return True
        return bool(self._changed_outputs(old, new))

    def _changed_outputs(self, before: Record, after: Record) -> set[str]:
        paths = before.outputs.keys() | after.outputs.keys()
        return {p for p in paths if self.before.sha.get(p) != self.after.sha.get(p)}

    def _own(self, name: str) -> frozenset[Cause]:
        old, new = self.before.records.get(name), self.after.records.get(name)
        if old is None or new is None:
            side, other = self.after, self.before
            if new is None:
                side, other = other, side
            if name in other.unreadable:
                return frozenset(
                    {Cause("plan", f"a job whose record in {other.label} cannot be read")}
                )
            return frozenset({Cause("plan", f"jobs that only {side.label} has")})
        causes = job_causes(old.job, new.job)
        if old.device and new.device and old.device != new.device:
            causes.append(Cause("numerics", "device", f"{old.device} -> {new.device}"))
        if old.code != new.code:
            causes += self.code.code(old, new)
        if old.environment != new.environment:
            causes += self.code.environment(old, new)
        causes += [
            Cause("source", path)
            for path in sorted(old.sources.keys() & new.sources.keys())
            if old.sources[path] != new.sources[path]
        ]
        recorded = {**old.outputs, **new.outputs}
        if any(p in side.not_as_recorded for p in recorded for side in (self.before, self.after)):
            causes.append(TAMPERED)
        changed = self._changed_outputs(old, new)
        if not causes and changed and changed <= self.same_content:
            causes.append(OTHER_CONTAINER)
        return frozenset(causes)

    def _trace(self, name: str) -> frozenset[Cause]:
        if name in self.roots:
            return self.roots[name]
        self.roots[name] = frozenset()  # a forged circle of records ends here
        found = set(self.direct[name])
        old, new = self.before.records.get(name), self.after.records.get(name)
        inputs = self._changed_inputs(old, new) if old and new else []
        for path in inputs:
            maker = self.makers.get(path)
            found |= self._trace(maker) if maker in self.direct else set()
        if not found:
            found = {UNEXPLAINED if inputs else SAME_INPUTS}
        if not self.direct[name] and not inputs:
            self.direct[name] = frozenset(found)
        self.roots[name] = frozenset(found)
        return self.roots[name]

    def _changed_inputs(self, before: Record, after: Record) -> list[str]:
        """Return the inputs of both records whose content differs."""
        shared = (before.inputs.keys() & after.inputs.keys()) - self.same_content
        return sorted(path for path in shared if before.inputs[path] != after.inputs[path])


def job_causes(before: Job, after: Job) -> list[Cause]:
    """Return what differs between two plans of one job."""
    if before.to_json() == after.to_json():
        return []
    causes = [
        Cause("params", place, f"{_short(old)} -> {_short(new)}")
        for place, old, new in changed_values(before.params, after.params)
    ]
    if before.numerics != after.numerics:
        causes.append(Cause("numerics", "numerics", f"{before.numerics} -> {after.numerics}"))
    if before.module != after.module:
        causes.append(Cause("wiring", "module", f"{before.module} -> {after.module}"))
    for name in ("inputs", "outputs", "sources", "runs"):
        old, new = getattr(before, name), getattr(after, name)
        if canonical(old) != canonical(new):
            causes.append(Cause("wiring", name, _files_text(_flat(old), _flat(new))))
    return causes


def _flat(paths: dict[str, str | list[str]] | list[str]) -> set[str]:
    values = list(paths.values()) if isinstance(paths, dict) else paths
    return {p for v in values for p in ([v] if isinstance(v, str) else v)}


def _files_text(before: set[str], after: set[str]) -> str:
    more, fewer = len(after - before), len(before - after)
    words = [f"{n} {what}" for n, what in ((more, "more"), (fewer, "fewer")) if n]
    return f"({', '.join(words) or 'the same files under other names or in another order'})"


def _short(value: object) -> str:
    text = canonical(value) if value != "absent" else "absent"
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 3]}..."
