"""The jobs of the study, what worlds touch, what settings refuse."""

from copy import deepcopy
from functools import cache
from typing import Any, get_args

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.regime.collector import METHODS, RIVALS
from compsparse.studies.regime.evolved.plan import NOWHERE
from compsparse.studies.regime.plan import Settings, jobs, requests
from compsparse.studies.regime.pruning.methods import METHODS as KNOWN_METHODS
from compsparse.studies.regime.worlds import World
from tests.house_plan import ROOT
from workflow_engine.configuration.load import _merge
from workflow_engine.provenance.job import Job

THEMES = {"depth", "pruning", "wiring", "optimizers", "several_images", "outside"}
EVALUATED = {
    *("depth", "predictor"),
    *("pruning", "painting", "orthogonality", "falsifier", "optimizer_influence"),
    *("wiring", "genome", "reachability", "isolation", "combinations", "mechanisms"),
    *("optimizers", "several_images", "outside", "volume_ratio", "primitives"),
}


@cache
def written(path: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / path).read_text())
    return found


def section(scale: str = "smoke", **changed: Any) -> dict[str, Any]:
    given = deepcopy(written("params.yaml")["regime"])
    overlay = deepcopy(written("workflow/scales/regime.yaml").get(scale, {}))
    merged: dict[str, Any] = _merge(given, overlay, scale)
    return {**merged, **changed}


@cache
def planned(world: str = "none", scale: str = "smoke") -> tuple[Job, ...]:
    return tuple(jobs(Settings.model_validate(section(scale, world=world)), 0, scale))


def of(made: tuple[Job, ...], step: str, experiment: str) -> list[Job]:
    return [
        job for job in made if job.step == step and job.wildcards.get("experiment") == experiment
    ]


@pytest.mark.parametrize("scale", ["smoke", "default", "paper"])
def test_jobs_of_every_scale(scale: str) -> None:
    made = planned("none", scale)
    outputs = [path for job in made for path in job.outputs.values()]
    assert len(outputs) == len(set(outputs))
    known: set[str] = set()
    for job in made:  # each after those that it reads
        assert known.issuperset(path for path in job.input_paths if path.startswith("regime/"))
        known.update(job.outputs.values())
    results = {
        job.wildcards["result"].removeprefix("regime_") for job in made if job.step == "evaluate"
    }
    assert results == EVALUATED
    experiments = {job.wildcards.get("experiment") for job in made}
    assert experiments - {None} == THEMES | {"targets", "volume_ratio"}
    scenes = [job for job in of(made, "generate", "targets") if "scene" in job.wildcards["cell"]]
    runs = [theme["train"].get("runs", 0) for theme in map(section(scale).get, THEMES) if theme]
    assert len(scenes) == max(runs)


def test_what_is_pruned_and_measured() -> None:
    made = planned()
    depth = section()["depth"]["train"]
    cells = len(depth["depths"]) * 2
    assert len(of(made, "train", "depth")) == len(of(made, "prune", "depth")) == cells
    assert len(of(made, "generate", "depth")) == 2 * cells
    for job in of(made, "prune", "depth"):
        assert job.params["weights"] == [depth["weights"]]
        assert len(job.inputs["targets"]) == depth["runs"]
        # a copy is pruned of its own dense networks
        assert job.wildcards["cell"].rsplit("-", 1)[0] in str(job.inputs["model"])
    methods = [job for job in of(made, "prune", "pruning") if not is_further(job)]
    assert [job.params["method"] for job in methods] == [*METHODS.values(), "unit_merging"]
    assert set(METHODS.values()) == set(KNOWN_METHODS)
    assert {str(job.inputs["model"]) for job in methods} == {
        job.outputs["model"] for job in of(made, "train", "pruning")
    }
    optimizers = [job.params["recipe"]["optimizer"] for job in methods]
    assert optimizers == ["muon"] * 6 + ["adam"]
    (outside,) = {tuple(job.params["weights"]) for job in of(made, "prune", "outside")}
    assert outside == (section()["outside"]["train"]["weights"],)


def is_further(job: Job) -> bool:
    return job.wildcards["cell"].endswith("-least")


def test_a_further_round_goes_on_from_the_last_one_of_its_method() -> None:
    pruned = {job.wildcards["cell"]: job for job in of(planned(), "prune", "pruning")}
    further = [job for job in pruned.values() if is_further(job)]
    assert [job.params["method"] for job in further] == [*("unit_merging", "random_edges")]
    (painting,) = [
        job
        for job in planned()
        if (job.step, job.wildcards.get("result")) == ("evaluate", "regime_painting")
    ]
    for job, path in zip(further, painting.inputs["measures"], strict=True):
        earlier = pruned[job.wildcards["cell"].removesuffix("-least")]
        assert job.inputs["model"] == earlier.outputs["model"]
        least = section()["pruning"]["prune"]["least"]
        assert job.params["weights"] == [least] and least < min(earlier.params["weights"])
        same = ("method", "recipe", "depth", "units")
        assert [job.params[name] for name in same] == [earlier.params[name] for name in same]
        assert job.wildcards["cell"] in path  # and no other round is compared


