"""Grounding, stratified solving, outcomes and reasons."""
