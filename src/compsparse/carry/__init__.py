"""Carry replication and worlds over a change of code that changes no number.

Any edit of code makes them stale, and hours of computing would say the same again. ``carrying``
does it: the default run must be byte for byte the committed one (``equal_run``), parameters must
be equal up to renamed modules (``renamed_modules``), stored verdicts must follow from stored
numbers by the present code (``stored``), and some evaluations that nobody could choose
(``drawing``) are made again with all that is behind them (``making_again``).
"""