@pytest.mark.parametrize("scale", ["smoke", "default", "paper"])
def test_networks_are_read_at_the_shape_they_were_made_at(scale: str) -> None:
    shapes: dict[str, Any] = {}
    read = set()
    for job in planned("none", scale):
        if "units" not in job.params:
            continue
        shape = job.params["depth"], job.params["units"]
        if "model" in job.inputs:
            assert shape == shapes[str(job.inputs["model"])], job.name
            read.add(job.wildcards["experiment"])
        shapes |= dict.fromkeys(job.outputs.values(), shape)
    assert read >= {"depth", "pruning", "wiring", "outside"}


VARIANTS = ["slower", "smaller", "fewer_pixels"]


def test_trained_networks_of_a_wiring_have_copies_of_units_and_all_others_none() -> None:
    given = section()["wiring"]["train"]
    small = given["shape"]["units"]
    several = {name: given["copies"] * number for name, number in small.items()}
    assert given["copies"] > 1
    trained = {job.wildcards["cell"]: job.params for job in of(planned(), "train", "wiring")}
    wired = ["own", "rewired", "random", "solution"]
    others = ["dense", *(f"dense-{name}" for name in VARIANTS), "genome"]
    assert sorted(trained) == sorted([*wired, *others])
    for kind, params in trained.items():
        assert params["units"] == (several if kind in wired else small), kind
        assert params["depth"] == given["shape"]["depth"]
        assert ("kind" in params) == (kind in (*wired, "genome"))
        if "kind" in params:
            assert params["kind"] == kind
            assert params["copies"] == (1 if kind == "genome" else given["copies"])


def test_labels_stand_beside_the_files_that_they_name() -> None:
    for job in planned():
        if "labels" not in job.params:
            continue
        files = job.inputs.get("measures", job.inputs.get("models"))
        assert isinstance(files, list) and len(files) == len(job.params["labels"])
        for path, label in zip(files, job.params["labels"], strict=True):
            kind = "similarity" if label.get("kind") == "muon" else label.get("kind")
            assert str(label.get("optimizer", kind)) in path, (path, label)
            if "depth" in label:
                assert f"{label['depth']}-{label['copy']}-" in path


@pytest.mark.parametrize(
    ("result", "kinds"),
    [
        ("pruning", ["dense", *METHODS]),
        ("painting", ["similarity", "random"]),
        ("optimizer_influence", ["dense", "muon", "adam"]),
        ("wiring", ["dense", "own", "rewired", "random"]),
        ("genome", ["dense", "genome"]),
        ("reachability", ["dense", "own", "solution", "genome"]),
        ("isolation", ["dense", *VARIANTS]),
        ("outside", ["dense", "similarity", "random"]),
    ],
)
def test_kinds_that_results_compare(result: str, kinds: list[str]) -> None:
    evaluations = {job.wildcards["result"]: job for job in planned() if job.step == "evaluate"}
    job = evaluations[f"regime_{result}"]
    assert [label["kind"] for label in job.params["labels"]] == kinds


def test_networks_of_a_wiring_begin_alike_and_variants_differ_in_one_thing() -> None:
    made = planned("none", "default")
    trained = {job.wildcards["cell"]: job.params for job in of(made, "train", "wiring")}
    assert {tuple(params["seed_names"]) for params in trained.values()} == {
        ("regime", "wiring", "networks")
    }
    dense = trained["dense"]
    assert dense["recipe"] == trained["own"]["recipe"] and "scale" not in dense
    changed: dict[str, dict[str, Any]] = {
        "slower": {"rate": 0.02 * 0.3, "final_rate": 0.0005 * 0.3},
        "smaller": {},
        "fewer_pixels": {"pixels": 128},
    }
    for name, differs in changed.items():
        params = trained[f"dense-{name}"]
        assert params["recipe"] == pytest.approx(dense["recipe"] | differs)
        scale = 0.5 if name == "smaller" else 1.0
        last_alone = {"recipe": params["recipe"], "stops": [], "scale": scale}
        assert params == dense | last_alone
    evaluations = {job.wildcards["result"]: job for job in made if job.step == "evaluate"}
    cells = ["dense", *(f"dense-{name}" for name in VARIANTS)]
    assert evaluations["regime_isolation"].inputs["measures"] == [
        f"regime/data/wiring/{cell}.npz" for cell in cells
    ]


def test_optimizers_begin_alike_at_constant_rates() -> None:
    trained = of(planned(), "train", "optimizers")
    assert len(trained) == 3 * 4
    assert len({tuple(job.params["seed_names"]) for job in trained}) == 1
    for job in trained:
        recipe = job.params["recipe"]
        assert recipe["rate"] == recipe["final_rate"]
        assert min(job.params["stops"]) >= 0.9  # the loss is that of the end
        assert recipe["newton_schulz"] == (20 if "muon_20" in job.wildcards["cell"] else 5)


