"""The question of this study on a picture of the user's: what do networks make of it?"""

import argparse
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, get_args

from compsparse.own_data.command import share, whole
from compsparse.own_data.picture_names import picture_names
from compsparse.own_data.progress import Progress
from compsparse.own_data.question import Answer, Question
from compsparse.studies.regime.own_target import report
from compsparse.studies.regime.own_target.experiment import experiment
from compsparse.studies.regime.own_target.reading import Fit, OwnTarget, read_own_target
from compsparse.studies.regime.own_target.values import OwnTargetError, Values, read_values
from workflow_engine import interruption
from workflow_engine.validation.printable import printable

_TABLE = "networks.csv"
_DEPTHS = (4, 33)  # from the first at which all rounds have weights to take, to the documents'
_PREDICTED = "predicted"


@dataclass(frozen=True)
class _Read:
    path: Path
    target: OwnTarget
    values: Values
    seeds: int
    root_seed: int

    @property
    def notes(self) -> tuple[str, ...]:
        return self.target.notes

    def describe(self) -> str:
        return (
            f"{self.path}: PNG complexity {float(self.target.arrays['complexity']):.4f}: "
            f"{self.seeds} dense networks of {self.values.depth} hidden layers trained, pruned "
            "and measured"
        )

    def answer(self, progress: Progress) -> Answer:
        target, values, root_seed = self.target, self.values, self.root_seed
        with interruption.temporary_folder("compsparse-regime-") as folder:
            table, pictures = experiment(
                target.arrays, values, self.seeds, root_seed, folder, progress
            )

        def picture() -> Any:
            # not every call asks for a picture, and libraries that draw take a second to load
            from compsparse.figures.theme import theme
            from compsparse.studies.regime.own_target import figure

            with theme():
                (name,) = picture_names([self.path.stem], "picture ").names
                return figure.run.draw(
                    table,
                    name=f"{name}: {values.depth} hidden layers",
                    pictures={"target": target.arrays["rgb"], **pictures},
                )

        return Answer(
            tuple(report.lines(self.path, target, values, table, root_seed)),
            {
                "complexity": float(target.arrays["complexity"]),
                "hidden_layers": values.depth,
                "units": dict(values.networks.units),
                "least_ssim_that_paints": values.networks.sweeps.paints,
                "networks": list(report.means(table)),
                "differences": list(report.differences(table, root_seed)),
            },
            self.notes,
            picture,
            {_TABLE: table},
        )


def _depth(text: str) -> int | str:
    return text if text == _PREDICTED else whole(text, *_DEPTHS)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--depth",
        type=_depth,
        metavar="LAYERS",
        help=f"hidden layers, {_DEPTHS[0]} to {_DEPTHS[1]} (default: the study's), or "
        f"{_PREDICTED}: from the complexity of the picture, where the document's line reaches",
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
        choices=get_args(Fit),
        default="exact",
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
    values = values.with_units_like(target.activations)
    try:
        depth = options.depth or values.depth
        if depth == _PREDICTED:
            depth = values.predicted_depth(float(target.arrays["complexity"]))
        values = values.model_copy(update={"depth": depth})
        _ = values.shape  # refused before anything is trained
    except OwnTargetError as error:
        raise OwnTargetError(f"{printable(path)}: {error}") from None
    return _Read(path, target, values, options.seeds, options.root_seed)


QUESTION = Question(
    study="regime",
    asks="Train dense networks on a picture, prune them by similarity and at random, and say which "
    "paint it and what their weights mean.",
    takes="a square picture (PNG, JPEG) or a genome (JSON, or Picbreeder's XML, zipped or not)",
    accepts=lambda _: False,
    add_options=_add_options,
    read=_read,
    tables=(_TABLE,),
    folder=True,
    runs=tuple(
        f"compsparse.studies.regime.{step}"
        for step in ("dense.train_dense", "pruning.prune_rounds", "measures.generate_measures")
    ),
)
