"""The error of a file that cannot be read or written as what it claims to be."""

from pathlib import Path

from workflow_engine.validation.printable import printable

REBUILD = "Run `compsparse audit` to see what else is affected, then `snakemake` to rebuild it."
DEFECT = "This is a defect of the step that makes it: see its log."


class ArtifactError(Exception):
    """A file under the results is missing, unreadable or of the wrong kind."""

    def __init__(self, path: Path | str, problem: str, remedy: str = REBUILD) -> None:
        super().__init__(f"{printable(path)}: {problem} {remedy}")
        self.path = Path(path)
