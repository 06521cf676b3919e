"""The worlds, and the steps, never evaluations, that take each of them as a parameter."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from workflow_engine.provenance.job import Job

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
