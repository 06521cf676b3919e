"""The error of a call that cannot be done."""


class OwnTargetError(ValueError):
    """What is wrong, with which value, and what is allowed; one line."""
