"""Metrics of several results in one file: what was measured at other root seeds or in worlds."""

from typing import Any

from compsparse.claims.errors import ClaimsError
from compsparse.claims.measurement import Measurement, Metrics
from workflow_engine.validation.strict_model import validated


def as_json(metrics: Metrics) -> dict[str, dict[str, Any]]:
    """Return measurements by result and metric as a JSON value."""
    return {
        result: {name: measurement.as_json() for name, measurement in measured.items()}
        for result, measured in metrics.items()
    }


def from_json(place: str, content: object) -> Metrics:
    """Read what ``as_json`` returned.

    Raises:
        ClaimsError: another form; ``place`` says in it where the content stands.
    """
    if not isinstance(content, dict) or not all(isinstance(v, dict) for v in content.values()):
        raise ClaimsError(
            f"{place}: allowed is a mapping of results to their metrics. Make the file again."
        )
    return {
        result: {
            name: validated(f"{place}, metric {result}.{name}", value, Measurement, ClaimsError)
            for name, value in measured.items()
        }
        for result, measured in content.items()
    }
