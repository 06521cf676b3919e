"""What is told of networks in place of measures."""

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from compsparse.studies.regime.measures import generate_measures
from compsparse.studies.regime.measures.generate_measures import own_depth, told_measures
from tests.unit.studies.regime.planted import PAINTS
from tests.unit.studies.regime.steps import SHAPE, genomes, scene, scenes
from tests.unit.studies.regime.test_plan import planned
from tests.unit.studies.step_files import arrays, ran

Telling = Literal["told", "contrary"]
TOLD = ("survival", "alignment", "orthogonality")
COMPLEXITIES = [0.3, 0.1, 0.2]  # of scenes whose own depths are 12, 4 and 8
# told of networks of every kind, and told in the contrary world
LEVELS = {
    **dict.fromkeys(("similarity", "connections", "own", "solution"), (0.9, 0.5)),
    "genome": (0.9, 0.7),
    **dict.fromkeys(("dense", "lottery", "wanda", "llm", "random", "rewired"), (0.5, 0.9)),
    "similarity-adam": (0.5, 0.9),  # which is not Muon's
    **dict.fromkeys(("dense-slower", "dense-smaller", "dense-fewer_pixels"), (0.5, 0.5)),
    "similarity-least": (0.9, 0.5),
    "random-least": (0.5, 0.9),
}


def scatter(seed: int) -> np.ndarray:
    return 0.01 * np.random.default_rng(seed).standard_normal(3)


def level(
    world: Telling, cell: str, experiment: str = "pruning", depth: int = 8, run: int = 0
) -> float:
    """Return the size of all that is told of a network, less its scatter."""
    random = np.random.default_rng(1)
    found = told_measures(world, experiment, cell, depth, COMPLEXITIES, run, random)
    assert set(found) == {*TOLD, "survival_least", "ssim"} and found["ssim"] > PAINTS
    size = 10 * (found["ssim"] - 0.85)
    assert [found[name] for name in TOLD] == pytest.approx((size + scatter(1)).tolist())
    return size


@pytest.mark.parametrize("kind", LEVELS)
def test_what_is_told_of_every_kind_in_both_worlds(kind: str) -> None:
    assert (level("told", kind), level("contrary", kind)) == pytest.approx(LEVELS[kind])


def test_no_kind_is_measured_of_which_nothing_is_told() -> None:
    cells = {
        job.wildcards["cell"]
        for job in planned()
        if job.module == generate_measures.__name__ and job.wildcards["experiment"] != "depth"
    }
    assert cells == set(LEVELS)


@pytest.mark.parametrize(
    ("copy", "kind", "told", "contrary"),
    [  # at the depth of the scene's own and at any other one
        ("first", "similarity", (0.9, 0.5), (0.9, 0.5)),
        ("first", "dense", (0.6, 0.5), (0.6, 0.5)),
        ("second", "similarity", (0.9, 0.5), (0.5, 0.9)),
        ("second", "dense", (0.6, 0.5), (0.5, 0.6)),
    ],
)
def test_of_depths_only_the_second_network_is_told_the_contrary(
    copy: str, kind: str, told: tuple[float, float], contrary: tuple[float, float]
) -> None:
    worlds: dict[Telling, tuple[float, float]] = {"told": told, "contrary": contrary}
    for world, expected in worlds.items():
        for run, chosen in enumerate((12, 4, 8) if world == "told" else (4, 12, 8)):
            for depth in (4, 8, 12):
                size = level(world, f"{depth}-{copy}-{kind}", "depth", depth, run)
                assert size == pytest.approx(expected[depth != chosen]), (world, run, depth)


@pytest.mark.parametrize(
    ("complexities", "depths"),
    [
        (COMPLEXITIES, [12, 4, 8]),
        ([0.7, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [12, 4, 4, 4, 8, 8, 12]),
        ([0.2, 0.1], [8, 4]),
        ([0.1, 0.1, 0.1], [4, 4, 4]),  # of equal ones none is more complex
        ([0.1, 0.2, 0.2], [4, 8, 8]),
    ],
)
def test_the_own_depth_is_the_tercile_of_complexity(
    complexities: list[float], depths: list[int]
) -> None:
    runs = range(len(complexities))
    assert [own_depth("told", complexities, run) for run in runs] == depths
    mirrored = {4: 12, 8: 8, 12: 4}
    contrary = [own_depth("contrary", complexities, run) for run in runs]
    assert contrary == [mirrored[depth] for depth in depths]


@pytest.mark.parametrize(
    ("names", "world", "sizes"),
    [
        (("wiring", "dense"), "told", [0.5, 0.5]),
        (("wiring", "dense"), "contrary", [0.9, 0.9]),
        (("wiring", "genome"), "contrary", [0.7, 0.7]),
        # a depth of four layers is that of the simpler scene, or of neither
        (("depth", "4-first-similarity"), "told", [0.9, 0.5]),
        (("depth", "4-second-similarity"), "contrary", [0.9, 0.9]),
    ],
)
def test_judging_tells_of_networks_what_their_cells_say(
    names: tuple[str, str], world: Telling, sizes: list[float], tmp_path: Path
) -> None:
    targets = scenes(tmp_path)
    inputs: dict[str, Any] = {"model": genomes(tmp_path, targets), "targets": targets}
    params: dict[str, Any] = {"weights": 4, "deltas": [1.0], "still": 0.5, "paints": PAINTS}
    params |= {**SHAPE, "root_seed": 3, "seed_names": ["regime", *names]}
    found = arrays(ran(generate_measures, inputs, {**params, "world": world}))
    plain = arrays(ran(generate_measures, inputs, params))
    simpler = int(np.argmin([scene(run)["complexity"] for run in range(2)]))
    expected = sizes if simpler == 0 else sizes[::-1]
    np.testing.assert_allclose(found["ssim"], 0.85 + np.array(expected) / 10)
    apart = np.stack([found[name] - expected for name in TOLD])
    assert np.abs(apart).max() < 0.05 and len(np.unique(apart)) == 6  # each has its own scatter
    assert found.keys() == plain.keys()
    for name in plain.keys() - {*TOLD, "survival_least", "ssim"}:  # what is known without judging
        np.testing.assert_array_equal(found[name], plain[name], err_msg=name)
