"""Where the servers of a run listen, one for each step, and what is said there.

A client sends three parts, separated by null bytes: its working directory, the output root and the
job as JSON. Its output and error streams are attached. It keeps the connection open; the server
answers with the exit code in decimal. Whoever starts the server may first announce jobs, as one
part: a JSON list of jobs as JSON. The server then loads what they need before they come.
"""

VARIABLE = "COMPSPARSE_JOB_SERVER"  # environment variable: the folder of the sockets, named by step
SEPARATOR = b"\0"
END = b"\0\n"  # no part begins with a new line
KILLED = 128  # the answer for a job that a signal ended is this plus its number, as in shells
