"""A logger plugin for Snakemake: done of total, time left, one line per result, failures in full.

Snakemake finds it by its name; ``profiles/default`` selects it. Kept plugins were tried first: they
show elapsed rather than remaining time, and are silent where the output is not a terminal.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable

from snakemake_interface_logger_plugins.base import LogHandlerBase

from snakemake_logger_plugin_compsparse.progress import Progress

# Snakemake loads numpy a moment after this, which refuses to be loaded under wrong settings. Jobs
# have settings of their own. The package is not asked: it may be another checkout's here
for _name in [name for name in os.environ if name.startswith("NPY_")]:
    del os.environ[_name]

_LOOK = 5.0  # seconds between two looks whether something is to be said


class LogHandler(LogHandlerBase):
    """Hands Snakemake's log records to ``Progress``."""

    def __post_init__(self) -> None:
        """Set up the progress of one run."""
        self._progress = Progress(
            stream=sys.stdout if self.common_settings.stdout else sys.stderr,
            dry_run=self.common_settings.dryrun,
            verbose=self.common_settings.verbose,
        )
        self._ended = threading.Event()
        self._watch = threading.Thread(
            target=self._look, args=(self._ended.wait,), name="progress", daemon=True
        )
        self._watch.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Show one record."""
        try:
            self._progress.show(record)
        except Exception:  # a logger must never end a run; logging reports the error itself
            self.handleError(record)

    def _look(self, ended: Callable[[float], bool]) -> None:
        """Remind people of a run that says nothing by itself, until it has ended."""
        while not ended(_LOOK):
            self._alone(self._progress.remind)

    def _alone(self, speak: Callable[[], None]) -> None:
        """Let nothing else be written meanwhile: records come from several threads."""
        self.acquire()
        try:
            speak()
        finally:
            self.release()

    def close(self) -> None:
        """End the run's display."""
        self._ended.set()
        self._alone(self._progress.end)
        super().close()

    @property
    def writes_to_stream(self) -> bool:
        """It writes to a stream."""
        return True

    @property
    def writes_to_file(self) -> bool:
        """It writes to no file."""
        return False

    @property
    def has_filter(self) -> bool:
        """It decides itself what to show."""
        return True

    @property
    def has_formatter(self) -> bool:
        """It formats itself."""
        return True

    @property
    def needs_rulegraph(self) -> bool:
        """It needs no rule graph."""
        return False
