"""Words for people: what became of orders, and why, in sentences."""
