"""The fault campaign on hosts (docs/decisions/0281-faults-on-hosts.md).

A real console, agents and workers run in network namespaces. A seed determines random faults.
"""
