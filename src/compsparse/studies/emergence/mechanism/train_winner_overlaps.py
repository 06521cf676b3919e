"""Step ``train`` by the population flow: overlaps of winners when other directions are recovered.

The winner of a direction is the strongest neuron on it at the end.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, ByDirection, Neurons
from compsparse.studies.emergence.flow import escape
from compsparse.studies.emergence.flow.forces import (
    FlowState,
    ForceLaw,
    Forces,
    integer_power,
    student_law,
)
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts, train_each
from workflow_engine.steps import Inputs, Outputs, single

_ON_DIRECTION = 0.5  # squared overlap above which a neuron is on a direction
_RECOVERED = 0.5  # of the amplitude


def run(
    inputs: Inputs,
    *,
    order: int,  # k
    exponent: float,  # beta
    neurons: int,  # m, the first of each start
    initial_strength: float,  # squared norm of every neuron
    fraction: float,  # length of a step, as a share of the time passed
    duration: float,  # in escape times of the weakest direction, as in ``train_population_flow``
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the coupled flow from each random start of the dataset ``starts``.

    Returns:
        ``history``, all [run, direction]: ``foreign``, the largest squared overlap with direction q
        of the winners of others when half of a_q is first learned, NaN where it never is;
        ``foreign_start``, the same at the start, NaN where there are no such winners.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), neurons)
    teacher = worlds.teacher(world, exponent, starts.directions)
    end = duration * escape.longest_escape_time(order, teacher.amplitudes, starts)

    def train(start: Neurons, part: Checkpoints) -> Arrays:
        # a run takes seconds, so only finished runs are kept; an interrupted one begins again
        if part.load() is None and part.due():
            part.save({"begun": np.array(True)}, "the start")
        law = WatchedLaw(
            student_law(compete=worlds.neurons_compete(world)), len(start), teacher.directions
        )
        history = integrate(
            law,
            worlds.trained_order(world, order),
            teacher.amplitudes,
            start,
            initial_strength,
            end,
            fraction,
        )
        winners, directions = find_winners(history)
        squares = start[:, : teacher.directions] ** 2
        return {
            "foreign": largest_foreign(law.squared_overlaps, winners, directions),
            "foreign_start": largest_foreign(squares, winners, directions),
        }

    return {"history": train_each(train, starts, checkpoints)}


class WatchedLaw:
    """A law that moves neurons as the given one does, and watches them.

    Attributes:
        squared_overlaps: M_ip^2 of every neuron when half of a_p is first learned; NaN before.
    """

    def __init__(self, law: ForceLaw, neurons: int, directions: int) -> None:
        self._law = law
        self.squared_overlaps: Float64[np.ndarray, "neuron direction"] = np.full(
            (neurons, directions), np.nan
        )

    def __call__(self, state: FlowState) -> Forces:
        """Return the forces of the law, and record the overlaps of new recoveries."""
        overlaps = state.coordinates[:, : len(state.amplitudes)]
        learned = state.strengths @ integer_power(overlaps, state.order) / state.amplitudes
        new = (learned >= _RECOVERED) & np.isnan(self.squared_overlaps[0])
        self.squared_overlaps[:, new] = overlaps[:, new] ** 2
        return self._law(state)


def find_winners(history: FlowHistory) -> tuple[np.ndarray, np.ndarray]:
    """Return the winners' indices, and the directions that they are on at the end."""
    on_direction = history.overlaps**2 > _ON_DIRECTION
    weight = np.where(on_direction, history.strengths[:, None], 0.0)
    directions = np.flatnonzero(on_direction.any(axis=0))
    return weight[:, directions].argmax(axis=0), directions


def largest_foreign(
    squares: Float64[np.ndarray, "neuron direction"], winners: np.ndarray, directions: np.ndarray
) -> ByDirection:
    """Return each direction's largest squared overlap with the winners of other directions."""
    foreign = squares[winners].copy()
    foreign[np.arange(len(winners)), directions] = -np.inf
    largest = foreign.max(axis=0, initial=-np.inf)
    # NaN where there was none before, or no other winner
    return np.where(np.isneginf(largest), np.nan, largest)
