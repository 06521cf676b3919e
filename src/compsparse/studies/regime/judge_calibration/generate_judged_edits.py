"""Step ``generate``: draw edits of known meaning of all targets, and judge them.

No network has a part in it.
"""

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.regime.judge_calibration.stored import edit_arrays
from compsparse.studies.regime.judging.calibration import judged_edits
from compsparse.studies.regime.judging.judge import JudgedTarget
from compsparse.studies.regime.targets.stored import read_target


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw and judge edits of the files of the input ``targets``.

    Params: targets, their names in the order of the files; runs, independent draws; repeats, edits
    of each kind and target in a draw.

    Returns:
        ``data``: [target, run, kind, repeat] ``effect``, the root mean square change, ``score``
        and ``score_with_symmetry``, NaN where no edit has the effect of sweeps; kinds as in
        ``stored.KINDS``; ``symmetric`` [target].
    """
    place = (params["root_seed"], *params["seed_names"])
    edits = []
    for name, path in zip(params["targets"], many(inputs, "targets"), strict=True):
        target = JudgedTarget.of(read_target(path).rgb)
        # a generator for each target and draw: one more of them changes no other edit
        edits.append(
            [
                judged_edits(name, target, generator(*place, name, run), params["repeats"])
                for run in range(params["runs"])
            ]
        )
    return {"data": edit_arrays(edits)}
