"""Step ``generate``: edits of known meaning of all targets, drawn and judged; no networks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from compsparse.studies.regime.judge_calibration.stored import edit_arrays
from compsparse.studies.regime.judging.calibration import JudgedEdit, judged_edits
from compsparse.studies.regime.judging.judge import JudgedTarget
from compsparse.studies.regime.targets.stored import read_target
from compsparse.studies.regime.worlds import COIN, World, tossed
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, many


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    targets: Sequence[str],
    runs: int,
    repeats: int,
    world: World = "none",
) -> Outputs:
    """Draw and judge edits of the files of the input ``targets``.

    ``data``: [target, run, kind, repeat] ``effect``, the root mean square change, ``score`` and
    ``score_with_symmetry``, NaN where no edit has the effect of sweeps; kinds as in
    ``stored.KINDS``; ``symmetric`` [target].

    Args:
        targets: names in the order of the files.
        runs: independent draws.
        repeats: edits of each kind and target in a draw.
        world: with "coin" edits are judged by chance.
    """
    edits = []
    for name, path in zip(targets, many(inputs, "targets"), strict=True):
        target = JudgedTarget.from_picture(read_target(path).rgb)
        # a generator for each target and draw: more of either change no other edit
        randoms = [generator(root_seed, *seed_names, name, run) for run in range(runs)]
        edits.append(
            [_judged(name, target, random, repeats, coin=world == COIN) for random in randoms]
        )
    return {"data": edit_arrays(edits)}


def _judged(
    name: str, target: JudgedTarget, random: np.random.Generator, repeats: int, *, coin: bool
) -> list[JudgedEdit]:
    edits = judged_edits(name, target, random, repeats)
    if not coin:
        return edits
    tosses = tossed(2 * len(edits), random).reshape(-1, 2).tolist()
    return [
        replace(edit, score=first, score_with_symmetry=second if edit.symmetric else first)
        for edit, (first, second) in zip(edits, tosses, strict=True)
    ]
