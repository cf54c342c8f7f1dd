"""Looking back on a game: `assistant.dashboard.review`."""

from assistant.dashboard.review.page import show

__all__ = ["show"]
