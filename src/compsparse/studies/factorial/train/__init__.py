"""Steps ``train``: one module for each of the document's three settings, and what they share."""
