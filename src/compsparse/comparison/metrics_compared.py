"""Metrics before and after, ``results/<study>/tables/<result>.metrics.json``.

Where a study has no such files its ``metrics.json`` is read, which holds values alone.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from compsparse.claims.measurement import SUFFIX
from compsparse.comparison.agreement import Measured
from compsparse.comparison.difference import number_text, relative
from workflow_engine.artifacts.json_values import read_json

MetricState = Literal["removed", "added", "moved", "agrees", "equal"]
METRIC_STATES: tuple[MetricState, ...] = ("removed", "added", "moved", "agrees", "equal")


@dataclass(frozen=True)
class MetricChange:
    """One metric before and after; None where that side lacks it, or where it is no number."""

    study: str
    name: str
    before: Measured | None
    after: Measured | None
    state: MetricState

    @property
    def shift(self) -> float:
        """The relative difference of the values; 0 where there are no two of them."""
        if self.before is None or self.after is None:
            return 0.0
        return relative(self.before.value, self.after.value)

    def as_json(self) -> dict[str, Any]:
        """Return the change for machines."""
        return {
            "study": self.study,
            "name": self.name,
            "state": self.state,
            "before": self.before and vars(self.before),
            "after": self.after and vars(self.after),
        }


def compare_metrics(study: str, before: Path, after: Path) -> list[MetricChange]:
    """Compare the metrics of a study in two folders.

    Raises:
        ArtifactError: a file that is not JSON.
    """
    old, new = _metrics(before), _metrics(after)
    return [
        MetricChange(study, name, old.get(name), new.get(name), _state(name, old, new))
        for name in {**old, **new}
    ]


def _metrics(folder: Path) -> dict[str, Measured | None]:
    files = sorted(folder.glob(f"tables/*{SUFFIX}")) or [folder / "metrics.json"]
    contents = [read_json(path) for path in files if path.is_file()]
    return {
        f"{result}.{name}": Measured.read(value)
        for content in contents
        if isinstance(content, dict)
        for result, metrics in content.items()
        if isinstance(metrics, dict)
        for name, value in metrics.items()
    }


def _state(
    name: str, before: dict[str, Measured | None], after: dict[str, Measured | None]
) -> MetricState:
    if name not in before or name not in after:
        return "added" if name not in before else "removed"
    old, new = before[name], after[name]
    if old == new:
        return "equal"
    return "agrees" if old and new and old.agrees_with(new) else "moved"


def measured_text(measured: Measured | None) -> str:
    """Return ``0.83 [0.71, 0.95] (4 seeds)``, the value alone where there is no interval."""
    if measured is None:
        return "no number"
    if measured.low == measured.high:
        return number_text(measured.value)
    interval = f"[{number_text(measured.low)}, {number_text(measured.high)}]"
    return f"{number_text(measured.value)} {interval} ({measured.n} seeds)"
