"""What came of a study's evaluations in a world."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compsparse.claims.measurement import SUFFIX, Measurement, Metrics, read_metrics
from compsparse.claims.stored_metrics import as_json, from_json
from compsparse.worlds.errors import WorldsError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.worlds import IDENTITY


@dataclass(frozen=True)
class Outcome:
    """What came of a study's evaluations in a world.

    Attributes:
        metrics: of the results that the world touches and that could be evaluated.
        missing: why others could not, by result.
        left_out: results that were not evaluated, to save the time.
    """

    metrics: Metrics
    missing: Mapping[str, str]
    left_out: Collection[str] = ()

    @classmethod
    def read(
        cls, root: Path, reasons: Mapping[str, str | None], left_out: Collection[str] = ()
    ) -> "Outcome":
        """Return what was measured in a world.

        Args:
            root: its output root.
            reasons: None, or why there is none, for each metrics file that the world touches.
            left_out: results that were not evaluated there.
        """
        missing = {
            Path(path).name.removesuffix(SUFFIX): reason
            for path, reason in reasons.items()
            if reason is not None
        }
        measured = [root / path for path, reason in reasons.items() if reason is None]
        return cls(read_metrics(measured), missing, left_out)

    def as_json(self) -> dict[str, Any]:
        """Return it as it stands in ``tables/worlds/<world>.json``."""
        return {
            "metrics": as_json(self.metrics),
            "missing": dict(self.missing),
            "left_out": sorted(self.left_out),
        }


def read_outcome(path: Path) -> Outcome:
    """Read what came of a world, ``tables/worlds/<world>.json``.

    Raises:
        WorldsError: another form.
        ClaimsError: measurements that are none.
        ArtifactError: missing or not JSON.
    """
    there = read_json(path)
    try:
        return Outcome(from_json(str(path), there["metrics"]), there["missing"], there["left_out"])
    except (AttributeError, KeyError, TypeError):
        raise WorldsError(
            f"{path}: allowed is what came of a world. `snakemake worlds` makes it again."
        ) from None


def require_identity(base: Metrics, identity: Outcome) -> None:
    """Refuse worlds whose machinery alone changes something.

    Raises:
        WorldsError: naming the first metric that differs.
    """
    for result, reason in identity.missing.items():
        raise WorldsError(
            f"In the world {IDENTITY}, which changes nothing, {result} could not be evaluated: "
            f"{reason}. The run could; so what carries the worlds out changes something by itself."
        )
    for result, metrics in identity.metrics.items():
        run = base.get(result, {})
        for name in sorted(run.keys() | metrics.keys()):
            if run.get(name) != metrics.get(name):
                raise WorldsError(
                    f"In the world {IDENTITY}, which changes nothing, {result}.{name} is "
                    f"{_in_words(metrics.get(name))}; in the run it is {_in_words(run.get(name))}. "
                    "What carries the worlds out changes something by itself (another order of "
                    "draws, another type), so no verdict in the other worlds means anything. "
                    "Correct the study's module of worlds."
                )


def _in_words(measurement: Measurement | None) -> str:
    if measurement is None:
        return "absent"
    return f"{measurement.value!r} [{measurement.low!r}, {measurement.high!r}] ({measurement.n})"
