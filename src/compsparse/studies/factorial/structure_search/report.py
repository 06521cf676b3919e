"""What a user's table holds, found and told in words.

Called by ``python -m compsparse.studies.factorial TABLE.csv``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compsparse.studies.factorial.structure_search import (
    counted_table,
    exhaustive_search,
    selection,
    token_factorization,
)
from compsparse.studies.factorial.structure_search.value_names import value_names

TOLERANCE = 1e-6  # nats


@dataclass(frozen=True)
class Finding:
    """A table with the best labelling of every graph and the one that was chosen."""

    table: counted_table.CountedTable
    fits: list[exhaustive_search.Fit]
    chosen: exhaustive_search.Fit

    @property
    def candidates(self) -> int:
        """Number of factorizations and graphs tried."""
        return sum(fit.labellings for fit in self.fits)


def find(path: Path, tolerance: float) -> Finding:
    """Search the factorizations of a table in a file.

    For counts the smallest information criterion is chosen; for joint probabilities the smallest
    (SC) whose divergence is at most ``tolerance`` nats.

    Raises:
        ArtifactError: the table is not usable.
    """
    table = counted_table.read_counted_table(path)
    fits = exhaustive_search.search(table.joint, tolerance=tolerance)
    if table.samples is None:
        return Finding(table, fits, selection.simplest_within(fits, tolerance))
    return Finding(table, fits, selection.most_plausible(fits, table.samples))


def describe(path: str | Path, tolerance: float = TOLERANCE) -> str:
    """Return what was found in a table as lines of text.

    Raises:
        ArtifactError: the table is not usable.
    """
    finding = find(Path(path), tolerance)
    return "\n".join(_lines(path, finding))


def _lines(path: str | Path, finding: Finding) -> Iterator[str]:
    table, fit = finding.table, finding.chosen
    candidate = fit.candidate
    cells = len(table.inputs) * len(table.outputs)
    content = "joint probabilities" if table.samples is None else f"{table.samples:,} counts"
    yield f"{path}: {len(table.inputs)} inputs, {len(table.outputs)} outputs, {content}"
    if candidate.trivial:
        yield f"No factorization found among {finding.candidates:,} candidates: SC {cells}."
        return
    width = min(len(table.inputs), len(table.outputs))
    yield f"statistical complexity (SC)   {candidate.statistical_complexity} of {cells}"
    yield f"approximation complexity (AC) {candidate.approximation_complexity} of {width}"
    yield f"divergence                    {fit.divergence:.3g} nats"
    yield f"candidates tried              {finding.candidates:,}"
    for side, factors, names in (
        ("x", candidate.inputs.factors, table.inputs),
        ("y", candidate.outputs.factors, table.outputs),
    ):
        for number, labels in enumerate(factors, start=1):
            yield f"{side}{number}, {max(labels) + 1} values"
            yield from _values(labels, names)
    for number, parents in enumerate(candidate.parents, start=1):
        above = ", ".join(f"x{parent + 1}" for parent in parents)
        yield f"y{number} depends on {above or 'no input factor'}"


def _values(labels: token_factorization.Partition, names: tuple[str, ...]) -> Iterator[str]:
    for value, name in enumerate(value_names(labels, names)):
        members = ", ".join(n for n, label in zip(names, labels, strict=True) if label == value)
        yield f"   {members}" if name == members else f"   {name}: {members}"
