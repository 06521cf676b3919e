"""The two complexities of a graph (document 004, (AC) and (SC)).

As in the document's own experiments, an output factor without parents counts in neither sum: it is
a constant to be learned once, whatever the inputs.
"""

from compsparse.studies.factorial.data_model.graph import FactorGraph


def approximation_complexity(graph: FactorGraph) -> int:
    """Return the sum over output factors of min(size, number of joint parent states)."""
    # the embedding dimension that Theorem 1 needs, up to one for each factor without parents
    return sum(min(size, states) for size, states in _terms(graph))


def statistical_complexity(graph: FactorGraph) -> int:
    """Return the sum over output factors of size times number of joint parent states."""
    return sum(size * states for size, states in _terms(graph))


def _terms(graph: FactorGraph) -> list[tuple[int, int]]:
    factors = zip(graph.outputs.sizes, graph.parent_state_counts, graph.parents, strict=True)
    return [(size, states) for size, states, parents in factors if parents]
