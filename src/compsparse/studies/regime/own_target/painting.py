"""Whether networks paint the target, which comes before anything else that is said of them."""

from collections.abc import Iterator

import pandas as pd

from compsparse.studies.regime.kinds import NAMES

LEAST_SSIM = 0.8  # below, a picture is a smear of the target


def painting_lines(networks: pd.DataFrame, dense: str) -> Iterator[str]:
    """Yield how many networks paint the target: dense ones, and those of each method by round.

    Args:
        dense: the kind of networks that are not pruned.
    """
    for (kind, stage), rows in networks.groupby(["kind", "stage"], sort=False):
        pruned = f"After pruning by {NAMES[str(kind)]}, round {stage}"
        yield f"{'Dense networks paint the target' if kind == dense else pruned}: {_count(rows)}."
    if (networks["ssim"] < LEAST_SSIM).any():
        yield f"Below an SSIM of {LEAST_SSIM} a network paints a smear, and its scores say nothing"
        yield "of the target: they stand in parentheses, also where only some networks do so."


def _count(rows: pd.DataFrame) -> str:
    painting = int((rows["ssim"] >= LEAST_SSIM).sum())
    ssim = _range(rows["ssim"], ".2f")
    return f"{painting} of {len(rows)} (SSIM {ssim}, error {_range(rows['error'], '.4f')})"


def _range(values: pd.Series, form: str) -> str:
    low, high = format(values.min(), form), format(values.max(), form)
    return low if low == high else f"{low} to {high}"
