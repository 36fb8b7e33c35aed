"""The fault campaign on hosts: a real console, agents and workers on network namespaces, and random
faults from a seed (docs/decisions/0281-faults-on-hosts.md).
"""
