"""Local steps of a world: cells that read cells anywhere, states and words that are independent."""

import numpy as np
from jaxtyping import Bool, UInt8

from compsparse.studies.circuits.worlds.catalogue import INDEPENDENT_STEPS, SHALLOW, StepWorld

Grids = Bool[np.ndarray, "*batch row column"]
Table = UInt8[np.ndarray, "state symbol"]
Stories = UInt8[np.ndarray, "story word"]


def independent(world: StepWorld) -> bool:
    """Say whether the world has no local structure."""
    return world.name == INDEPENDENT_STEPS


def grids_in_world(grids: Grids, world: StepWorld) -> Grids:
    """Return the grids that a rule acts on: the grids themselves, or with all cells permuted."""
    # one permutation for all grids of a size: the whole grid still determines the next one, but no
    # neighbourhood of a few cells does
    if not independent(world):
        return grids
    cells = grids.shape[-2] * grids.shape[-1]
    places = world.random(INDEPENDENT_STEPS, "places", cells).permutation(cells)
    return np.ascontiguousarray(grids.reshape(*grids.shape[:-2], cells)[..., places]).reshape(
        grids.shape
    )


def shown_automaton(table: Table, world: StepWorld, name: str, index: int) -> Table:
    """Return the automaton that a learner sees: the true one, or one that is independent of it."""
    if not independent(world):
        return table
    random = world.random(INDEPENDENT_STEPS, "follows", name, index)
    return random.integers(len(table), size=table.shape, dtype=np.uint8)


def target_automaton(table: Table, world: StepWorld) -> Table:
    """Return the automaton whose last state is predicted, or one where the last symbol decides."""
    if world.name != SHALLOW:
        return table
    states, symbols = table.shape
    return np.tile((np.arange(symbols) % states).astype(np.uint8), (states, 1))


def stories_in_world(stories: Stories, world: StepWorld) -> Stories:
    """Return the stories, or ones with the same word frequencies at each place, independent."""
    if not independent(world):
        return stories
    random = world.random(INDEPENDENT_STEPS, "words")
    return np.stack([random.permutation(column) for column in stories.T], axis=1)
