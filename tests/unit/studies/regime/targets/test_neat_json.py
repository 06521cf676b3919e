"""A network exported by neat-python paints, as a genome, what its own formulas paint."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.genome import GenomeError
from tests.unit.studies.regime.targets.neat_samples import exported, node

# as neat-python's documentation gives them
FORMULAS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "identity": lambda z: z,
    "relu": lambda z: np.where(z > 0, z, 0.0),
    "sin": lambda z: np.sin(np.clip(5 * z, -60, 60)),
    "tanh": lambda z: np.tanh(np.clip(2.5 * z, -60, 60)),
    "sigmoid": lambda z: 1 / (1 + np.exp(-np.clip(5 * z, -60, 60))),
    "gauss": lambda z: np.exp(-5 * np.clip(z, -3.4, 3.4) ** 2),
    "abs": np.abs,
    "lelu": lambda z: np.where(z > 0, z, 0.005 * z),
    "clamped": lambda z: np.clip(z, -1, 1),
    "hat": lambda z: np.maximum(0, 1 - np.abs(z)),
}


def written(folder: Path, content: object) -> Path:
    path = folder / "moth.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def brightness(content: dict[str, Any], size: int) -> np.ndarray:
    """Return what the first output of a network computes, by the exporter's own rules."""
    along = np.linspace(-1, 1, size)
    y, x = np.meshgrid(along, along, indexing="ij")
    values = {-1: x, -2: y, -3: 1.4 * np.hypot(x, y), -4: np.ones_like(x)}
    for entry in content["nodes"]:  # in order
        key = entry["id"]
        if key < 0:
            continue
        total = np.zeros_like(x)
        for link in content["connections"]:
            if link["to"] == key and link["enabled"]:
                total = total + link["weight"] * values[link["from"]]
        formula = FORMULAS[entry["activation"]["name"]]
        values[key] = formula(entry["bias"] + entry["response"] * total)
    return np.minimum(np.abs(values[0]), 1)


@pytest.mark.parametrize("inputs", [2, 3, 4])
@pytest.mark.parametrize("activation", FORMULAS)
def test_every_activation_paints_the_same(tmp_path: Path, activation: str, inputs: int) -> None:
    hidden = [node(5, activation, 0.3, -1.7), node(6, activation, -0.2, 0.8)]
    links = [(-1, 5, 0.9), (-2, 5, -0.4), (5, 6, 0.7), (-2, 6, 0.5), (-inputs, 6, 0.3)]
    links = [
        link for number, link in enumerate(links) if link[:2] not in [s[:2] for s in links[:number]]
    ]
    for last in (node(0, "identity", 0.1, 0.6), node(0, activation, 0.1, 0.6)):
        content = exported([*hidden, last], [*links, (6, 0, 0.8), (5, 0, 0.35)], inputs)
        drawn = draw_genome(read_genome(written(tmp_path, content)), 64)
        assert drawn.std() > 0.01
        np.testing.assert_allclose(drawn[..., 0], brightness(content, 64), atol=1e-9)


def test_a_disabled_connection_is_left_out(tmp_path: Path) -> None:
    content = exported([node(0, "tanh")], [(-1, 0, 0.7), (-2, 0, 0.9)])
    content["connections"][1]["enabled"] = False
    drawn = draw_genome(read_genome(written(tmp_path, content)), 64)
    np.testing.assert_allclose(drawn[..., 0], brightness(content, 64), atol=1e-12)


def test_three_outputs_are_colours_and_one_without_inputs_is_0(tmp_path: Path) -> None:
    content = exported([node(0, "sin"), node(2, "gauss")], [(-1, 0, 0.1), (-2, 2, 0.4)], outputs=3)
    genome = read_genome(written(tmp_path, content))
    drawn = draw_genome(genome, 64)
    assert sorted(genome.outputs) == ["brightness", "hue", "saturation"]
    np.testing.assert_allclose(drawn, drawn[..., :1].repeat(3, axis=-1))  # no saturation
    np.testing.assert_allclose(drawn[:, 0, 0], np.exp(-5 * (0.4 * np.linspace(-1, 1, 64)) ** 2))


