"""The one definition of what crosses a border between languages or processes."""
