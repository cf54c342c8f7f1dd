"""`python -m assistant.dashboard.locales update|compile|check`.

update: reads the sources and brings every catalogue up to date, keeping translations; compile: writes the
files that the program reads; check: exit 1 if a string is untranslated, uncertain, no longer used, has other
fields than its original, or is not compiled.
"""

from __future__ import annotations

import sys

from assistant.dashboard.locales import catalogues


def main(args: list[str]) -> int:
    """Runs one of the three commands; returns the exit code."""
    match args:
        case ["update"]:
            catalogues.update()
            for problem in catalogues.problems():
                print(problem)
        case ["compile"]:
            catalogues.compile_all()
        case ["check"]:
            found = catalogues.problems()
            print("\n".join(found) or "all translated")
            return 1 if found else 0
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
