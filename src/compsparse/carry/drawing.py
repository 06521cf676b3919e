"""Draw the evaluations that are made again, by a hash of the present code.

Whoever edits code moves the draw, so nobody can choose what is looked at: only try again, at the
price of another run. Root seeds and worlds take turns, and every root seed is looked at.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Literal

Kind = Literal["root seed", "world"]


@dataclass(frozen=True, order=True)
class Place:
    """Where a study was evaluated again: a root seed or a world."""

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def where(self) -> str:
        """The same as part of a sentence."""
        return f"at {self}" if self.kind == "root seed" else f"in the {self}"


@dataclass(frozen=True, order=True)
class Evaluation:
    """A result at a place."""

    place: Place
    result: str

    def __str__(self) -> str:
        return f"{self.result} at {self.place}"


Cost = Callable[[Collection[Evaluation]], float]


def draw(
    candidates: Iterable[Evaluation], digest: str, cost: Cost, budget: float, least: int
) -> list[Evaluation]:
    """Return the evaluations that are made again.

    They are taken in the order of the hash, root seeds and worlds by turns, until there are
    ``least`` and they cost ``budget``. Each root seed that is then left out gets one more, among
    the cheaper half of its results.

    Args:
        candidates: all that could be compared.
        digest: of the code that is to be trusted.
        cost: CPU seconds of some evaluations, what they share counted once.
        budget: in CPU seconds.
        least: how many at least.
    """
    order = _by_turns(_strata(candidates), digest)
    drawn: list[Evaluation] = []
    for evaluation in order:
        if len(drawn) >= least and cost(drawn) >= budget:
            break
        drawn.append(evaluation)
    seen = {evaluation.place for evaluation in drawn}
    for place in dict.fromkeys(e.place for e in order if e.place.kind == "root seed"):
        if place not in seen:
            at_place = [evaluation for evaluation in order if evaluation.place == place]
            cheap = sorted(at_place, key=lambda evaluation: cost([evaluation]))
            half = cheap[: (len(cheap) + 1) // 2]
            drawn.append(next(evaluation for evaluation in at_place if evaluation in half))
    return drawn


def _strata(candidates: Iterable[Evaluation]) -> Mapping[object, list[Evaluation]]:
    """Divide evaluations: each root seed for itself, all worlds together."""
    strata: dict[object, list[Evaluation]] = {}
    for evaluation in candidates:
        place = evaluation.place
        key = place if place.kind == "root seed" else place.kind
        strata.setdefault(key, []).append(evaluation)
    return strata


def _by_turns(strata: Mapping[object, Sequence[Evaluation]], digest: str) -> list[Evaluation]:
    def rank(thing: object) -> str:
        return hashlib.sha256(f"{digest} {thing}".encode()).hexdigest()

    columns = [sorted(strata[key], key=rank) for key in sorted(strata, key=rank)]
    rows = chain.from_iterable(zip_longest(*columns))
    return [evaluation for evaluation in rows if evaluation is not None]
