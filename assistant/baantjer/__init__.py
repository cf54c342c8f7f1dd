"""The Baantjer companion: open evidence, hidden tokens and stacks, and no secret roles.

Way of the data, one direction: `record` (what was entered) -> `engine.apply` (the rules) -> `replay` (a state
per event) -> `evidence`, `odds`, `alerts` (what it means) -> `cli` and the page. Where the rulebook is silent
the choice is a field of `options.Options`; rules and options are described in docs/baantjer.md.
"""
