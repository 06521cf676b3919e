"""What users and accidents put into files: a right result, or an error that names the place."""
