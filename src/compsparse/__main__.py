"""``python -m compsparse``: the same as the command ``compsparse``."""

from compsparse.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
