import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

Drawn = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


@st.composite
def drawings(draw: st.DrawFn) -> Drawn:
    """Draw input sizes, output sizes and parents; graphs are built in the tests."""
    sizes = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)
    inputs, outputs = draw(sizes), draw(sizes)
    parents = st.sets(st.sampled_from(range(len(inputs)))).map(lambda s: tuple(sorted(s)))
    return inputs, outputs, tuple(draw(parents) for _ in outputs)


def built(drawn: Drawn) -> FactorGraph:
    return FactorGraph(Factorization(drawn[0]), Factorization(drawn[1]), drawn[2])


def both(graph: FactorGraph) -> tuple[int, int]:
    return approximation_complexity(graph), statistical_complexity(graph)


def test_by_hand() -> None:
    # min(5, 8) + min(2, 3) and 5 * 8 + 2 * 3; the third output factor has no parent
    graph = FactorGraph(Factorization((2, 3, 4)), Factorization((5, 2, 7)), ((0, 2), (1,), ()))
    assert both(graph) == (7, 46)


def test_without_edges_nothing_counts() -> None:
    graph = FactorGraph(Factorization((2,)), Factorization((3, 3)), ((), ()))
    assert both(graph) == (0, 0)


@given(drawings(), st.data())
def test_complexities_do_not_depend_on_the_order_of_factors(
    drawn: Drawn, data: st.DataObject
) -> None:
    graph = built(drawn)
    into = data.draw(st.permutations(range(len(graph.inputs.sizes))))
    out = data.draw(st.permutations(range(len(graph.outputs.sizes))))
    shuffled = FactorGraph.from_adjacency(
        Factorization(tuple(graph.inputs.sizes[i] for i in into)),
        Factorization(tuple(graph.outputs.sizes[j] for j in out)),
        graph.adjacency[np.ix_(out, into)],
    )
    assert both(shuffled) == both(graph)


@given(drawings())
def test_an_edge_more_never_lowers_a_complexity(drawn: Drawn) -> None:
    graph = built(drawn)
    for j, i in np.argwhere(~graph.adjacency):
        adjacency = graph.adjacency
        adjacency[j, i] = True
        larger = FactorGraph.from_adjacency(graph.inputs, graph.outputs, adjacency)
        assert all(a <= b for a, b in zip(both(graph), both(larger), strict=True))


@given(drawings())
def test_approximation_is_at_most_the_sum_of_output_sizes(drawn: Drawn) -> None:
    graph = built(drawn)
    approximation, statistical = both(graph)
    assert approximation <= min(sum(graph.outputs.sizes), statistical)
