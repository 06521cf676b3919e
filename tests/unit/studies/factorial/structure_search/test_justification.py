"""What is found in counts is structure, or it is said that there is none."""

import numpy as np
import pytest

from compsparse.studies.factorial.structure_search import exhaustive_search, selection
from compsparse.studies.factorial.structure_search.justification import (
    LEVEL,
    Justification,
    justify,
)
from compsparse.studies.factorial.structure_search.planted_table import planted_table


def verdict_on(counts: np.ndarray, random: np.random.Generator, redraws: int = 39) -> bool | None:
    """Say whether structure is found; None where the criterion itself takes the trivial one."""
    fits = exhaustive_search.search(counts / counts.sum(), tolerance=0.0)
    chosen = selection.most_plausible(fits, int(counts.sum()))
    if chosen.candidate.trivial:
        return None
    return justify(counts, fits, chosen, redraws, random).holds


def drawn(joint: np.ndarray, samples: int, random: np.random.Generator) -> np.ndarray:
    return random.multinomial(samples, joint.ravel()).reshape(joint.shape).astype(np.float64)


@pytest.mark.parametrize(("samples", "concentration"), [(60, 1.0), (500, 1.0), (500, 0.3)])
def test_tables_without_structure_are_rarely_called_structured(
    samples: int, concentration: float
) -> None:
    """At most 5 %; of 40 tables more than 7 are found with a probability below 0.1 %."""
    taken, called = 0, 0
    for seed in range(40):
        random = np.random.default_rng(seed)
        rows = random.dirichlet(np.full(4, concentration), size=4)
        counts = drawn(rows / 4, samples, random)
        counts[counts.sum(axis=1) == 0, 0] = 1
        verdict = verdict_on(counts, random, 19)
        taken += verdict is not None
        called += verdict is True
    assert taken > 8  # the criterion alone would have called these structured
    assert called <= 7


@pytest.mark.dear
def test_planted_structure_is_found() -> None:
    found = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        table = planted_table((2, 2), 1.0, random)
        found += verdict_on(drawn(table.joint, 5000, random), random) is True
    assert found >= 15


def test_structure_that_does_not_fit_is_not_believed() -> None:
    """One cell of a planted table is half as large again."""
    random = np.random.default_rng(1)
    table = planted_table((2, 2), 1.0, random)
    counts = drawn(table.joint, 20_000, random)
    largest = np.unravel_index(counts.argmax(), counts.shape)
    counts[largest] = np.round(1.5 * counts[largest])
    fits = exhaustive_search.search(counts / counts.sum(), tolerance=0.0)
    simple = min(
        (fit for fit in fits if fit.candidate.statistical_complexity == 8),
        key=lambda fit: fit.divergence,
    )
    verdict = justify(counts, fits, simple, 39, random)
    assert verdict.structure_p <= LEVEL
    assert verdict.fit_p is not None and verdict.fit_p <= LEVEL
    assert verdict.fit_statistic == pytest.approx(2 * counts.sum() * simple.divergence)
    assert verdict.degrees_of_freedom == 12 - simple.candidate.free_parameters
    assert not verdict.holds


def test_one_redrawn_table_can_show_nothing() -> None:
    random = np.random.default_rng(0)
    table = planted_table((2, 2), 1.0, random)
    assert verdict_on(drawn(table.joint, 5000, random), random, redraws=1) is False


def test_a_fit_that_was_not_asked_for_is_no_structure() -> None:
    assert not Justification(0.5, 1.0, 4, None).holds
    assert Justification(0.05, 1.0, 4, 0.3).holds
    assert not Justification(0.05, 1.0, 4, 0.05).holds
