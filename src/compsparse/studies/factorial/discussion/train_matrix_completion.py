"""Step ``train`` of low-rank matrix completion, the rival of the network (004, Example 2)."""

from functools import partial

import numpy as np
from jaxtyping import Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.ensembles.logged_steps import log_spaced_steps
from compsparse.studies.factorial.discussion import nonnegative_factorization
from compsparse.studies.factorial.training import observed_pairs
from compsparse.studies.factorial.training.stacked_datasets import Run, stack_datasets
from workflow_engine.steps import Inputs, Outputs, Params, many

_LOSS = "loss/"


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Factorize the counts of the pairs that ``observe_pairs`` gives the network too.

    Params: root_seed; seed_names, prefix of the random generators' names; rank; steps and
    logged_steps, of the multiplicative updates; smoothing; and variants, a list of mappings with
    restart and the parameters of ``observe_pairs``. ``model`` has ``users`` and ``targets``, [fit,
    ...]; ``history`` is like the network's (``train.recommender``), fits in the order variant,
    dataset, replicate.
    """
    data = stack_datasets(many(inputs, "datasets"))
    logged = log_spaced_steps(params["steps"], params["logged_steps"])
    variants = [{**params, **variant} for variant in params["variants"]]
    parts = Parts(checkpoints, len(variants) * len(data.runs))
    fits = [
        parts.do(partial(_fit, of_run, variant, logged))
        for variant in variants
        for of_run in data.runs
    ]
    columns = {
        **{name: np.tile(values, len(variants)) for name, values in data.columns().items()},
        **{
            name: np.repeat([variant[name] for variant in variants], len(data.runs))
            for name in ("samples", "restart")
        },
    }
    curves = {
        name.removeprefix(_LOSS): np.stack([fit[name] for fit in fits])
        for name in fits[0]
        if name.startswith(_LOSS)
    }
    model = {name: np.stack([fit[name] for fit in fits]) for name in ("users", "targets")}
    return {"model": model, "history": {**curves, **columns, "step": logged}}


def _fit(
    of_run: Run, params: Params, logged: Int64[np.ndarray, " logged"], checkpoints: Checkpoints
) -> dict[str, np.ndarray]:
    pairs = observed_pairs.observe_pairs(of_run.dataset, of_run.name, of_run.replicate, params)
    random = of_run.generator(params, f"factors_{params['restart']}", params["rank"])
    factors = nonnegative_factorization.NonnegativeFactorization(
        pairs.counts(), params["rank"], random
    )
    losses: dict[str, list[float]] = {}
    stored = checkpoints.load()
    if stored is not None:
        factors.users, factors.targets = stored.pop("users"), stored.pop("targets")
        losses = {name: array.tolist() for name, array in stored.items()}
    evaluations = max(map(len, losses.values()), default=0)
    updates = np.diff(logged, prepend=0)
    for step, of_step in list(zip(logged, updates, strict=True))[evaluations:]:
        factors.update(int(of_step))
        for name, value in observed_pairs.smoothed_losses(
            factors.probabilities(), pairs, params["smoothing"]
        ).items():
            losses.setdefault(_LOSS + name, []).append(value)
        if checkpoints.due():
            checkpoints.save(_state(factors, losses), f"update {step} of {logged[-1]}")
    return _state(factors, losses)


def _state(
    factors: nonnegative_factorization.NonnegativeFactorization, losses: dict[str, list[float]]
) -> dict[str, np.ndarray]:
    curves = {name: np.array(values) for name, values in losses.items()}
    return {"users": factors.users, "targets": factors.targets, **curves}
