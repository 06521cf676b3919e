"""Picbreeder's zip, as the tests write one; broken and hostile ones are refused."""

import zipfile
from pathlib import Path

import pytest

from compsparse.studies.regime.targets import picbreeder_zip
from compsparse.studies.regime.targets.genome import Edge, GenomeError, Node
from compsparse.studies.regime.targets.picbreeder_zip import read_picbreeder_zip

NODE = """<node {0}><marking branch="{1}" id="{2}"/><activation>{3}(x)</activation></node>"""
LINK = """<link><marking branch="9" id="{0}"/><source branch="{1}" id="{2}"/>
<target branch="{3}" id="{4}"/><weight>{5}</weight></link>"""


def document(
    activation: str = "gaussian", weight: str = "-1.25", extra: str = "", head: str = ""
) -> str:
    nodes = [
        NODE.format('label="x" type="in"', 5, 0, "identity"),
        NODE.format('type="hidden" bias="0.0"', 5, 1, "sin"),
        NODE.format('type="hidden"', 6, 1, "sigmoid"),
        NODE.format('label="ink" type="out"', 5, 2, activation),
    ]
    links = [
        LINK.format(0, 5, 0, 5, 1, weight),
        LINK.format(1, 5, 1, 6, 1, "3.0"),
        LINK.format(2, 6, 1, 5, 2, "0.5"),
    ]
    return f"""<?xml version="1.0" encoding="UTF-8"?>{head}<root><genome age="74">
<nodes count="4">{"".join(nodes)}{extra}</nodes><links count="3">{"".join(links)}</links>
</genome></root>"""


def packed(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.xml", text)
    return path


def test_a_genome_is_read(tmp_path: Path) -> None:
    genome = read_picbreeder_zip(packed(tmp_path / "moth.zip", rep=document()))
    assert genome.name == "moth"
    assert genome.nodes == (
        Node("5_0", "identity", "input", "x"),
        Node("5_1", "sin", "hidden"),
        Node("6_1", "sigmoid", "hidden"),
        Node("5_2", "gaussian", "output", "ink"),
    )
    assert genome.edges == (
        Edge("5_0", "5_1", -1.25),
        Edge("5_1", "6_1", 3.0),
        Edge("6_1", "5_2", 0.5),
    )


ENTITIES = """<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>"""


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "0 XML files; allowed: one"),
        ({"a": document(), "b": document()}, "2 XML files"),
        ({"a": "<genome>"}, "XML cannot be read"),
        ({"a": "<root/>"}, "no element 'genome'"),
        ({"a": document(activation="abs")}, "activation of node '5_2' is 'abs'"),
        ({"a": document(weight="heavy")}, "weight of link 0 is 'heavy'; allowed: a number"),
        ({"a": document(weight="NaN")}, "has the weight nan"),
        ({"a": document(extra="<node type='in'/>")}, "'activation' of node 4 is missing"),
        ({"a": document(extra="<node type='?'/>")}, r"type of node 4 is '\?'; allowed: in,"),
        ({"a": document(extra="<node type='in' bias='1'/>")}, "bias of node 4 is 1; allowed: 0"),
        ({"a": document(head=ENTITIES)}, "declares a document type"),
        ({"a": document(head='<!DOCTYPE a SYSTEM "file:///dev/zero">')}, "document type"),
    ],
)
def test_a_defect_is_named_with_its_file(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(GenomeError, match=rf"g\.zip: .*{words}"):
        read_picbreeder_zip(packed(tmp_path / "g.zip", **files))


def test_a_missing_marking_is_named(tmp_path: Path) -> None:
    text = document().replace('<source branch="5" id="1"/>', "")
    with pytest.raises(GenomeError, match="'source' of link 1 is missing"):
        read_picbreeder_zip(packed(tmp_path / "g.zip", a=text))


def test_what_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picbreeder_zip, "_LARGEST_XML", 1 << 20)
    path = packed(tmp_path / "g.zip", a=document() + " " * (2 << 20))
    with pytest.raises(GenomeError, match="more than 1 MiB unpacked"):
        read_picbreeder_zip(path)


def test_no_zip_or_half_of_one_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "g.zip", a=document())
    whole = path.read_bytes()
    for content in (b"", b"no zip", whole[: len(whole) // 2], whole[20:]):
        path.write_bytes(content)
        with pytest.raises(GenomeError, match=r"g\.zip"):
            read_picbreeder_zip(path)
    with pytest.raises(GenomeError, match="cannot be read"):
        read_picbreeder_zip(tmp_path / "missing.zip")
