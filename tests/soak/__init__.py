"""Random sequences of what users do to a project, each outcome held against an independent build.

``operations`` does things to a toy project, ``oracle`` says which bytes belong to its present
state, ``expectation`` what every engine must therefore say, ``machine`` draws the sequences and
compares. ``python -m tests.soak`` runs them for as long as wanted (docs/soak.md).
"""
