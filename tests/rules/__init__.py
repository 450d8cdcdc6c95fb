"""The rule language: its page, its errors, its compiler."""
