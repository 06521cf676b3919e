"""Ask the study about a picture of yours: ``python -m compsparse.studies.regime FILE``."""

import argparse
import contextlib
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from workflow_engine import interruption, numerics

if TYPE_CHECKING:
    from compsparse.studies.regime.own_target.experiment import Findings

FIGURE, TABLE = "regime.png", "networks.csv"
DEPTHS = (4, 33)  # from the first at which both rounds have weights to take, to the documents' last
_STOPPED = "nothing is written; start the same command again."


def main(arguments: list[str] | None = None) -> int:
    """Print what was found, write a figure and a table; return the exit code."""
    options = _parser().parse_args(arguments)
    # numerical libraries must not load before their mode is set
    from compsparse.studies.regime.own_target.experiment import experiment
    from compsparse.studies.regime.own_target.report import lines
    from compsparse.studies.regime.own_target.values import OwnTargetError, read_values
    from workflow_engine.artifacts.errors import REBUILD, ArtifactError
    from workflow_engine.validation.errors import InvalidFileError
    from workflow_engine.validation.printable import printable

    file: Path = options.file
    out: Path = options.out or Path(f"{file.stem}-regime")
    try:
        values = read_values(options.params).shortened(options.steps)
        _require_writable(out)
        with interruption.temporary_folder("compsparse-regime-") as folder:
            found = experiment(
                file, values, options.depth, options.seeds, options.seed, folder, _say
            )
            _write(out, file, found)
    except (OwnTargetError, InvalidFileError, ArtifactError, FloatingPointError) as error:
        # that remedy is for files that the project makes
        said = str(error).replace(f" {REBUILD}", "").replace("\n", " ")
        print(printable(said), file=sys.stderr)
        return 2
    print("\n".join(lines(file, found, values)))
    print(f"figure: {printable(out / FIGURE)}; all networks: {printable(out / TABLE)}")
    return 0


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; --help lists all options\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m compsparse.studies.regime",
        description="Train dense networks on a picture, prune them by similarity, and judge them "
        "beside dense networks of the same error.",
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a genome (.json) or a square picture (.png)"
    )
    parser.add_argument(
        "--depth",
        type=partial(_whole, low=DEPTHS[0], high=DEPTHS[1]),
        metavar="LAYERS",
        help=f"hidden layers, {DEPTHS[0]} to {DEPTHS[1]} (default: predicted from the picture)",
    )
    for name, low, high, default, help_text in (
        ("--seeds", 2, 16, 3, "dense networks, 2 to 16"),
        ("--seed", 0, 2**63 - 1, 0, "root of all random draws"),
    ):
        number = partial(_whole, low=low, high=high)
        said = f"{help_text} (default: {default})"
        parser.add_argument(name, type=number, default=default, metavar="N", help=said)
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="for figure and table (default: NAME-regime)"
    )
    parser.add_argument(
        "--steps",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="of all trainings' steps, above 0 and at most 1, for a quick look (default: 1)",
    )
    parser.add_argument(
        "--params",
        type=Path,
        metavar="FILE",
        help="how networks are trained and pruned (default: params.yaml of the project)",
    )
    return parser


def _whole(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(
            f"the value is {text[:60]!r}; allowed: a whole number from {low} to {high}"
        )
    return int(text)


def _share(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"the value is {text[:60]!r}; allowed: a number above 0 and at most 1"
    )


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _require_writable(out: Path) -> None:
    """Try the folder before minutes are spent; it is made at the end."""
    from compsparse.studies.regime.own_target.values import OwnTargetError

    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise OwnTargetError(
            f"{out}: this folder cannot be written to ({error.strerror}); name another one with "
            "--out."
        ) from None
    finally:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _write(out: Path, file: Path, found: "Findings") -> None:
    """Write the table, and the figure of it."""
    from compsparse.studies.regime.own_target import figure
    from compsparse.studies.regime.own_target.report import headline_measure
    from workflow_engine.artifacts import pictures, tables

    out.mkdir(parents=True, exist_ok=True)
    (out / TABLE).write_bytes(tables.encode(out / TABLE, found.table))
    drawn = figure.run(
        {"table": out / TABLE},
        name=f"{file.stem}: {found.depth} hidden layers",
        measure=headline_measure(found),
        pictures={"target": found.target.rgb, **found.pictures},
    )["png"]
    (out / FIGURE).write_bytes(pictures.encode(out / FIGURE, drawn))


if __name__ == "__main__":
    numerics.activate("portable")
    interruption.prepare(_STOPPED)
    sys.exit(interruption.finished(main()))
