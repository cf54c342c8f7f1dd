"""The page that looks back: replay, timelines, turning points, guess first, what if, report, group, share."""
