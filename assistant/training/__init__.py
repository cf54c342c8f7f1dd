"""Where the behaviour model comes from: player populations, self-play, fit, evaluation."""
