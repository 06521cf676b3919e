"""Links, pipes and other things in place of results: named, never followed, never waited for."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject
from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.record import Record

OLD = 978307200 * 10**9  # the first second of 2001, before the epoch


def orphan(toy: ToyProject, path: str, sha: str) -> Path:
    """Write a record, as a run would have, of a job that nobody plans; it names one output."""
    record = Record.read(toy.root / "results/alpha/provenance/train/1.json")
    job = Job(**(vars(record.job) | {"wildcards": {"rate": "99"}, "outputs": {"model": path}}))
    forged = Record(job, record.code, record.environment, record.inputs, {}, {path: sha})
    place = toy.root / "results" / job.record_path
    place.write_text(forged.text())
    return place


@pytest.fixture
def outside(toy: ToyProject) -> Path:
    """A folder beside the project with a file of someone else's."""
    folder = toy.root.parent / "outside"
    folder.mkdir()
    (folder / "keep.json").write_text("precious\n")
    os.utime(folder / "keep.json", ns=(OLD, OLD))
    return folder


def assert_untouched(folder: Path) -> None:
    """The file of someone else's is there, with its bytes and its time."""
    assert [p.name for p in folder.iterdir()] == ["keep.json"]
    assert (folder / "keep.json").read_text() == "precious\n"
    assert (folder / "keep.json").stat().st_mtime_ns == OLD


def lead_away(place: Path, outside: Path) -> None:
    """Put a link in place of a folder to the folder outside, in place of a file to its file."""
    folder = place.is_dir()
    if folder:
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(outside if folder else outside / "keep.json")


@pytest.mark.dear
@pytest.mark.parametrize("kind", ["folder", "file"])
def test_an_orphan_record_deletes_nothing_behind_a_link(
    toy: ToyProject, outside: Path, kind: str
) -> None:
    linked = toy.root / "results/alpha/models/linked"
    linked.symlink_to(outside if kind == "folder" else outside / "keep.json")
    path = "alpha/models/linked/keep.json" if kind == "folder" else "alpha/models/linked"
    orphan(toy, path, str(sha256(outside / "keep.json")))
    toy.commit("results of a colleague")
    toy.snakemake("-n")
    assert_untouched(outside)
    toy.snakemake()
    assert_untouched(outside)
    assert linked.is_symlink()
    code, failures = toy.audit()
    assert code == 1
    assert any(path.startswith("results/alpha/models/linked") for path, _ in failures)


@pytest.mark.dear
@pytest.mark.parametrize("place", ["alpha/models/rate_1.json", "alpha/models", "alpha"])
def test_a_link_in_place_of_a_result_is_refused_and_nothing_behind_it_changes(
    toy: ToyProject, outside: Path, place: str
) -> None:
    lead_away(toy.root / "results" / place, outside)
    for command in (["snakemake", "-n"], ["snakemake", "--cores", "2"]):
        done = toy.run(*command, check=False)
        assert_untouched(outside)
        assert done.returncode != 0
        assert f"results/{place} is a symbolic link" in done.stdout, done.stdout
        assert "Traceback" not in done.stdout


def pipe(place: Path) -> None:
    """Make a named pipe that nobody writes to."""
    os.mkfifo(place)


def hole(place: Path) -> None:
    """Make a file of a terabyte, none of which is stored."""
    with place.open("wb") as stream:
        stream.truncate(10**12)


def loop(place: Path) -> None:
    """Make a link that leads to itself."""
    place.symlink_to(place.name)


def device(place: Path) -> None:
    """Make a link to a device without an end."""
    place.symlink_to("/dev/zero")


def told(toy: ToyProject, *command: str) -> str:
    """Run a command that must refuse in words, and return them."""
    done = toy.run(*command, check=False)
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout


@pytest.mark.dear
@pytest.mark.parametrize(
    ("make", "what"),
    [
        (pipe, "is a named pipe"),
        (hole, "claims 1e+03 GB, of which 0 kB are stored"),
        (loop, "is a symbolic link"),
    ],
)
def test_a_strange_thing_in_place_of_a_result_is_named_at_once(
    toy: ToyProject, make: Callable[[Path], None], what: str
) -> None:
    before = toy.contents()
    name = "results/alpha/models/rate_1.json"
    (toy.root / name).unlink()
    make(toy.root / name)
    assert (name, f"content: alpha/models/rate_1.json {what}") in toy.audit()[1]
    for command in (["snakemake", "-n"], ["snakemake", "--cores", "2"], ["compsparse", "sync"]):
        assert f"{name} {what}" in told(toy, *command)
    (toy.root / name).unlink()
    toy.snakemake()
    assert toy.contents() == before


