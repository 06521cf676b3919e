"""The archive of a site: all its files, and the same bytes whatever made them."""

import hashlib
import os
from pathlib import Path
from zipfile import ZipFile

from compsparse.site.archive import write_archive

FILES = {"index.html": b"<p>start</p>", "results/a/a.html": b"<p>a</p>", "files/a/a.csv": b"x\n1\n"}


def made(folder: Path, names: list[str], time: int, mode: int) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(FILES[name])
        path.chmod(mode)
        os.utime(path, (time, time))
    return folder


def test_order_times_and_modes_of_files_leave_no_trace(tmp_path: Path) -> None:
    one = made(tmp_path / "one", list(FILES), 1_000_000_000, 0o644)
    other = made(tmp_path / "other", list(FILES)[::-1], 1_700_000_000, 0o600)
    written = [tmp_path / name / "compsparse-site.zip" for name in ("first", "second")]
    digests = {write_archive(one, written[0]), write_archive(other, written[1])}
    assert digests == {hashlib.sha256(written[0].read_bytes()).hexdigest()}


def test_an_archive_unpacks_into_a_folder_of_its_own_name(tmp_path: Path) -> None:
    site = made(tmp_path / "site", list(FILES), 1_000_000_000, 0o644)
    target = tmp_path / "compsparse-0.1.0-site.zip"
    write_archive(site, target)
    with ZipFile(target) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "unpacked")
    top = tmp_path / "unpacked/compsparse-0.1.0-site"
    found = {p.relative_to(top).as_posix(): p for p in top.rglob("*") if p.is_file()}
    assert {name: path.read_bytes() for name, path in found.items()} == FILES
