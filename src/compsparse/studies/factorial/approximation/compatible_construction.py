"""An exact network on a factorization-compatible embedding (document 004, Appendix A).

A linear map recovers the one-hot codes of the input factors. A feedforward layer of rectified
linear units forms the one-hot codes of the joint parent states: the hidden unit of a state sums the
code entries of that state, with bias 1 - number of parents. A linear readout then adds the log
probabilities of the output factors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model import exact_factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph


@dataclass(frozen=True)
class CompatibleConstruction:
    """Weights of the network; log p(y | x) = readout applied to relu(codes · selection + bias)."""

    inversion: Float64[np.ndarray, "dimension element"]  # from an embedded input to its codes
    selection: Float64[np.ndarray, "element unit"]  # 1 where the unit's state contains the element
    bias: Float64[np.ndarray, " unit"]  # 1 - number of parents
    readout: Float64[np.ndarray, "unit y"]  # log probabilities of its state

    @property
    def hidden_width(self) -> int:
        """Number of hidden units."""
        return len(self.bias)

    @property
    def parameters(self) -> int:
        """Number of entries of all weights, zeros included."""
        return self.inversion.size + self.selection.size + self.bias.size + self.readout.size

    def log_probabilities(
        self, embedded: Float64[np.ndarray, "x dimension"]
    ) -> Float64[np.ndarray, "x y"]:
        """Return log p(y | x) of embedded inputs."""
        hidden = np.maximum(embedded @ self.inversion @ self.selection + self.bias, 0.0)
        log_probabilities: Float64[np.ndarray, "x y"] = hidden @ self.readout
        return log_probabilities


def construct(
    graph: FactorGraph,
    tables: Sequence[Float64[np.ndarray, "_ _"]],
    factor_table: Float64[np.ndarray, "element dimension"],
) -> CompatibleConstruction:
    """Return the network for the embedding of these factor vectors, as many dimensions or more."""
    first_elements = np.cumsum([0, *graph.inputs.sizes])
    outcomes = graph.outputs.coordinates(np.arange(graph.outputs.size))
    units = sum(graph.parent_state_counts)
    selection, bias = np.zeros((len(factor_table), units)), np.zeros(units)
    readout = np.zeros((units, graph.outputs.size))
    first = 0
    for factor, (parents, space) in enumerate(zip(graph.parents, graph.parent_spaces, strict=True)):
        states = np.arange(graph.parent_state_counts[factor])
        if space is not None:
            elements_of_state = first_elements[list(parents)] + space.coordinates(states)
            selection[elements_of_state, (first + states)[:, None]] = 1.0
        bias[first + states] = 1.0 - len(parents)
        readout[first + states] = np.log(tables[factor])[:, outcomes[:, factor]]
        first += len(states)
    return CompatibleConstruction(np.linalg.pinv(factor_table), selection, bias, readout)


def parameter_formula(graph: FactorGraph, dimension: int) -> int:
    """Return d Σp + (Σp + 1 + M) Σ|pa|, the number of parameters from the sizes alone."""
    elements, states = sum(graph.inputs.sizes), sum(graph.parent_state_counts)
    return dimension * elements + (elements + 1 + graph.outputs.size) * states


def construction_bound(
    graph: FactorGraph,
    factor_table: Float64[np.ndarray, "element dimension"],
    likelihood: Float64[np.ndarray, "y x"],
    largest_readout: float,
) -> float:
    """Return a bound on the rounding error of a constructed log probability."""
    dimension = factor_table.shape[1]
    # a recovered code of k factors is off by dimension · sqrt(k) · epsilon · condition number; a
    # unit adds one code entry per parent; an output adds all units, each with its largest readout;
    # the reference itself has the bound of Theorem 1
    code_error = (
        dimension
        * float(np.sqrt(len(graph.inputs.sizes)))
        * float(np.finfo(np.float64).eps)
        * float(np.linalg.cond(factor_table))
    )
    unit_error = max(1, max(len(parents) for parents in graph.parents)) * code_error
    states = sum(graph.parent_state_counts)
    return float(
        states * largest_readout * unit_error
        + exact_factorization.rounding_bound(states, likelihood)
    )
