"""The question of this study on a picture of the user's: what do networks make of it?"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.own_data.cells import Cells
from compsparse.own_data.command import share, whole
from compsparse.own_data.picture_names import picture_names
from compsparse.own_data.progress import Progress
from compsparse.own_data.question import Answer, Question
from compsparse.studies.regime.own_target.experiment import Findings, experiment
from compsparse.studies.regime.own_target.painting import LEAST_SSIM
from compsparse.studies.regime.own_target.reading import OwnTarget, read_own_target
from compsparse.studies.regime.own_target.report import headline_measure, lines
from compsparse.studies.regime.own_target.values import Values, read_values
from compsparse.studies.regime.targets.predicted_depth import predicted_depth
from workflow_engine import interruption

_TABLE = "networks.csv"
_DEPTHS = (4, 33)  # from the first at which both rounds have weights to take, to the documents'
_FITS = ("exact", "crop", "pad")


@dataclass(frozen=True)
class _Read:
    path: Path
    target: OwnTarget
    values: Values
    depth: int
    seeds: int
    root_seed: int

    @property
    def notes(self) -> tuple[str, ...]:
        return self.target.notes

    def describe(self) -> str:
        return (
            f"{self.path}: PNG complexity {float(self.target.arrays['complexity']):.3f}: "
            f"{self.seeds} dense networks of {self.depth} hidden layers trained, pruned and judged"
        )

    def answer(self, progress: Progress) -> Answer:
        with interruption.temporary_folder("compsparse-regime-") as folder:
            given = self.target, self.values, self.depth, self.seeds, self.root_seed
            found = experiment(*given, folder, progress.say)

        def picture() -> Any:
            # not every call asks for a picture, and libraries that draw take a second to load
            from compsparse.figures.theme import theme
            from compsparse.studies.regime.own_target import figure

            with theme():
                (name,) = picture_names([self.path.stem], "picture ").names
                return figure.run.draw(
                    found.table,
                    name=f"{name}: {found.depth} hidden layers",
                    measure=headline_measure(found),
                    pictures={"target": found.target.rgb, **found.pictures},
                )

        return Answer(
            tuple(lines(self.path, found, self.values)),
            _values(found),
            self.notes,
            picture,
            {_TABLE: found.table},
        )


def _values(found: Findings) -> dict[str, Any]:
    """Return the means of each kind of network and round for programs."""

    def rows() -> Iterator[dict[str, Any]]:
        networks = found.table[~found.table["reference"]]
        for (kind, stage), group in networks.groupby(["kind", "stage"], sort=False):
            means = group[["count", "error", "ssim", "score", "alignment"]].mean()
            paints = int((group["ssim"] >= LEAST_SSIM).sum())
            yield {
                "kind": kind,
                "round": int(str(stage)),
                "networks": len(group),
                "paint": paints,
                # there is no alignment without known parts
                **{str(n): None if np.isnan(mean) else float(mean) for n, mean in means.items()},
            }

    return {
        "complexity": found.target.complexity,
        "hidden_layers": found.depth,
        "units": dict(found.units),
        "least_ssim_that_paints": LEAST_SSIM,
        "dense_networks_on_a_plateau": found.stuck,
        "networks": list(rows()),
        "no_excess_because": found.no_null or None,
    }


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--depth",
        type=partial(whole, low=_DEPTHS[0], high=_DEPTHS[1]),
        metavar="LAYERS",
        help=f"hidden layers, {_DEPTHS[0]} to {_DEPTHS[1]} (default: predicted from the picture)",
    )
    parser.add_argument(
        "--seeds",
        type=partial(whole, low=2, high=16),
        default=3,
        metavar="N",
        help="dense networks, 2 to 16 (default: 3)",
    )
    parser.add_argument(
        "--steps",
        type=share,
        default=1.0,
        metavar="SHARE",
        help="of all trainings' steps, above 0 and at most 1, for a quick look (default: 1)",
    )
    parser.add_argument(
        "--fit",
        choices=_FITS,
        default=_FITS[0],
        help="of a picture that is no square: refuse it, take its middle square, or add white",
    )
    parser.add_argument(
        "--params",
        type=Path,
        metavar="FILE",
        help="how networks are trained and pruned (default: params.yaml of the project)",
    )


def _read(path: Path, options: argparse.Namespace) -> _Read:
    target = read_own_target(path, options.fit, as_is=options.as_is)
    values = read_values(options.params).shortened(options.steps)
    values = values.with_units(values.units_like(target.activations))
    depth = options.depth or predicted_depth(
        values.line, float(target.arrays["complexity"]), values.depths
    )
    return _Read(path, target, values, depth, options.seeds, options.root_seed)


def _no_table(cells: Cells) -> bool:
    return False


QUESTION = Question(
    study="regime",
    asks="Train dense networks on a picture, prune them by similarity, and judge them beside dense "
    "networks of the same error.",
    takes="a square picture (PNG, JPEG) or a genome (JSON, or Picbreeder's XML, zipped or not)",
    accepts=_no_table,
    add_options=_add_options,
    read=_read,
    tables=(_TABLE,),
    folder=True,
    runs=tuple(
        f"compsparse.studies.regime.{step}"
        for step in (
            "dense.train_networks",
            "dense.train_reference_networks",
            "pruning.prune_rounds",
            "scores.generate_scores",
        )
    ),
)
