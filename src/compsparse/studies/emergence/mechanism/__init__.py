"""The mechanism of the proof sketch (document 003, part I)."""
