"""Settings and jobs on further targets, on request."""

from compsparse.studies.experts.collector import Collector, Generated, Size
from compsparse.studies.experts.learning.methods import METHODS
from workflow_engine.configuration.values import StrictModel


class Tasks(StrictModel):
    """Sizes: of more layers, and of codes that a random rotation mixes."""

    deep: Size
    rotated: Size


class MoreTasksTheme(StrictModel):
    """The only experiment."""

    more_tasks: Generated[Tasks]


def collect(plan: Collector, settings: MoreTasksTheme) -> None:
    """Add the jobs of this theme."""
    tasks = settings.more_tasks.generate
    deep = plan.learned("more_tasks", tasks.deep, METHODS, {"kind": "deep"}, "deep")
    about = {"kind": "rotated"}
    rotated = plan.learned("more_tasks", tasks.rotated, METHODS, about, "rotated", rotated=True)
    title = "E = {0.codes}, L = {0.layers}"
    plan.compare(
        "compsparse.studies.experts.more_tasks.evaluate_more_tasks",
        [deep, rotated],
        render="compsparse.studies.experts.more_tasks.render_more_tasks",
        headline=False,
        render_params={
            "deep": title.format(tasks.deep),
            "rotated": f"{title.format(tasks.rotated)}, mixed codes",
        },
    )
