"""`python -m assistant`: the command line."""

import assistant.cli_deduction
import assistant.cli_review  # noqa: F401 - registers the command that looks back
from assistant.cli import main

if __name__ == "__main__":
    main()
