"""Genomes: graphs of nodes that paint an image, as Picbreeder evolves them, and their JSON files.

A file holds ``nodes`` (``id``, ``activation``, ``role``; inputs and outputs a ``label``) and
``edges`` (``from``, ``to``, ``weight``), and may hold ``name`` and ``parts``: of each primitive of
the image, by name, its exclusive edges. A part lists ids of nodes, which stand for all edges
into and out of them, or numbers of edges, counted from 0. Other keys are not read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.shape import INPUTS, OUTPUTS
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.validation.printable import printable

INK = "ink"  # the only output of a grey genome: its brightness
ROLES = ("input", "hidden", "output")
_MOST = 10_000  # nodes, or edges; evolved genomes have a few hundred
_LARGEST = 1e6  # weight: sums and their squares stay finite in 32 bits


class GenomeError(ValueError):
    """A genome, or the file of one, that paints no image."""

    @classmethod
    def in_file(cls, path: Path, problem: object) -> "GenomeError":
        """Return the error of a file."""
        return cls(f"{printable(path)}: {problem}")


@dataclass(frozen=True)
class Node:
    """A node; ``label`` names the input or output and is empty for hidden nodes."""

    id: str
    activation: str
    role: str
    label: str = ""


@dataclass(frozen=True)
class Edge:
    """The target's sum of inputs contains weight times the value of the source."""

    source: str
    target: str
    weight: float


@dataclass(frozen=True)
class Genome:
    """A graph without cycles from coordinates to colour."""

    name: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    parts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # edges, by primitive

    def __post_init__(self) -> None:
        if len(self.nodes) > _MOST or len(self.edges) > _MOST:
            raise GenomeError(
                f"The genome has {len(self.nodes)} nodes and {len(self.edges)} edges; allowed: at "
                f"most {_MOST} of each."
            )
        _check_nodes(self.nodes)
        _check_edges(self.nodes, self.edges)
        for name, edges in self.parts.items():
            outside = [number for number in edges if not 0 <= number < len(self.edges)]
            if outside:
                raise GenomeError(
                    f"The part {name!r} has the edge {outside[0]}; allowed: 0 to "
                    f"{len(self.edges) - 1}."
                )
        _ = self.order  # a graph with a cycle has none

    @cached_property
    def incoming(self) -> dict[str, list[int]]:
        """Numbers of the edges into each node."""
        found: dict[str, list[int]] = {node.id: [] for node in self.nodes}
        for number, edge in enumerate(self.edges):
            found[edge.target].append(number)
        return found

    @cached_property
    def outgoing(self) -> dict[str, list[int]]:
        """Numbers of the edges out of each node."""
        found: dict[str, list[int]] = {node.id: [] for node in self.nodes}
        for number, edge in enumerate(self.edges):
            found[edge.source].append(number)
        return found

    @cached_property
    def order(self) -> tuple[Node, ...]:
        """All nodes, each after its sources."""
        nodes = {node.id: node for node in self.nodes}
        open_edges = {node.id: len(self.incoming[node.id]) for node in self.nodes}
        ready = [name for name, number in open_edges.items() if not number]
        for name in ready:  # grows while it is read
            for number in self.outgoing[name]:
                target = self.edges[number].target
                open_edges[target] -= 1
                if not open_edges[target]:
                    ready.append(target)
        if len(ready) < len(nodes):
            stuck = sorted(set(nodes) - set(ready))
            raise GenomeError(
                f"The edges form a cycle; it is among, or before, these nodes: "
                f"{', '.join(stuck[:8])}. Remove one of its edges."
            )
        return tuple(nodes[name] for name in ready)

    @cached_property
    def outputs(self) -> dict[str, str]:
        """Id of the node of each output; the ink of a grey genome is its brightness."""
        labels = {node.label: node.id for node in self.nodes if node.role == "output"}
        return {"brightness": labels[INK]} if INK in labels else labels


def _check_nodes(nodes: tuple[Node, ...]) -> None:
    seen: set[str] = set()
    labels: dict[str, str] = {}
    for node in nodes:
        if node.id in seen:
            raise GenomeError(f"Two nodes have the id {node.id!r}; each needs its own.")
        seen.add(node.id)
        if node.role not in ROLES:
            raise _refused(f"node {node.id!r}", "role", node.role, ROLES)
        if node.activation not in ACTIVATIONS:
            raise _refused(f"node {node.id!r}", "activation", node.activation, ACTIVATIONS)
        if node.role == "input" and node.activation != "identity":
            raise _refused(f"input {node.id!r}", "activation", node.activation, ["identity"])
        allowed = {"input": INPUTS, "hidden": ("",), "output": (INK, *OUTPUTS)}[node.role]
        if node.label not in allowed:
            raise _refused(f"{node.role} node {node.id!r}", "label", node.label, allowed)
        if node.label and node.label in labels:
            raise GenomeError(
                f"The nodes {labels[node.label]!r} and {node.id!r} both have the label "
                f"{node.label!r}; allowed: one."
            )
        labels[node.label] = node.id
    found = [label for label in (INK, *OUTPUTS) if label in labels]
    if found not in ([INK], [*OUTPUTS]):
        raise GenomeError(
            f"The outputs are {', '.join(found) or 'none'}; allowed: {INK} alone, or "
            f"{', '.join(OUTPUTS)}."
        )


