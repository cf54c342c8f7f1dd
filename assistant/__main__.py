"""`python -m assistant`: the command line."""

import assistant.cli_deduction  # registers the commands that ask who is who
from assistant.cli import main

__all__ = ["assistant"]

if __name__ == "__main__":
    main()
