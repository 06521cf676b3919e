"""What was found on a picture, as lines of text."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import special

from compsparse.studies.regime.kinds import NAMES
from compsparse.studies.regime.own_target.experiment import DENSE, Findings
from compsparse.studies.regime.own_target.painting import LEAST_SSIM, painting_lines
from compsparse.studies.regime.own_target.values import Values
from compsparse.studies.regime.scores.excess import SCORES
from compsparse.studies.regime.targets.predicted_depth import predicted_depth
from workflow_engine.validation.printable import printable

_UNKNOWN = "-"


def headline_measure(findings: Findings) -> str:
    """Return the measure that counts: alignment, or the score where no parts are known."""
    return SCORES[0] if findings.target.influence is not None else SCORES[1]


def lines(file: Path, findings: Findings, values: Values) -> Iterator[str]:
    """Yield what was learned, by which networks, a table, and how to read it."""
    target, networks = findings.target, findings.table[~findings.table["reference"]]
    parts = 0 if target.part is None else len(np.unique(target.part))
    known = f"{parts} known parts" if parts else "no known parts, so no alignment"
    yield f"{printable(file)}: PNG complexity {target.complexity:.3f}, {known}"
    yield ""
    yield from painting_lines(networks, DENSE)
    yield ""
    predicted = predicted_depth(values.line, target.complexity, values.depths)
    origin = f"predicted from its complexity: {predicted}"
    first, last = values.depths
    if not first <= values.line.depth(target.complexity) <= last:
        origin += (
            f", the line's {values.line.depth(target.complexity):.0f} cut to {first} to {last}"
        )
    units = findings.units
    kinds = ", ".join(f"{number} {name}" for name, number in units.items())
    yield (
        f"{findings.depth} hidden layers ({origin}) of {sum(units.values())} units: {kinds}"
        f"{_mix(findings)}"
    )
    if findings.stuck:
        runs = networks.loc[networks["kind"] == DENSE, "run"].nunique()
        yield f"{findings.stuck} of {runs} dense networks stayed on a plateau, and count."
    yield ""
    yield from _table(networks, headline_measure(findings))
    yield ""
    yield from _reading(findings, networks)


def _mix(findings: Findings) -> str:
    """Return where the shares of activations come from."""
    if not findings.activations:
        return " (the mix of the parameters)"
    number = sum(findings.activations.values())
    lacking = sorted(set(findings.activations) - set(findings.units))
    without = f", without its rarest, {', '.join(lacking)}" if lacking else ""
    return f" (the mix of the genome's {number} hidden nodes{without})"


def _table(networks: pd.DataFrame, measure: str) -> Iterator[str]:
    """Yield a line for the networks of each kind and round, means over seeds."""
    rows: list[tuple[str, ...]] = [
        ("network", "weights", "error", "SSIM", "score", "alignment", "excess", "comparable")
    ]
    for (kind, stage), found in networks.groupby(["kind", "stage"], sort=False):
        name = NAMES[str(kind)] + ("" if kind == DENSE else f", round {stage}")
        mean = found[["count", "error", "ssim", "score", "alignment"]].mean()
        scores = [
            _number(mean["score"]),
            _number(mean["alignment"]),
            _mean_and_error(found[f"excess_{measure}"].dropna().to_numpy(dtype=np.float64)),
        ]
        if (found["ssim"] < LEAST_SSIM).any():
            scores = [cell if cell == _UNKNOWN else f"({cell})" for cell in scores]
        rows.append(
            (
                name,
                f"{mean['count']:.0f}",
                f"{mean['error']:.4f}",
                f"{mean['ssim']:.2f}",
                *scores,
                f"{int(found['comparable'].sum())} of {len(found)}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *padded]).rstrip()


def _number(value: float) -> str:
    return _UNKNOWN if np.isnan(value) else f"{value:.2f}"


def _mean_and_error(values: np.ndarray) -> str:
    """Return the mean over seeds with its standard error, if there are several."""
    if not len(values):
        return _UNKNOWN
    if len(values) == 1:
        return f"{values[0]:+.3f}"
    return f"{values.mean():+.3f} ± {values.std(ddof=1) / np.sqrt(len(values)):.3f}"


def _reading(findings: Findings, networks: pd.DataFrame) -> Iterator[str]:
    measure, seeds = headline_measure(findings), networks["run"].nunique()
    if findings.no_null:
        yield f"No excess: {findings.no_null}"
        return
    factor = special.stdtrit(seeds - 1, 0.975)
    yield f"Excess: {measure} over that of dense networks of the same depth and error, ± standard"
    yield f"error over {seeds} seeds; an interval of 95 % is {factor:.1f} times as wide either way."
    yield "Not comparable: no dense reference network has this error, so there is no comparison."
