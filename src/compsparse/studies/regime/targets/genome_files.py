"""Files of genomes: Picbreeder's XML, alone or in a zip, and JSON of this project or neat-python's.

XML: inside an element ``genome``, the element ``nodes`` lists each ``node`` with the attributes
``type`` (in, hidden, out) and, for inputs and outputs, ``label``, and with the elements ``marking``
(attributes ``branch`` and ``id``, which identify it together) and ``activation`` (``gaussian(x)``).
The element ``links`` lists each ``link`` with the elements ``source`` and ``target`` (markings) and
``weight``. An attribute ``bias`` of a node, if any, must be 0, since nodes here have none; that of
an input means nothing and is not read.

JSON of this project holds ``nodes`` (``id``, ``activation``, ``role``; inputs and outputs a
``label``) and ``edges`` (``from``, ``to``, ``weight``), and may hold ``name`` and ``parts``: of
each primitive of the image, by name, its exclusive edges. A part lists ids of nodes, which stand
for all edges into and out of them, or numbers of edges, counted from 0. Other keys are not read.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from compsparse.studies.regime.targets.genome import Edge, Genome, GenomeError, Node
from compsparse.studies.regime.targets.neat_json import is_neat_json, neat_genome
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.validation.regular_files import read_regular

_LARGEST_ZIP = 4 << 20  # bytes; the zips that are known have less than 20 kB
_LARGEST_XML = 8 << 20  # bytes, unpacked
_LARGEST_RATIO = 200  # of unpacked to packed bytes; XML has about 10
_MOST_FILES = 1000  # in a zip
_PACKINGS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflate"}
_ENCRYPTED = 1  # bit of a file's flags
_ROLES = {"in": "input", "hidden": "hidden", "out": "output"}


def read_picbreeder(path: Path) -> Genome:
    """Read a genome from Picbreeder's XML, or from a zip that holds it, by the content.

    Raises:
        GenomeError: the file holds no genome.
    """
    try:
        content = read_regular(path, through_links=True, limit=max(_LARGEST_ZIP, _LARGEST_XML))
        return _xml_genome(_parsed(content if is_xml(content) else _unpacked(content)), path.stem)
    except GenomeError as error:
        raise GenomeError.in_file(path, error) from None
    except OSError as error:
        raise GenomeError.in_file(path, f"This file cannot be read ({error}).") from None


def is_xml(content: bytes) -> bool:
    """Return whether a file begins as XML in UTF-8 or, by its mark of byte order, UTF-16."""
    return content.startswith((b"\xff\xfe", b"\xfe\xff")) or content.removeprefix(
        b"\xef\xbb\xbf"
    ).lstrip().startswith(b"<")


def _unpacked(packed: bytes) -> bytes:
    """Return the only file of a zip, or the only one that is XML."""
    if len(packed) > _LARGEST_ZIP:
        raise GenomeError(f"The zip has more than {_LARGEST_ZIP >> 20} MiB.")
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            files = [file for file in archive.infolist() if not file.is_dir()]
            if len(files) > _MOST_FILES:
                raise GenomeError(f"The zip holds {len(files)} files; allowed: {_MOST_FILES}.")
            if len(files) != 1:
                held, files = len(files), [f for f in files if is_xml(_read(archive, f, 256))]
                if len(files) != 1:
                    raise GenomeError(
                        f"The zip holds {held} files, {len(files)} of them XML; allowed: one."
                    )
            return _read(archive, files[0], _LARGEST_XML + 1)
    # a damaged file may point anywhere, and say anything of itself
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        if isinstance(error, GenomeError):
            raise
        raise GenomeError(f"This is not a readable zip ({error}).") from None


def _read(archive: zipfile.ZipFile, file: zipfile.ZipInfo, most: int) -> bytes:
    """Return the beginning of a file; refuse what is hidden, huge, or packed in a rare way."""
    name = repr(file.filename[:60])
    if file.flag_bits & _ENCRYPTED:
        raise GenomeError(f"The file {name} in the zip is encrypted; store it without a password.")
    if file.compress_type not in _PACKINGS:
        raise GenomeError(
            f"The file {name} in the zip is packed by method {file.compress_type}; allowed: "
            f"{', '.join(f'{number} ({how})' for number, how in _PACKINGS.items())}."
        )
    if file.file_size > _LARGEST_XML:
        raise GenomeError(f"The file {name} has more than {_LARGEST_XML >> 20} MiB unpacked.")
    if file.file_size > _LARGEST_RATIO * max(file.compress_size, 1):
        raise GenomeError(
            f"The file {name} unpacks to more than {_LARGEST_RATIO} times its packed size; no "
            f"genome does."
        )
    with archive.open(file) as stream:
        return stream.read(most)


class _WithoutDeclaration(ElementTree.TreeBuilder):
    """Builds a tree of a document that declares no type, and so no entity that could expand."""

    def doctype(self, *_: str | None) -> None:
        raise GenomeError("The XML declares a document type; remove the declaration.")


def _parsed(content: bytes) -> ElementTree.Element:
    try:
        root: ElementTree.Element = ElementTree.fromstring(
            content, ElementTree.XMLParser(target=_WithoutDeclaration())
        )
    except GenomeError:
        raise
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise GenomeError(f"The XML cannot be read ({error}).") from None
    found = [genome for genome in root.iter("genome") if genome.find("nodes") is not None]
    if len(found) != 1:
        raise GenomeError(
            f"The XML holds {len(found)} elements 'genome' with 'nodes'; allowed: one."
        )
    return found[0]


def _xml_genome(genome: ElementTree.Element, name: str) -> Genome:
    nodes = tuple(_node(node, f"node {i}") for i, node in enumerate(genome.iterfind("nodes/node")))
    edges = tuple(_edge(link, f"link {i}") for i, link in enumerate(genome.iterfind("links/link")))
    return Genome(name, nodes, edges)


def _node(node: ElementTree.Element, place: str) -> Node:
    kind = node.get("type", "")
    if kind not in _ROLES:
        raise GenomeError(f"The type of {place} is {kind!r}; allowed: {', '.join(_ROLES)}.")
    bias = (node.get("bias") or "0") if kind != "in" else "0"
    if _number(bias, f"bias of {place}") != 0:
        raise GenomeError(f"The bias of {place} is {bias}; allowed: 0, nodes have none here.")
    formula = _content(node, "activation", place)
    activation = re.sub(r"\(\w*\)$", "", formula)  # gaussian(x)
    label = node.get("label", "") if kind != "hidden" else ""
    return Node(_marking(node, "marking", place), activation, _ROLES[kind], label)


def _edge(link: ElementTree.Element, place: str) -> Edge:
    weight = _number(_content(link, "weight", place), f"weight of {place}")
    return Edge(_marking(link, "source", place), _marking(link, "target", place), weight)


def _marking(parent: ElementTree.Element, tag: str, place: str) -> str:
    found = parent.find(tag)
    branch, number = (found.get("branch"), found.get("id")) if found is not None else (None, None)
    if not branch or not number:
        raise GenomeError(f"The {tag!r} of {place} is missing; it needs 'branch' and 'id'.")
    return f"{branch}_{number}"


def _content(parent: ElementTree.Element, tag: str, place: str) -> str:
    text = (parent.findtext(tag) or "").strip()
    if not text:
        raise GenomeError(f"The {tag!r} of {place} is missing.")
    return text


def _number(text: str, what: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise GenomeError(f"The {what} is {text!r}; allowed: a number.") from None


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
        return _json_genome(content, path.stem)
    except ArtifactError as error:
        raise GenomeError(str(error)) from None
    except GenomeError as error:
        raise GenomeError.in_file(path, error) from None


def _json_genome(content: Any, stem: str) -> Genome:
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
