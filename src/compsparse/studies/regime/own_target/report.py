"""What was found on a target, as lines of text and for programs; whether networks paint first."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.collector import DENSE
from compsparse.studies.regime.measures.measured import NAMES, READINGS, by_kind, of_round
from compsparse.studies.regime.own_target.experiment import KINDS
from compsparse.studies.regime.own_target.reading import OwnTarget
from compsparse.studies.regime.own_target.values import Values
from workflow_engine.validation.printable import printable

LEAST_SHARE = 0.8  # of the networks of a kind that must paint for it to be compared
_COLUMNS = {  # how a mean is written
    "count": "{:.0f}",
    "error": "{:.4f}",
    "ssim": "{:.2f}",
    "survival": "{:.2f}",
    "alignment": "{:.2f}",
    "excess": "{:+.3f}",
}
_HEADS = {"count": "weights", "ssim": "SSIM"}
_OF_PAINTERS = ("survival", "alignment", "excess")  # say nothing where nothing is painted


def means(table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the means of each kind and round, 0 of dense ones; None where no parts are known."""
    for (kind, stage), rows in table.groupby(["kind", "stage"], sort=False):
        yield {
            "kind": kind,
            "round": 0 if kind == DENSE else int(str(stage)),
            "networks": len(rows),
            "paint": int(rows["paints"].sum()),
            **{n: None if rows[n].isna().all() else float(rows[n].mean()) for n in _COLUMNS},
        }


def differences(table: pd.DataFrame, root_seed: int) -> Iterator[dict[str, Any]]:
    """Yield what pruning by similarity has over the others after each round, with 95 % intervals.

    A reading is None where too few networks of either kind paint, or no parts are known.
    """
    _, kind, control = KINDS
    for number in sorted(set(table.loc[table["kind"] == kind, "stage"])):
        wide = {name: by_kind(of_round(table, number), name) for name in (*READINGS, "paints")}
        shares = wide["paints"].mean()
        for other in (control, DENSE):
            few = [name for name in (kind, other) if shares[name] < LEAST_SHARE]
            found: dict[str, Any] = {"kind": kind, "over": other, "round": int(number)}
            for reading in READINGS:
                found[reading] = None
                if not few and kind in wide[reading]:
                    over = (wide[reading][kind] - wide[reading][other]).to_numpy(dtype=np.float64)
                    mean = stats.interval_of_mean(over, root_seed=root_seed, name=reading)
                    found[reading] = {"mean": mean.value, "low": mean.low, "high": mean.high}
            yield {**found, "too_few_paint": few}


def lines(
    file: Path, target: OwnTarget, values: Values, table: pd.DataFrame, root_seed: int
) -> Iterator[str]:
    """Yield which networks paint, what they are, their measures, and how to read these."""
    sweeps, found = values.networks.sweeps, list(means(table))
    painting = f"paint it (an SSIM of {sweeps.paints:g} or more)"
    yield f"{printable(file)}: {_paint(found[0])} dense networks {painting}"
    for number, weights in enumerate(values.networks.pruning.weights, start=1):
        counts = [f"{NAMES[row['kind']]} {_paint(row)}" for row in found if row["round"] == number]
        yield f"pruned to {weights} weights: {'; '.join(counts)}"
    if any(row["paint"] < row["networks"] for row in found):
        yield "Where networks do not paint it, measures say nothing of it: they are in parentheses."
    yield ""
    parts = len(np.unique(target.arrays["part"])) if "part" in target.arrays else 0
    known = f"{parts} known parts" if parts else "no known parts, so no alignment and no excess"
    yield f"PNG complexity {float(target.arrays['complexity']):.4f}, {known}"
    units = values.networks.units
    kinds = ", ".join(f"{number} {name}" for name, number in units.items())
    mix = _mix(target, values)
    yield f"{values.depth} hidden layers of {sum(units.values())} units: {kinds} (the mix of {mix})"
    yield ""
    yield from _table(found, [name for name in _COLUMNS if found[0][name] is not None])
    yield ""
    yield from map(_difference, differences(table, root_seed))
    yield ""
    sizes = ", ".join(f"{delta:g}" for delta in sweeps.deltas)
    of_several = ", their mean" if len(sweeps.deltas) > 1 else ""
    yield (
        f"Survival: the share of weights that may change by {sizes}, up and down, with an SSIM "
        f"of {sweeps.still:g} or more{of_several}."
    )
    if parts:
        yield (
            "Excess: alignment over that of the same dense networks at the same error, when they "
            "were still learning; theirs is 0 by definition."
        )
    yield f"Brackets: 95 % intervals over {found[0]['networks']} seeds."


def _paint(row: dict[str, Any]) -> str:
    return f"{row['paint']} of {row['networks']}"


def _mix(target: OwnTarget, values: Values) -> str:
    """Return where the shares of activations come from."""
    if not target.activations:
        return "the parameters"
    lacking = sorted(set(target.activations) - set(values.networks.units))
    without = f", without its rarest, {', '.join(lacking)}" if lacking else ""
    return f"the genome's {sum(target.activations.values())} hidden nodes{without}"


def _table(found: list[dict[str, Any]], columns: list[str]) -> Iterator[str]:
    rows = [["networks", "round", *(_HEADS.get(name, name) for name in columns)]]
    for row in found:
        cells = [_COLUMNS[name].format(row[name]) for name in columns]
        if row["paint"] < row["networks"]:
            pairs = zip(columns, cells, strict=True)
            cells = [f"({cell})" if name in _OF_PAINTERS else cell for name, cell in pairs]
        rows.append([NAMES[row["kind"]], str(row["round"] or "-"), *cells])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *others in rows:
        padded = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *padded])


def _difference(found: dict[str, Any]) -> str:
    pair = f"Round {found['round']}, {NAMES[found['kind']]} over {NAMES[found['over']]}"
    if few := found["too_few_paint"]:
        lacking = " and ".join(NAMES[kind] for kind in few)
        return f"{pair}: not told, since of {lacking} fewer than four in five paint"
    given = [
        f"{reading} {mean['mean']:+.3f} [{mean['low']:+.3f}, {mean['high']:+.3f}]"
        for reading in READINGS
        if (mean := found[reading])
    ]
    return f"{pair}: {', '.join(given)}"
