"""How many sites a table of windows needed to learn a step, and how many it needs on average."""

import math

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.local_steps.cellular import (
    rules,
    stored,
    table_learner,
    transition,
    windows,
)


def sites_to_learn(
    name: str, learned: stored.Learned, share: float
) -> Float64[np.ndarray, "run direction"]:
    """Return the sites until a share of cells is right, [run, direction], forward first."""
    counts = []
    for place, direction in enumerate(transition.DIRECTIONS):
        truth = transition.enumerated(rules.rule(name), direction)
        counts.append(
            [
                # all sites of the largest size were used
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
    """Return the mean number of sites for independent windows, all of which are equally likely."""
    # half of the windows are of a cell that will be empty, the answer before any sample
    occupied = windows.PATTERNS // 2
    return expected_draws(
        windows.PATTERNS, occupied, math.ceil(share * windows.PATTERNS) - occupied
    )
