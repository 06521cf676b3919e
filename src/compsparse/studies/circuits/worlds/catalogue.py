"""The worlds, and which steps carry each of them out.

A step that a world touches gets the world's name among its parameters; all others, and all steps in
the world ``none``, are left as they are. Evaluations never know of a world.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from compsparse.provenance.job import Job

World = Literal[
    "none", "identity", "tripled", "wrong_sources", "random_tokens", "independent_steps"
]
NONE: World = "none"
IDENTITY: World = "identity"
TRIPLED: World = "tripled"
WRONG_SOURCES: World = "wrong_sources"
RANDOM_TOKENS: World = "random_tokens"
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
TOUCHED: Mapping[World, frozenset[str]] = {
    NONE: frozenset(),
    IDENTITY: _BUILT | _TOKENS | _STEPS,
    TRIPLED: _BUILT,  # tokens are left alone: they would cost three times as much
    WRONG_SOURCES: _BUILT | _TOKENS,
    RANDOM_TOKENS: _TOKENS,
    INDEPENDENT_STEPS: _STEPS,
}


def in_world(jobs: list[Job], world: World) -> list[Job]:
    """Return the jobs, those that the world touches with its name among their parameters."""
    touched = TOUCHED[world]
    return [
        replace(job, params={**job.params, "world": world})
        if job.module.rpartition(".")[2] in touched
        else job
        for job in jobs
    ]


def world_of(params: Mapping[str, Any]) -> World:
    """Return the world that a step is to carry out.

    Raises:
        ValueError: there is no such world.
    """
    world: World = params.get("world", NONE)
    if world not in TOUCHED:
        raise ValueError(f"world is {world!r}; allowed: {', '.join(TOUCHED)}.")
    return world
