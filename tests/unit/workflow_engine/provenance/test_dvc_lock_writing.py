"""dvc.lock is brought up to what is here, and nothing else in it moves."""

from pathlib import Path

from workflow_engine.provenance.dvc_lock import file_md5, folder_md5
from workflow_engine.provenance.dvc_lock_writing import record_what_is_here

LOCK = """\
schema: '2.0'
stages:
  study@toy:
    cmd: snakemake toy
    params:
      params.yaml:
        toy:
          folder:
    outs:
    - path: results/toy/claims.json
      hash: md5
      md5: 00000000000000000000000000000000
      size: 1
    - path: results/toy/models
      hash: md5
      md5: 11111111111111111111111111111111.dir
      size: 7
      nfiles: 3
    - path: results/toy/tables
      hash: md5
      md5: 22222222222222222222222222222222.dir
      size: 1
      nfiles: 9
"""


def test_what_is_here_is_recorded_and_what_is_not_keeps_its_record(tmp_path: Path) -> None:
    (tmp_path / "dvc.lock").write_text(LOCK)
    tables = tmp_path / "results/toy/tables"
    tables.mkdir(parents=True)
    claims = tmp_path / "results/toy/claims.json"
    claims.write_text("[]\n")
    (tables / "a.csv").write_text("x\n1\n")
    (tables / "b.csv").write_text("x\n")
    changed = ["results/toy/claims.json", "results/toy/tables"]
    assert record_what_is_here(tmp_path, "toy") == changed
    expected = LOCK.replace(f"{'0' * 32}\n      size: 1", f"{file_md5(claims)}\n      size: 3")
    described = f"{folder_md5(tables)}\n      size: 6\n      nfiles: 2"
    expected = expected.replace(f"{'2' * 32}.dir\n      size: 1\n      nfiles: 9", described)
    assert (tmp_path / "dvc.lock").read_text() == expected
    assert record_what_is_here(tmp_path, "toy") == []
    assert record_what_is_here(tmp_path, "other") == []


def test_without_dvc_lock_there_is_nothing_to_write(tmp_path: Path) -> None:
    assert record_what_is_here(tmp_path, "toy") == []
    assert list(tmp_path.iterdir()) == []
