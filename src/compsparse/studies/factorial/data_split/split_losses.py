"""Losses of networks that see a fraction of the inputs (document 004, Section 4.4, (P10))."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import History, log_loss

CELL = ["parents", "seen_fraction"]


def seen_fraction(history: History) -> Float64[np.ndarray, " run"]:
    """Return the share of its inputs that each run was trained on."""
    share: Float64[np.ndarray, " run"] = history.required("seen").mean(axis=1)
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
        _cells(history).assign(
            statistical_complexity=history.statistical_complexity,
            loss=history.loss[:, -1],
            held_out_loss=history.required("held_out_loss")[:, -1],
            train_loss=history.required("train_loss")[:, -1],
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
        per_pass, held_out = pass_operations(history), history.required("held_out_loss")
        for budget in budgets:
            flops = budget * per_pass
            _require_reached(history, budget, flops)
            rows.append(
                _cells(history).assign(
                    budget=float(budget),
                    flops=flops,
                    loss=_interpolated(history, history.loss, flops),
                    held_out_loss=_interpolated(history, held_out, flops),
                )
            )
    return balanced(pd.concat(rows, ignore_index=True), "budget")


def balanced(table: pd.DataFrame, *more: str) -> pd.DataFrame:
    """Return the rows in the order of their cells, each of which must be in every replicate."""
    # independent of how the runs are divided among jobs
    keys = [*CELL, *more]
    stats.require_balanced(table, keys)
    return table.sort_values([*keys, "run"], kind="stable", ignore_index=True)


def _cells(history: History) -> pd.DataFrame:
    columns = (history.parents, seen_fraction(history), history.replicate)
    return pd.DataFrame(dict(zip((*CELL, "run"), columns, strict=True)))


def _require_reached(history: History, budget: float, flops: Float64[np.ndarray, " run"]) -> None:
    outside = (flops < history.flops[:, 1]) | (flops > history.flops[:, -1])
    if outside.any():
        run = int(np.flatnonzero(outside)[0])
        share = seen_fraction(history)[run]
        first, last = share * history.step[[1, -1]]
        raise ValueError(
            f"The budget of {budget:g} passes over all inputs lies outside of a run that sees "
            f"{share:.3g} of them and logs {first:.3g} to {last:.3g} passes. Change budgets, steps "
            "or seen_fractions in params.yaml."
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
