"""The bytes of an artifact, or the reason why there are none."""

from pathlib import Path

from workflow_engine.artifacts.errors import REBUILD, ArtifactError
from workflow_engine.validation.regular_files import LARGEST_TEXT, NotRegularError, read_regular


def read_contents(path: Path) -> bytes:
    """Read a result, which must not be empty and no link.

    Raises:
        ArtifactError: the file is missing, unreadable, empty or no regular file.
    """
    return _read(path, REBUILD, through_links=False, limit=None)


def read_own_contents(path: Path) -> bytes:
    """Read a file that a person keeps, which must not be empty; it may be a link.

    Raises:
        ArtifactError: the file is missing, unreadable, empty, no regular file or too long.
    """
    remedy = "Give the path of a file with the content that is described in the documentation."
    return _read(path, remedy, through_links=True, limit=LARGEST_TEXT)


def _read(path: Path, remedy: str, *, through_links: bool, limit: int | None) -> bytes:
    try:
        contents = read_regular(path, through_links=through_links, limit=limit)
    except FileNotFoundError:
        raise ArtifactError(path, "This file does not exist.", remedy) from None
    except NotRegularError as error:
        problem = f"This {error.what}; only a regular file is read."
        raise ArtifactError(path, problem, remedy) from None
    except OSError as error:
        raise ArtifactError(path, f"This file cannot be read ({error.strerror}).", remedy) from None
    if not contents:
        raise ArtifactError(path, "This file is empty.", remedy)
    return contents
