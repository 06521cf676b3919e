"""The nearest factorization of a table for every graph, by trying all of them.

For eight inputs and eight outputs these are 463 million candidates: conditional entropies are
computed once per pair of partitions, and a candidate is a sum of as many of them as it has output
factors.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.structure_search import counting, token_factorization
from compsparse.studies.factorial.structure_search.candidate import Candidate, Parents, parent_sets
from compsparse.studies.factorial.structure_search.divergence import (
    conditional_entropies,
    conditional_entropy,
)

# of one side, and of the pairs of both: up to ten tokens, a dozen seconds
LARGEST_SIDE = 20_000
LARGEST_PAIRS = 230_000_000
# beyond, even their number takes long; sides of prime length have one factorization only
MOST_TOKENS = 200

_AT_ONCE = 1 << 15  # pairs of factorizations whose intermediate sums stay in the processor's cache


@dataclass(frozen=True)
class Fit:
    """The best labelling of one graph."""

    candidate: Candidate
    divergence: float  # of the table from it, in nats
    fitting: int  # labellings of this graph within the tolerance
    labellings: int  # of this graph


def require_searchable(input_tokens: int, output_tokens: int) -> None:
    """Refuse spaces with too many candidates to try them all."""
    if max(input_tokens, output_tokens) > MOST_TOKENS:
        raise ValueError(
            f"It has {input_tokens:,} inputs and {output_tokens:,} outputs, at most {MOST_TOKENS} "
            "on a side are counted. Merge or omit rare rows or columns."
        )
    inputs, outputs = (counting.token_factorization_count(n) for n in (input_tokens, output_tokens))
    if max(inputs, outputs) > LARGEST_SIDE or inputs * outputs > LARGEST_PAIRS:
        raise ValueError(
            f"{input_tokens} inputs have {_shown(inputs)} factorizations and {output_tokens} "
            f"outputs {_shown(outputs)}; all pairs are tried, at most {LARGEST_SIDE:,} on a side "
            f"and {LARGEST_PAIRS:,} pairs: up to 10 tokens on a side. Merge or omit rare rows or "
            "columns."
        )


def _shown(count: int) -> str:
    return f"{count:,}" if count < 10**15 else f"10^{len(str(count)) - 1} or more"


def search(joint: Float64[np.ndarray, "x y"], *, tolerance: float) -> list[Fit]:
    """Return the best labelling of every graph between factors of the table's rows and columns.

    ``joint`` sums to 1, with no empty row; the largest divergence that fits is ``tolerance`` nats.
    """
    input_tokens, output_tokens = joint.shape
    require_searchable(input_tokens, output_tokens)
    inputs = [_side(sizes) for sizes in token_factorization.factor_sizes(input_tokens)]
    outputs = [_side(sizes) for sizes in token_factorization.factor_sizes(output_tokens)]
    parent_numbers: dict[token_factorization.Partition, int] = {}
    factor_numbers: dict[token_factorization.Partition, int] = {}
    parents = [side.parents(parent_numbers) for side in inputs]
    factors = [side.numbered(factor_numbers) for side in outputs]
    entropies = conditional_entropies(joint, list(factor_numbers), list(parent_numbers))
    noise = conditional_entropy(joint)
    return [
        Fit(
            Candidate(source.tokens[best[0]], target.tokens[best[1]], graph),
            max(least - noise, 0.0),
            fitting,
            len(source.tokens) * len(target.tokens),
        )
        for source, sets in zip(inputs, parents, strict=True)
        for target, numbers in zip(outputs, factors, strict=True)
        for graph, least, best, fitting in _best_labellings(
            entropies, source.parent_sets, sets, numbers, noise + tolerance
        )
    ]


@dataclass(frozen=True)
class _Side:
    """All factorizations of one token set into factors of given sizes."""

    tokens: list[token_factorization.TokenFactorization]
    parent_sets: list[tuple[int, ...]]

    def parents(
        self, numbers: dict[token_factorization.Partition, int]
    ) -> Int64[np.ndarray, "labelling parent_set"]:
        """Return the number of the joint partition of every set of factors; adds new ones."""
        return np.array(
            [
                [
                    numbers.setdefault(
                        token_factorization.common_refinement(
                            [labelling.factors[i] for i in group], labelling.tokens
                        ),
                        len(numbers),
                    )
                    for group in self.parent_sets
                ]
                for labelling in self.tokens
            ],
            dtype=np.int64,
        )

    def numbered(
        self, numbers: dict[token_factorization.Partition, int]
    ) -> Int64[np.ndarray, "labelling factor"]:
        """Return the number of every factor's partition; adds new ones."""
        return np.array(
            [
                [numbers.setdefault(labels, len(numbers)) for labels in labelling.factors]
                for labelling in self.tokens
            ],
            dtype=np.int64,
        )


def _side(sizes: tuple[int, ...]) -> _Side:
    return _Side(token_factorization.factorizations(sizes), parent_sets(len(sizes)))


def _best_labellings(
    entropies: Float64[np.ndarray, "output_partition input_partition"],
    sets: list[tuple[int, ...]],
    parents: Int64[np.ndarray, "input_labelling parent_set"],
    factors: Int64[np.ndarray, "output_labelling factor"],
    enough: float,
) -> Iterator[tuple[Parents, float, tuple[int, int], int]]:
    """Yield each graph, its least sum of entropies, where it is, and how many are within enough."""
    choices = list(product(range(len(sets)), repeat=factors.shape[1]))
    least = np.full(len(choices), np.inf)
    best = [(0, 0)] * len(choices)
    fitting = np.zeros(len(choices), dtype=np.int64)
    rows = max(1, _AT_ONCE // len(factors))
    for start in range(0, len(parents), rows):
        chunk = parents[start : start + rows]
        # [factor][parent set]: the factor's entropy for each (input labelling, output labelling)
        terms = [
            [entropies[factors[:, j][None, :], chunk[:, s][:, None]] for s in range(len(sets))]
            for j in range(factors.shape[1])
        ]
        for number, total in enumerate(_sums(terms)):
            place = int(total.argmin())
            value = float(total.flat[place])
            if value < least[number]:
                least[number] = value
                best[number] = (start + place // len(factors), place % len(factors))
            if value <= enough:
                fitting[number] += int((total <= enough).sum())
    for number, choice in enumerate(choices):
        graph = tuple(sets[s] for s in choice)
        yield graph, float(least[number]), best[number], int(fitting[number])


def _sums(
    terms: list[list[Float64[np.ndarray, "input_labelling output_labelling"]]],
) -> Iterator[Float64[np.ndarray, "input_labelling output_labelling"]]:
    """Yield the sum of one term per factor, for all choices in the order of ``product``."""
    if len(terms) == 1:
        yield from terms[0]
        return
    # the sum over the first factors is shared by all choices for the last one
    for before in _sums(terms[:-1]):
        for last in terms[-1]:
            yield before + last
