"""Replication: every study once more at other root seeds, and the verdicts held side by side.

``plan`` adds the job to a study's plan, ``replicate`` is its step, ``comparison`` makes the table;
``summary`` and ``page`` turn tables into docs/replication.md. Import from the modules themselves:
the code digest of the step then does not depend on page layout.
"""
