"""One question asked of one file: options, checks, work, output; what all studies share."""

import argparse
import contextlib
import hashlib
import importlib
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from workflow_engine import interruption, numerics

if TYPE_CHECKING:
    from compsparse.own_data.outputs import Outputs
    from compsparse.own_data.question import Answer, Question

_STOPPED = "nothing is written; start the same command again."
_SHARED = {"file", "out", "figure", "force", "json", "check", "root_seed"}
_MATPLOTLIB = {"MPLBACKEND": "agg", "MATPLOTLIBRC": os.devnull}


def run_as_process(work: Callable[[], int]) -> NoReturn:
    """Do the work of a process and end it; numerical libraries must not be loaded yet."""
    numerics.activate("portable")
    os.environ.update(_MATPLOTLIB)  # whatever is set: there may be no screen
    interruption.prepare(_STOPPED)
    sys.exit(interruption.finished(work()))


def ask(study: str, arguments: list[str] | None = None, program: str | None = None) -> int:
    """Ask a study's question of a file; return the exit code: 0 answered, 2 refused.

    Args:
        study: one of ``question.QUESTIONS``.
        arguments: of the command line; None for those of this process.
        program: what the user called, for --help.
    """
    from compsparse.own_data.record import module
    from workflow_engine.reporting import user_errors
    from workflow_engine.validation.printable import printable

    question: Question = importlib.import_module(module(study)).QUESTION
    program = program or f"python -m compsparse.studies.{study}"
    options = _parser(question, program).parse_args(arguments)
    known: tuple[type[Exception], ...] = (*user_errors(), FloatingPointError)
    try:
        return _asked(question, options)
    except known as error:
        print(printable(str(error).replace("\n", " ")), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader (`| head`) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _asked(question: "Question", options: argparse.Namespace) -> int:
    from compsparse.own_data.progress import Progress
    from workflow_engine.artifacts.contents import read_own_contents
    from workflow_engine.validation.printable import printable

    outputs = _outputs(question, options)
    outputs.require_possible(options.file, question.tables)
    sha256 = hashlib.sha256(read_own_contents(options.file)).hexdigest()
    read = question.read(options.file, options)
    if options.check:
        _print([read.describe(), *_noted(read.notes), "checked; nothing was done."])
        return 0
    answer = read.answer(Progress(_tell))
    places = outputs.places(question.tables)
    record = _write(question, options, outputs, answer, sha256)
    if options.json:
        said = {
            "file": printable(options.file),
            "sha256": sha256,
            "study": question.study,
            "root_seed": options.root_seed,
            "notes": list(answer.notes),
            "answer": answer.values,
            "files": [printable(path) for path in [*places.values(), *record]],
        }
        print(json.dumps(said, indent=1, allow_nan=False))
        return 0
    first, *others = answer.lines
    _print([first, *_noted(answer.notes), *others])
    for name, path in places.items():
        print(f"{name}: {printable(path)}")
    return 0


def _outputs(question: "Question", options: argparse.Namespace) -> "Outputs":
    from compsparse.own_data.outputs import Outputs

    folder: Path | None = options.out
    if folder is None and question.folder and options.figure is None:
        folder = Path(f"{options.file.stem}-{question.study}")
    picture: Path | None = options.figure
    if picture is None and folder is not None:
        picture = folder / f"{question.study}.png"
    return Outputs(folder, picture, options.force)


def _write(
    question: "Question",
    options: argparse.Namespace,
    outputs: "Outputs",
    answer: "Answer",
    sha256: str,
) -> list[Path]:
    """Write picture, tables and record; return where the record is."""
    from compsparse.own_data.record import make_record
    from workflow_engine.artifacts import pictures, tables

    if outputs.record is None:
        return []
    contents: dict[Path, bytes] = {}
    for name, path in outputs.places(question.tables).items():
        if name != "picture":
            contents[path] = tables.encode(path, answer.tables[name])
        elif answer.picture is not None:
            as_named = path.with_suffix(path.suffix.lower())
            contents[path] = pictures.encode(as_named, answer.picture())
    record = make_record(
        outputs.record,
        question.study,
        options.file,
        sha256,
        _options_of(options),
        options.root_seed,
        {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()},
        answer.values,
    )
    contents[outputs.record] = (json.dumps(record, indent=1, allow_nan=False) + "\n").encode()
    outputs.write(contents)
    return [outputs.record]


def _options_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options that decide the answer."""
    chosen = {name: value for name, value in vars(options).items() if name not in _SHARED}
    return {n: str(value) if isinstance(value, Path) else value for n, value in chosen.items()}


def _noted(notes: tuple[str, ...]) -> list[str]:
    return [f"note: {note}" for note in notes]


def _print(lines: list[str]) -> None:
    from workflow_engine.validation.printable import printable

    print("\n".join(map(printable, lines)))


def _tell(line: str) -> None:
    from workflow_engine.validation.printable import printable

    print(printable(line), file=sys.stderr, flush=True)


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say it, and end with 2."""
        from workflow_engine.validation.printable import printable

        self.exit(2, f"{self.prog}: {printable(message)}; --help lists all options\n")


def _parser(question: "Question", program: str) -> argparse.ArgumentParser:
    parser = Parser(prog=program, description=question.asks)
    parser.add_argument("file", type=Path, metavar="FILE", help=question.takes)
    question.add_options(parser)
    parser.add_argument(
        *("--root-seed", "--seed"),
        dest="root_seed",
        type=partial(whole, low=0, high=2**63 - 1),
        default=0,
        metavar="N",
        help="root of all random draws (default: 0)",
    )
    default = f"NAME-{question.study}" if question.folder else "nothing is written"
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help=f"for all files (default: {default})"
    )
    parser.add_argument("--figure", type=Path, metavar="FILE", help="the picture: .png or .svg")
    for name, said in (
        ("--force", "write over files that are there"),
        ("--as-is", "take a file that looks as if it held something else"),
        ("--check", "read and check the file, say what would be done, and end"),
        ("--json", "print for machines"),
    ):
        parser.add_argument(name, action="store_true", help=said)
    return parser


def whole(text: str, low: int, high: int) -> int:
    """Return a whole number of the command line."""
    if not (text.isascii() and text.isdecimal() and low <= int(text[:20]) <= high):
        raise argparse.ArgumentTypeError(
            f"the value is {text[:60]!r}; allowed: a whole number from {low} to {high}"
        )
    return int(text)


def share(text: str, most: float = 1.0) -> float:
    """Return a number of the command line above 0 and up to ``most``."""
    with contextlib.suppress(ValueError):
        if 0 < float(text) <= most:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"the value is {text[:60]!r}; allowed: a number above 0 and at most {most:g}"
    )
