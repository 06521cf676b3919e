"""What networks can represent, and how narrow they may be (document 004, Section 3.1)."""
