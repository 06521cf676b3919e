"""``compsparse own FILE [--as STUDY]``: the study that a file is for is told by what it holds."""

import argparse
import importlib
import sys
from pathlib import Path

from compsparse.own_data.command import Parser, ask
from compsparse.own_data.question import QUESTIONS

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"<", b"{")  # and genomes
_WORKBOOK = b"[Content_Types].xml"  # in every file of a spreadsheet program


def main(arguments: list[str] | None = None) -> int:
    """Find the study and ask it; return the exit code."""
    from workflow_engine.artifacts.errors import ArtifactError
    from workflow_engine.validation.printable import printable

    given = sys.argv[2:] if arguments is None else arguments
    parser = Parser(
        prog="compsparse own",
        add_help=False,
        description="Ask a study about a file of yours. The study is told by what the file holds: "
        "a table of counts (factorial), values on a grid (approximation), a picture or a genome "
        "(regime). `compsparse own FILE --help` lists the options of that study.",
    )
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE")
    parser.add_argument("--as", dest="study", choices=QUESTIONS, help="ask this one")
    parser.add_argument("--help", "-h", action="store_true", help="show this, or a study's options")
    options, _ = parser.parse_known_args(given)
    if options.file is None and options.study is None:
        parser.print_help()
        return 0 if options.help else 2
    try:
        study = options.study or study_of(options.file)
    except ArtifactError as error:
        print(printable(str(error).replace("\n", " ")), file=sys.stderr)
        return 2
    return ask(study, _without_study(given), f"compsparse own --as {study}")


def study_of(path: Path) -> str:
    """Return the study that asks a question about what a file holds.

    Raises:
        ArtifactError: no file, or one that no study takes.
    """
    from compsparse.own_data.arrays import is_array_file
    from compsparse.own_data.cells import read_cells
    from compsparse.own_data.errors import OwnDataError
    from compsparse.own_data.record import module
    from workflow_engine.artifacts.contents import read_own_contents

    contents = read_own_contents(path)
    if is_array_file(contents):
        return "approximation"
    if contents.startswith(b"PK") and _WORKBOOK in contents:
        raise OwnDataError(
            path, "This is a workbook of a spreadsheet program.", "Save the sheet as CSV in UTF-8."
        )
    if contents[:1000].lstrip().startswith(_PICTURES) or contents.startswith(b"PK"):
        return "regime"
    cells = read_cells(path, contents)
    for study in ("factorial", "approximation"):
        if importlib.import_module(module(study)).QUESTION.accepts(cells):
            return study
    raise OwnDataError(
        path,
        "No study takes this table as it is: it is neither names with counts, nor variables with "
        "their values.",
        "Say with --as factorial or --as approximation what it is meant to be, to learn what is "
        "missing.",
    )


def _without_study(arguments: list[str]) -> list[str]:
    """Return the arguments without ``--as STUDY``, which the study's own parser does not know."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--as")
    return parser.parse_known_args(arguments)[1]
