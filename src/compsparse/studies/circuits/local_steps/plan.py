"""Jobs on learning single steps of a computation (Figure 10.2, decision trees)."""

from itertools import product

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.local_steps import settings as given


def collect(plan: JobCollector, settings: given.LocalSteps) -> None:
    """Add the jobs of this theme."""
    _local_transitions(plan, settings.local_transitions)
    _global_transitions(plan, settings.global_transitions)
    _automata_trees(plan, settings.automata_trees)
    _story_trees(plan, settings.story_trees)


def _local_transitions(plan: JobCollector, settings: given.LocalTransitions) -> None:
    name, train = "local_transitions", settings.train
    # one set of grids for all rules: what they do with it is compared
    states = plan.generate(name, "states", "cellular_states", settings.generate.model_dump())
    models = [
        plan.train(
            name,
            rule,
            "transition_tables",
            {"rule": rule, "sizes": train.sizes},
            {"states": states},
        )
        for rule in (*train.reversible, train.control)
    ]
    rules = {"reversible": train.reversible, "control": train.control}
    plan.evaluate(
        name,
        {"states": states, "models": models},
        {**rules, **settings.evaluate.model_dump()},
        render_params={
            "shown": train.reversible[0],
            "control": train.control,
            "steps": settings.evaluate.steps,
        },
    )


def _global_transitions(plan: JobCollector, settings: given.GlobalTransitions) -> None:
    name, train = "global_transitions", settings.train
    model = plan.train(name, train.rule, "transition_samples", train.model_dump())
    share = {"share": train.share}
    plan.evaluate(name, {"model": model}, share, render_params=share)


def _automata_trees(plan: JobCollector, settings: given.AutomataTrees) -> None:
    name, draws = "automata_trees", settings.generate
    common = draws.model_dump(exclude={"kinds", "sizes"})
    cells = {
        f"{kind}-states_{size.states}-symbols_{size.symbols}": (kind, size)
        for kind, size in product(draws.kinds, draws.sizes)
    }
    tasks = [
        plan.generate(name, cell, "automata", {"kind": kind, **size.model_dump(), **common})
        for cell, (kind, size) in cells.items()
    ]
    # one job: loading the library of trees takes longer than growing them
    model = plan.train(
        name,
        "trees",
        "automaton_trees",
        {"names": list(cells), **settings.train.model_dump()},
        {"tasks": tasks},
    )
    plan.evaluate(
        name,
        {"tasks": tasks, "model": model},
        {"kinds": [kind for kind, _ in cells.values()]},
        render_params={
            "training_length": draws.training_length,
            "test_length": draws.test_length,
        },
    )


def _story_trees(plan: JobCollector, settings: given.StoryTrees) -> None:
    name, train = "story_trees", settings.train
    model = plan.train(name, "template", "story_trees", train.model_dump())
    plan.evaluate(name, {"model": model}, render_params={"window": train.window})
