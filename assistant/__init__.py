"""Deduction assistant for Heimlich & Co.: the game, its records, who is who, and why."""
