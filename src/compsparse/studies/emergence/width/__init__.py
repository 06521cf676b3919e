"""The student's width (document 003, part I)."""
