"""The nearest factorization of a table for every graph, by trying all of them.

For eight inputs and eight outputs these are 463 million candidates: conditional entropies are
computed once per pair of partitions, and a candidate is a sum of as many of them as it has output
factors.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.structure_search import counting
from compsparse.studies.factorial.structure_search.candidate import Candidate, Parents, parent_sets
from compsparse.studies.factorial.structure_search.divergence import (
    conditional_entropies,
    conditional_entropy,
)
from compsparse.studies.factorial.structure_search.token_factorization import (
    Partition,
    TokenFactorization,
    common_refinement,
    factor_sizes,
    factorizations,
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
    require_searchable(*joint.shape)
    inputs, outputs = (
        [factorizations(sizes) for sizes in factor_sizes(tokens)] for tokens in joint.shape
    )
    parent_numbers: dict[Partition, int] = {}
    factor_numbers: dict[Partition, int] = {}
    sets = [parent_sets(len(labellings[0].factors)) for labellings in inputs]
    parents = [
        _numbered(
            [_joint_partitions(labelling, groups) for labelling in labellings], parent_numbers
        )
        for labellings, groups in zip(inputs, sets, strict=True)
    ]
    factors = [
        _numbered([labelling.factors for labelling in labellings], factor_numbers)
        for labellings in outputs
    ]
    entropies = conditional_entropies(joint, list(factor_numbers), list(parent_numbers))
    noise = conditional_entropy(joint)
    return [
        Fit(
            Candidate(sources[best[0]], targets[best[1]], graph),
            max(least - noise, 0.0),
            fitting,
            len(sources) * len(targets),
        )
        for sources, groups, above in zip(inputs, sets, parents, strict=True)
        for targets, below in zip(outputs, factors, strict=True)
        for graph, least, best, fitting in _best_labellings(
            entropies, groups, above, below, noise + tolerance
        )
    ]


def _joint_partitions(
    labelling: TokenFactorization, sets: list[tuple[int, ...]]
) -> list[Partition]:
    """Return the joint partition of every set of factors."""
    return [
        common_refinement([labelling.factors[i] for i in group], labelling.tokens) for group in sets
    ]


def _numbered(
    rows: Sequence[Sequence[Partition]], numbers: dict[Partition, int]
) -> Int64[np.ndarray, "labelling partition"]:
    """Return the number of every partition; adds new ones."""
    return np.array(
        [[numbers.setdefault(labels, len(numbers)) for labels in row] for row in rows],
        dtype=np.int64,
    )


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
