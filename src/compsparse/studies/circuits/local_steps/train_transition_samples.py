"""Step ``train``: transitions until a step is learned, over whole states and over blocks."""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

from compsparse.studies.circuits.circuit import bits
from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.local_steps.cellular import block_rule, rules, table_learner
from compsparse.studies.circuits.local_steps.cellular.block_rule import BLOCKS, BlockRule
from compsparse.studies.circuits.worlds import steps
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

# more draws than any run needs: 1000 more are too few for 15 blocks with probability 1e-27
_SPARE = 1000
_EXCESS = 1.25  # over the mean, of which a collector of many states strays by little


def run(inputs: Inputs, params: Params) -> Outputs:
    """Count transitions until a share of all whole states is answered right.

    Params: those of ``TransitionSamples``; sides are rows and columns of grids. Returns ``model``,
    of each learner: the grids' ``cells``, and ``states`` [grid, run] that were seen.
    """
    dynamics, share = rules.rule(params["rule"]), params["share"]

    def counted(learner: str, sides: Sequence[int]) -> list[int]:
        # without locality a table has to know the whole state, whoever asks
        whole = learner == "whole" or steps.independent(params)
        names = (params["root_seed"], *params["seed_names"], learner, *sides)
        random = [generator(*names, run) for run in range(params["runs"])]
        if not whole:
            return [_blocks(dynamics, sides, share, one) for one in random]
        follows = _successors(dynamics, sides, params)
        return [_whole(follows, share, one) for one in random]

    model = {}
    for learner in ("whole", "block"):
        grids = params[f"{learner}_sides"]
        model[f"{learner}_cells"] = np.array([rows * columns for rows, columns in grids])
        model[f"{learner}_states"] = np.array([counted(learner, sides) for sides in grids])
    return {"model": model}


def _whole(follows: Int64[np.ndarray, " state"], share: float, random: np.random.Generator) -> int:
    patterns = len(follows)
    occupied = follows != 0  # the table answers "empty" where it has not been
    known = patterns - int(occupied.sum())
    mean = expected_draws(
        patterns, int(occupied.sum()), max(math.ceil(share * patterns) - known, 0)
    )
    draws = _SPARE + math.ceil(_EXCESS * mean)
    seen = random.integers(patterns, size=draws, dtype=np.int64)
    ones = np.ones(patterns, dtype=np.int64)
    first = table_learner.first_seen(seen, patterns)
    return table_learner.samples_to_learn(first, draws, ones, occupied, share)


def _blocks(
    dynamics: BlockRule, sides: Sequence[int], share: float, random: np.random.Generator
) -> int:
    """Count the states that a table over blocks takes; each state shows many."""
    blocks = sides[0] * sides[1] // block_rule.CORNERS
    draws = -(-_SPARE // blocks)
    states = random.integers(2, size=(draws, *sides), dtype=np.uint8).astype(bool)
    seen = block_rule.block_codes(states, 0).ravel()
    ones = np.ones(BLOCKS, dtype=np.int64)
    # a state is right if all its blocks are, which are independent
    needed = share ** (1 / blocks)
    first, occupied = table_learner.first_seen(seen, BLOCKS), dynamics.after != 0
    taken = table_learner.samples_to_learn(first, len(seen), ones, occupied, needed)
    return -(-taken // blocks)


def _successors(
    dynamics: BlockRule, sides: Sequence[int], params: Params
) -> Int64[np.ndarray, " state"]:
    cells = sides[0] * sides[1]
    before = bits.all_inputs(cells).reshape(-1, *sides)
    after = dynamics.step(steps.read_cells(before, params), 0)
    return bits.numbers_of(after.reshape(-1, cells)).astype(np.int64)
