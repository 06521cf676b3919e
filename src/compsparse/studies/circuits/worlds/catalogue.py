"""The worlds, and the steps, never evaluations, that take each of them as a parameter."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from workflow_engine.provenance.job import Job
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

World = Literal[
    "none",
    "identity",
    "tripled",
    "slow_gates",
    "wrong_sources",
    "random_tokens",
    "shallow",
    "traded",
    "independent_steps",
]
NONE: World = "none"
IDENTITY: World = "identity"
TRIPLED: World = "tripled"
SLOW_GATES: World = "slow_gates"
WRONG_SOURCES: World = "wrong_sources"
RANDOM_TOKENS: World = "random_tokens"
SHALLOW: World = "shallow"
TRADED: World = "traded"
INDEPENDENT_STEPS: World = "independent_steps"

_BUILT = frozenset(
    {
        "generate_machines",
        "generate_threshold_adders",
        "generate_depth_family",
        "generate_real_functions",
        "generate_physical_system",
    }
)
_TOKENS = frozenset({"generate_token_examples", "generate_machine_examples"})
_STEPS = frozenset(
    {
        "train_transition_tables",
        "train_transition_samples",
        "train_automaton_trees",
        "train_story_trees",
    }
)
_TRADED = frozenset({"generate_function_circuits", "generate_error_growth"})
TOUCHED: Mapping[World, frozenset[str]] = {
    NONE: frozenset(),
    IDENTITY: _BUILT | _TOKENS | _STEPS | _TRADED,
    TRIPLED: _BUILT,  # not tokens, which would cost three times as much
    SLOW_GATES: frozenset({"generate_machines"}),
    WRONG_SOURCES: _BUILT | _TOKENS,
    RANDOM_TOKENS: _TOKENS,
    SHALLOW: frozenset(
        {"generate_token_examples", "generate_depth_family", "train_automaton_trees"}
    ),
    TRADED: _TRADED,
    INDEPENDENT_STEPS: _STEPS,
}
# worlds that touch only some experiments of their steps
_EXPERIMENTS: Mapping[World, frozenset[str]] = {
    SHALLOW: frozenset({"end_to_end", "error_propagation_circuits", "automata_trees"})
}


def in_world(jobs: list[Job], world: World) -> list[Job]:
    """Return the jobs; those that the world touches get its name as a parameter."""
    return [
        replace(job, params={**job.params, "world": world}) if _touches(world, job) else job
        for job in jobs
    ]


def _touches(world: World, job: Job) -> bool:
    experiment = job.wildcards.get("experiment")
    concerned = world not in _EXPERIMENTS or experiment in _EXPERIMENTS[world]
    return concerned and job.module.rpartition(".")[2] in TOUCHED[world]


@dataclass(frozen=True)
class StepWorld:
    """A world, and the seeds of the step that carries it out."""

    name: World
    root_seed: int
    seed_names: Sequence[str]

    def random(self, *names: str | int) -> np.random.Generator:
        """Return the generator of a random draw of the step."""
        return generator(self.root_seed, *self.seed_names, *names)


_OTHER = {"oscillator": "henon", "henon": "oscillator"}


def system_in_world(system: str, world: World) -> str:
    """Return the system whose errors are measured in a world in the place of ``system``'s."""
    return _OTHER[system] if world == TRADED else system


class InWorlds:
    """The ``run`` of a step that worlds change: its parameters are those of the function.

    The ``StepWorld`` that the function takes after its inputs is made of ``root_seed``,
    ``seed_names`` and ``world``.
    """

    def __init__(self, function: Callable[..., Outputs]) -> None:
        """Take the function's signature."""
        self.function = function
        declared = inspect.signature(function, eval_str=True)
        inputs, _, *named = declared.parameters.values()
        seeds = inspect.signature(self.__call__, eval_str=True).parameters
        given = [seeds[name] for name in ("root_seed", "seed_names", "world")]
        self.__signature__ = declared.replace(parameters=[inputs, *given, *named])

    def __call__(
        self,
        inputs: Inputs,
        /,
        *,
        root_seed: int,
        seed_names: Sequence[str],
        world: World = NONE,
        **named: Any,
    ) -> Outputs:
        """Carry the step out."""
        return self.function(inputs, StepWorld(world, root_seed, seed_names), **named)
