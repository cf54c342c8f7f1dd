"""Catalogues of the languages, and the tool that keeps them: `python -m assistant.dashboard.locales`."""
