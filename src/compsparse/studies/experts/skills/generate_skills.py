"""Step ``generate``: draw maps, and which of their combinations are held out."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from compsparse.studies.experts.skills import target
from compsparse.studies.experts.worlds import World
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    codes: int,
    layers: int,
    dimension: int,
    gain: float,
    held_out: Sequence[int],
    runs: int,
    independent: bool = False,
    rotated: bool = False,
    world: World = "none",
) -> Outputs:
    """Return the skills of each run.

    ``held_out`` is how many combinations are held out in each fold; without any, each is held out
    once. ``rotated`` codes are one-hot codes turned by a random rotation, the same in all runs.
    """
    table = target.combinations(codes, layers)
    drawn = partial(generator, root_seed, *seed_names)
    separate = (independent and world != "shared_maps") or world in ("independent", "all_seen")
    options = {"independent": separate, "one_map": world == "one_map"}
    maps, folds = [], []
    for replicate in range(runs):
        random = drawn("skills", replicate)
        maps.append(target.draw_maps(codes, layers, dimension, gain, random, **options))
        folds.append(target.draw_held_out(table, held_out, drawn("held_out", replicate)))
    read = np.eye(codes)[table].reshape(len(table), -1)
    if rotated:
        normal = drawn("rotation").standard_normal(2 * read.shape[1:])
        read = read @ np.linalg.qr(normal)[0]
    linear, offset = (np.stack(part) for part in zip(*maps, strict=True))
    made = target.Skills(linear, offset, np.stack(folds), read.astype(np.float32))
    return {"data": arrays_of(made)}
