"""What a step ``render`` is: columns of a table, and a function that draws them.

Reading and checking the table, the theme and both file formats are the same for all figures and
stand here. A drawing function names its parameters in its signature. One that takes ``headline`` is
given the words that the result's own metrics earn.
"""

import inspect
from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from compsparse.claims.errors import ClaimsError
from compsparse.claims.headline import Headline, Words, headline_of_run
from compsparse.claims.measurement import read_metrics
from compsparse.claims.registry import Result
from compsparse.figures.replicates import require_columns
from compsparse.figures.theme import theme
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.scales import Scale
from workflow_engine.provenance.source_parts import read_parts
from workflow_engine.steps import Inputs, Outputs, single
from workflow_engine.validation.strict_model import validated

HEADLINE = "headline"


class Rendering:
    """The ``run`` of a step ``render``: its parameters are those of the drawing function.

    Where that takes a ``headline``, the step takes ``result``, its full id, and ``scale`` instead,
    and the inputs ``metrics``, ``claims`` and ``headline``.

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
        self.has_headline = HEADLINE in declared.parameters
        if self.has_headline:
            named = [p for p in named if p.name != HEADLINE] + [
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
                for name, kind in (("result", str), ("scale", Scale))
            ]
        self.__signature__ = declared.replace(parameters=[files, *named])

    def __call__(self, inputs: Inputs, /, **named: Any) -> Outputs:
        """Draw the input ``table``.

        Raises:
            ArtifactError: the table or the metrics cannot be read.
            ClaimsError: the words for the headline are not as they must be.
            ValueError: the table lacks a column or rows.
        """
        path = single(inputs, "table")
        table = read_table(path)
        require_columns(table, self.columns, str(path))
        if self.has_headline:
            named[HEADLINE] = earned(inputs, named.pop("result"), named.pop("scale"))
        with theme():
            figure = self.draw(table, **named)
        return {"svg": figure, "png": figure}


def renders(*columns: str) -> Callable[[Callable[..., Figure]], Rendering]:
    """Make a drawing function the ``run`` of its module; ``columns`` are those of its table."""
    return lambda draw: Rendering(draw, columns)


def earned(inputs: Inputs, result: str, scale: Scale) -> Headline:
    """Return the headline that a result's own metrics earn at a scale.

    Inputs: metrics, that result's; claims and headline, the study's files with its entry.

    Raises:
        ArtifactError: the metrics cannot be read.
        ClaimsError: the result has no entry, or one that is not as it must be.
    """
    metrics = read_metrics([single(inputs, "metrics")])
    claims, words = single(inputs, "claims"), single(inputs, HEADLINE)
    name = result.removeprefix(f"{claims.stem}_")
    try:
        entries = read_parts(claims)["results"][name], read_parts(words)[name]
    except LookupError as error:
        raise ClaimsError(f"{claims} or {words} has no entry for {result}: {error}.") from None
    about = validated(f"{claims}, {name}", entries[0], Result, ClaimsError)
    kept = validated(f"{words}, {name}", entries[1], Words, ClaimsError)
    try:
        return headline_of_run(kept, about, metrics.get(result, {}), scale)
    except ValueError as error:
        raise ClaimsError(f"{words}, {name}: {error}") from None
