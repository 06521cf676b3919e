"""Step ``train``: transitions until tables of whole states and of blocks know a step."""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

from compsparse.studies.circuits.circuit import bits
from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.local_steps.cellular import block_rule, table_learner
from compsparse.studies.circuits.local_steps.cellular.block_rule import BLOCKS, BlockRule
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.steps import Inputs, Outputs

# more draws than any run needs: 1000 miss one of 15 blocks with probability 1e-27
_SPARE = 1000
_EXCESS = 1.25  # over the mean: collecting many states takes close to the mean number of draws


@InWorlds
def run(
    inputs: Inputs,
    world: StepWorld,
    *,
    rule: str,
    share: float,
    whole_sides: Sequence[Sequence[int]],
    block_sides: Sequence[Sequence[int]],
    runs: int,
) -> Outputs:
    """Count the transitions after which a fraction of all whole states is answered correctly.

    Returns ``model``, for each learner: the ``cells`` of the grids, and the ``states`` [grid, run]
    that were seen.

    Args:
        share: of whole states.
        whole_sides: rows and columns of the grids for the table of whole states.
        block_sides: the same for the table of blocks.
    """
    dynamics = block_rule.rule(rule)

    def counted(learner: str, sides: Sequence[int]) -> list[int]:
        randoms = [world.random(learner, *sides, run) for run in range(runs)]
        # without locality every table must know the whole state
        if learner == "block" and not steps.independent(world):
            return [_blocks(dynamics, sides, share, random) for random in randoms]
        follows = _successors(dynamics, sides, world)
        return [_whole(follows, share, random) for random in randoms]

    model = {}
    for learner, grids in (("whole", whole_sides), ("block", block_sides)):
        model[f"{learner}_cells"] = np.array([rows * columns for rows, columns in grids])
        model[f"{learner}_states"] = np.array([counted(learner, sides) for sides in grids])
    return {"model": model}


def _whole(follows: Int64[np.ndarray, " state"], share: float, random: np.random.Generator) -> int:
    patterns = len(follows)
    occupied = follows != 0  # the table answers "empty" for what it has not seen
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
    """Count the states that a table of blocks needs; each state shows many blocks."""
    blocks = sides[0] * sides[1] // block_rule.CORNERS
    draws = -(-_SPARE // blocks)
    states = random.integers(2, size=(draws, *sides), dtype=np.uint8).astype(bool)
    seen = block_rule.block_codes(states, 0).ravel()
    ones = np.ones(BLOCKS, dtype=np.int64)
    # a state is right if all of its blocks are, and these are independent
    needed = share ** (1 / blocks)
    first, occupied = table_learner.first_seen(seen, BLOCKS), dynamics.after != 0
    taken = table_learner.samples_to_learn(first, len(seen), ones, occupied, needed)
    return -(-taken // blocks)


def _successors(
    dynamics: BlockRule, sides: Sequence[int], world: StepWorld
) -> Int64[np.ndarray, " state"]:
    cells = sides[0] * sides[1]
    before = bits.all_inputs(cells).reshape(-1, *sides)
    after = dynamics.step(steps.grids_in_world(before, world), 0)
    return bits.numbers_of(after.reshape(-1, cells)).astype(np.int64)
