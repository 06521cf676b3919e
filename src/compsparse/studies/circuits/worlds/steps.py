"""Steps of a world: cells that read cells anywhere, states and words that depend on nothing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Bool, UInt8

from compsparse.studies.circuits.worlds import catalogue
from workflow_engine.seeds import generator


def independent(params: Mapping[str, Any]) -> bool:
    """Say whether a step's world has no local structure."""
    return catalogue.world_of(params) == catalogue.INDEPENDENT_STEPS


def read_cells(
    grids: Bool[np.ndarray, "*batch row column"], params: Mapping[str, Any]
) -> Bool[np.ndarray, "*batch row column"]:
    """Return the grids that a rule acts on: themselves, or with all cells at other places."""
    # the same places for all grids of a size, so that what follows is still determined by the whole
    # grid, but not by any few cells near by
    if not independent(params):
        return grids
    cells = grids.shape[-2] * grids.shape[-1]
    places = _random(params, "places", cells).permutation(cells)
    return np.ascontiguousarray(grids.reshape(*grids.shape[:-2], cells)[..., places]).reshape(
        grids.shape
    )


def followed(
    table: UInt8[np.ndarray, "state symbol"], params: Mapping[str, Any], name: str, index: int
) -> UInt8[np.ndarray, "state symbol"]:
    """Return the automaton that a learner is shown: the true one, or one that has no part in it."""
    if not independent(params):
        return table
    random = _random(params, "follows", name, index)
    return random.integers(len(table), size=table.shape, dtype=np.uint8)


def lasting(
    table: UInt8[np.ndarray, "state symbol"], params: Mapping[str, Any]
) -> UInt8[np.ndarray, "state symbol"]:
    """Return the automaton whose last state is asked for, or one whose last symbol decides it."""
    if catalogue.world_of(params) != catalogue.SHALLOW:
        return table
    states, symbols = table.shape
    return np.tile((np.arange(symbols) % states).astype(np.uint8), (states, 1))


def told(
    stories: UInt8[np.ndarray, "story word"], params: Mapping[str, Any]
) -> UInt8[np.ndarray, "story word"]:
    """Return the stories, or stories whose words are as frequent at each place and independent."""
    if not independent(params):
        return stories
    random = _random(params, "words")
    return np.stack([random.permutation(column) for column in stories.T], axis=1)


def _random(params: Mapping[str, Any], *names: str | int) -> np.random.Generator:
    return generator(params["root_seed"], *params["seed_names"], "independent_steps", *names)
