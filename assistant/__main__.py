"""`python -m assistant`: the command line."""

import assistant.cli_deduction  # registers the commands that ask who is who
import assistant.cli_review  # registers the command that looks back
from assistant.cli import main

__all__ = ["assistant"]

if __name__ == "__main__":
    main()
