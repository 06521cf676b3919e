"""Step ``generate``: draw maps, and which of their combinations are held out."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.experts.skills.combinations import (
    combinations,
    draw_held_out,
    each_once,
    require_all_codes_seen,
)
from compsparse.studies.experts.skills.target import Skills, draw_maps
from compsparse.studies.experts.worlds import World, independent_maps
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
    table = combinations(codes, layers)
    linear, offset, folds = [], [], []
    for replicate in range(runs):
        random = generator(root_seed, *seed_names, "skills", replicate)
        maps = draw_maps(
            codes,
            layers,
            dimension,
            gain,
            random,
            independent=independent_maps(world, independent=independent),
            one_map=world == "one_map",
        )
        linear.append(maps[0])
        offset.append(maps[1])
        drawn = generator(root_seed, *seed_names, "held_out", replicate)
        fold = draw_held_out(table, held_out, drawn) if held_out else each_once(len(table))
        for row in fold:
            require_all_codes_seen(table, row)
        folds.append(fold)
    read = np.eye(codes)[table].reshape(len(table), -1)
    if rotated:
        normal = generator(root_seed, *seed_names, "rotation").standard_normal(2 * read.shape[1:])
        read = read @ np.linalg.qr(normal)[0]
    made = Skills(np.stack(linear), np.stack(offset), np.stack(folds), read.astype(np.float32))
    return {"data": arrays_of(made)}
