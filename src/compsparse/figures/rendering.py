"""What a step ``render`` is: columns of a table, and a function that draws them.

Reading and checking the table, the theme and both file formats are the same for all figures and
stand here. A drawing function names its parameters in its signature.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

from compsparse.artifacts.tables import read_table
from compsparse.figures.replicates import require_columns
from compsparse.figures.theme import theme
from compsparse.steps import Inputs, Outputs, Params, single


@dataclass(frozen=True)
class Rendering:
    """The ``run`` of a step ``render``.

    Attributes:
        draw: makes the figure of a table and of the step's parameters, by keyword.
        columns: that the table must have.
    """

    draw: Callable[..., Figure]
    columns: tuple[str, ...]

    def __call__(self, inputs: Inputs, params: Params) -> Outputs:
        """Draw the input ``table``.

        Raises:
            ArtifactError: the table cannot be read.
            ValueError: it lacks a column or rows, or the parameters are not those of ``draw``.
        """
        self._check(params)
        path = single(inputs, "table")
        table = read_table(path)
        require_columns(table, self.columns, str(path))
        with theme():
            figure = self.draw(table, **params)
        return {"svg": figure, "png": figure}

    def _check(self, params: Params) -> None:
        _, *allowed = inspect.signature(self.draw).parameters.values()
        names = [parameter.name for parameter in allowed]
        unknown = sorted(set(params) - set(names))
        missing = [p.name for p in allowed if p.default is p.empty and p.name not in params]
        if unknown or missing:
            known = ", ".join(names) or "none"
            problem = f"does not know {unknown[0]!r}" if unknown else f"needs {missing[0]!r}"
            raise ValueError(
                f"The render step {problem}; its parameters are: {known}. Change what the plan "
                "gives it as render_params."
            )


def renders(*columns: str) -> Callable[[Callable[..., Figure]], Rendering]:
    """Make a drawing function the ``run`` of its module; ``columns`` are those of its table."""
    return lambda draw: Rendering(draw, columns)
