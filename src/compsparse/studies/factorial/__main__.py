"""Find the factorization of a table: ``python -m compsparse.studies.factorial TABLE.csv``."""

import argparse
import sys
from pathlib import Path

from compsparse.studies.factorial.structure_search.report import describe
from workflow_engine.artifacts.errors import ArtifactError


def main(arguments: list[str] | None = None) -> int:
    """Print what ``describe`` finds; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m compsparse.studies.factorial",
        description="Find the factorization of smallest complexity that fits a table.",
    )
    parser.add_argument("table", type=Path, metavar="TABLE.csv", help="counts or probabilities")
    parser.add_argument(
        "--redraws",
        type=_redraws,
        metavar="N",
        help="tables drawn for each test of counts, at least 19 (default: as many as take seconds)",
    )
    options = parser.parse_args(arguments)
    try:
        print(describe(options.table, redraws=options.redraws))
    except ArtifactError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _redraws(text: str) -> int:
    number = int(text)  # argparse says that it is no number
    if number < 19:
        raise argparse.ArgumentTypeError(
            f"{number} is too few for a test at 5 %; give a whole number from 19 on"
        )
    return number


if __name__ == "__main__":
    sys.exit(main())
