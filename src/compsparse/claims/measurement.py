"""Measurements: a value, its 95 % interval and the number of independent seeds behind it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.claims.errors import ClaimsError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.validation.strict_model import StrictModel, validated

SUFFIX = ".metrics.json"

# limits that a mean cannot leave; None for an end without one
Support = Annotated[list[float | None], Field(min_length=2, max_length=2)]


class Measurement(StrictModel):
    """One metric with its 95 % interval.

    Attributes:
        value: for an exact metric the same as low and high.
        n: independent replicates.
        samples: the value of each replicate, where the metric is their mean.
        support: limits that the mean cannot leave.
        successes: of ``n`` trials, where the metric is their share.
    """

    value: float
    low: float
    high: float
    n: Annotated[int, Field(ge=1, le=2**63 - 1)]
    samples: Annotated[list[float], Field(min_length=1)] | None = None
    support: Support | None = None
    successes: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _is_an_interval(self) -> "Measurement":
        if self.low > self.high:
            raise ValueError(
                f"low {self.low:g} is above high {self.high:g}; correct the step that measures it."
            )
        return self

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as it stands in ``metrics.json``."""
        return self.model_dump(mode="json", exclude_defaults=True)


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
                "metric names to {value, low, high, n, ...}. Correct the step that makes it."
            )
        metrics[result] = {
            metric: validated(f"{path}, metric {metric!r}", measurement, Measurement, ClaimsError)
            for metric, measurement in content[result].items()
        }
    return metrics
