"""Settings of learning single steps of a computation (Figure 10.2, decision trees)."""

from compsparse.studies.circuits.local_steps.transition_settings import (
    GlobalTransitions,
    LocalTransitions,
)
from compsparse.studies.circuits.local_steps.tree_settings import AutomataTrees, StoryTrees
from compsparse.validation.strict_model import StrictModel


class LocalSteps(StrictModel):
    """The experiments of this theme."""

    local_transitions: LocalTransitions
    global_transitions: GlobalTransitions
    automata_trees: AutomataTrees
    story_trees: StoryTrees
