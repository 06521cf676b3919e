"""Step ``train`` of low-rank matrix completion, the baseline of the network (004, Example 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.ensembles.logged_steps import log_spaced_steps
from compsparse.studies.factorial.discussion import nonnegative_factorization
from compsparse.studies.factorial.training import observed_pairs
from compsparse.studies.factorial.training.stacked_datasets import stack_datasets
from workflow_engine.steps import Inputs, Outputs, many

_LOSS = "loss/"


@dataclass(frozen=True, kw_only=True)
class Variant(observed_pairs.Sampling):
    """The pairs of one fit for every run of the datasets, and how its losses are computed."""

    restart: int
    smoothing: Sequence[float]  # weights of the uniform distribution


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    rank: int,
    steps: int,
    logged_steps: int,
    variants: Sequence[Variant],
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Factorize the counts of the pairs that ``train_recommender`` trains on.

    ``model`` has ``users`` and ``targets``, [fit, ...]; ``history`` is like that of
    ``train_recommender``, fits in the order variant, dataset, replicate.
    """
    data = stack_datasets(many(inputs, "datasets"))
    logged = log_spaced_steps(steps, logged_steps)
    parts = Parts(checkpoints, len(variants) * len(data.runs))
    fits = []
    for variant in variants:
        for source in data.runs:
            pairs = observed_pairs.observe_pairs(
                source.dataset, source.name, source.replicate, variant, root_seed
            )
            random = source.generator(root_seed, seed_names, f"factors_{variant.restart}", rank)
            fits.append(parts.do(partial(_fit, pairs, variant.smoothing, rank, random, logged)))
    columns = {
        **{name: np.tile(values, len(variants)) for name, values in data.columns().items()},
        **{
            name: np.repeat([getattr(variant, name) for variant in variants], len(data.runs))
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
    pairs: observed_pairs.ObservedPairs,
    smoothing: Sequence[float],
    rank: int,
    random: np.random.Generator,
    logged: Int64[np.ndarray, " logged"],
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    factors = nonnegative_factorization.NonnegativeFactorization(pairs.counts(), rank, random)
    losses: dict[str, list[float]] = {}
    stored = checkpoints.load()
    if stored is not None:
        factors.users, factors.targets = stored.pop("users"), stored.pop("targets")
        losses = {name: array.tolist() for name, array in stored.items()}
    evaluations = max(map(len, losses.values()), default=0)
    updates = np.diff(logged, prepend=0)
    for step, count in list(zip(logged, updates, strict=True))[evaluations:]:
        factors.update(int(count))
        for name, value in observed_pairs.smoothed_losses(
            factors.probabilities(), pairs, smoothing
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
