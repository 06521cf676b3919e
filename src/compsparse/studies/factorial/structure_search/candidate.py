"""A candidate structure: a factorization of either side and a graph between the factors."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from compsparse.studies.factorial.data_model import complexity, factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.structure_search import token_factorization

Parents = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Candidate:
    """A factorization of inputs and of outputs, and the parents of each output factor."""

    inputs: token_factorization.TokenFactorization
    outputs: token_factorization.TokenFactorization
    parents: Parents

    @property
    def graph(self) -> FactorGraph:
        """The graph between the factors, without their tokens."""
        return FactorGraph(
            factorization.Factorization(self.inputs.sizes),
            factorization.Factorization(self.outputs.sizes),
            self.parents,
        )

    @property
    def approximation_complexity(self) -> int:
        """(AC)."""
        return complexity.approximation_complexity(self.graph)

    @property
    def statistical_complexity(self) -> int:
        """(SC)."""
        return complexity.statistical_complexity(self.graph)

    @property
    def free_parameters(self) -> int:
        """Number of probabilities to choose: each row of a table sums to 1."""
        states = self.graph.parent_state_counts
        return sum(n * (q - 1) for n, q in zip(states, self.outputs.sizes, strict=True))

    @property
    def trivial(self) -> bool:
        """Whether every conditional distribution has this structure."""
        everything = tuple(range(len(self.inputs.sizes)))
        # the outputs are one factor that depends on all input factors
        return self.parents == (everything,)

    @cached_property
    def parent_partitions(self) -> tuple[token_factorization.Partition, ...]:
        """The partition of the inputs by the joint state of each output factor's parents."""
        return tuple(
            token_factorization.common_refinement(
                [self.inputs.factors[i] for i in group], self.inputs.tokens
            )
            for group in self.parents
        )


def graphs(input_factors: int, output_factors: int) -> list[Parents]:
    """Return every choice of parents for every output factor, few parents first."""
    subsets = parent_sets(input_factors)
    return list(product(subsets, repeat=output_factors))


def parent_sets(input_factors: int) -> list[tuple[int, ...]]:
    """Return all subsets of the input factors, small ones first."""
    subsets = [
        tuple(i for i in range(input_factors) if mask >> i & 1) for mask in range(2**input_factors)
    ]
    return sorted(subsets, key=lambda subset: (len(subset), subset))


def all_candidates(input_tokens: int, output_tokens: int) -> list[Candidate]:
    """Return every candidate of two small token sets: 170 for four inputs and four outputs."""
    return [
        Candidate(inputs, outputs, parents)
        for input_sizes in token_factorization.factor_sizes(input_tokens)
        for output_sizes in token_factorization.factor_sizes(output_tokens)
        for inputs in token_factorization.factorizations(input_sizes)
        for outputs in token_factorization.factorizations(output_sizes)
        for parents in graphs(len(input_sizes), len(output_sizes))
    ]
