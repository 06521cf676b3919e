"""All factorizations of a small token set, up to renaming.

Document 004, Section 2.1, writes a factorization as a bijection from tokens to a product of
factors. The numbers of values and the order of factors change no distribution; so a factor is the
partition of the tokens by its value, and a factorization is a set of partitions.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from math import prod

# label of each token: the number of its block, blocks numbered as they first occur
Partition = tuple[int, ...]


@dataclass(frozen=True)
class TokenFactorization:
    """Partitions of one token set, one per factor, that together tell all tokens apart.

    The blocks of one partition have equal sizes. Factors stand in the order of their sizes.
    """

    factors: tuple[Partition, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of values of each factor."""
        return tuple(max(labels) + 1 for labels in self.factors)

    @property
    def tokens(self) -> int:
        """Number of tokens."""
        return len(self.factors[0])


def factor_sizes(tokens: int) -> list[tuple[int, ...]]:
    """Return all sizes above 1 that multiply to ``tokens``, increasing, few factors first."""
    # a single token has the one factor of size 1
    if tokens < 1:
        raise ValueError(f"There are {tokens} tokens; a token set has at least 1.")
    if tokens == 1:
        return [(1,)]
    return sorted(_sizes_from(tokens, 2), key=lambda sizes: (len(sizes), sizes))


def _sizes_from(tokens: int, least: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [(tokens,)]
    for first in range(least, int(tokens**0.5) + 1):
        if tokens % first == 0:
            found += [(first, *rest) for rest in _sizes_from(tokens // first, first)]
    return found


def factorizations(sizes: tuple[int, ...]) -> list[TokenFactorization]:
    """Return all factorizations with factors of these increasing sizes, in a fixed order."""
    # as many as (product of sizes)! / (product of the factorials of the sizes and of how often each
    # size occurs): 3 for two factors of two, 840 for three
    found = {
        tuple(sorted(factors, key=lambda labels: (max(labels), labels)))
        for factors in _labelled(sizes)
    }
    return [TokenFactorization(factors) for factors in sorted(found)]


def _labelled(sizes: tuple[int, ...]) -> list[tuple[Partition, ...]]:
    tokens, blocks, rest = prod(sizes), sizes[0], sizes[1:]
    if not rest:
        return [(tuple(range(tokens)),)]
    found = []
    remaining = _labelled(rest)
    for partition in equal_partitions(tokens, blocks):
        members = [[t for t in range(tokens) if partition[t] == b] for b in range(blocks)]
        for arrangement in _arrangements(members):
            # token at place i of every block shares its values of the other factors
            places = [0] * tokens
            for block in arrangement:
                for place, token in enumerate(block):
                    places[token] = place
            found += [
                (partition, *(canonical([labels[place] for place in places]) for labels in others))
                for others in remaining
            ]
    return found


def _arrangements(members: list[list[int]]) -> list[list[tuple[int, ...]]]:
    """Return every way to order the blocks after the first, whose order the others follow."""
    found = [[tuple(members[0])]]
    for block in members[1:]:
        orders = list(permutations(block))
        found = [[*before, order] for before in found for order in orders]
    return found


def equal_partitions(tokens: int, blocks: int) -> list[Partition]:
    """Return all partitions of ``tokens`` into that many blocks of equal size."""

    def fill(labels: tuple[int, ...], block: int) -> list[Partition]:
        free = [token for token, label in enumerate(labels) if label < 0]
        if not free:
            return [labels]
        found = []
        for others in combinations(free[1:], tokens // blocks - 1):
            chosen = {free[0], *others}
            filled = tuple(block if t in chosen else label for t, label in enumerate(labels))
            found += fill(filled, block + 1)
        return found

    return fill((-1,) * tokens, 0)


def canonical(labels: list[int]) -> Partition:
    """Number the blocks as they first occur."""
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def common_refinement(partitions: list[Partition], tokens: int) -> Partition:
    """Return the joint value of several partitions; of none, the partition with one block."""
    numbers: dict[tuple[int, ...], int] = {}
    joint = zip(*partitions, strict=True) if partitions else [()] * tokens
    return tuple(numbers.setdefault(tuple(labels), len(numbers)) for labels in joint)
