"""Where the server of a run listens, and what is said there.

A client sends one line of JSON, ``{"folder": working directory, "out": output root, "job": the job
as JSON}``, with its output and error streams attached, and keeps the connection open; the server
answers with the exit code in decimal.
"""

VARIABLE = "COMPSPARSE_JOB_SERVER"  # environment variable with the path of the server's socket
END = b"\n"  # of a request; JSON in one line has none
