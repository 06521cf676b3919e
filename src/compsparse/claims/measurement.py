"""Measurements: a value, its 95 % interval and the number of independent seeds behind it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.artifacts.json_values import read_json
from compsparse.claims.errors import ClaimsError
from compsparse.validation.strict_model import StrictModel, validated

SUFFIX = ".metrics.json"


class Measurement(StrictModel):
    """One metric: ``n`` counts independent replicates; an exact metric has low = high = value."""

    value: float
    low: float
    high: float
    n: Annotated[int, Field(ge=1, le=2**63 - 1)]

    @model_validator(mode="after")
    def _is_an_interval(self) -> "Measurement":
        if self.low > self.high:
            raise ValueError(
                f"low {self.low:g} is above high {self.high:g}; correct the step that measures it."
            )
        return self


Metrics = dict[str, dict[str, Measurement]]


def read_metrics(paths: Iterable[Path]) -> Metrics:
    """Read the ``<result>.metrics.json`` files of a study into result -> metric -> measurement.

    Raises:
        ClaimsError: a file with another name, a result that comes twice, or content that is not a
            mapping of metrics to measurements.
        ArtifactError: a file that is missing or not JSON.
    """
    metrics: Metrics = {}
    for path in paths:
        result = path.name.removesuffix(SUFFIX)
        if result == path.name or not result:
            raise ClaimsError(
                f"{path}: the name of a metrics file is the result's id and {SUFFIX}; rename it "
                "in the plan."
            )
        if result in metrics:
            raise ClaimsError(
                f"{path}: the result {result!r} comes a second time; list each metrics file once."
            )
        content = read_json(path)
        if not isinstance(content, dict) or list(content) != [result]:
            raise ClaimsError(
                f"{path}: the file must map {result!r} alone to its metrics; it holds "
                f"{list(content) if isinstance(content, dict) else type(content).__name__}. "
                "Correct the step that makes it."
            )
        if not isinstance(content[result], dict):
            raise ClaimsError(
                f"{path}: {result} holds {type(content[result]).__name__}; allowed: a mapping of "
                "metric names to {value, low, high, n}. Correct the step that makes it."
            )
        metrics[result] = {
            metric: validated(f"{path}, metric {metric!r}", measurement, Measurement, ClaimsError)
            for metric, measurement in content[result].items()
        }
    return metrics
