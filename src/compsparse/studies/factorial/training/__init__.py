"""The document's settings of training, shared by several themes (document 004, Section 4.1)."""
