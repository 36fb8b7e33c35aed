"""Writes JSON Schema, C++ headers and TypeScript types from the Pydantic models.

`python -m orrery_contracts_generator` writes every file. With `--check` it writes no file and fails
if a file differs.
"""
