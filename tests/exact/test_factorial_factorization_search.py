"""Finding a factorization: everything is tried once, and distances are what they are by hand."""

import itertools
from math import factorial

import numpy as np
import pytest

from compsparse.studies.factorial.structure_search.candidate import (
    Candidate,
    all_candidates,
)
from compsparse.studies.factorial.structure_search.conditional_histograms import (
    product_of_conditionals,
)
from compsparse.studies.factorial.structure_search.counting import (
    candidate_count,
    factorization_count,
    log_count,
    log_count_bound,
    token_factorization_count,
)
from compsparse.studies.factorial.structure_search.divergence import (
    conditional_entropies,
    conditional_entropy,
    divergence,
)
from compsparse.studies.factorial.structure_search.exhaustive_search import (
    search,
)
from compsparse.studies.factorial.structure_search.planted_table import (
    planted_table,
)
from compsparse.studies.factorial.structure_search.token_factorization import (
    factor_sizes,
    factorizations,
)


def drawn_joint(rows: int, columns: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet(np.ones(rows * columns)).reshape(rows, columns)


def divergence_by_hand(joint: np.ndarray, candidate: Candidate) -> float:
    """Sum p ln (p / q) over all cells, with q the product of the table's own conditionals."""
    total = 0.0
    for x, y in itertools.product(*map(range, joint.shape)):
        nearest = 1.0
        for factor, parents in zip(candidate.outputs.factors, candidate.parents, strict=True):
            alike = [
                other
                for other in range(joint.shape[0])
                if all(
                    candidate.inputs.factors[i][other] == candidate.inputs.factors[i][x]
                    for i in parents
                )
            ]
            same = [other for other in range(joint.shape[1]) if factor[other] == factor[y]]
            nearest *= joint[np.ix_(alike, same)].sum() / joint[alike].sum()
        total += joint[x, y] * np.log(joint[x, y] / joint[x].sum() / nearest)
    return total


def test_four_tokens_on_both_sides_have_170_candidates() -> None:
    candidates = all_candidates(4, 4)
    by_factors = {
        (k, m): sum((len(c.inputs.factors), len(c.outputs.factors)) == (k, m) for c in candidates)
        for k in (1, 2)
        for m in (1, 2)
    }
    assert by_factors == {(1, 1): 2, (2, 1): 12, (1, 2): 12, (2, 2): 144}
    assert len(set(candidates)) == len(candidates) == candidate_count(4, 4) == 170


@pytest.mark.parametrize("tokens", range(1, 10))
def test_factorizations_are_listed_once_and_tell_all_tokens_apart(tokens: int) -> None:
    total = 0
    for sizes in factor_sizes(tokens):
        found = factorizations(sizes)
        assert len(found) == len(set(found)) == factorization_count(sizes)
        assert all(fit.sizes == sizes and fit.tokens == tokens for fit in found)
        assert all(len(set(zip(*fit.factors, strict=True))) == tokens for fit in found)
        total += len(found)
    assert total == token_factorization_count(tokens)


def test_factorizations_against_all_bijections() -> None:
    """Six tokens onto 2 x 3: every bijection, with names of values and order forgotten."""
    found = set()
    for order in itertools.permutations(range(6)):
        place = dict(zip(order, itertools.product(range(2), range(3)), strict=True))
        found.add(
            frozenset(
                frozenset(
                    frozenset(t for t in range(6) if place[t][i] == value) for value in range(size)
                )
                for i, size in enumerate((2, 3))
            )
        )
    listed = {
        frozenset(
            frozenset(
                frozenset(t for t, label in enumerate(labels) if label == value)
                for value in set(labels)
            )
            for labels in fit.factors
        )
        for fit in factorizations((2, 3))
    }
    assert listed == found
    assert len(found) == factorial(6) // (factorial(2) * factorial(3)) == 60


@pytest.mark.parametrize("seed", range(3))
def test_divergence_is_the_sum_over_all_cells(seed: int) -> None:
    joint = drawn_joint(4, 4, seed)
    for candidate in all_candidates(4, 4):
        by_hand = divergence_by_hand(joint, candidate)
        assert divergence(joint, candidate) == pytest.approx(by_hand, abs=1e-13)
        conditional = joint / joint.sum(1, keepdims=True)
        nearest = product_of_conditionals(joint[None], candidate)[0]
        assert (joint * np.log(conditional / nearest)).sum() == pytest.approx(by_hand, abs=1e-13)


def test_divergence_is_total_correlation_plus_what_the_parents_leave() -> None:
    joint = drawn_joint(6, 4, 5)
    every_input = tuple(range(6))
    for candidate in all_candidates(6, 4)[::31]:
        factors = candidate.outputs.factors
        alone = conditional_entropies(joint, factors, [every_input])[:, 0]
        correlation = alone.sum() - conditional_entropy(joint)
        given = conditional_entropies(joint, factors, candidate.parent_partitions)
        information = np.diag(given) - alone
        assert correlation >= -1e-14
        assert (information >= -1e-14).all()
        total = correlation + information.sum()
        assert divergence(joint, candidate) == pytest.approx(total, abs=1e-13)


def test_a_true_factorization_has_no_divergence_and_a_smaller_graph_has_some() -> None:
    table = planted_table((2, 3), 1.0, np.random.default_rng(3))
    assert abs(divergence(table.joint, table.candidate)) < 1e-14
    less = Candidate(table.candidate.inputs, table.candidate.outputs, ((), (1,)))
    assert divergence(table.joint, less) > 1e-4


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (6, 2), (3, 6)])
def test_search_finds_the_least_of_all_candidates(rows: int, columns: int) -> None:
    joint = drawn_joint(rows, columns, rows + 10 * columns)
    tolerance = 0.1  # nats: some labellings are nearer, others are not
    fits = search(joint, tolerance=tolerance)
    assert sum(fit.labellings for fit in fits) == candidate_count(rows, columns)
    groups: dict[tuple, list[float]] = {}
    for candidate in all_candidates(rows, columns):
        key = (candidate.inputs.sizes, candidate.outputs.sizes, candidate.parents)
        groups.setdefault(key, []).append(divergence(joint, candidate))
    assert len(groups) == len(fits)
    for fit in fits:
        candidate = fit.candidate
        values = groups[(candidate.inputs.sizes, candidate.outputs.sizes, candidate.parents)]
        assert fit.divergence == pytest.approx(max(min(values), 0), abs=1e-13)
        assert divergence(joint, candidate) == pytest.approx(fit.divergence, abs=1e-13)
        assert fit.fitting == sum(value <= tolerance for value in values)
    assert 0 < sum(fit.fitting for fit in fits) < candidate_count(rows, columns)


def test_chunks_of_a_larger_search_agree_with_divergence() -> None:
    """Eight rows are searched in several chunks."""
    joint = drawn_joint(8, 4, 1)
    for fit in search(joint, tolerance=1e-12)[::5]:
        assert divergence(joint, fit.candidate) == pytest.approx(fit.divergence, abs=1e-13)


@pytest.mark.parametrize("tokens", [2, 3, 4, 6, 8, 12])
def test_the_number_of_factorizations_stays_below_its_bound(tokens: int) -> None:
    assert log_count(tokens, tokens) < log_count_bound(tokens, tokens)
    # the proof counts names and orders, which change no distribution
    assert log_count(tokens, tokens) > np.log(candidate_count(tokens, tokens))


def test_counted_as_the_proof_does() -> None:
    """Two tokens: 2 bijections on either side and 2 graphs; four: 24 to (4) and 24 to (2, 2)."""
    assert log_count(2, 2) == pytest.approx(np.log(2 * 2 * 2))
    assert log_count(4, 4) == pytest.approx(np.log(24 * 24 * (2 + 4 + 4 + 16)))
    assert log_count(6, 6) == pytest.approx(np.log(720**2 * (2 + 2 * 4 + 2 * 4 + 4 * 16)))
