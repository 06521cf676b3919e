"""What users bring: files of theirs are read, checked, asked a study's question, and answered."""
