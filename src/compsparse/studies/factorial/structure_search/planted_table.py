"""Tables with a known factorization that is hidden by a random order of the tokens."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model import conditionals, factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.structure_search import (
    conditional_histograms,
    token_factorization,
)
from compsparse.studies.factorial.structure_search.candidate import Candidate

_ATTEMPTS = 8192
_AT_ONCE = 16  # tables: an estimate by a candidate serves all of them
# nats, or total variation: the largest distance of a table from a factorization that fits it
ROUNDING = 1e-12


@dataclass(frozen=True)
class PlantedTable:
    """Conditional probabilities p(y | x) and a candidate that fits them exactly."""

    conditional: Float64[np.ndarray, "x y"]
    candidate: Candidate

    @property
    def joint(self) -> Float64[np.ndarray, "x y"]:
        """Joint probabilities with uniform inputs."""
        joint: Float64[np.ndarray, "x y"] = self.conditional / len(self.conditional)
        return joint


@dataclass(frozen=True)
class SeparatedTables:
    """Planted tables with their separations (see ``separated_table``), as they are stored."""

    conditional: Float64[np.ndarray, "table token token"]
    separation: Float64[np.ndarray, " table"]
    planted: Int64[np.ndarray, " table"]  # place among ``all_candidates``


def planted_table(
    sizes: tuple[int, ...], concentration: float, random: np.random.Generator
) -> PlantedTable:
    """Draw a table whose output factor j has input factor j as its only parent."""
    # with a parent shared by all outputs, the outputs as a single factor would have the same (SC)
    space = factorization.Factorization(sizes)
    graph = FactorGraph(space, space, tuple((j,) for j in range(len(sizes))))
    ordered = conditionals.conditional_probabilities(
        graph, conditionals.sample_tables(graph, concentration, random)
    )
    rows, columns = random.permutation(space.size), random.permutation(space.size)
    inputs, input_places = _hidden(space, rows)
    outputs, output_places = _hidden(space, columns)
    parents = tuple((input_places.index(place),) for place in output_places)
    return PlantedTable(ordered[rows][:, columns], Candidate(inputs, outputs, parents))


def _hidden(
    space: factorization.Factorization, order: Int64[np.ndarray, " token"]
) -> tuple[token_factorization.TokenFactorization, list[int]]:
    """Return the factorization of the reordered tokens, and where each of its factors came from."""
    coordinates = space.coordinates(order)
    factors = [
        (size, token_factorization.canonical(coordinates[:, place].tolist()), place)
        for place, size in enumerate(space.sizes)
    ]
    factors.sort()
    return token_factorization.TokenFactorization(tuple(labels for _, labels, _ in factors)), [
        p for *_, p in factors
    ]


def separated_table(
    sizes: tuple[int, ...],
    concentration: float,
    separation: float,
    candidates: list[Candidate],
    random: np.random.Generator,
) -> tuple[PlantedTable, float]:
    """Draw planted tables until one is separated; return it with its separation.

    The separation is the smallest total variation between the table and the nearest distribution of
    a candidate that does not fit it (document 004, Section 3.2, (ii)).
    """
    for _ in range(_ATTEMPTS // _AT_ONCE):
        tables = [planted_table(sizes, concentration, random) for _ in range(_AT_ONCE)]
        joints = np.stack([table.joint for table in tables])
        truths = np.stack([table.conditional for table in tables])
        nearest = [
            conditional_histograms.product_of_conditionals(joints, candidate)
            for candidate in candidates
        ]
        distances = np.stack(
            [conditional_histograms.total_variation(guess, truths) for guess in nearest]
        )
        separations = np.where(distances > ROUNDING, distances, np.inf).min(0)
        wide = np.flatnonzero(separations >= separation)
        if len(wide):
            return tables[wide[0]], float(separations[wide[0]])
    raise ValueError(
        f"None of {_ATTEMPTS:,} drawn tables has the separation {separation}; lower it, or "
        f"choose a concentration nearer to 1 than {concentration}."
    )
