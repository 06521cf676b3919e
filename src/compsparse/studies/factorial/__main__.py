"""Find the factorization of a table: ``python -m compsparse.studies.factorial TABLE.csv``."""

import argparse
import sys
from pathlib import Path

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.factorial.structure_search.report import describe


def main(arguments: list[str] | None = None) -> int:
    """Print what ``describe`` finds; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m compsparse.studies.factorial",
        description="Find the factorization of smallest complexity that fits a table.",
    )
    parser.add_argument("table", type=Path, metavar="TABLE.csv", help="counts or probabilities")
    options = parser.parse_args(arguments)
    try:
        print(describe(options.table))
    except ArtifactError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
