"""Writes JSON Schema, C++ headers and TypeScript types from the Pydantic models.

`python -m orrery_contracts_generator` writes every file; with `--check` it writes none and fails
on any difference.
"""
