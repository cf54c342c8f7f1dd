"""The second game: `assistant.dashboard.baantjer`."""

from assistant.dashboard.baantjer.page import show

__all__ = ["show"]
