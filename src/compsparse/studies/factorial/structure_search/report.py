"""What is found in a user's table, in words and as values."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.factorial.structure_search import (
    counted_table,
    exhaustive_search,
    justification,
    selection,
    token_factorization,
)
from compsparse.studies.factorial.structure_search.value_names import value_names

TOLERANCE = 1e-6  # nats
# redrawn tables of each test: a search takes milliseconds, or a second (8 x 8) to nine (10 x 10)
_FEW_CANDIDATES, _REDRAWS_OF_FEW, _REDRAWS = 100_000, 99, 19


@dataclass(frozen=True)
class Finding:
    """A table with the best labelling of every graph and the one that was chosen."""

    table: counted_table.CountedTable
    fits: list[exhaustive_search.Fit]
    chosen: exhaustive_search.Fit
    justification: (
        justification.Justification | None
    )  # None for probabilities, and where nothing was chosen

    @property
    def candidates(self) -> int:
        """Number of factorizations and graphs tried."""
        return sum(fit.labellings for fit in self.fits)

    @property
    def found(self) -> bool:
        """Whether the chosen factorization may be called structure of the table."""
        if self.chosen.candidate.trivial:
            return False
        return self.justification is None or self.justification.holds


def find(
    table: counted_table.CountedTable,
    tolerance: float,
    redraws: int | None,
    random: np.random.Generator,
    tried: Callable[[int, int], object] = lambda *_: None,
) -> Finding:
    """Search the factorizations of a table.

    For counts the smallest information criterion is chosen, and tested with redrawn tables (see
    ``justification``). For joint probabilities it is the smallest (SC) whose divergence is at most
    ``tolerance`` nats.

    Args:
        table: counts or joint probabilities.
        tolerance: in nats, for probabilities.
        redraws: the most tables of each test; None: as many as take seconds.
        random: draws them.
        tried: called after each search with how many are done, and how many there are at most.
    """
    fits = exhaustive_search.search(table.joint, tolerance=tolerance)
    if table.samples is None:
        return Finding(table, fits, selection.simplest_within(fits, tolerance), None)
    chosen = selection.most_plausible(fits, table.samples)
    if chosen.candidate.trivial:
        return Finding(table, fits, chosen, None)
    if redraws is None:
        few = sum(fit.labellings for fit in fits) <= _FEW_CANDIDATES
        redraws = _REDRAWS_OF_FEW if few else _REDRAWS
    searches = count(2)
    most = 1 + 2 * redraws  # the first one and those of both tests
    tried(1, most)
    tests = justification.justify(
        table.values, fits, chosen, redraws, random, lambda: tried(next(searches), most)
    )
    return Finding(table, fits, chosen, tests)


def values(finding: Finding) -> dict[str, Any]:
    """Return what was found for programs: factors as lists of names by value, and the tests."""
    table, candidate, tests = finding.table, finding.chosen.candidate, finding.justification
    return {
        "inputs": list(table.inputs),
        "outputs": list(table.outputs),
        "counts": table.samples,
        "found": finding.found,
        "statistical_complexity": candidate.statistical_complexity,
        "approximation_complexity": candidate.approximation_complexity,
        "divergence": finding.chosen.divergence,
        "candidates": finding.candidates,
        "input_factors": [_by_value(f, table.inputs) for f in candidate.inputs.factors],
        "output_factors": [_by_value(f, table.outputs) for f in candidate.outputs.factors],
        "parents": [list(parents) for parents in candidate.parents],
        "tests": None if tests is None else asdict(tests),
    }


def _by_value(labels: token_factorization.Partition, names: tuple[str, ...]) -> list[list[str]]:
    return [
        [name for name, label in zip(names, labels, strict=True) if label == value]
        for value in range(max(labels) + 1)
    ]


def lines(path: Path, finding: Finding) -> Iterator[str]:
    """Yield what was found: the table, the conclusion and its tests, factors and graph."""
    table, fit = finding.table, finding.chosen
    candidate = fit.candidate
    cells = len(table.inputs) * len(table.outputs)
    content = "joint probabilities" if table.samples is None else f"{table.samples:,} counts"
    yield f"{path}: {len(table.inputs)} inputs, {len(table.outputs)} outputs, {content}"
    yield from _verdict(finding, cells)
    if candidate.trivial:
        return
    if not finding.found:
        yield "The nearest factorization, which is not supported by the tests:"
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


def _verdict(finding: Finding, cells: int) -> Iterator[str]:
    """Yield the conclusion and the tests behind it."""
    tests = finding.justification
    if finding.chosen.candidate.trivial:
        yield (
            f"NO STRUCTURE FOUND: none of {finding.candidates:,} candidates is better justified "
            f"than no factorization at all, SC {cells}."
        )
        return
    if tests is None:
        yield "STRUCTURE FOUND: the probabilities have this factorization within the tolerance."
        return
    if finding.found:
        yield "STRUCTURE FOUND."
    elif tests.structure_p > justification.LEVEL:
        yield "NO STRUCTURE FOUND: tables without structure look as structured as this one."
    else:
        yield "NO STRUCTURE FOUND: no factorization fits the table."
    yield (
        "structure: outcomes of each input permuted, searched again, "
        f"gain as much: p = {tests.structure_p:.2g}"
    )
    fit = "not tested" if tests.fit_p is None else f"p = {tests.fit_p:.2g}"
    yield (
        f"fit: likelihood ratio G2 = {tests.fit_statistic:.1f} with "
        f"{tests.degrees_of_freedom} degrees of freedom; tables drawn from it fit no better: {fit}"
    )


def _values(labels: token_factorization.Partition, names: tuple[str, ...]) -> Iterator[str]:
    for value, name in enumerate(value_names(labels, names)):
        members = ", ".join(n for n, label in zip(names, labels, strict=True) if label == value)
        yield f"   {members}" if name == members else f"   {name}: {members}"
