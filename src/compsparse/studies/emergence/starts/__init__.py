"""Random starts of students: their law and their files."""