def _check_edges(nodes: tuple[Node, ...], edges: tuple[Edge, ...]) -> None:
    roles = {node.id: node.role for node in nodes}
    seen: set[tuple[str, str]] = set()
    for number, edge in enumerate(edges):
        place = f"Edge {number}, from {edge.source!r} to {edge.target!r},"
        missing = [name for name in (edge.source, edge.target) if name not in roles]
        if missing:
            raise GenomeError(f"{place} names the node {missing[0]!r}, which does not exist.")
        if roles[edge.target] == "input":
            raise GenomeError(f"{place} leads into an input; inputs have no incoming edges.")
        if not abs(edge.weight) <= _LARGEST:  # nor is NaN
            raise GenomeError(
                f"{place} has the weight {edge.weight}; allowed: a number from {-_LARGEST:g} to "
                f"{_LARGEST:g}."
            )
        if (edge.source, edge.target) in seen:
            raise GenomeError(f"{place} is the second one; give one edge with both weights' sum.")
        seen.add((edge.source, edge.target))


def _refused(what: str, key: str, value: str, allowed: Iterable[str]) -> GenomeError:
    choices = ", ".join(repr(choice) for choice in allowed)
    return GenomeError(f"The {key} of {what} is {value!r}; allowed: {choices}.")


def read_genome_json(path: Path) -> Genome:
    """Read a genome from a JSON file.

    Raises:
        GenomeError: the file holds no genome.
    """
    try:
        return _genome(read_json(path), path.stem)
    except ArtifactError as error:
        raise GenomeError(str(error)) from None
    except GenomeError as error:
        raise GenomeError.in_file(path, error) from None


def _genome(content: Any, stem: str) -> Genome:
    if not isinstance(content, dict):
        raise GenomeError("The file holds no JSON object with 'nodes' and 'edges'.")
    nodes = tuple(
        Node(
            _text(node, "id", place),
            _text(node, "activation", place),
            _text(node, "role", place),
            _text(node, "label", place) if "label" in node else "",
        )
        for place, node in _objects(content, "nodes")
    )
    edges = tuple(
        Edge(_text(edge, "from", place), _text(edge, "to", place), _weight(edge, place))
        for place, edge in _objects(content, "edges")
    )
    name = _text(content, "name", "the genome") if "name" in content else stem
    return Genome(name, nodes, edges, _parts(content.get("parts", {}), nodes, edges))


def _objects(content: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    listed = content.get(key)
    if not isinstance(listed, list) or not listed:
        raise GenomeError(f"The genome has no list {key!r}; it needs one with at least one entry.")
    for number, entry in enumerate(listed):
        place = f"{key} / {number}"
        if not isinstance(entry, dict):
            raise GenomeError(f"The entry {place} is {entry!r}; allowed: an object.")
        yield place, entry


def _text(entry: dict[str, Any], key: str, place: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise GenomeError(f"The {key!r} of {place} is {value!r}; allowed: a text.")
    return value


def _weight(edge: dict[str, Any], place: str) -> float:
    value = edge.get("weight")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise GenomeError(f"The 'weight' of {place} is {value!r}; allowed: a finite number.")
    try:
        return float(value)
    except OverflowError:  # a whole number of hundreds of digits
        raise GenomeError(f"The 'weight' of {place} is too large for a number.") from None


def _parts(
    content: Any, nodes: tuple[Node, ...], edges: tuple[Edge, ...]
) -> dict[str, tuple[int, ...]]:
    if not isinstance(content, dict):
        raise GenomeError(f"The 'parts' are {content!r}; allowed: an object of lists.")
    names = {node.id for node in nodes}
    parts: dict[str, tuple[int, ...]] = {}
    for part, members in content.items():
        if not isinstance(members, list) or not members:
            raise GenomeError(f"The part {part!r} is {members!r}; allowed: a list, not empty.")
        numbers: set[int] = set()
        for member in members:
            if isinstance(member, str) and member in names:
                numbers |= {
                    i for i, edge in enumerate(edges) if member in (edge.source, edge.target)
                }
            elif isinstance(member, int) and not isinstance(member, bool):
                numbers.add(member)
            else:
                raise GenomeError(
                    f"The part {part!r} has the member {member!r}; allowed: ids of nodes, and "
                    f"numbers of edges."
                )
        parts[part] = tuple(sorted(numbers))
    return parts
