"""The population gradient along the teacher's direction (document 003, Part I).

At a random start the smallest degree of its expansion decides: it is of order d^(-(k-1)/2).
"""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.emergence.single_direction import population_gradient as population
from compsparse.studies.emergence.tables import table_of
from workflow_engine.seeds import generator

CONSTANT, DECAY = "constant", "decay"  # parts of the table
CORRECTED = "corrected"


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    orders: Sequence[int],  # k
    overlaps: Sequence[float],  # <w, theta> at which the expansion is checked
    highest_degree: int,  # of links of several degrees
    dimensions: Sequence[int],  # d, rising
    runs: int,
) -> stats.Evaluation:
    """Compare the gradient with its expansions, and follow it over dimensions.

    Rows of the part ``constant`` have the gradient over each formula by degree; of ``decay`` its
    size by order, dimension and run.
    """
    ratios = pd.DataFrame(
        [
            {"part": CONSTANT, "order": order, "formula": formula, "ratio": ratio}
            for order in orders
            for formula, ratio in _ratios(order)
        ]
    )
    sizes = []
    for order in orders:
        link = population.links_from(order, highest_degree)
        for run in range(runs):
            random = generator(root_seed, "emergence", "gradient_expansion", order, run)
            sizes.append(population.expansion(link, link, _nested_overlaps(random, dimensions)))
    axes = {"part": DECAY, "order": orders, "run": range(runs), "dimension": dimensions}
    decay = table_of(axes, size=np.abs(sizes).reshape(len(orders), runs, -1))
    errors = [_error(order, highest_degree, overlaps) for order in orders]
    slopes = {
        f"decay_order_{order}": stats.MeanOf(log_log_slopes(rows, "dimension", "size"))
        for order, rows in decay.groupby("order")
    }
    return stats.Evaluation(
        pd.concat([ratios, decay], ignore_index=True),
        {
            "expansion_error": stats.exact(max(errors), len(errors)),
            "slide_error": stats.exact(_slide_error(orders)),
            **slopes,
        },
    )


def _ratios(order: int) -> list[tuple[str, float]]:
    link = population.links_from(order, order)
    overlap = 0.5
    corrected = population.coefficient_at_teacher(link, link, overlap) / float(
        population.expansion(link, link, overlap)
    )
    return [
        (CORRECTED, corrected),
        *((reading, population.slide_ratio(order, reading)) for reading in population.READINGS),
    ]


def _slide_error(orders: Sequence[int]) -> float:
    """Return the slide's largest relative error over orders, in its most favorable reading."""
    return min(
        max(abs(population.slide_ratio(order, reading) - 1.0) for order in orders)
        for reading in population.READINGS
    )


def _error(order: int, highest_degree: int, overlaps: Sequence[float]) -> float:
    """Return the corrected expansion's largest error, relative to the sum of its terms' sizes."""
    mixed = population.links_from(order, highest_degree)
    other = population.links_from(1, highest_degree)
    other[::2] *= -1.0
    worst = 0.0
    for link, activation in ((mixed, mixed), (mixed, other)):
        for overlap in overlaps:
            gradient = population.coefficient_at_teacher(link, activation, overlap)
            terms = float(population.expansion(np.abs(link), np.abs(activation), abs(overlap)))
            error = abs(gradient - float(population.expansion(link, activation, overlap))) / terms
            worst = max(worst, error)
    return worst


def _nested_overlaps(
    random: np.random.Generator, dimensions: Sequence[int]
) -> Float64[np.ndarray, " dimension"]:
    """Return overlaps of one random start in rising dimensions."""
    # the first d numbers of a Gaussian sequence, normalized, are the start in dimension d
    along = float(random.standard_normal())
    square, reached = along**2, 1
    overlaps = []
    for dimension in dimensions:
        square += float(random.chisquare(dimension - reached))
        reached = dimension
        overlaps.append(along / math.sqrt(square))
    return np.array(overlaps)
