"""Random starts of students: their law, their files, and when neurons escape from them."""
