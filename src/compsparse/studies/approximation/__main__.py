"""Find the wiring that fits a table: ``python -m compsparse.studies.approximation TABLE``."""

import argparse
import sys
from pathlib import Path

from workflow_engine import numerics


def main(arguments: list[str] | None = None) -> int:
    """Print the best wiring and what others need; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m compsparse.studies.approximation",
        description="Channels of every balanced split of the variables of a table, and the tree "
        "that needs the fewest.",
    )
    parser.add_argument("table", type=Path, metavar="TABLE", help="values on a grid: .csv or .npz")
    parser.add_argument(
        "--error",
        type=_share,
        default=0.01,
        metavar="SHARE",
        help="of the variance that may be left, above 0 and below 1 (default: 0.01)",
    )
    parser.add_argument("--figure", type=Path, metavar="FILE", help="write a picture: .png or .svg")
    options = parser.parse_args(arguments)
    # numerical libraries must not load before their mode is set
    from compsparse.studies.approximation.own_table.best_wiring import best_wiring, splits
    from compsparse.studies.approximation.own_table.draw_wiring import draw_wiring
    from compsparse.studies.approximation.own_table.read_values import read_values
    from compsparse.studies.approximation.own_table.report import describe
    from workflow_engine.artifacts.errors import ArtifactError

    try:
        names, values = read_values(options.table)
    except ArtifactError as error:
        print(error, file=sys.stderr)
        return 2
    found, tree = splits(values, options.error), best_wiring(values, options.error)
    print(describe(names, values, options.error, found, tree))
    if options.figure is not None:
        draw_wiring(names, options.error, found, tree).savefig(options.figure)
        print(f"figure: {options.figure}")
    return 0


def _share(text: str) -> float:
    number = float(text)  # argparse says that it is no number
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and below 1")
    return number


if __name__ == "__main__":
    numerics.activate("portable")
    sys.exit(main())
