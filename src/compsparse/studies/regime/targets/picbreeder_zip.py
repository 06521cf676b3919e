"""Genomes as Picbreeder stored them: a zip that holds one XML file.

Inside an element ``genome``, the element ``nodes`` lists each ``node`` with the attributes ``type``
(in, hidden, out) and, for inputs and outputs, ``label``, and with the elements ``marking``
(attributes ``branch`` and ``id``, which identify it together) and ``activation`` (``gaussian(x)``).
The element ``links`` lists each ``link`` with the elements ``source`` and ``target`` (markings) and
``weight``. An attribute ``bias`` of a node, if any, must be 0: nodes here have none.
"""

import io
import re
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

from compsparse.studies.regime.targets.genome import Edge, Genome, GenomeError, Node
from workflow_engine.validation.regular_files import read_regular

_LARGEST_ZIP = 4 << 20  # bytes; the zips that are known have less than 20 kB
_LARGEST_XML = 32 << 20  # bytes, unpacked
_ROLES = {"in": "input", "hidden": "hidden", "out": "output"}


def read_picbreeder_zip(path: Path) -> Genome:
    """Read a genome from a zip of Picbreeder.

    Raises:
        GenomeError: the file holds no genome.
    """
    try:
        return _genome(_parsed(_unpacked(path)), path.stem)
    except GenomeError as error:
        raise GenomeError.in_file(path, error) from None


def _unpacked(path: Path) -> bytes:
    try:
        packed = read_regular(path, through_links=True, limit=_LARGEST_ZIP)
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            names = [name for name in archive.namelist() if name.lower().endswith(".xml")]
            if len(names) != 1:
                raise GenomeError(f"The zip holds {len(names)} XML files; allowed: one.")
            with archive.open(names[0]) as stream:
                content = stream.read(_LARGEST_XML + 1)
    except OSError as error:
        raise GenomeError(f"This file cannot be read ({error}).") from None
    # a broken or encrypted zip, or one packed by a method that is not known
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        if isinstance(error, GenomeError):
            raise
        raise GenomeError(f"This is not a readable zip ({error}).") from None
    if len(content) > _LARGEST_XML:
        raise GenomeError(f"The XML file has more than {_LARGEST_XML >> 20} MiB unpacked.")
    return content


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
    found = root if root.tag == "genome" else root.find(".//genome")
    if found is None:
        raise GenomeError("The XML holds no element 'genome'.")
    return found


def _genome(genome: ElementTree.Element, name: str) -> Genome:
    nodes = tuple(_node(node, f"node {i}") for i, node in enumerate(genome.iterfind("nodes/node")))
    edges = tuple(_edge(link, f"link {i}") for i, link in enumerate(genome.iterfind("links/link")))
    return Genome(name, nodes, edges)


def _node(node: ElementTree.Element, place: str) -> Node:
    kind = node.get("type", "")
    if kind not in _ROLES:
        raise GenomeError(f"The type of {place} is {kind!r}; allowed: {', '.join(_ROLES)}.")
    bias = node.get("bias", "0")
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