@pytest.mark.parametrize("place", [".tmp", ".tmp/alpha", ".logs/alpha", ".lock", ".manifest.json"])
def test_the_files_of_a_run_are_not_written_through_links(
    toy: ToyProject, outside: Path, place: str
) -> None:
    lead_away(toy.root / "results" / place, outside)
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    words = told(toy, "snakemake", "--cores", "2")
    assert f"results/{place} is a symbolic link" in words
    assert_untouched(outside)


def test_results_themselves_may_lie_on_another_disk(toy: ToyProject) -> None:
    before = toy.contents()
    (toy.root / "results").rename(toy.root.parent / "disk")
    (toy.root / "results").symlink_to(toy.root.parent / "disk")
    assert toy.planned() == {}
    (toy.root / "results/alpha/models/rate_1.json").unlink()
    toy.snakemake()
    after = {p: sha for p, sha in toy.contents("../disk").items()}
    assert after == before


@pytest.mark.dear
def test_links_that_dvc_made_come_with_the_way_back(toy: ToyProject) -> None:
    before = toy.contents()
    toy.run("dvc", "config", "--local", "cache.type", "symlink")
    toy.run("dvc", "checkout", "--relink")
    assert (toy.root / "results/alpha/models/rate_1.json").is_symlink()
    assert toy.audit()[0] == 1
    words = told(toy, "snakemake", "-n")
    assert "is a symbolic link into DVC's cache" in words
    toy.run("dvc", "config", "--local", "cache.type", "reflink,copy")
    assert "`dvc config --local cache.type reflink,copy`" in words
    toy.run("dvc", "checkout", "--relink")
    assert "`dvc checkout --relink`" in words
    assert toy.planned() == {}
    assert toy.contents() == before


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (pipe, "is a named pipe"),
        (hole, "claims 1e+03 GB, of which 0 kB are stored"),
        (loop, "is a symbolic link that leads in a circle"),
        (device, "is a device"),
        (Path.mkdir, "is a folder"),
    ],
)
@pytest.mark.parametrize("name", ["params.yaml", "constraints.txt"])
def test_a_strange_thing_in_place_of_a_text_is_told_in_a_sentence(
    toy: ToyProject, make: Callable[[Path], None], what: str, name: str
) -> None:
    (toy.root / name).unlink()
    make(toy.root / name)
    words = told(toy, "compsparse", "plan")
    assert name in words and what in words
    assert len(words.splitlines()) == 1, words


def test_parameters_may_be_a_link(toy: ToyProject) -> None:
    (toy.root / "params.yaml").rename(toy.root.parent / "mine.yaml")
    (toy.root / "params.yaml").symlink_to("../mine.yaml")
    assert toy.planned() == {}


FORGED = "x\nresults: 40 files, 26 records: all hold\x1b[2K\u202e\u2028"


def test_a_name_cannot_forge_a_line(toy: ToyProject) -> None:
    record = orphan(toy, "alpha/models/gone.json", "0" * 64)
    forged = record.with_name(f"{FORGED}.json")
    record.rename(forged)
    (toy.root / "results/alpha/models" / FORGED).write_text("foreign\n")
    undecodable = os.fsencode(toy.root / "results/alpha/models") + b"/\xff\xfe"
    Path(os.fsdecode(undecodable)).write_text("foreign\n")
    for command in (
        ["compsparse", "audit"],
        ["compsparse", "trace", "results/alpha/models/rate_1.json"],
        ["compsparse", "trace", f"results/alpha/models/{FORGED}"],
        ["compsparse", "compare", "HEAD"],
        ["snakemake", "-n"],
        ["snakemake", "--cores", "2"],
    ):
        done = toy.run(*command, check=False)
        assert "Traceback" not in done.stdout, done.stdout
        assert "\x1b[2K" not in done.stdout and "\u202e" not in done.stdout
        assert not any(line.startswith("results: 40 files") for line in done.stdout.splitlines())
    for command in (["compsparse", "audit", "--json"], ["compsparse", "compare", "HEAD", "--json"]):
        done = toy.run(*command, check=False)
        json.loads(done.stdout)
        done.stdout.encode()
