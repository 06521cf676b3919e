"""Genomes: graphs of nodes that paint an image, as Picbreeder evolves them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from compsparse.studies.regime.network.shape import ACTIVATIONS, INPUTS, OUTPUTS
from workflow_engine.validation.printable import printable

INK = "ink"  # the only output of a grey genome: its brightness
ROLES = ("input", "hidden", "output")
_MOST_NODES, _MOST_EDGES = 2_000, 10_000  # evolved genomes have a few hundred
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
    notes: tuple[str, ...] = ()  # what its reader had to decide, as sentences

    def __post_init__(self) -> None:
        if len(self.nodes) > _MOST_NODES or len(self.edges) > _MOST_EDGES:
            raise GenomeError(
                f"The genome has {len(self.nodes)} nodes and {len(self.edges)} edges; allowed: at "
                f"most {_MOST_NODES} and {_MOST_EDGES}."
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
        return self._numbers([edge.target for edge in self.edges])

    @cached_property
    def outgoing(self) -> dict[str, list[int]]:
        """Numbers of the edges out of each node."""
        return self._numbers([edge.source for edge in self.edges])

    def _numbers(self, ends: list[str]) -> dict[str, list[int]]:
        """Return the numbers of edges by one of their ends."""
        found: dict[str, list[int]] = {node.id: [] for node in self.nodes}
        for number, end in enumerate(ends):
            found[end].append(number)
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
