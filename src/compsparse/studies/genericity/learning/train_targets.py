"""Step ``train``: all targets at all rates, until each is learned or the steps are over."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.genericity.learning.network import Networks
from compsparse.studies.genericity.target.description import DrawnTarget, Target
from compsparse.studies.genericity.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_DRAWN = 16  # steps whose batches are drawn together


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    targets: Mapping[str, Target],
    variables: int,
    width: int,
    rates: Sequence[float],
    steps: int,
    batch: int,
    judged: int,
    every: int,
    learned: float,
    runs: Sequence[int],
    checkpoints: Checkpoints = NOTHING_KEPT,
    world: World = "none",
) -> Outputs:
    """Return the errors of each target and rate, while it is trained and at the end.

    A batch is fresh in each step, and shared by all targets and rates of a run, never by runs.
    ``validation`` [run, target, rate, look] is judged every so many steps, NaN after a training has
    ended: at the first look with an error of ``learned`` at most, which is ``steps`` [run, target,
    rate], or -1 where there is none. ``test`` is the error on other inputs at the end. ``runs`` are
    numbers, by which draws are named: whoever trains them apart has the same.
    """
    parts = Parts(checkpoints, len(runs))
    found = [
        parts.do(
            partial(
                _train,
                targets,
                variables=variables,
                width=width,
                rates=rates,
                steps=steps,
                batch=batch,
                judged=judged,
                every=every,
                learned=learned,
                draw=partial(generator, root_seed, *seed_names, replicate),
                world=world,
            )
        )
        for replicate in runs
    ]
    stacked = {name: np.stack([run[name] for run in found]) for name in found[0]}
    looks = np.arange(every, steps + 1, every)
    return {"model": {**stacked, "rates": np.array(rates), "look": looks}}


def _train(
    targets: Mapping[str, Target],
    kept: Checkpoints,
    *,
    variables: int,
    width: int,
    rates: Sequence[float],
    steps: int,
    batch: int,
    judged: int,
    every: int,
    learned: float,
    draw: partial[np.random.Generator],
    world: World,
) -> dict[str, np.ndarray]:
    if kept.due():
        kept.save({}, "a run")
    targets = {name: _in_world(world, target, variables) for name, target in targets.items()}
    drawn = [DrawnTarget.draw(t, variables, draw("target", name)) for name, t in targets.items()]
    laws = list(dict.fromkeys(t.target.probability for t in drawn))
    number = len(drawn) * len(rates)
    shape = len(drawn), len(rates)
    reached = np.full(number, -1)
    curves = np.full((number, steps // every), np.nan)
    test = np.full(number, np.nan)
    weights: list[np.ndarray] = [np.empty(0)] * number
    # inputs are shared by the targets of one law; networks of a law stand side by side
    for probability in laws:
        members = [place for place, t in enumerate(drawn) if t.target.probability == probability]
        alive = np.array(
            [place * len(rates) + rate for place in members for rate in range(len(rates))]
        )
        network = Networks(
            variables, width, [draw("weights", *divmod(int(i), len(rates))) for i in alive]
        )
        column = np.array([rates[i % len(rates)] for i in alive], dtype=np.float32)[:, None]

        def examples(
            role: str, count: int, *more: int, law: DrawnTarget = drawn[members[0]]
        ) -> tuple[np.ndarray, np.ndarray]:
            x = law.inputs(draw(role, *more).random((count, variables)))
            y = np.stack([t.values(x) for t in drawn])
            if world == "shuffled":
                y = draw("shuffled", role, *more).permuted(y, axis=1)
            return x.astype(np.float32), y.astype(np.float32)

        x_chosen, y_chosen = examples("validation", judged)
        x_test, y_test = examples("test", judged)
        with np.errstate(all="ignore"):  # a rate may be too large
            start = 0
            for end in sorted({*range(0, steps, _DRAWN), *range(0, steps + 1, every)} - {0}):
                if start % _DRAWN == 0:
                    x, y = examples("batches", _DRAWN * batch, start)
                    x, y = x.reshape(_DRAWN, batch, -1), y.reshape(-1, _DRAWN, batch)
                drawn_steps = slice(start % _DRAWN, start % _DRAWN + end - start)
                wanted = alive // len(rates)
                network.learn(x[drawn_steps], y[wanted, drawn_steps], column)
                start = end
                if end % every:
                    continue
                error = ((network.predict(x_chosen) - y_chosen[wanted]) ** 2).mean(axis=1)
                curves[alive, end // every - 1] = np.nan_to_num(error, nan=np.inf)
                over = (error <= learned) | ~np.isfinite(error) | (end + every > steps)
                if over.any():
                    reached[alive[error <= learned]] = end
                    squares = ((network.predict(x_test) - y_test[wanted]) ** 2).mean(axis=1)
                    test[alive[over]] = np.nan_to_num(squares[over], nan=np.inf)
                    for i in np.flatnonzero(over):
                        weights[alive[i]] = network.adam.parameters[i].copy()
                    if over.all():
                        break
                    network.keep(~over)
                    alive, column = alive[~over], column[~over]
    return {
        "validation": curves.reshape(*shape, -1),
        "steps": reached.reshape(shape),
        "test": test.reshape(shape),
        "weights": np.stack(weights).reshape(*shape, -1),
    }


def _in_world(world: World, target: Target, variables: int) -> Target:
    if world == "linear":
        return target.cut(1)
    if world == "short":
        return target.cut(2)
    if world == "growing":
        return target.grown(max(0, (variables // 16).bit_length() - 1))
    if world == "no_bias":
        return replace(target, shift=2 * target.shift, probability=0.5)
    return target
