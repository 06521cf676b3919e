"""The jobs of study ``regime``: a pure function of its settings.

generate -> train -> prune -> evaluate -> render, and judge over all results.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector, Networks
from compsparse.studies.regime.dense import plan as dense
from compsparse.studies.regime.depth import plan as depth
from compsparse.studies.regime.evolved import plan as evolved
from compsparse.studies.regime.network.shape import OUTPUTS
from compsparse.studies.regime.pruned import plan as pruned
from compsparse.studies.regime.volume import plan as volume
from compsparse.studies.regime.wiring import plan as wiring
from compsparse.studies.regime.worlds import World
from workflow_engine.configuration.values import Distinct
from workflow_engine.provenance.job import Job

_THEMES = (depth, pruned, wiring, dense, volume)


class Settings(
    depth.DepthTheme,
    pruned.PruningTheme,
    wiring.WiringTheme,
    dense.DenseTheme,
    volume.Volume,
    evolved.EvolvedTheme,
):
    """The section ``regime`` of params.yaml."""

    networks: Networks
    on_request: Annotated[list[Literal["evolved"]], Distinct] = Field(
        description="experiments that are made as well"
    )
    world: World = Field("none", description="what is missing from pictures, training or pruning")

    @model_validator(mode="after")
    def _a_further_round_leaves_fewer(self) -> "Settings":
        least, last = self.pruning.prune.least, self.networks.pruning.weights[-1]
        if least >= last:
            raise ValueError(
                f"pruning.prune.least: fewer than the {last} weights that the last round of "
                f"networks.pruning.weights leaves; not {least}"
            )
        return self

    @model_validator(mode="after")
    def _every_layer_stays_alive(self) -> "Settings":
        counts = {
            "depth.train.weights": (self.depth.train.depths[-1], self.depth.train.weights),
            "pruning.prune.least": (self.pruning.train.depth, self.pruning.prune.least),
            "outside.train.weights": (self.outside.train.depth, self.outside.train.weights),
        }
        for place, (layers, weights) in counts.items():
            # a unit in each layer, and an edge to each output
            if weights < layers + len(OUTPUTS):
                raise ValueError(
                    f"{place}: at least {layers + len(OUTPUTS)}, with which every one of {layers} "
                    f"hidden layers is alive; not {weights}"
                )
        return self


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale, settings.networks, settings.world)
    asked = [evolved] if settings.on_request else []
    return plan.collect([*_THEMES, *asked], settings)


def requests(settings: Settings) -> dict[str, Settings]:
    """Return the settings with the experiment that no ordinary run makes, by its name."""
    # the settings hold the digests of Picbreeder's genomes; their folder is a matter of each user
    asked = settings.model_copy(update={"on_request": [evolved.NAME], "picbreeder_dir": None})
    return {} if settings.on_request else {evolved.NAME: asked}
