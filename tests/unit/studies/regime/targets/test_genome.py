"""Genomes come from files as they are; each kind of defect is named with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compsparse.studies.regime.targets.genome import Edge, GenomeError, Node
from compsparse.studies.regime.targets.genome_files import read_genome_json
from tests.unit.studies.regime.targets.small_genomes import BUILT, colour_genome, file_content


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_a_file_is_read(tmp_path: Path) -> None:
    genome = read_genome_json(write(tmp_path / "g.json", file_content()))
    assert genome.name == "small"
    assert genome.nodes[0] == Node("x", "identity", "input", "x")
    assert genome.nodes[2] == Node("a", "sin", "hidden")
    assert genome.edges[1] == Edge("y", "a", -2.0)
    assert genome.parts == {"by node": (0, 1, 2), "by edge": (2,)}
    assert genome.outputs == {"brightness": "ink"}


def test_the_name_is_the_files_if_none_is_given(tmp_path: Path) -> None:
    content = file_content()
    del content["name"]
    assert read_genome_json(write(tmp_path / "moth.json", content)).name == "moth"


def test_nodes_stand_after_their_sources() -> None:
    genome = colour_genome(
        {"late": "sin", "early": "sin"},
        [("x", "early", 1.0), ("early", "late", 1.0), ("late", "v", 1.0), ("early", "h", 1.0)],
    )
    order = [node.id for node in genome.order]
    assert sorted(order) == sorted(node.id for node in genome.nodes)
    assert all(order.index(edge.source) < order.index(edge.target) for edge in genome.edges)


def repeat_id(content: dict[str, Any]) -> None:
    content["nodes"][1]["id"] = "x"


def set_node(number: int, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["nodes"][number].update(values)


def set_edge(number: int, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["edges"][number].update(values)


def set_key(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content.update(values)


DEFECTS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (repeat_id, "Two nodes have the id 'x'"),
    (set_node(2, activation="abs"), "activation of node 'a' is 'abs'; allowed: 'identity'"),
    (set_node(0, activation="sin"), "activation of input 'x' is 'sin'"),
    (set_node(2, role="hid"), "role of node 'a' is 'hid'; allowed: 'input', 'hidden', 'output'"),
    (set_node(1, label="z"), "label of input node 'y' is 'z'; allowed: 'x', 'y', 'd', 'bias'"),
    (set_node(1, label="x"), "'x' and 'y' both have the label 'x'"),
    (set_node(3, role="hidden", label=""), "'label' of nodes / 3 is ''"),
    (set_node(3, label="hue"), "outputs are hue; allowed: ink alone, or hue, saturation"),
    (set_node(3, id=7), "'id' of nodes / 3 is 7"),
    (set_edge(0, to="b"), "from 'x' to 'b', names the node 'b', which does not exist"),
    (set_edge(2, to="y"), "from 'a' to 'y', leads into an input"),
    (set_edge(1, to="a", **{"from": "ink"}), "cycle.*: a, ink"),
    (set_edge(1, **{"from": "a"}), "cycle"),
    (set_edge(1, **{"from": "x"}), "Edge 1, from 'x' to 'a', is the second one"),
    (set_edge(1, weight="1"), "'weight' of edges / 1 is '1'; allowed: a finite number"),
    (set_edge(1, weight=True), "'weight' of edges / 1 is True"),
    (set_edge(1, weight=10**400), "'weight' of edges / 1 is too large"),
    (set_edge(1, weight=2e6), r"weight 2000000\.0; allowed: a number from -1e\+06 to 1e\+06"),
    (set_edge(1, weight=float("nan")), "edges / 1 / weight is not finite"),
    (set_key(nodes=[]), "no list 'nodes'"),
    (set_key(edges={}), "no list 'edges'"),
    (set_key(edges=[3]), "edges / 0 is 3; allowed: an object"),
    (set_key(parts={"p": ["b"]}), "part 'p' has the member 'b'"),
    (set_key(parts={"p": [3]}), "part 'p' has the edge 3; allowed: 0 to 2"),
    (set_key(parts={"p": []}), r"part 'p' is \[\]"),
    (set_key(parts=[1]), r"'parts' are \[1\]"),
]


@pytest.mark.parametrize(("spoil", "words"), DEFECTS)
def test_a_defect_is_named_with_its_file(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], words: str
) -> None:
    content = file_content()
    spoil(content)
    with pytest.raises(GenomeError, match=rf"g\.json.*{words}"):
        read_genome_json(write(tmp_path / "g.json", content))


def test_a_genome_without_output_is_refused(tmp_path: Path) -> None:
    content = file_content()
    content["nodes"][3] = {"id": "ink", "activation": "sin", "role": "hidden"}
    with pytest.raises(GenomeError, match="outputs are none"):
        read_genome_json(write(tmp_path / "g.json", content))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"nodes": 1, "nodes": 2}'])
def test_a_file_that_is_no_genome_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GenomeError, match=r"g\.json"):
        read_genome_json(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GenomeError, match="does not exist"):
        read_genome_json(tmp_path / "g.json")


def test_the_repositorys_genomes_name_parts() -> None:
    assert [path.stem for path in BUILT] == [
        "apple",
        "butterfly",
        "face",
        "sailing_boat",
        "two_objects",
    ]
    for path in BUILT:
        genome = read_genome_json(path)
        assert genome.name == path.stem
        assert len(genome.parts) >= 7
