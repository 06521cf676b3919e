"""The bytes of an artifact, or the reason why there are none."""

from pathlib import Path

from compsparse.artifacts.errors import ArtifactError


def read_contents(path: Path) -> bytes:
    """Read a file that must not be empty.

    Raises:
        ArtifactError: the file is missing, unreadable or empty.
    """
    try:
        contents = path.read_bytes()
    except FileNotFoundError:
        raise ArtifactError(path, "This file does not exist.") from None
    except OSError as error:
        raise ArtifactError(path, f"This file cannot be read ({error.strerror}).") from None
    if not contents:
        raise ArtifactError(path, "This file is empty.")
    return contents
