"""The error of a file that a user brings."""

from pathlib import Path

from workflow_engine.artifacts.errors import ArtifactError


class OwnDataError(ArtifactError):
    """What is wrong with a file of the user's, and the edit to make; one sentence each."""

    def __init__(self, path: Path, problem: str, remedy: str) -> None:
        """Both are shown on one line, whatever stood in the file."""
        super().__init__(path, problem, remedy)
