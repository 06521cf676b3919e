"""Networks of neat-python, as its ``export_network_json`` writes them, format 1, as genomes.

A node there has the value f(bias + response * sum of weight * value of the source). Each f that is
read is c + sum of b a(k z + s) with activations a of genomes, so that the genome paints the same
image: k and s go into the weights of the node's inputs, b and c into those of its targets, and s, c
and all biases become edges from the input that is 1.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from compsparse.studies.regime.network.shape import INPUTS, OUTPUTS
from compsparse.studies.regime.targets.draw_genome import evaluated
from compsparse.studies.regime.targets.genome import INK, Edge, Genome, GenomeError, Node


class _Unit(NamedTuple):
    activation: str
    scale: float = 1.0  # of the node's input
    shift: float = 0.0
    factor: float = 1.0  # of the unit's value


_SIN_LIMIT = 60.0  # there, larger arguments are cut to it
# sum of units, and a constant; arguments there are cut where sigmoid, tanh and gauss are flat
_FUNCTIONS: dict[str, tuple[tuple[_Unit, ...], float]] = {
    "identity": ((_Unit("identity"),), 0.0),
    "relu": ((_Unit("relu"),), 0.0),
    "sin": ((_Unit("sin", 5.0),), 0.0),
    "tanh": ((_Unit("tanh", 2.5),), 0.0),
    "sigmoid": ((_Unit("sigmoid", 5.0, factor=0.5),), 0.5),  # 1 / (1 + exp(-5 z))
    "gauss": ((_Unit("gaussian", math.sqrt(5.0), factor=0.5),), 0.5),  # exp(-5 z^2)
    "abs": ((_Unit("relu"), _Unit("relu", -1.0)), 0.0),
    "lelu": ((_Unit("relu"), _Unit("relu", -1.0, factor=-0.005)), 0.0),
    "clamped": ((_Unit("relu", shift=1.0), _Unit("relu", shift=-1.0, factor=-1.0)), -1.0),
    "hat": (
        (_Unit("relu", shift=1.0), _Unit("relu", factor=-2.0), _Unit("relu", shift=-1.0)),
        0.0,
    ),  # max(0, 1 - |z|)
}
_LABELS = {number: INPUTS[:number] for number in (2, 3, 4)}  # by the number of inputs
_ONE = "bias"


def is_neat_json(content: Any) -> bool:
    """Return whether a JSON value is meant as a network of neat-python."""
    return isinstance(content, dict) and "network_type" in content


def neat_genome(content: dict[str, Any], name: str) -> Genome:
    """Return the genome that paints the same image as an exported network.

    Raises:
        GenomeError: the network is of another kind, or has nodes that no genome can have.
    """
    for key, allowed in (("network_type", "feedforward"), ("format_version", "1.0")):
        if content.get(key) != allowed:
            raise GenomeError(
                f"The {key!r} of this network of neat-python is {_said(content.get(key))}; "
                f"allowed: {allowed!r}."
            )
    network = _Network(content)
    genome = Genome(name, tuple(network.nodes), tuple(network.edges()), notes=(network.note,))
    for node, total, _ in evaluated(genome, IMAGE_SIZE):
        if node.activation == "sin" and np.abs(total).max() > _SIN_LIMIT:
            raise GenomeError(
                f"The sin of node {node.id} gets values up to {np.abs(total).max() / 5:.3g}, and "
                f"neat-python holds it from {_SIN_LIMIT / 5:g} on, which no node here does."
            )
    return genome


class _Network:
    """Nodes, weights and the meaning of inputs and outputs, collected from the JSON."""

    def __init__(self, content: dict[str, Any]) -> None:
        topology = _object(content, "topology", "the network")
        metadata = content.get("metadata")
        given = metadata.get("input_names") if isinstance(metadata, dict) else None
        inputs = _keys(topology, "input_keys")
        outputs = _keys(topology, "output_keys")
        labels = _input_labels(inputs, given)
        if len(outputs) not in (1, len(OUTPUTS)):
            raise GenomeError(
                f"The network has {len(outputs)} outputs; allowed: 1 ({INK}), or "
                f"{len(OUTPUTS)} ({', '.join(OUTPUTS)})."
            )
        self.nodes = [
            Node(key, "identity", "input", label) for key, label in zip(inputs, labels, strict=True)
        ]
        ones = [node.id for node in self.nodes if node.label == _ONE]
        self._one = ones[0] if ones else _ONE
        if not ones:
            self.nodes.append(Node(_ONE, "identity", "input", _ONE))
        self._weights: dict[tuple[str, str], float] = {}
        # of each node of the file: units with their factors, and a constant
        self._values: dict[str, tuple[list[tuple[str, _Unit]], float]] = {
            key: ([(key, _Unit("identity"))], 0.0) for key in inputs
        }
        painted = (INK,) if len(outputs) == 1 else OUTPUTS
        responses = self._add_nodes(content, set(inputs), dict(zip(outputs, painted, strict=True)))
        self._add_connections(content, responses)
        distance = ", d = 1.4 √(x² + y²)" if "d" in labels else ""
        self.note = (
            f"A network of neat-python: its inputs {', '.join(inputs)} are taken as "
            f"{', '.join(labels)} (from -1 to 1{distance}), its outputs {', '.join(outputs)} as "
            f"{', '.join(painted)}."
        )

    def _add_nodes(
        self, content: dict[str, Any], inputs: set[str], outputs: dict[str, str]
    ) -> dict[str, float]:
        """Add all nodes with their biases; return their responses."""
        responses: dict[str, float] = {}
        for number, node in enumerate(_list(content, "nodes")):
            key = _key(node.get("id"), f"nodes / {number}")
            if key in inputs:
                continue
            if key in responses:
                raise GenomeError(f"Two nodes have the id {key}; each needs its own.")
            _require_sum(node, key)
            units, constant = _function(node, key)
            responses[key] = _number(node, "response", f"node {key}")
            self._add_node(key, units, constant, outputs.get(key))
            for unit, (_, scale, shift, _) in self._values[key][0]:
                bias = _number(node, "bias", f"node {key}")
                self._add(self._one, unit, scale * bias + shift)
        for key, label in outputs.items():
            if key not in responses:  # an output without inputs is not exported, and 0
                self._add_node(key, _FUNCTIONS["identity"][0], 0.0, label)
        return responses

    def _add_node(
        self, key: str, units: tuple[_Unit, ...], constant: float, label: str | None
    ) -> None:
        plain = len(units) == 1 and units[0].factor == 1.0 and constant == 0.0
        named = [
            (key if len(units) == 1 and (plain or not label) else f"{key}.{i}", unit)
            for i, unit in enumerate(units, start=1)
        ]
        self._values[key] = (named, constant)
        for name, unit in named:
            role, shown = ("output", label) if label and plain else ("hidden", "")
            self.nodes.append(Node(name, unit.activation, role, shown))
        if label and not plain:  # a last node adds up what the units are worth
            self.nodes.append(Node(key, "identity", "output", label))
            self._add_value(key, key, 1.0)

    def _add_connections(self, content: dict[str, Any], responses: dict[str, float]) -> None:
        seen: set[tuple[str, str]] = set()
        for number, connection in enumerate(_list(content, "connections", least=0)):
            place = f"connections / {number}"
            source = _key(connection.get("from"), place)
            target = _key(connection.get("to"), place)
            enabled = connection.get("enabled", True)
            if not isinstance(enabled, bool):
                raise GenomeError(
                    f"The 'enabled' of {place} is {_said(enabled)}; allowed: true, false."
                )
            if not enabled:
                continue
            for key, known in ((source, self._values), (target, responses)):
                if key not in known:
                    raise GenomeError(
                        f"The entry {place}, from {source} to {target}, names the node {key}, "
                        f"which does not exist or has no inputs."
                    )
            if (source, target) in seen:
                raise GenomeError(f"The entry {place}, from {source} to {target}, is a second one.")
            seen.add((source, target))
            weight = responses[target] * _number(connection, "weight", place)
            for unit, (_, scale, _, _) in self._values[target][0]:
                self._add_value(source, unit, scale * weight)

    def _add_value(self, source: str, unit: str, weight: float) -> None:
        """Add weight times the value of a node of the file to the sum of a unit."""
        units, constant = self._values[source]
        for name, (_, _, _, factor) in units:
            self._add(name, unit, factor * weight)
        self._add(self._one, unit, constant * weight)

    def _add(self, source: str, target: str, weight: float) -> None:
        if weight:
            self._weights[source, target] = self._weights.get((source, target), 0.0) + weight

    def edges(self) -> Iterator[Edge]:
        for (source, target), weight in self._weights.items():
            yield Edge(source, target, weight)


def _input_labels(inputs: list[str], given: Any) -> tuple[str, ...]:
    """Return what the inputs mean: as the export names them, or by their number."""
    if given is None and len(inputs) in _LABELS:
        return _LABELS[len(inputs)]
    if given is None:
        choices = ", ".join(f"{n} ({', '.join(names)})" for n, names in _LABELS.items())
        raise GenomeError(
            f"The network has {len(inputs)} inputs; allowed: {choices}, or a list 'input_names' in "
            f"its 'metadata'."
        )
    if (
        not isinstance(given, list)
        or len(given) != len(inputs)
        or any(name not in INPUTS for name in given)
    ):
        raise GenomeError(
            f"The 'input_names' of the metadata are {_said(given)}; allowed: of each of the "
            f"{len(inputs)} inputs one of {', '.join(INPUTS)}."
        )
    return tuple(given)


def _function(node: dict[str, Any], key: str) -> tuple[tuple[_Unit, ...], float]:
    activation = _object(node, "activation", f"node {key}")
    name = activation.get("name")
    if activation.get("custom"):
        raise GenomeError(
            f"The activation of node {key} is {_said(name)}, a function of its user's that the "
            f"file does not hold; allowed: {', '.join(_FUNCTIONS)}."
        )
    if not isinstance(name, str) or name not in _FUNCTIONS:
        raise GenomeError(
            f"The activation of node {key} is {_said(name)}, which no units here add up to; "
            f"allowed: {', '.join(_FUNCTIONS)}."
        )
    return _FUNCTIONS[name]


def _require_sum(node: dict[str, Any], key: str) -> None:
    aggregation = _object(node, "aggregation", f"node {key}")
    if aggregation.get("name") != "sum" or aggregation.get("custom"):
        raise GenomeError(
            f"The aggregation of node {key} is {_said(aggregation.get('name'))}; allowed: 'sum'."
        )


def _said(value: Any) -> str:
    return repr(value)[:80]


def _object(entry: dict[str, Any], key: str, place: str) -> dict[str, Any]:
    value = entry.get(key)
    if not isinstance(value, dict):
        raise GenomeError(f"The {key!r} of {place} is {_said(value)}; allowed: an object.")
    return value


def _list(content: dict[str, Any], key: str, least: int = 1) -> list[dict[str, Any]]:
    listed = content.get(key)
    if not isinstance(listed, list) or len(listed) < least:
        raise GenomeError(f"The network has no list {key!r}.")
    for number, entry in enumerate(listed):
        if not isinstance(entry, dict):
            raise GenomeError(f"The entry {key} / {number} is {_said(entry)}; allowed: an object.")
    return listed


def _keys(topology: dict[str, Any], name: str) -> list[str]:
    listed = topology.get(name)
    if not isinstance(listed, list) or len({repr(key) for key in listed}) < len(listed):
        raise GenomeError(
            f"The {name!r} of the topology are {_said(listed)}; allowed: distinct ids."
        )
    return [_key(key, f"topology / {name}") for key in listed]


def _key(value: Any, place: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        raise GenomeError(f"The id in {place} is {_said(value)}; allowed: a whole number.")
    return str(value)


def _number(entry: dict[str, Any], key: str, place: str) -> float:
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e6:
        raise GenomeError(
            f"The {key!r} of {place} is {_said(value)}; allowed: a number from -1e+06 to 1e+06."
        )
    return float(value)
