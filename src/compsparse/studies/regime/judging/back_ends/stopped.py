"""Why judging over the network ended early, with all verdicts so far."""

from compsparse.studies.regime.judging.back_ends.verdicts import Verdict


class NotConfiguredError(ValueError):
    """The address or the key of the server is missing, or cannot be used."""


class JudgingStoppedError(Exception):
    """Judging ended before all items had a verdict; ``verdicts`` are those so far, in order."""

    def __init__(self, why: str, verdicts: list[Verdict], items: int) -> None:
        super().__init__(f"{why} {len(verdicts)} of {items} items have a verdict; they are kept.")
        self.verdicts = verdicts


class CallCapReachedError(JudgingStoppedError):
    """As many questions were sent as may be."""


class KeyRefusedError(JudgingStoppedError):
    """The server does not accept the key."""


class RequestRefusedError(JudgingStoppedError):
    """The server does not accept the question, and would not accept the next one."""


class ServerUnreachableError(JudgingStoppedError):
    """The server gives no answer, or keeps asking to wait."""


class CacheNotWrittenError(JudgingStoppedError):
    """A verdict is there, but the file that is to keep it cannot be written."""
