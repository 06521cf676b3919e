"""Verdicts as people read them: README, the pages in docs, the terminal.

``front_page`` counts them, ``document_page`` tells them by statement of a document; ``terminal``
prints them. The site has the rest.
"""
