"""The page of data sets: what is read and what jobs make, with license and checksum."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from compsparse.site.content import Content
from compsparse.site.html import code, folded, heading, page, prose, raw, table

PAGE = "data-sets"
LICENSE = "MIT"  # of the project, and so of what it makes


@dataclass(frozen=True)
class Given:
    """A data set that no job makes; ``path`` is where it lies, or is to be put."""

    path: str
    what: str
    origin: str
    license: str
    sha256: str


@dataclass(frozen=True)
class Kept:
    """What dvc.lock says of the data of a study: md5 of the folder, bytes, number of files."""

    md5: str
    size: int
    files: int


def given_data_sets(root: Path) -> list[Given]:
    """Return the registry of what is read; none where a project has no such file."""
    path = root / "workflow/data_sets.yaml"
    rows = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else []
    return [Given(**row) for row in rows]


def kept_data(root: Path) -> Mapping[str, Kept]:
    """Return what dvc.lock says of each study's data, by study."""
    lock = root / "dvc.lock"
    stages = yaml.safe_load(lock.read_text(encoding="utf-8"))["stages"] if lock.is_file() else {}
    return {
        stage.partition("@")[2]: Kept(out["md5"], out["size"], out["nfiles"])
        for stage, recorded in stages.items()
        for out in recorded.get("outs", [])
        if out["path"].endswith("/data")
    }


def data_sets_page(content: Content) -> str:
    """Return the page in Markdown."""
    root = content.project.root
    kept = kept_data(root)
    rows = [
        [_with_digest(g.path, g.sha256), f"{prose(g.what)}; {prose(g.origin)}", prose(g.license)]
        for g in given_data_sets(root)
    ]
    header = ["file, SHA-256", "what it is, where it comes from", "license"]
    parts = [
        heading("Data sets"),
        raw(
            "<p>Nothing is downloaded. A few files are read; all other data are drawn from named "
            "seeds and can be made again from this repository. Their license is that of the "
            f"project, {LICENSE}.</p>"
        ),
        heading("Read", 2),
        raw(table("Data sets that no job makes", header, rows)),
        heading("Made here", 2),
    ]
    made = ["study", "data sets", "MB", "md5 of the folder in dvc.lock", "license", "made by"]
    studies = [
        [
            study,
            str(kept[study].files),
            f"{kept[study].size / 1e6:.1f}",
            code(kept[study].md5),
            LICENSE,
            code(f"snakemake {study}"),
        ]
        for study in content.registries
        if study in kept
    ]
    parts.append(raw(table("Data of each study, drawn from its seeds", made, studies)))
    for study in content.registries:
        files = sorted(_files(content, study))
        names = [[_with_digest(path, digest)] for path, digest in files]
        listed = table(f"Data sets of {study}", ["file, SHA-256"], names)
        parts.append(raw(folded(f"{study}: {len(files)} files", listed), searched=False))
    return page(*parts)


def _with_digest(path: str, digest: str) -> str:
    return f'{code(path)}<br><span class="digest">{code(digest)}</span>'


def _files(content: Content, study: str) -> Iterator[tuple[str, str]]:
    """Yield the data of a study with their digests, as records have them."""
    for record in content.records.values():
        if record.job.study == study and record.job.step == "generate":
            yield from record.outputs.items()
