"""Step ``train`` of low-rank matrix completion, the rival of the network (004, Example 2)."""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.ensembles.logged_steps import log_spaced_steps
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.factorial.completion.nonnegative_factorization import (
    NonnegativeFactorization,
)
from compsparse.studies.factorial.completion.observed_pairs import observe_pairs, smoothed_losses
from compsparse.studies.factorial.train.stacked_datasets import Run, stack_datasets

Fit = tuple[dict[str, Float64[np.ndarray, "_ _"]], dict[str, list[float]]]


def run(inputs: Inputs, params: Params) -> Outputs:
    """Factorize the counts of the pairs that ``observe_pairs`` gives the network too.

    Params: root_seed; seed_names, prefix of the random generators' names; rank; steps and
    logged_steps, of the multiplicative updates; smoothing; and variants, a list of mappings with
    restart and the parameters of ``observe_pairs``.

    Returns:
        ``model``: ``users`` and ``targets``, [fit, ...]. ``history``: ``validation_<i>`` and
        ``population_<i>``, [fit, logged], ``step``, and what tells the fits apart, [fit]: as the
        history of the network (``train.recommender``). Fits are in the order variant, dataset,
        replicate.

    Raises:
        ArtifactError: a dataset is not usable.
        ValueError: a parameter is not usable.
    """
    data = stack_datasets(many(inputs, "datasets"))
    logged = log_spaced_steps(params["steps"], params["logged_steps"])
    variants = [{**params, **variant} for variant in params["variants"]]
    fits = [_fit(of_run, variant, logged) for variant in variants for of_run in data.runs]
    columns = {
        **{name: np.tile(values, len(variants)) for name, values in data.columns().items()},
        **{
            name: np.repeat([variant[name] for variant in variants], len(data.runs))
            for name in ("samples", "restart")
        },
    }
    curves = {name: np.array([losses[name] for _, losses in fits]) for name in fits[0][1]}
    model = {name: np.stack([factors[name] for factors, _ in fits]) for name in fits[0][0]}
    return {"model": model, "history": {**curves, **columns, "step": logged}}


def _fit(of_run: Run, params: Params, logged: Int64[np.ndarray, " logged"]) -> Fit:
    pairs = observe_pairs(of_run.dataset, of_run.name, of_run.replicate, params)
    random = of_run.generator(params, f"factors_{params['restart']}", params["rank"])
    factors = NonnegativeFactorization(pairs.counts(), params["rank"], random)
    losses: dict[str, list[float]] = {}
    for updates in np.diff(logged, prepend=0).tolist():
        factors.update(updates)
        for name, value in smoothed_losses(
            factors.probabilities(), pairs, params["smoothing"]
        ).items():
            losses.setdefault(name, []).append(value)
    return {"users": factors.users, "targets": factors.targets}, losses
