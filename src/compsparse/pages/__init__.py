"""Verdicts as people read them: README, the pages in docs, the terminal.

``official`` says whose verdicts are shown; ``front_page`` tells them by statement of the documents,
``study_page`` by result, with a picture from ``forest``; ``terminal`` prints them.
"""
