"""Bytes are found by their sha256, wherever they lie, and nothing else is taken for them."""

import json
from hashlib import md5, sha256
from pathlib import Path

import pytest

from compsparse.comparison.bytes_at_hand import BytesAtHand
from tests.unit.comparison.conftest import Pair
from tests.unit.workflow_engine.provenance.conftest import NUMBERS, write
from workflow_engine.provenance.hashes import Hashes

OLD = b"[1, 2]\n"
SHA = sha256(OLD).hexdigest()


def at_hand(pair: Pair) -> BytesAtHand:
    return BytesAtHand(pair.after.project, pair.sides(), Hashes())


def cached(root: Path, content: bytes, suffix: str = "") -> str:
    """Put bytes where DVC's cache has them and return their md5."""
    name = md5(content).hexdigest() + suffix
    place = root / ".dvc/cache/files/md5" / name[:2] / name[2:]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return name


@pytest.fixture
def no_dvc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """DVC cannot be asked: its default place is taken."""
    monkeypatch.setenv("PATH", str(tmp_path))


def test_the_folders_of_both_sides_are_looked_at(pair: Pair) -> None:
    (pair.before.out / NUMBERS).write_bytes(OLD)
    assert at_hand(pair).find(NUMBERS, SHA) == pair.before.out / NUMBERS
    assert at_hand(pair).find(NUMBERS, "0" * 64) is None


@pytest.mark.usefixtures("no_dvc")
def test_the_cache_is_found_by_either_dvc_lock(pair: Pair) -> None:
    listing = [{"md5": cached(pair.after.root, OLD), "relpath": "numbers.json"}]
    folder = cached(pair.after.root, json.dumps(listing).encode(), ".dir")
    outs = [{"path": "results/toy/data", "md5": folder}]
    lock = {"stages": {"study@toy": {"outs": outs}}}
    write(pair.before.root / "dvc.lock", json.dumps(lock))
    found = at_hand(pair).find(NUMBERS, SHA)
    assert found is not None and found.read_bytes() == OLD
    # other bytes under the right name are not taken
    found.write_bytes(b"tampered")
    assert at_hand(pair).find(NUMBERS, SHA) is None


@pytest.mark.usefixtures("no_dvc")
@pytest.mark.parametrize("text", ["", "stages: 3", ": [", "stages: {a: {outs: [{}]}}"])
def test_a_dvc_lock_that_cannot_be_read_finds_nothing(pair: Pair, text: str) -> None:
    write(pair.before.root / "dvc.lock", text)
    assert at_hand(pair).find(NUMBERS, SHA) is None


@pytest.mark.usefixtures("no_dvc")
def test_a_listing_that_the_cache_lacks_finds_nothing(pair: Pair) -> None:
    outs = [{"path": "results/toy/data", "md5": "0" * 32 + ".dir"}]
    write(pair.before.root / "dvc.lock", json.dumps({"stages": {"s": {"outs": outs}}}))
    assert at_hand(pair).find(NUMBERS, SHA) is None
