"""`python -m assistant`: the command line."""

import assistant.cli_deduction
import assistant.cli_review
import assistant.cli_training  # noqa: F401 - each of the three registers its commands
from assistant.cli import main

if __name__ == "__main__":
    main()
