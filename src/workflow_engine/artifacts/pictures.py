"""``.svg`` and ``.png``: figures whose bytes depend on nothing but what they show."""

import io
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from workflow_engine.artifacts.errors import DEFECT, ArtifactError

# dates and program names would make every run's bytes differ
_METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
}


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of a matplotlib figure.

    Raises:
        ArtifactError: not a figure.
    """
    if not isinstance(content, Figure):
        raise ArtifactError(path, "A picture output needs a matplotlib Figure.", DEFECT)
    stream = io.BytesIO()
    with mpl.rc_context():
        # a figure is drawn here, whatever was set where it was composed
        mpl.rcdefaults()
        # the salt makes element ids reproducible; paths make text independent of installed fonts
        mpl.rcParams.update({"svg.hashsalt": "compsparse", "svg.fonttype": "path"})
        content.savefig(stream, format=path.suffix[1:], metadata=_METADATA[path.suffix])
    return stream.getvalue()
