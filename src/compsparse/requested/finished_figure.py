"""A figure that a job of another run has drawn already."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure


class FinishedFigure(Figure):
    """A figure that is saved as the bytes that it has, without being drawn again."""

    def __init__(self, path: Path) -> None:
        """Read the file; its suffix is the only format that it can be saved in.

        Raises:
            OSError: it cannot be read.
        """
        super().__init__()
        self._content = path.read_bytes()
        self._format = path.suffix[1:]

    def savefig(self, fname: Any, *, format: str = "", **_: Any) -> None:
        """Write the bytes to a stream.

        Raises:
            ValueError: another format than that of the file.
        """
        if format != self._format:
            raise ValueError(
                f"The picture is a {self._format!r}; it cannot be saved as {format!r}."
            )
        fname.write(self._content)
