"""The page of the second game: entry by taps, evidence board, odds, alerts, replay. Nothing of who is who."""
