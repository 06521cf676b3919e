"""The hidden graph: which input factors each output factor depends on (document 004, (FH))."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization


@dataclass(frozen=True)
class FactorGraph:
    """A bipartite graph from input factors to output factors."""

    inputs: Factorization
    outputs: Factorization
    parents: tuple[tuple[int, ...], ...]  # increasing input factors of each output factor

    @classmethod
    def from_adjacency(
        cls,
        inputs: Factorization,
        outputs: Factorization,
        adjacency: Bool[np.ndarray, "output_factor input_factor"],
    ) -> "FactorGraph":
        """Return the graph with an edge wherever ``adjacency`` is true."""
        parents = tuple(tuple(int(i) for i in np.flatnonzero(row)) for row in adjacency)
        return cls(inputs, outputs, parents)

    @property
    def adjacency(self) -> Bool[np.ndarray, "output_factor input_factor"]:
        """True at (j, i) where input factor i is a parent of output factor j."""
        adjacency = np.zeros((len(self.outputs.sizes), len(self.inputs.sizes)), dtype=np.bool_)
        for factor, parents in enumerate(self.parents):
            adjacency[factor, list(parents)] = True
        return adjacency

    @property
    def parent_spaces(self) -> tuple[Factorization | None, ...]:
        """The joint space of the parents of each output factor; None for one without parents."""
        return tuple(
            Factorization(tuple(self.inputs.sizes[i] for i in parents)) if parents else None
            for parents in self.parents
        )

    @property
    def parent_state_counts(self) -> tuple[int, ...]:
        """Number of joint states of the parents of each output factor; 1 without parents."""
        return tuple(1 if space is None else space.size for space in self.parent_spaces)

    @property
    def parentless(self) -> int:
        """Number of output factors without parents."""
        return sum(not parents for parents in self.parents)

    def parent_states(self, inputs: Int[np.ndarray, " x"]) -> Int64[np.ndarray, "output_factor x"]:
        """Return the joint state of each output factor's parents at each input token."""
        # numbered in mixed radix like tokens, the first parent fastest; without parents always 0
        coordinates = self.inputs.coordinates(inputs)
        states = np.zeros((len(self.parents), len(inputs)), dtype=np.int64)
        for factor, space in enumerate(self.parent_spaces):
            if space is not None:
                states[factor] = space.tokens(coordinates[:, list(self.parents[factor])])
        return states


def sample_graph(
    inputs: Factorization,
    outputs: Factorization,
    random: np.random.Generator,
    *,
    parents: int | None = None,
    connectivity: float | None = None,
) -> FactorGraph:
    """Draw a graph; exactly one of ``parents`` and ``connectivity`` is given.

    ``parents`` is the number for every output factor, drawn without replacement and independently
    for each (document 004, (P3)); all input factors where there are fewer. ``connectivity`` is the
    probability of each edge, independently ((P3')).
    """
    available, children = len(inputs.sizes), len(outputs.sizes)
    if parents is not None:
        drawn = [
            random.choice(available, size=min(parents, available), replace=False)
            for _ in range(children)
        ]
        return FactorGraph(inputs, outputs, tuple(tuple(sorted(map(int, d))) for d in drawn))
    if connectivity is None:
        raise ValueError("parents and connectivity are both missing; give one of them.")
    edges = random.random((children, available)) < connectivity
    return FactorGraph.from_adjacency(inputs, outputs, edges)
