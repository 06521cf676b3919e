"""Step ``generate``: draw edits of known meaning of all targets, and judge them; no networks."""

from dataclasses import replace

import numpy as np

from compsparse.studies.regime.judge_calibration.stored import edit_arrays
from compsparse.studies.regime.judging.calibration import JudgedEdit, judged_edits
from compsparse.studies.regime.judging.judge import JudgedTarget
from compsparse.studies.regime.targets.stored import read_target
from compsparse.studies.regime.worlds import COIN, tossed
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, many


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw and judge edits of the files of the input ``targets``.

    Params: targets, their names in the order of the files; runs, independent draws; repeats, edits
    of each kind and target in a draw. With world "coin" edits are judged by chance.

    ``data``: [target, run, kind, repeat] ``effect``, the root mean square change, ``score`` and
    ``score_with_symmetry``, NaN where no edit has the effect of sweeps; kinds as in
    ``stored.KINDS``; ``symmetric`` [target].
    """
    place = (params["root_seed"], *params["seed_names"])
    edits = []
    for name, path in zip(params["targets"], many(inputs, "targets"), strict=True):
        target = JudgedTarget.of(read_target(path).rgb)
        # a generator for each target and draw: one more of them changes no other edit
        edits.append(
            [
                _judged(name, target, generator(*place, name, run), params)
                for run in range(params["runs"])
            ]
        )
    return {"data": edit_arrays(edits)}


def _judged(
    name: str, target: JudgedTarget, random: np.random.Generator, params: Params
) -> list[JudgedEdit]:
    edits = judged_edits(name, target, random, params["repeats"])
    if params.get("world") != COIN:
        return edits
    tosses = tossed(2 * len(edits), random).reshape(-1, 2).tolist()
    return [
        replace(edit, score=one, score_with_symmetry=other if edit.symmetric else one)
        for edit, (one, other) in zip(edits, tosses, strict=True)
    ]
