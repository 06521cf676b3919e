import numpy as np
import pytest
from scipy.stats import chi2

from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    sample_tables,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import sample_graph
from compsparse.studies.factorial.data_model.sampler import Sampler

SAMPLES = 200_000


@pytest.mark.parametrize("outputs", [(3, 2), (1, 5), (8,), (2, 1, 4)])
def test_frequencies_are_those_of_the_exact_probabilities(outputs: tuple[int, ...]) -> None:
    random = np.random.default_rng(0)
    graph = sample_graph(Factorization((2, 3)), Factorization(outputs), random, parents=1)
    tables = sample_tables(graph, 1.0, random)
    sampler = Sampler(graph.parent_states(np.arange(6)), tables, random)
    inputs, drawn = sampler.draw(SAMPLES)
    size = graph.outputs.size
    observed = np.bincount(inputs * size + drawn, minlength=6 * size)
    expected = SAMPLES * conditional_probabilities(graph, tables).ravel() / 6
    # cells with few expected draws have no chi-square law; they are merged
    rare = expected < 5
    merged = [np.append(counts[~rare], counts[rare].sum()) for counts in (observed, expected)]
    with np.errstate(invalid="ignore"):
        terms = np.where(merged[1] > 0, (merged[0] - merged[1]) ** 2 / merged[1], 0)
    assert terms.sum() < chi2.ppf(0.9999, df=len(terms) - 1)


def test_an_outcome_of_probability_zero_is_never_drawn() -> None:
    table = np.array([[0.0, 0.3, 0.0, 0.7, 0.0]])
    sampler = Sampler(np.zeros((1, 4), dtype=np.int64), [table], np.random.default_rng(0))
    _, drawn = sampler.draw(10_000)
    assert set(drawn) == {1, 3}


def test_a_row_whose_sum_rounds_below_one_stays_inside_the_outcomes() -> None:
    table = np.array([[0.5, 0.25, 0.25 - 1e-3]])
    sampler = Sampler(np.zeros((1, 2), dtype=np.int64), [table], np.random.default_rng(0))
    assert sampler.draw(100_000)[1].max() == 2


def test_draws_repeat_under_the_same_seed_and_go_on() -> None:
    def sampler() -> Sampler:
        states = np.zeros((1, 9), dtype=np.int64)
        return Sampler(states, [np.full((1, 4), 0.25)], np.random.default_rng(3))

    first, again = sampler(), sampler()
    np.testing.assert_array_equal(first.draw(50), again.draw(50))
    assert not np.array_equal(first.draw(50)[0], sampler().draw(50)[0])
