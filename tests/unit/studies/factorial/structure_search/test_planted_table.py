import numpy as np
import pytest

from compsparse.studies.factorial.structure_search.candidate import (
    all_candidates,
)
from compsparse.studies.factorial.structure_search.divergence import divergence
from compsparse.studies.factorial.structure_search.exhaustive_search import (
    search,
)
from compsparse.studies.factorial.structure_search.planted_table import (
    planted_table,
    separated_table,
)
from compsparse.studies.factorial.structure_search.selection import (
    simplest_within,
)


@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (3, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_a_factorization_hidden_by_a_random_order_is_found(
    sizes: tuple[int, ...], seed: int
) -> None:
    table = planted_table(sizes, 1.0, np.random.default_rng(seed))
    np.testing.assert_allclose(table.conditional.sum(1), 1)
    assert table.candidate.inputs.sizes == tuple(sorted(sizes))
    assert table.candidate.statistical_complexity == sum(size**2 for size in sizes)
    found = simplest_within(search(table.joint, tolerance=1e-12), 1e-12).candidate
    assert found == table.candidate


def test_orders_differ_between_draws() -> None:
    random = np.random.default_rng(0)
    drawn = {planted_table((2, 2), 1.0, random).candidate for _ in range(40)}
    assert len(drawn) > 9  # of 3 x 3 factorizations with 2 graphs


def test_no_wrong_candidate_comes_near_a_separated_table() -> None:
    candidates = all_candidates(4, 4)
    table, separation = separated_table((2, 2), 1.0, 0.1, candidates, np.random.default_rng(2))
    assert separation >= 0.1
    distances = [divergence(table.joint, candidate) for candidate in candidates]
    # Pinsker: the divergence is at least twice the squared total variation
    assert min(d for d in distances if d > 1e-12) >= 2 * separation**2


def test_an_impossible_separation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "compsparse.studies.factorial.structure_search.planted_table._ATTEMPTS"
    monkeypatch.setattr(name, 32)
    with pytest.raises(ValueError, match=r"None of 32 drawn tables has the separation 0\.49"):
        separated_table((2, 2), 100.0, 0.49, all_candidates(4, 4), np.random.default_rng(0))
