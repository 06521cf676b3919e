"""Which modules and packages changed where a record's code or environment digest differs."""

from dataclasses import dataclass, field
from pathlib import Path

from compsparse.comparison.cause import Cause
from compsparse.comparison.side import Side
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.closure import ClosureError
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.environment import SUPPORTED_PYTHONS, PinError, environment
from workflow_engine.provenance.record import Record

_Modules = dict[str, str]  # module -> digest of its normalized source


@dataclass
class CodeCauses:
    """Explains digests by the sources and pins of both sides.

    Sources explain a digest only if they have that digest: a side may hold results that older code
    made, or no code at all. Each pair of digests is explained once.
    """

    before: Side
    after: Side
    _digests: dict[Path, Digests | None] = field(default_factory=dict)
    _known: dict[tuple[str, str, str], list[Cause]] = field(default_factory=dict)

    def code(self, before: Record, after: Record) -> list[Cause]:
        """Return one cause for each module that differs."""
        key = ("code", before.code, after.code)
        if key not in self._known:
            self._known[key] = self._code(before, after)
        return self._known[key]

    def environment(self, before: Record, after: Record) -> list[Cause]:
        """Return one cause for each package that differs."""
        key = ("environment", before.environment, after.environment)
        if key not in self._known:
            self._known[key] = self._environment(before, after)
        return self._known[key]

    def pythons(self, side: Side) -> list[str]:
        """Return the Pythons that made a side's results, as far as its records tell here."""
        examples = {record.environment: record for record in side.records.values()}
        known = (self._packages(side, record) for record in examples.values())
        return sorted({packages["python"] for packages in known if packages is not None})

    def _code(self, before: Record, after: Record) -> list[Cause]:
        old, new = self._modules(self.before, before), self._modules(self.after, after)
        for side, modules in ((self.before, old), (self.after, new)):
            if modules is None:
                why = (
                    f"(modules not known: the sources of {side.label} are not those of its records)"
                )
                return [Cause("code", why)]
        assert old is not None and new is not None
        return [Cause("code", name) for name in sorted(old | new) if old.get(name) != new.get(name)]

    def _modules(self, side: Side, record: Record) -> _Modules | None:
        """Return the modules behind a record, or None if no sources of the side are those."""
        for digests in self._of(side):
            try:
                modules = digests.modules(record.job)
                known = {name: digests.sources.module_digest(name) for name in modules}
            except (ClosureError, ValueError):
                continue
            if digest(known) == record.code:
                return known
        return None

    def _environment(self, before: Record, after: Record) -> list[Cause]:
        old, new = self._packages(self.before, before), self._packages(self.after, after)
        if old is None or new is None:
            return [Cause("environment", "(Python or packages, which ones is not known)")]
        return [
            Cause("environment", name, f"{old.get(name, 'absent')} -> {new.get(name, 'absent')}")
            for name in sorted(old | new)
            if old.get(name) != new.get(name)
        ]

    def _packages(self, side: Side, record: Record) -> dict[str, str] | None:
        """Return the packages behind a record, or None if that cannot be told here."""
        for digests in self._of(side):
            for python in SUPPORTED_PYTHONS:
                try:
                    imports = digests.sources.third_party(digests.modules(record.job))
                    packages = environment(imports, digests.pins_under(python), python)
                except (ClosureError, PinError, ValueError):
                    continue
                if digest(packages) == record.environment:
                    return packages
        return None

    def _of(self, side: Side) -> list[Digests]:
        for checkout in side.checkouts:
            if checkout.root not in self._digests:
                try:
                    self._digests[checkout.root] = Digests(checkout)
                except PinError:  # no constraints.txt
                    self._digests[checkout.root] = None
        found = (self._digests[checkout.root] for checkout in side.checkouts)
        return [digests for digests in found if digests is not None]
