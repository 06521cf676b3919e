"""Settings and jobs on other pictures (document 001, Figures 5 and 24 to 29)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import Cell, Collector, Measured
from compsparse.studies.regime.kinds import METHODS
from compsparse.studies.regime.shared_settings import Depth
from compsparse.studies.regime.targets.drawings import DRAWINGS
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "outside"


class Pictures(StrictModel):
    """Drawings of the document's kinds."""

    drawings: Annotated[list[str], Field(min_length=2), Distinct] = Field(
        description=f"of {', '.join(DRAWINGS)}"
    )
    depth: Depth
    weights: Positive = Field(description="live ones after pruning; drawings need many")


class Experiment(StrictModel):
    """The only experiment."""

    train: Pictures


class OutsideTheme(StrictModel):
    """The theme's experiments."""

    outside: Experiment


def collect(plan: Collector, settings: OutsideTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.outside.train
    targets = [
        plan.generate(
            "targets",
            name,
            "compsparse.studies.regime.targets.generate_target",
            {"drawing": name},
        )
        for name in given.drawings
    ]
    files = Measured()

    def cell(name: str) -> Cell:
        return Cell(NAME, name, given.depth, plan.networks.units, targets)

    dense = plan.dense(cell("dense"))
    files.add(plan.measured(cell("dense"), dense), kind="dense")
    for kind in ("similarity", "random"):
        networks = plan.pruned(cell(kind), METHODS[kind], dense, [given.weights])
        files.add(plan.measured(cell(kind), networks), kind=kind)
    # a run is a drawing, whose parts are not known
    pairs = ["similarity_over_random", "similarity_over_dense"]
    plan.compare(
        "outside",
        files,
        {"pairs": pairs, "readings": ["survival"], "parts": False},
        render="compsparse.studies.regime.outside.render_outside",
        render_params={"drawings": given.drawings},
    )
