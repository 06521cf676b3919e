"""One source of verdicts: ``results/<study>/claims.json``, which all that tells a verdict reads.

``assemble`` is the step that makes it of what the run, its replication and its worlds measured, as
far as records hold. ``official_claim`` is a row of it, ``tables`` has two views, ``vouched`` says
which may be shown, ``official`` adds the words that people wrote.
"""
