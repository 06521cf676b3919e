"""Genomes in JSON, of this project or of neat-python.

A file of this project holds ``nodes`` (``id``, ``activation``, ``role``; inputs and outputs a
``label``) and ``edges`` (``from``, ``to``, ``weight``), and may hold ``name`` and ``parts``: of
each primitive of the image, by name, its exclusive edges. A part lists ids of nodes, which stand
for all edges into and out of them, or numbers of edges, counted from 0. Other keys are not read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compsparse.studies.regime.targets.genome import Edge, Genome, GenomeError, Node
from compsparse.studies.regime.targets.neat_json import is_neat_json, neat_genome
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import read_json


def is_json(head: bytes) -> bool:
    """Return whether a file begins as JSON of an object or a list."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"["))


def read_genome_json(path: Path) -> Genome:
    """Read a genome from a JSON file.

    Raises:
        GenomeError: the file holds no genome.
    """
    try:
        content = read_json(path)
        if is_neat_json(content):
            return neat_genome(content, path.stem)
        return _genome(content, path.stem)
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