def params_in(world: str) -> dict[str, dict[str, Any]]:
    return {next(iter(job.outputs.values())): dict(job.params) for job in planned(world)}


@pytest.mark.parametrize("world", [name for name in get_args(World) if name != "none"])
def test_worlds_touch_trainings_prunings_and_measures_alone(world: str) -> None:
    plain, changed = params_in("none"), params_in(world)
    assert plain.keys() == changed.keys()
    for job in planned():
        (path, *_) = job.outputs.values()
        touched = changed[path] != plain[path]
        drawn = job.wildcards.get("experiment") in ("targets", "volume_ratio", "several_images")
        assert touched == (job.step in ("train", "prune", "generate") and not drawn), job.name
        if touched:
            assert changed[path] == plain[path] | {"world": world}


def test_what_is_asked_for_is_made_besides() -> None:
    settings = Settings.model_validate(section())
    assert list(requests(settings)) == ["evolved"]
    asked = requests(settings)["evolved"]
    made = {job.name for job in jobs(asked, 0, "smoke")} - {job.name for job in planned()}
    assert made and all("evolved" in name for name in made)
    assert requests(Settings.model_validate(section(on_request=["evolved"]))) == {}
    named = Settings.model_validate(section(picbreeder_dir="genomes"))
    # what is asked for does not depend on where genomes lie
    assert requests(named)["evolved"] == asked
    for given, folder in ((asked, NOWHERE), (named, "genomes")):
        there = given.model_copy(update={"on_request": ["evolved"]})
        sources = {path for job in jobs(there, 0, "smoke") for path in job.sources.values()}
        assert f"{folder}/skull.json" in sources


def test_depths_beside_are_pruned_by_similarity_alone() -> None:
    made = jobs(Settings.model_validate(section(on_request=["evolved"])), 0, "smoke")
    pruned = [job.wildcards["cell"] for job in of(tuple(made), "prune", "evolved")]
    beside = [cell for cell in pruned if cell.startswith("skull-5_")]
    assert beside == ["skull-5_layers-similarity"]
    compared = [cell for cell in pruned if cell.startswith("skull-4_")]
    assert compared == [
        f"skull-4_layers-{kind}" for kind in ("similarity", *RIVALS, "random", "adam", "muon_20")
    ]


RECIPE = ("networks", "recipe")
NO_FEWER = (
    r"pruning\.prune\.least: fewer than the {} weights that the last round of "
    r"networks\.pruning\.weights leaves; not {}"
)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ((*RECIPE, "final_rate"), 0.5, "at most 0.02, the first"),
        (("networks", "pruning", "weights"), [200, 400], "fewer in every round"),
        (("networks", "pruning", "weights"), [200, 200], "fewer in every round"),
        (("networks", "stops"), [0.3], "at least 2 items"),
        (("networks", "stops"), [0.3, 0.1], "increasing"),
        (("networks", "sweeps", "paints"), 1.5, "less than 1"),
        (("depth", "train", "depths"), [4, 6], "at least 3 items"),
        (("depth", "train", "runs"), 1, "greater than or equal to 2"),
        (("depth", "evaluate", "apart"), 2, "no depth is 2 layers from 5"),
        (("depth", "predictor", "artifacts"), [], "at least 2 items"),
        (("pruning", "prune", "least"), 0, "greater than or equal to 1"),
        (("pruning", "prune", "least"), 200, NO_FEWER.format(200, 200)),
        (("pruning", "prune", "least"), 6, "at least 7, with which every one of 4 hidden layers"),
        (("networks", "pruning", "weights"), [400, 110], NO_FEWER.format(110, 120)),
        (("wiring", "train", "copies"), 0, "greater than or equal to 1"),
        (("wiring", "train", "variants"), {}, "at least 1 item"),
        (("wiring", "generate", "landscape", "batches"), 1, "greater than or equal to 2"),
        (("several_images", "train", "selectors"), [0.0], "at least 2 items"),
        (("several_images", "train", "selectors"), [0.0, 0.0], "distinct entries"),
        (("on_request",), ["isolation"], "Input should be 'evolved'"),
        (("world",), "flat", "Input should be"),
        (("picbreeder_dir",), "/data/genomes", "a folder in the project"),
        (("picbreeder_dir",), "../genomes", "a folder in the project"),
        (("evolved", "genomes", "skull", "file"), "skull.png", "match pattern"),
        (("evolved", "genomes", "skull", "weights"), [200], "at least 2 items"),
        (("evolved", "genomes", "skull", "weights"), [100, 200], "fewer in every round"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    place: tuple[str, ...], value: Any, message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(changed_at(place, value))


def test_a_further_round_may_leave_one_weight_less() -> None:
    given = Settings.model_validate(changed_at(("pruning", "prune", "least"), 199))
    assert given.pruning.prune.least == given.networks.pruning.weights[-1] - 1


def changed_at(place: tuple[str, ...], value: Any) -> dict[str, Any]:
    given = section()
    inner = given
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return given