def test_what_was_decided_is_noted(tmp_path: Path) -> None:
    content = exported([node(0, "sin")], [(-1, 0, 0.1)], inputs=2)
    assert read_genome(written(tmp_path, content)).notes == (
        "A network of neat-python: its inputs -1, -2 are taken as x, y (from -1 to 1), its outputs "
        "0 as ink.",
    )
    content["metadata"]["input_names"] = ["d", "x"]
    genome = read_genome(written(tmp_path, content))
    assert [entry.label for entry in genome.nodes if entry.role == "input"] == ["d", "x", "bias"]
    assert "as d, x (from -1 to 1, d = 1.4 √(x² + y²))" in genome.notes[0]


def change(*keys: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(content: Any) -> None:
        for key in keys[:-1]:
            content = content[key]
        content[keys[-1]] = to

    return spoil


FIRST = ("nodes", 0)
LINK = ("connections", 0)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (change("network_type", to="recurrent"), "'network_type'.* is 'recurrent'; allowed: 'feed"),
        (change("network_type", to="ctrnn"), "'ctrnn'"),
        (change("network_type", to="iznn"), "'iznn'"),
        (change("format_version", to="2.0"), "'format_version'.* is '2.0'; allowed: '1.0'"),
        (
            change(*FIRST, "aggregation", "name", to="max"),
            "aggregation of node 0 is 'max'; allowed",
        ),
        (change(*FIRST, "activation", "name", to="cube"), "node 0 is 'cube', which no units"),
        (change(*FIRST, "activation", "name", to=["sin"]), "which no units"),
        (change(*FIRST, "activation", "custom", to=True), "a function of its user's"),
        (
            change(*FIRST, "activation", to="sin"),
            "'activation' of node 0 is 'sin'; allowed: an obj",
        ),
        (change(*FIRST, "bias", to=1e7), "'bias' of node 0 is 10000000.0; allowed: a number"),
        (change(*FIRST, "response", to=None), "'response' of node 0 is None"),
        (change(*FIRST, "id", to="0"), "id in nodes / 0 is '0'; allowed: a whole number"),
        (change("nodes", 1, "id", to=0), "Two nodes have the id 0"),
        (change(*LINK, "from", to=9), "from 9 to 0, names the node 9, which does not"),
        (change(*LINK, "to", to=-2), "names the node -2"),
        (change(*LINK, "from", to=0), "form a cycle"),
        (change("connections", 1, "from", to=-1), "from -1 to 0, is a second one"),
        (change(*LINK, "weight", to=True), "'weight' of connections / 0 is True"),
        (change(*LINK, "enabled", to="no"), "'enabled' of connections / 0 is 'no'"),
        (change(*LINK, "weight", to=20.0), r"sin of node 0 gets values up to 2\d.*from 12 on"),
        (change("topology", "output_keys", to=[0, 1]), "2 outputs; allowed: 1 .ink., or 3"),
        (change("topology", "input_keys", to=[-1]), "1 inputs; allowed: 2 .x, y., 3"),
        (change("topology", "input_keys", to=[-1, -1]), "allowed: distinct ids"),
        (change("metadata", to={"input_names": ["x", "z"]}), "'input_names'.*one of x, y, d, bias"),
        (change("metadata", to={"input_names": ["x", []]}), "'input_names'"),
        (change("nodes", to=[]), "no list 'nodes'"),
        (change("connections", to=[1]), "connections / 0 is 1; allowed: an object"),
        (change("topology", to=[]), r"'topology' of the network is \[\]"),
    ],
)
def test_a_defect_is_named_with_its_file(
    tmp_path: Path, spoil: Callable[[Any], None], words: str
) -> None:
    content = exported([node(0, "sin")], [(-1, 0, 1.5), (-2, 0, -0.5)], inputs=2)
    spoil(content)
    with pytest.raises(GenomeError, match=rf"moth\.json: .*{words}") as raised:
        read_genome(written(tmp_path, content))
    assert "\n" not in str(raised.value)
