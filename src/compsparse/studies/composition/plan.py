"""The jobs of study ``composition``: a pure function of its settings."""

from pydantic import Field

from compsparse.studies.composition.chain_of_thought import plan as chain_of_thought
from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.construction import plan as construction
from compsparse.studies.composition.depth import plan as depth
from compsparse.studies.composition.easy_to_hard import plan as easy_to_hard
from compsparse.studies.composition.hardness import plan as hardness
from compsparse.studies.composition.layer_wise import plan as layer_wise
from compsparse.studies.composition.layers_in_order import plan as layers_in_order
from compsparse.studies.composition.own_task import plan as own_task
from compsparse.studies.composition.parallel_tasks import plan as parallel_tasks
from compsparse.studies.composition.parity import plan as parity
from compsparse.studies.composition.samples import plan as samples
from compsparse.studies.composition.story import plan as story
from compsparse.studies.composition.worlds import World
from workflow_engine.provenance.job import Job

# in the order of the document
_THEMES = (
    construction,
    depth,
    hardness,
    easy_to_hard,
    layer_wise,
    samples,
    parity,
    chain_of_thought,
    story,
    layers_in_order,
    parallel_tasks,
    own_task,
)


class Settings(
    construction.Construction,
    depth.Depth,
    hardness.Hardness,
    easy_to_hard.EasyToHard,
    layer_wise.LayerWiseTheme,
    samples.Samples,
    parity.Parities,
    chain_of_thought.ChainOfThought,
    story.Story,
    layers_in_order.LayersInOrder,
    parallel_tasks.ParallelTasks,
    own_task.OwnTask,
):
    """The section ``composition`` of params.yaml, one subsection per experiment."""

    world: World = Field("none", description="what is missing from every training")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.world).collect(_THEMES, settings)
