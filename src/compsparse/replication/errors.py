"""The error of a replication that cannot be made."""

from workflow_engine.validation.errors import InvalidFileError


class ReplicationError(InvalidFileError):
    """A repetition failed, or verdicts do not belong together; the message says what to do."""
