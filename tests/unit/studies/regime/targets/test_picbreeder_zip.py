"""Picbreeder's zip, as the tests write one; broken and hostile ones are refused."""

import zipfile
from pathlib import Path

import pytest

from compsparse.studies.regime.targets import genome_files
from compsparse.studies.regime.targets.genome import Edge, GenomeError, Node
from compsparse.studies.regime.targets.genome_files import read_picbreeder
from tests.unit.studies.regime.targets.picbreeder_samples import document, packed


def test_a_genome_is_read(tmp_path: Path) -> None:
    # the only file of a published zip has a name without a suffix
    genome = read_picbreeder(packed(tmp_path / "moth.zip", a=document()))
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


def test_xml_is_read_without_a_zip(tmp_path: Path) -> None:
    zipped = read_picbreeder(packed(tmp_path / "moth.zip", a=document()))
    path = tmp_path / "moth.any"
    text = document()
    utf_16 = text.replace("UTF-8", "UTF-16").encode("utf-16")
    for content in (text.encode(), b"\xef\xbb\xbf" + text.encode(), utf_16):
        path.write_bytes(content)
        assert read_picbreeder(path) == zipped


def test_the_only_xml_among_several_files_is_read(tmp_path: Path) -> None:
    alone = read_picbreeder(packed(tmp_path / "g.zip", a=document()))
    files = {"a.xml": "no XML by its content", "image": "\x89PNG", "a/": "", "rep": document()}
    assert read_picbreeder(packed(tmp_path / "g.zip", **files)) == alone


def test_the_bias_of_an_input_means_nothing(tmp_path: Path) -> None:
    text = document().replace('type="in"', 'type="in" bias="1.0"')
    genome = read_picbreeder(packed(tmp_path / "g.zip", a=text))
    assert genome == read_picbreeder(packed(tmp_path / "g.zip", a=document()))


ENTITIES = """<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>"""


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "0 files, 0 of them XML; allowed: one"),
        ({"a": document(), "b": document()}, "2 files, 2 of them XML"),
        ({"a": "<genome>"}, "XML cannot be read"),
        ({"a": "<root/>"}, "0 elements 'genome' with 'nodes'"),
        ({"a": f"<all>{2 * document().partition('?>')[2]}</all>"}, "2 elements 'genome'"),
        ({"a": "PK no XML"}, "XML cannot be read"),
        ({"a": document(activation="abs")}, "activation of node '5_2' is 'abs'"),
        ({"a": document(weight="heavy")}, "weight of link 0 is 'heavy'; allowed: a number"),
        ({"a": document(weight="NaN")}, "has the weight nan"),
        ({"a": document(extra="<node type='in'/>")}, "'activation' of node 4 is missing"),
        ({"a": document(extra="<node type='?'/>")}, r"type of node 4 is '\?'; allowed: in,"),
        ({"a": document(extra="<node type='out' bias='1'/>")}, "bias of node 4 is 1; allowed: 0"),
        ({"a": document(head=ENTITIES)}, "declares a document type"),
        ({"a": document(head='<!DOCTYPE a SYSTEM "file:///dev/zero">')}, "document type"),
    ],
)
def test_a_defect_is_named_with_its_file(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(GenomeError, match=rf"g\.zip: .*{words}"):
        read_picbreeder(packed(tmp_path / "g.zip", **files))


def test_a_missing_marking_is_named(tmp_path: Path) -> None:
    text = document().replace('<source branch="5" id="1"/>', "")
    with pytest.raises(GenomeError, match="'source' of link 1 is missing"):
        read_picbreeder(packed(tmp_path / "g.zip", a=text))


def test_what_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(genome_files, "_LARGEST_XML", 1 << 20)
    path = packed(tmp_path / "g.zip", a=document() + " " * (2 << 20))
    with pytest.raises(GenomeError, match="more than 1 MiB unpacked"):
        read_picbreeder(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("damaged", [False, True])
def test_what_is_packed_in_a_rare_way_is_refused(
    tmp_path: Path, method: int, damaged: bool
) -> None:
    path = packed(tmp_path / "g.zip", method, a=document())
    content = bytearray(path.read_bytes())
    if damaged:
        content[45:80] = bytes(35)
    path.write_bytes(content)
    with pytest.raises(GenomeError, match=rf"'a' in the zip is packed by method {method}; allow"):
        read_picbreeder(path)


def patched(path: Path, place: int, value: bytes) -> Path:
    """Write bytes into the entry of the zip's directory, and into the header of its only file."""
    content = bytearray(path.read_bytes())
    directory = content.index(b"PK\x01\x02")
    for start in (directory + place, place - 2):
        content[start : start + len(value)] = value
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (8, b"\x01\0", "'a' in the zip is encrypted; store"),
        (10, b"\x63\0", "packed by method 99"),
        (24, b"\xff\xff\xff\x7f", "more than 8 MiB unpacked"),
        (24, b"\xff\xff\x3f\0", "more than 200 times its packed size"),
        (24, b"\x10\0\0\0", "not a readable zip"),
    ],
    ids=["encrypted", "method", "declares_much", "ratio", "declares_little"],
)
def test_a_zip_that_lies_is_refused(tmp_path: Path, place: int, value: bytes, words: str) -> None:
    path = patched(packed(tmp_path / "g.zip", a=document()), place, value)
    with pytest.raises(GenomeError, match=rf"g\.zip: .*{words}") as raised:
        read_picbreeder(path)
    assert "\n" not in str(raised.value)


def test_a_zip_in_a_zip_and_many_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = packed(tmp_path / "inner.zip", a=document()).read_bytes()
    with zipfile.ZipFile(tmp_path / "g.zip", "w") as archive:
        archive.writestr("inner.zip", inner)
    with pytest.raises(GenomeError, match="XML cannot be read"):
        read_picbreeder(tmp_path / "g.zip")
    monkeypatch.setattr(genome_files, "_MOST_FILES", 1)
    with pytest.raises(GenomeError, match="2 files; allowed: 1"):
        read_picbreeder(packed(tmp_path / "g.zip", a=document(), b=""))


def test_no_zip_or_half_of_one_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "g.zip", a=document())
    whole = path.read_bytes()
    for content in (b"", b"no zip", whole[: len(whole) // 2], whole[20:]):
        path.write_bytes(content)
        with pytest.raises(GenomeError, match=r"g\.zip"):
            read_picbreeder(path)
    with pytest.raises(GenomeError, match="cannot be read"):
        read_picbreeder(tmp_path / "missing.zip")
