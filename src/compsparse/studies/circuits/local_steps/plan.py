"""Settings and jobs on learning single steps of a computation (Figure 10.2, decision trees)."""

from itertools import product
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from workflow_engine.configuration import values
from workflow_engine.job_collector import JobCollector

_SMALLEST_SIDE = 4  # the nine cells of a window are different ones
_LARGEST_WHOLE = 20  # cells: the table has an entry for each of 2^20 states
_BYTE = 256  # states and symbols are stored in bytes


def _even(sides: list[int]) -> list[int]:
    if sides[0] % 2 or sides[1] % 2:
        raise ValueError(f"even numbers of rows and columns, for blocks of 2 x 2; not {sides}")
    return sides


Reversible = Literal["billiard", "gas"]
Even = Annotated[int, Field(ge=_SMALLEST_SIDE, multiple_of=2)]
Sides = Annotated[list[values.Positive], Field(min_length=2, max_length=2), AfterValidator(_even)]
Sizes = Annotated[list[values.Positive], Field(min_length=2), values.Increasing]


class CellularStates(values.StrictModel):
    """Grids in which all states are equally likely."""

    rows: Even
    columns: Even
    training_grids: values.Positive = Field(description="in each run")
    test_grids: values.Positive = Field(description="in each run, for paths of several steps")
    runs: values.Positive = Field(description="independent replicates")


class TransitionTables(values.StrictModel):
    """Tables of windows, learned forward and backward."""

    reversible: Annotated[list[Reversible], Field(min_length=1), values.Distinct]
    control: Literal["annihilating"] = Field(description="a rule with several ways back")
    sizes: Sizes = Field(description="numbers of training sites")


class TransitionEvaluation(values.StrictModel):
    """When a step counts as learned, and how long paths are."""

    share: Annotated[float, Field(gt=0.5, lt=1)] = Field(description="of all cells")
    steps: values.Positive = Field(description="of a path, forward and backward")


class LocalTransitions(values.StrictModel):
    """One step and one step back, from windows."""

    generate: CellularStates
    train: TransitionTables
    evaluate: TransitionEvaluation

    @model_validator(mode="after")
    def _fits(self) -> "LocalTransitions":
        draws = self.generate
        sites = draws.training_grids * draws.rows * draws.columns
        if self.train.sizes[-1] != sites:
            raise ValueError(
                f"as largest size the {sites} sites of the training grids, so that all are used; "
                f"not {self.train.sizes[-1]}"
            )
        if "gas" not in self.train.reversible:
            raise ValueError(
                f"the rule 'gas' among the reversible ones, whose momentum is checked; they are "
                f"{self.train.reversible}"
            )
        return self


class TransitionSamples(values.StrictModel):
    """Tables over whole states and over blocks, for grids of several sizes."""

    rule: Reversible
    # one block in 16 that is wrong is then too much on any grid
    share: Annotated[float, Field(gt=15 / 16, lt=1)] = Field(description="of whole states")
    whole_sides: Annotated[list[Sides], Field(min_length=2)]
    block_sides: Annotated[list[Sides], Field(min_length=2)]
    runs: values.Positive

    @model_validator(mode="after")
    def _fits(self) -> "TransitionSamples":
        for name in ("whole_sides", "block_sides"):
            cells = [rows * columns for rows, columns in getattr(self, name)]
            if len(set(cells)) < len(cells):
                raise ValueError(f"{name} with different numbers of cells; they are {cells}")
        largest = max(rows * columns for rows, columns in self.whole_sides)
        if largest > _LARGEST_WHOLE:
            raise ValueError(
                f"whole states of at most {_LARGEST_WHOLE} cells, since the table has 2^cells "
                f"entries; not {largest}"
            )
        return self


class GlobalTransitions(values.StrictModel):
    """The same step without locality."""

    train: TransitionSamples


class AutomatonSize(values.StrictModel):
    """The size of an automaton."""

    states: Annotated[int, Field(ge=2, le=_BYTE)]
    symbols: Annotated[int, Field(ge=2, le=_BYTE)]


class Automata(values.StrictModel):
    """Random automata and strings for them."""

    kinds: Annotated[  # both of them
        list[Literal["maps", "permutations"]], Field(min_length=2, max_length=2), values.Distinct
    ]
    sizes: Annotated[list[AutomatonSize], Field(min_length=2)]
    least_visits: values.PositiveNumber = Field(
        description="how often a training string leaves each state on average, at the least"
    )
    largest_chance: values.Share = Field(
        description="share of the most frequent last state, at the most"
    )
    training_strings: values.Positive
    training_length: values.Positive
    test_strings: values.Positive
    test_length: values.Positive
    runs: values.Positive

    @model_validator(mode="after")
    def _fits(self) -> "Automata":
        if self.test_length < self.training_length:
            raise ValueError(
                f"test strings at least as long as training strings, of which they are to be "
                f"continuations; {self.test_length} is below {self.training_length}"
            )
        pairs = [size.states * size.symbols for size in self.sizes]
        if len(set(pairs)) < len(pairs):
            raise ValueError(f"sizes with different numbers of pairs; they have {pairs}")
        return self


class TreeSizes(values.StrictModel):
    """How many strings trees are grown on."""

    sizes: Sizes


class AutomataTrees(values.StrictModel):
    """Decision trees that learn automata."""

    generate: Automata
    train: TreeSizes

    @model_validator(mode="after")
    def _fits(self) -> "AutomataTrees":
        if self.train.sizes[-1] > self.generate.training_strings:
            raise ValueError(
                f"sizes up to the {self.generate.training_strings} training strings; "
                f"{self.train.sizes[-1]} are more"
            )
        return self


class TokenTrees(values.StrictModel):
    """Trees over the last words of stories."""

    sizes: Sizes = Field(description="numbers of training stories")
    window: Annotated[int, Field(ge=1, le=30)] = Field(description="words that the tree sees")
    least_gain: values.PositiveNumber = Field(
        description="by how much a split lessens impurity times samples, at the least"
    )
    smoothing: values.PositiveNumber = Field(description="added to every count")
    runs: values.Positive


class StoryTrees(values.StrictModel):
    """Decision trees that tell stories."""

    train: TokenTrees


class LocalSteps(values.StrictModel):
    """The experiments of this theme."""

    local_transitions: LocalTransitions
    global_transitions: GlobalTransitions
    automata_trees: AutomataTrees
    story_trees: StoryTrees


def collect(plan: JobCollector, settings: LocalSteps) -> None:
    """Add the jobs of this theme."""
    _local_transitions(plan, settings.local_transitions)
    _global_transitions(plan, settings.global_transitions)
    _automata_trees(plan, settings.automata_trees)
    _story_trees(plan, settings.story_trees)


def _local_transitions(plan: JobCollector, settings: LocalTransitions) -> None:
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


def _global_transitions(plan: JobCollector, settings: GlobalTransitions) -> None:
    name, train = "global_transitions", settings.train
    model = plan.train(name, train.rule, "transition_samples", train.model_dump())
    share = {"share": train.share}
    plan.evaluate(name, {"model": model}, share, render_params=share)


def _automata_trees(plan: JobCollector, settings: AutomataTrees) -> None:
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
        render_params={"training_length": draws.training_length, "test_length": draws.test_length},
    )


def _story_trees(plan: JobCollector, settings: StoryTrees) -> None:
    name, train = "story_trees", settings.train
    model = plan.train(name, "template", "story_trees", train.model_dump())
    plan.evaluate(name, {"model": model}, render_params={"window": train.window})
