"""Settings and jobs on learning single steps of a computation (Figure 10.2, decision trees)."""

from itertools import product
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.circuits.settings import Trained
from workflow_engine.configuration import values
from workflow_engine.job_collector import JobCollector

_SMALLEST_SIDE = 4  # the nine cells of a window are distinct
_LARGEST_WHOLE = 20  # cells: the table has an entry for each of 2^20 states
_BYTE = 256  # states and symbols are stored in bytes


Reversible = Literal["billiard", "gas"]
Even = Annotated[int, Field(ge=_SMALLEST_SIDE, multiple_of=2)]
# rows and columns of blocks of 2 x 2
Sides = Annotated[
    list[Annotated[int, Field(ge=2, multiple_of=2)]], Field(min_length=2, max_length=2)
]
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
    control: Literal["annihilating"] = Field(description="an irreversible rule")
    sizes: Sizes = Field(description="numbers of training sites")


class TransitionEvaluation(values.StrictModel):
    """When a step counts as learned, and the length of paths."""

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
    """Tables of whole states and of blocks, for grids of several sizes."""

    rule: Reversible
    # so that one wrong block in 16 is too many on any grid
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
        description="least number of times that a training string leaves a state, on average"
    )
    largest_chance: values.Share = Field(description="largest allowed probability of a last state")
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
    """Numbers of strings that trees are grown on."""

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
        description="least decrease of impurity, times samples, of a split"
    )
    smoothing: values.PositiveNumber = Field(description="added to every count")
    runs: values.Positive


class LocalSteps(values.StrictModel):
    """The experiments of this theme."""

    local_transitions: LocalTransitions
    global_transitions: Trained[TransitionSamples] = Field(
        description="the same step without locality"
    )
    automata_trees: AutomataTrees
    story_trees: Trained[TokenTrees] = Field(description="decision trees that generate stories")


def collect(plan: JobCollector, settings: LocalSteps) -> None:
    """Add the jobs of this theme."""
    _local_transitions(plan, settings.local_transitions)
    _global_transitions(plan, settings.global_transitions.train)
    _automata_trees(plan, settings.automata_trees)
    _story_trees(plan, settings.story_trees.train)


def _local_transitions(plan: JobCollector, settings: LocalTransitions) -> None:
    train, evaluate = settings.train, settings.evaluate
    # one set of grids for all rules, whose results are compared
    states = plan.generate(
        "local_transitions",
        "states",
        "compsparse.studies.circuits.local_steps.generate_cellular_states",
        settings.generate.model_dump(),
    )
    models = [
        plan.train(
            "local_transitions",
            rule,
            "compsparse.studies.circuits.local_steps.train_transition_tables",
            {"rule": rule, "sizes": train.sizes},
            {"states": states},
        )
        for rule in (*train.reversible, train.control)
    ]
    plan.evaluate(
        "compsparse.studies.circuits.local_steps.evaluate_local_transitions",
        {"states": states, "models": models},
        {**train.model_dump(exclude={"sizes"}), **evaluate.model_dump()},
        render="compsparse.studies.circuits.local_steps.render_local_transitions",
        render_params={
            "shown": train.reversible[0],
            "control": train.control,
            "steps": evaluate.steps,
        },
    )


def _global_transitions(plan: JobCollector, train: TransitionSamples) -> None:
    model = plan.train(
        "global_transitions",
        train.rule,
        "compsparse.studies.circuits.local_steps.train_transition_samples",
        train.model_dump(),
    )
    plan.evaluate(
        "compsparse.studies.circuits.local_steps.evaluate_global_transitions",
        {"model": model},
        {"share": train.share},
        render="compsparse.studies.circuits.local_steps.render_global_transitions",
        render_params={"share": train.share},
    )


def _automata_trees(plan: JobCollector, settings: AutomataTrees) -> None:
    draws = settings.generate
    common = draws.model_dump(exclude={"kinds", "sizes"})
    cells = {
        f"{kind}-states_{size.states}-symbols_{size.symbols}": (kind, size)
        for kind, size in product(draws.kinds, draws.sizes)
    }
    tasks = [
        plan.generate(
            "automata_trees",
            cell,
            "compsparse.studies.circuits.local_steps.generate_automata",
            {"kind": kind, **size.model_dump(), **common},
        )
        for cell, (kind, size) in cells.items()
    ]
    # one job: importing scikit-learn takes longer than growing the trees
    model = plan.train(
        "automata_trees",
        "trees",
        "compsparse.studies.circuits.local_steps.train_automaton_trees",
        {"names": list(cells), **settings.train.model_dump()},
        {"tasks": tasks},
    )
    plan.evaluate(
        "compsparse.studies.circuits.local_steps.evaluate_automata_trees",
        {"tasks": tasks, "model": model},
        {"kinds": [kind for kind, _ in cells.values()]},
        render="compsparse.studies.circuits.local_steps.render_automata_trees",
        render_params={"training_length": draws.training_length, "test_length": draws.test_length},
    )


def _story_trees(plan: JobCollector, train: TokenTrees) -> None:
    model = plan.train(
        "story_trees",
        "template",
        "compsparse.studies.circuits.local_steps.train_story_trees",
        train.model_dump(),
    )
    plan.evaluate(
        "compsparse.studies.circuits.local_steps.evaluate_story_trees",
        {"model": model},
        render="compsparse.studies.circuits.local_steps.render_story_trees",
        render_params={"window": train.window},
    )
