"""What a step ``render`` is: columns of a table, and a function that draws them.

Reading and checking the table, the theme and both file formats are the same for all figures and
stand here. A drawing function names its parameters in its signature.
"""

import inspect
from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from compsparse.figures.replicates import require_columns
from compsparse.figures.theme import theme
from workflow_engine.artifacts.tables import read_table
from workflow_engine.steps import Inputs, Outputs, single


class Rendering:
    """The ``run`` of a step ``render``: its parameters are those of the drawing function.

    Attributes:
        draw: makes the figure of a table and of the step's parameters, by keyword.
        columns: that the table must have.
    """

    def __init__(self, draw: Callable[..., Figure], columns: tuple[str, ...]) -> None:
        """Take the function's signature, the table left out."""
        self.draw = draw
        self.columns = columns
        declared = inspect.signature(draw, eval_str=True)
        _, *parameters = declared.parameters.values()
        files = inspect.Parameter("files", inspect.Parameter.POSITIONAL_ONLY)
        named = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
        self.__signature__ = declared.replace(parameters=[files, *named])

    def __call__(self, inputs: Inputs, /, **named: Any) -> Outputs:
        """Draw the input ``table``.

        Raises:
            ArtifactError: the table cannot be read.
            ValueError: it lacks a column or rows.
        """
        path = single(inputs, "table")
        table = read_table(path)
        require_columns(table, self.columns, str(path))
        with theme():
            figure = self.draw(table, **named)
        return {"svg": figure, "png": figure}


def renders(*columns: str) -> Callable[[Callable[..., Figure]], Rendering]:
    """Make a drawing function the ``run`` of its module; ``columns`` are those of its table."""
    return lambda draw: Rendering(draw, columns)
