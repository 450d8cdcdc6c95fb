"""A second opinion on movement: written from the meaning of the rules, never from the rule files."""
