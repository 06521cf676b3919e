"""Losses of networks that see a fraction of the inputs (document 004, Section 4.4, (P10))."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from workflow_engine.artifacts.errors import ArtifactError

CELL = ["parents", "seen_fraction"]


def read_split_histories(paths: Sequence[Path]) -> list[History]:
    """Read the histories of runs on some of their inputs."""
    histories = [read_history(path) for path in paths]
    for path, history in zip(paths, histories, strict=True):
        for name in ("seen", "final_divergence", "held_out_loss"):
            if getattr(history, name) is None:
                raise ArtifactError(
                    path,
                    f"The history has no entry {name!r}.",
                    "Train with train_generalization and a held_out_fraction above 0.",
                )
        if len(history.step) < 2:
            raise ArtifactError(path, "The history has no logged step after step 0.")
    return histories


def seen_fraction(history: History) -> Float64[np.ndarray, " run"]:
    """Return the share of its inputs that each run was trained on."""
    assert history.seen is not None
    share: Float64[np.ndarray, " run"] = history.seen.mean(axis=1)
    return share


def pass_operations(history: History) -> Float64[np.ndarray, " run"]:
    """Return the training cost of one pass over all inputs, in floating-point operations."""
    per_pass_over_seen = history.flops[:, -1] / history.step[-1]
    operations: Float64[np.ndarray, " run"] = per_pass_over_seen / seen_fraction(history)
    return operations


def final_losses(histories: Sequence[History]) -> pd.DataFrame:
    """Return one row per run with its losses after training, in nats.

    ``loss`` is that of all unseen inputs, ``held_out_loss`` of those seen at no fraction.
    """
    rows = [
        pd.DataFrame(
            {
                **_cells(history),
                "statistical_complexity": history.statistical_complexity,
                **{name: curve[:, -1] for name, curve in _curves(history).items()},
            }
        )
        for history in histories
    ]
    return balanced(pd.concat(rows, ignore_index=True))


def losses_at_budgets(histories: Sequence[History], budgets: Sequence[float]) -> pd.DataFrame:
    """Return ``held_out_loss`` and ``loss`` of each run at each budget of compute.

    Between logged steps the curves are straight lines on logarithmic axes. ``budget`` counts passes
    over all inputs, ``flops`` is the same in floating-point operations.
    """
    rows = []
    for history in histories:
        curves, per_pass = _curves(history), pass_operations(history)
        for budget in budgets:
            flops = budget * per_pass
            _require_reached(history, budget, flops)
            rows.append(
                pd.DataFrame(
                    {
                        **_cells(history),
                        "budget": float(budget),
                        "flops": flops,
                        **{
                            name: _interpolated(history, curves[name], flops)
                            for name in ("loss", "held_out_loss")
                        },
                    }
                )
            )
    return balanced(pd.concat(rows, ignore_index=True), "budget")


def balanced(table: pd.DataFrame, *more: str) -> pd.DataFrame:
    """Return the rows in the order of their cells, each of which must be in every replicate."""
    # independent of how the runs are divided among jobs
    keys = [*CELL, *more]
    stats.require_balanced(table, keys)
    return table.sort_values([*keys, "run"], kind="stable", ignore_index=True)


def _cells(history: History) -> dict[str, np.ndarray]:
    return {
        "parents": history.parents,
        "seen_fraction": seen_fraction(history),
        "run": history.replicate,
    }


def _curves(history: History) -> dict[str, Float64[np.ndarray, "run logged"]]:
    assert history.held_out_loss is not None and history.train_loss is not None
    return {
        "loss": history.loss,
        "held_out_loss": history.held_out_loss,
        "train_loss": history.train_loss,
    }


def _require_reached(history: History, budget: float, flops: Float64[np.ndarray, " run"]) -> None:
    outside = (flops < history.flops[:, 1]) | (flops > history.flops[:, -1])
    if outside.any():
        run = int(np.flatnonzero(outside)[0])
        shares = seen_fraction(history)[run] * history.step[[1, -1]]
        raise ValueError(
            f"The budget of {budget:g} passes over all inputs lies outside of a run that sees "
            f"{seen_fraction(history)[run]:.3g} of them and logs {shares[0]:.3g} to "
            f"{shares[1]:.3g} passes. Change budgets, steps or seen_fractions in params.yaml."
        )


def _interpolated(
    history: History, curve: Float64[np.ndarray, "run logged"], flops: Float64[np.ndarray, " run"]
) -> Float64[np.ndarray, " run"]:
    spent, losses = np.log(history.flops[:, 1:]), log_loss(curve[:, 1:])
    return np.exp(
        [
            np.interp(np.log(budget), steps, values)
            for budget, steps, values in zip(flops, spent, losses, strict=True)
        ]
    )
