"""How many sites a table of windows took to learn a step, and how many it takes on average."""

import math

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.local_steps.cellular import table_learner, transition
from compsparse.studies.circuits.local_steps.cellular.rules import rule
from compsparse.studies.circuits.local_steps.cellular.stored import Learned
from compsparse.studies.circuits.local_steps.cellular.windows import PATTERNS


def sites_to_learn(
    name: str, learned: Learned, share: float
) -> Float64[np.ndarray, "run direction"]:
    """Return the sites until a share of cells is right, [run, direction], forward first."""
    counts = []
    for place, direction in enumerate(transition.DIRECTIONS):
        truth = transition.enumerated(rule(name), direction)
        counts.append(
            [
                # the largest size: so many sites were used
                table_learner.samples_to_learn(
                    first.astype(np.int64),
                    int(learned.sizes[-1]),
                    truth.seen,
                    truth.best_answers,
                    share,
                )
                for first in learned.first_seen[:, place]
            ]
        )
    return np.array(counts, dtype=np.float64).T


def calculated_sites(share: float) -> float:
    """Return the mean sites to a share if windows were independent: all are equally likely.

    Half of them are of a cell that will be empty, which the learner answers unasked.
    """
    occupied = PATTERNS // 2
    return expected_draws(PATTERNS, occupied, math.ceil(share * PATTERNS) - occupied)
